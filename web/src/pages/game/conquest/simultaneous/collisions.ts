/** What came of the moves of a round, as the log tells it: battles and swaps in order, then what met nobody. */
import type { LogLine } from '../../../../lib/types';

/** A place where forces met; `end` says what became of it, once that is known. */
export interface Collision { key: string; kind: 'battle' | 'swap' | 'bounce'; place: string; border: string; text: string; end: string }
export interface Story { turn: number; collisions: Collision[]; quiet: string[]; moves: number; dice: string[] }

const KINDS: Readonly<Record<string, Collision['kind']>> = { met: 'battle', crossed: 'swap', bounced: 'bounce' };
const ENDS = new Set(['taken', 'held', 'emptied', 'broke_through']);

/** The last round whose moves were carried out; null where there was none yet, as far as the log reaches. */
export function storyOf(log: readonly LogLine[]): Story | null {
  const last = log.findLast((line) => line.kind === 'marched');
  if (!last) return null;
  const lines = log.filter((line) => line.turn === last.turn);
  const from = lines.findIndex((line) => line.kind === 'marched');
  const story: Story = { turn: last.turn, collisions: [], quiet: [], moves: 0, dice: [] };
  for (const line of lines.slice(from)) take(story, line);
  return story;
}

function take(story: Story, line: LogLine): void {
  const [place = '', border = ''] = line.spaces;
  const kind = KINDS[line.kind];
  const open = story.collisions.findLast((one) => one.place === place && !one.end && one.kind === 'battle');
  if (line.kind === 'marched') story.moves += 1;
  else if (kind) story.collisions.push({ key: `${line.step} ${line.kind} ${place} ${border}`, kind, place, border, text: line.text, end: '' });
  else if (ENDS.has(line.kind) && open) open.end = line.text;
  else if (line.kind === 'broke_through') endBorder(story, line.text);
  else if (line.kind === 'taken' || line.kind === 'emptied') story.quiet.push(line.text.replace(/, without a fight: .*$/, '.'));
  else if (line.kind === 'aimed' || line.kind === 'round_fought') story.dice.push(line.text);
}

/** A fight on a border ends with who goes on to one of its ends. */
function endBorder(story: Story, text: string): void {
  const open = story.collisions.findLast((one) => one.border && !one.end && one.kind === 'battle');
  if (open) open.end = text;
}

/** How far a story goes, as a number that grows: where players arrive one after another it goes on within a round. */
export const extent = (story: Story | null): number => (story ? story.turn * 1000 + story.collisions.length : -1);

/** The last round of a battle in words: who aimed at whom, and what fell. */
export const lastDice = (story: Story | null): string[] => story?.dice.slice(-2) ?? [];

/** Headings of the log in simultaneous rounds: what all did together, and each battle by its place. */
import type { LogLine } from '../../../../lib/types';
import type { Heading } from '../../family';

const TOGETHER: Readonly<Record<string, Heading>> = {
  round_began: { title: 'reinforcements' },
  placed: { title: 'reinforcements', joined: true }, traded: { title: 'reinforcements' },
  marched: { title: 'moves', joined: true },
  crossed: { title: 'what collided' }, met: { title: 'what collided' }, bounced: { title: 'what collided' },
  stronghold_units: { title: 'reinforcements' },
  returned: { title: 'returns' },
  fortified: { title: 'strategic moves', joined: true }, leader_moved: { title: 'strategic moves', joined: true },
  card_taken: { title: 'cards' }, card_drawn: { title: 'cards' }, adventure_taken: { title: 'cards' },
};
/** What is told of the set-up too, before a round has begun. */
const FIRST = new Set(['placed', 'traded', 'stronghold_units', 'card_taken', 'card_drawn', 'adventure_taken']);
const FOUGHT = new Set(['aimed', 'round_fought', 'withdrew']);
const ENDS = new Set(['taken', 'held', 'emptied', 'broke_through']);
/** What may come between the lines of a part and belongs to it. */
const BETWEEN = new Set(['revealed', 'pieces_lost']);

/** The heading of a line of a round, given that of the line before; null: the line is a seat's own. */
export function headingOf(line: LogLine, before: Heading | null, name: (place: string) => string): Heading | null {
  if (BETWEEN.has(line.kind)) return before;
  if (FOUGHT.has(line.kind)) {
    const [place = '', border = ''] = line.spaces;
    return { title: border ? `battle between ${name(place)} and ${name(border)}` : `battle in ${name(place)}`, battle: [place, border].filter(Boolean).join(' ') };
  }
  if (ENDS.has(line.kind)) return line.spaces.some((place) => before?.battle?.split(' ').includes(place)) ? before : { title: 'what collided' };
  if (FIRST.has(line.kind) && !before) return null; // in the set-up
  return TOGETHER[line.kind] ?? null;
}

/** Sentences about one seat that begin alike, as one: "Mira moves 2 armies from Peru to Brazil; 1 army from Chile to Peru." */
export function joined(lines: readonly LogLine[]): string {
  const [first = '', ...more] = lines.map((line) => line.text.replace(/\.$/, ''));
  if (more.every((text) => text === first)) return `${first}${more.length ? `, ${more.length + 1} times` : ''}.`;
  const lead = /^(?:.+? )??(?:moves|places|fortifies) /.exec(first)?.[0] ?? '';
  return `${[first, ...more.map((text) => (lead && text.startsWith(lead) ? text.slice(lead.length) : text))].join('; ')}.`;
}

/** A sentence about a round of a battle without the place, which the heading names beside the round of the game. */
export const ofBattle = (text: string): string => text.replace(/^[^:(]+?, round (?=\d+(?: \(|:))/, 'Battle round ');

/** The log as it is read: newest first, by turn and player, one entry per decision. */
import type { LogLine } from '../../../lib/types';
import type { Heading } from '../family';

export interface Entry { key: string; step: number; decision: number; lines: LogLine[]; text: string; spaces: string[]; chance: number | null; bot: boolean; rules: boolean; mine: boolean; battle: boolean; long: boolean }
export interface Chapter { key: string; turn: number; seat: number | null; title: string; newest: boolean; entries: Entry[] }
export type Filter = 'all' | 'mine' | 'battles';

const OUT = 'eliminated';
const BEGINS = 'turn_began';
/** What is told beside the moves stands alone. */
const BESIDE = new Set(['sides', 'names', 'gavel', 'seat']);
/** Characters beyond which what is laid out by the game itself, as lists of places, is shown from its beginning only. */
const LONG = 90;
const QUIET = new Set(['turn_ended', BEGINS, 'card_taken']);

/** The heading of a line, given that of the line before; null: the seat's name. */
export type HeadingOf = (line: LogLine, before: Heading | null) => Heading | null;

/** Group lines into chapters, newest first. `tell` may say a whole decision in one sentence. */
export function chapters(log: LogLine[], filter: Filter, tell: (lines: LogLine[]) => string, headingOf: HeadingOf = () => null): Chapter[] {
  const found: Chapter[] = [];
  let [step, number] = [-1, 0];
  const reasoned = new Set<string>();
  let began: LogLine | null = null;
  for (const { lines, heading } of decisions(log, headingOf)) {
    // One step may tell of several seats in turn: each part needs a key of its own.
    const at = lines[0]?.step ?? 0;
    number = at === step ? number + 1 : 0;
    step = at;
    const entry = entryOf(lines, tell, `${at} ${number}`);
    // A bot's reason is that of what it decided, not of what came of that.
    const deed = `${lines[0]?.decision} ${lines[0]?.seat}`;
    if (reasoned.has(deed) && !heading) entry.bot = false;
    reasoned.add(deed);
    const head = lines[0] as LogLine;
    if (head.kind === BEGINS) began = head;
    if (!entry.text) continue;
    entry.battle ||= heading?.battle !== undefined;
    const title = heading?.title ?? '';
    if (filter === 'mine' && !entry.mine) continue;
    if (filter === 'battles' && !entry.battle) continue;
    const last = found[found.length - 1];
    // What the game tells of itself, who is out, and what others answer belongs to the turn in which it happens.
    const on = began?.turn === head.turn ? began.seat : null;
    const going = last?.turn === head.turn ? last.seat : null;
    const seat = title ? null : (on ?? (head.kind === OUT ? going : (head.seat ?? going)));
    if (last && last.turn === head.turn && last.seat === seat && last.title === title) last.entries.unshift(entry);
    else found.push({ key: entry.key, turn: head.turn, seat, title, newest: heading?.newest ?? false, entries: [entry] });
  }
  return found.reverse();
}

const beginOf = (entry: Entry) => entry.lines[0]?.step ?? 0;

/** The step at which the newest decision began that was told by a moment; -1 where nothing was. */
export const toldBy = (found: readonly Chapter[], moment: number): number =>
  Math.max(-1, ...found.flatMap((chapter) => chapter.entries.map(beginOf)).filter((step) => step <= moment));

/** Whether an entry is what a moment shows, given what was told by then. */
export const showsNow = (entry: Entry, moment: number, told: number): boolean => beginOf(entry) <= moment && entry.step >= told;

/** The first chapter to show, the newest being 0, so that `ahead` entries stand above those told by a moment. */
export function firstShown(found: readonly Chapter[], told: number, ahead: number): number {
  const here = found.findIndex((chapter) => chapter.entries.some((entry) => beginOf(entry) <= told));
  let at = here < 0 ? found.length : here;
  for (let left = ahead; at > 0 && left > 0; at -= 1) left -= found[at - 1]?.entries.length ?? 0;
  return at;
}

interface Decision { lines: LogLine[]; heading: Heading | null }

/**
 * Lines that came from the same decision; what begins another's turn stands alone, and so does most that all do together, and
 * each line of what the game lays out before the first decision. Who is out by a decision belongs to it.
 */
function decisions(log: LogLine[], headingOf: HeadingOf): Decision[] {
  const groups: Decision[] = [];
  let heading: Heading | null = null;
  for (const line of log) {
    heading = headingOf(line, heading);
    const last = groups[groups.length - 1];
    const head = last?.lines[0];
    const out = last?.lines.find((one) => one.kind === OUT);
    const same = head?.seat === line.seat ? line.seat !== null || line.decision !== 0 : line.kind === OUT || (out !== undefined && out.seat === line.seat);
    const goesOn = head && same && (head.decision === line.decision || (line.kind === OUT && head.step === line.step)) && line.kind !== BEGINS && !BESIDE.has(line.kind) && !BESIDE.has(head.kind);
    if (goesOn && last.heading?.title === heading?.title && (!heading || (heading.joined && head.kind === line.kind))) last.lines.push(line);
    else groups.push({ lines: [line], heading });
  }
  return groups;
}

function entryOf(lines: LogLine[], tell: (lines: LogLine[]) => string, key: string): Entry {
  const head = lines[0] as LogLine;
  const last = lines[lines.length - 1] as LogLine;
  return {
    key, step: last.step, decision: head.decision, lines, text: tell(lines),
    spaces: [...new Set(lines.flatMap((line) => line.spaces))], chance: lines.find((line) => line.chance !== null)?.chance ?? null,
    long: head.decision === 0 && lines.length === 1 && head.text.length > LONG,
    bot: lines.some((line) => line.bot) && !QUIET.has(head.kind), rules: lines.some((line) => line.rules), mine: lines.some((line) => line.mine), battle: lines.some((line) => line.dice !== null || line.kind.startsWith('battle_')),
  };
}

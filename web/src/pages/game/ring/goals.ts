/** The goal of a campaign as it is shown: endings from best to worst for the reader, and what comes when. */
import type { Dated, Goal, Ladder } from './ground';
import type { RingView } from './view';

const WEIGHT: Record<string, number> = { 'absolute': 5, 'conquest': 4, 'major': 3, '': 2, 'minor': 1, 'draw': 0 };

export interface Rung extends Ladder { number: number; now: boolean; side: string; own: boolean }

/** The endings from best to worst for some sides; which of them would come now. */
export function rungs(goal: Goal, view: RingView, sides: ReadonlySet<string>): Rung[] {
  const own = sides.size ? sides : new Set([view.sides[0]?.id ?? '']);
  const worth = (one: Ladder): number => (one.winner ? (own.has(one.winner) ? 1 : -1) * ((WEIGHT[one.grade] ?? 2) + 0.5) : 0);
  return goal.endings.map((one, number): Rung => ({
    ...one, number, now: view.goal.ending === number, own: own.has(one.winner), side: view.sides.find((side) => side.id === one.winner)?.name ?? '',
  })).sort((a, b) => worth(b) - worth(a) || a.number - b.number);
}

/** Under what an ending comes: "Edoras is held by the Shadow"; the last one comes where no other has. */
export function termsOf(one: Ladder, lastTurn: number): string {
  if (one.condition) return one.when === 'time_out' ? `Turn ${lastTurn} ends, and ${lower(one.condition)}.` : `${one.condition}.`;
  return one.when === 'time_out' ? `Turn ${lastTurn} ends, and none of the other endings has come.` : 'None of the other endings has come.';
}

/** "Free Peoples, major victory", "a draw". */
export function prizeOf(one: Rung): string {
  if (!one.winner) return 'A draw';
  return `${one.side}, ${one.grade ? `${one.grade} victory` : 'victory'}`;
}

export const whenOf = (one: Ladder): string => ({ immediate: 'at once', turn_start: 'when the next turn begins', time_out: '' })[one.when];

/** The aim of the reader in one sentence: what the best ending asks for. */
export function aimOf(all: readonly Rung[], lastTurn: number): string {
  const best = all.find((one) => one.own);
  return best ? termsOf(best, lastTurn) : '';
}

/** Whether it is by this ending that a campaign ended. */
export const cameOf = (one: Ladder, ending: NonNullable<RingView['ending']>): boolean => one.sentence === ending.sentence && one.winner === ending.winner;

const lower = (text: string): string => (/^(A|An|The|No|Nobody|It) /.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text);

/** A line of the timetable: `when` it comes, and whether it is over. */
export interface DateLine { when: string; past: boolean; next: number; date: Dated }

/** What still comes, the next first; then what waits for something to happen; then what has come. */
export function dateLines(goal: Goal, turn: number): DateLine[] {
  return goal.dates.map((date): DateLine => {
    const next = date.turns.find((one) => one > turn) ?? 0;
    const past = date.turns.length > 0 && !next;
    const when = next ? `Turn ${next}` : past ? `Turn ${date.turns.at(-1)}` : '';
    return { when, past, next, date };
  }).sort((a, b) => order(a) - order(b) || a.next - b.next);
}
const order = (line: DateLine): number => (line.past ? 2 : line.next ? 0 : 1);

/** The turns in which somebody comes. */
export const dottedTurns = (goal: Goal): ReadonlySet<number> => new Set(goal.dates.flatMap((date) => (date.turns.length > goal.last_turn / 2 ? [] : date.turns)));

/** How long turns may take, as it is chosen: the usual times, and whatever else a table has. */
import { span } from '../../lib/deadlines';
import type { Pace } from '../../lib/types';

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

export const NO_LIMIT: Pace = { seconds: 0, short: 0, window: null, curtain: false, misses: 2, absent: '' };
const LIVE = [1, 2, 5, 15].map((minutes) => minutes * MINUTE);
const WINDOWS = [10, 20, 30, 45, 60, 120];
const POST = [12 * HOUR, ...[1, 2, 3, 7].map((days) => days * DAY)];

export interface Choice { value: number; title: string }
export interface Choices { title: string; choices: Choice[] }

const named = (seconds: number): Choice => ({ value: seconds, title: span(seconds) });

/** The times to choose from, in groups; an unusual one that is set already is among them. */
export function times(present: number): Choices[] {
  const usual = [...LIVE, ...POST];
  const groups = [{ title: 'Live', choices: LIVE.map(named) }, { title: 'By correspondence', choices: POST.map(named) }];
  if (present && !usual.includes(present)) groups.push({ title: 'As set', choices: [named(present)] });
  return groups;
}

/** Shorter times for turns with little to decide: a half, a quarter, and the usual ones below. */
export function shorter(seconds: number, present: number): Choice[] {
  const found = new Set([...LIVE, ...POST, seconds / 2, seconds / 4, present].filter((one) => one >= 30 && one < seconds));
  return [...found].sort((a, b) => b - a).slice(0, 6).map(named);
}

/** How long cards may be played out of turn, for all alike; 0: until all have answered. */
export function openFor(present: number): Choice[] {
  const found = new Set([...WINDOWS, ...(present ? [present] : [])]);
  return [...found].sort((a, b) => a - b).map(named);
}

/** How long that is where a table does not say otherwise, as the server settles it: a moment in live games. */
export const usualWindow = (seconds: number): number => (seconds > 0 && seconds <= HOUR ? 20 : 0);

/** What tables send when a time is chosen: brief turns are never longer than others, and windows are what suits it. */
export const withSeconds = (pace: Pace, seconds: number): Pace => ({ ...pace, seconds, short: pace.short < seconds ? pace.short : 0, window: null });

/** How long turns may take, as it is chosen: the usual times, and whatever else a table has. */
import { span } from '../../lib/deadlines';
import type { Pace } from '../../lib/types';

const WEEK = [0, 1, 2, 3, 4, 5, 6];
const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

export const NO_LIMIT: Pace = { seconds: 0, short: 0, window: null, curtain: false, misses: 2, absent: '', zone: 'UTC', closes_at: '', weekdays: [] };
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

/** The shortest turns that may close at a time of day: less is played live. */
const LEAST_OF_POST = 12 * HOUR;

/** Whether turns are so long that they may close at a time of day and on some days alone. */
export const hasCalendar = (pace: Pace): boolean => pace.seconds >= LEAST_OF_POST;

/** What tables send when a time is chosen: brief turns are never longer than others, and windows are what suits it. */
export function withSeconds(pace: Pace, seconds: number): Pace {
  const changed = { ...pace, seconds, short: pace.short < seconds ? pace.short : 0, window: null };
  return hasCalendar(changed) ? changed : { ...changed, closes_at: '', weekdays: [] };
}

/** The full hours to choose from, and another time that is set already. */
export function hours(present: string): string[] {
  const full = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);
  return present && !full.includes(present) ? [...full, present].sort() : full;
}

/** The reader's own time zone. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

/** The time zones to choose from: the reader's first, then one that is set, then all that the browser knows. */
export const zones = (present: string): string[] => [...new Set([ownZone(), present, 'UTC', ...Intl.supportedValuesOf('timeZone')])];

/** The same with a day more or less on which turns close; none named means every day. */
export function withDay(pace: Pace, day: number): Pace {
  const named = pace.weekdays.length ? pace.weekdays : WEEK;
  const days = named.includes(day) ? named.filter((one) => one !== day) : [...named, day].sort((a, b) => a - b);
  if (!days.length) return pace;
  return { ...pace, weekdays: days.length === WEEK.length ? [] : days };
}

/** How long turns may take, as it is chosen: the usual times, and whatever else a table has. */
import { isLive, span } from '../../lib/deadlines';
import type { GameInfo, Pace } from '../../lib/types';

const WEEK = [0, 1, 2, 3, 4, 5, 6];
const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

export const NO_LIMIT: Pace = {
  seconds: 0, short: 0, window: null, curtain: false, misses: 2, absent: '', zone: 'UTC', closes_at: '', weekdays: [], rest_days: false, times: {},
  early: true, least: 0, grace: 0, holidays: 0, holidays_at_once: 0, pause: 'all', reminders: [], bank: 0, increment: 0,
  offer: 0, excused: 0, reliable: 0, newcomers: true, longest_pause: 14 * DAY,
};
const WINDOWS = [10, 20, 30, 45, 60, 120];
export interface Choice { value: number; title: string }

const named = (seconds: number): Choice => ({ value: seconds, title: span(seconds) });

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

/** What tables send when a time is chosen: brief turns are never longer than others, windows are what suits it, and what turns of that length cannot have is gone. */
export function withSeconds(pace: Pace, seconds: number): Pace {
  if (!seconds) return { ...NO_LIMIT, misses: pace.misses, absent: pace.absent, curtain: pace.curtain, pause: pace.pause, longest_pause: pace.longest_pause, reliable: pace.reliable, newcomers: pace.newcomers };
  const times = Object.fromEntries(Object.entries(pace.times).filter(([, granted]) => granted < seconds));
  const changed = { ...pace, seconds, times, short: pace.short < seconds ? pace.short : 0, least: pace.least < seconds ? pace.least : 0, window: null };
  const timely = isLive(changed) ? changed : { ...changed, bank: 0, increment: 0 };
  return hasCalendar(timely) ? timely : { ...timely, closes_at: '', weekdays: [], rest_days: false, holidays: 0, holidays_at_once: 0 };
}

export type Unit = 'seconds' | 'minutes' | 'hours' | 'days';
export const UNITS: Record<Unit, number> = { seconds: 1, minutes: MINUTE, hours: HOUR, days: DAY };

/** A span as it is typed: how many of the greatest unit that fits. */
export function amountOf(seconds: number): { count: number; unit: Unit } {
  const unit = (['days', 'hours', 'minutes'] as const).find((one) => seconds > 0 && seconds % UNITS[one] === 0) ?? (seconds ? 'seconds' : 'hours');
  return { count: seconds / UNITS[unit], unit };
}

export interface Named { key: string; title: string; pace: Pace }

/** The paces to choose from; each fills the form for a game: brief kinds of phases get their own time. */
export function paces(game: Pick<GameInfo, 'phases' | 'brief_turns'>, zone: string): Named[] {
  const pace = (seconds: number, brief: number, more: Partial<Pace>): Pace => {
    const kinds = Object.keys(game.phases).slice(1);
    const own = kinds.length ? { times: Object.fromEntries(kinds.map((kind) => [kind, brief])) } : game.brief_turns ? { short: brief } : {};
    return { ...NO_LIMIT, seconds, ...own, ...more };
  };
  const post: Partial<Pace> = { grace: DAY, holidays: 14, holidays_at_once: 7, pause: 'majority', reminders: [DAY, 3 * HOUR] };
  return [
    { key: 'live', title: 'Live, 5 min', pace: pace(5 * MINUTE, 2 * MINUTE, { bank: 2 * MINUTE, increment: 10 }) },
    { key: 'evening', title: 'Evening, 30 min', pace: pace(30 * MINUTE, 10 * MINUTE, { reminders: [5 * MINUTE] }) },
    { key: 'day', title: 'A day', pace: pace(DAY, DAY / 2, { ...post, grace: DAY / 2, reminders: [3 * HOUR] }) },
    { key: 'weekdays', title: 'Two weekdays', pace: pace(2 * DAY, DAY, { ...post, closes_at: '18:00', zone, weekdays: [0, 1, 2, 3, 4], rest_days: true, least: DAY / 2 }) },
    { key: 'week', title: 'A week', pace: pace(7 * DAY, 2 * DAY, post) },
    { key: 'none', title: 'No clock', pace: NO_LIMIT },
  ];
}

/** Which of the paces a table has; empty where a value was changed, so that it is its own. */
export function paceOf(game: Pick<GameInfo, 'phases' | 'brief_turns' | 'absent'>, pace: Pace, zone: string): string {
  const settled = (one: Pace): string => JSON.stringify(Object.entries({
    ...one, window: one.window ?? usualWindow(one.seconds), absent: one.absent || (game.absent ? 'rules' : 'bot'), zone: one.closes_at || one.weekdays.length ? one.zone : 'UTC',
    times: Object.entries(one.times).sort(), reminders: [...one.reminders].sort((a, b) => b - a),
  }).sort());
  return paces(game, zone).find((one) => settled(one.pace) === settled(pace))?.key ?? '';
}

/** The same with a reminder more or less. */
export function withReminder(pace: Pace, seconds: number): Pace {
  const others = pace.reminders.filter((one) => one !== seconds);
  return { ...pace, reminders: (others.length === pace.reminders.length ? [...others, seconds] : others).sort((a, b) => b - a) };
}

/** The reminders to choose from: the usual ones for such turns, and others that are set. */
export function remindersFor(pace: Pace): number[] {
  const usual = hasCalendar(pace) ? [DAY, 3 * HOUR, HOUR] : [15 * MINUTE, 5 * MINUTE, MINUTE];
  return [...new Set([...usual, ...pace.reminders])].filter((one) => one < pace.seconds || pace.reminders.includes(one)).sort((a, b) => b - a);
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

/** After how many misses a seat may be offered: never later than nobody waits for its player any more. */
export const offers = (pace: Pace): number[] => [1, 2, 3, 5].filter((count) => !pace.misses || count <= pace.misses);

/** The same with another number of misses until nobody waits; a seat is offered then at the latest. */
export const withMisses = (pace: Pace, misses: number): Pace => ({ ...pace, misses, offer: misses ? Math.min(pace.offer, misses) : pace.offer });

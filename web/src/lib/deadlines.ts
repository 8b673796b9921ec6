/** Deadlines in words: how much time is left, when it is short, and what to remind of. */
import { ring, type Asking } from './notify';
import type { Pace } from './types';
import { list, plural } from './words';

const SECOND = 1000;
const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

/** What is left as a clock shows it: "2 d 3 h", "3 h 05 min", "12 min", "4:59". */
export function left(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / SECOND));
  const two = (number: number) => String(number).padStart(2, '0');
  if (seconds >= DAY) return `${Math.floor(seconds / DAY)} d ${Math.floor((seconds % DAY) / HOUR)} h`;
  if (seconds >= HOUR) return `${Math.floor(seconds / HOUR)} h ${two(Math.floor((seconds % HOUR) / MINUTE))} min`;
  if (seconds >= 10 * MINUTE) return `${Math.floor(seconds / MINUTE)} min`;
  return `${Math.floor(seconds / MINUTE)}:${two(seconds % MINUTE)}`;
}

/** The greatest part of what is left, where there is room for little: "2 d", "3 h", "12 min", "4:59". */
export const leftInShort = (milliseconds: number): string => left(milliseconds).replace(/^(\d+ [dh]) .*/, '$1');

/** A span of time in full words: "1 day", "12 hours", "90 seconds". */
export function span(seconds: number): string {
  for (const [size, name] of [[DAY, 'day'], [HOUR, 'hour'], [MINUTE, 'minute']] as const) {
    if (seconds >= size && seconds % size === 0) return plural(seconds / size, name);
  }
  if (seconds > HOUR) return `${plural(Math.floor(seconds / HOUR), 'hour')} ${plural(Math.round((seconds % HOUR) / MINUTE), 'minute')}`;
  return plural(seconds, 'second');
}

/** How many of a turn's last seconds are its last part: a tenth, but a quarter of a minute at least and an hour at most. */
export const lastPart = (granted: number): number => Math.min(HOUR, Math.max(15, granted / 10));

/** A long span in its greatest fitting unit, rounded: "9 days", "14 weeks", "8 months". */
export function roughly(seconds: number): string {
  const days = seconds / DAY;
  if (days < 2) return span(Math.max(MINUTE, Math.round(seconds / MINUTE) * MINUTE));
  if (days < 28) return plural(Math.round(days), 'day');
  return days < 365 ? plural(Math.round(days / 7), 'week') : plural(Math.round(days / 30.4), 'month');
}

/** Whether the last part of a turn has begun. */
export const isShort = (milliseconds: number, granted: number): boolean => milliseconds <= lastPart(granted) * SECOND;

/** When a deadline is, in the reader's zone: the weekday where it is not today, the date where it is far. */
export function closes(deadline: number, now = new Date()): string {
  const date = new Date(deadline);
  const time = date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  if (date.toDateString() === now.toDateString()) return `at ${time}`;
  const near = deadline - now.getTime() < 6 * DAY * SECOND;
  const day = date.toLocaleDateString('en-GB', near ? { weekday: 'long' } : { weekday: 'short', day: 'numeric', month: 'short' });
  return `on ${day} at ${time}`;
}

export const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** On which days and at which time turns close, in a sentence; empty where at any. */
export function calendarLine(pace: Pace): string {
  const days = pace.weekdays;
  if (!pace.closes_at && !days.length) return '';
  const names = days.map((day) => DAYS[day] ?? '');
  const first = days[0] ?? 0;
  const inRow = days.length > 2 && days.every((day, at) => day === first + at);
  const on = !days.length ? '' : inRow ? ` from ${names[0] ?? ''} to ${names.at(-1) ?? ''}` : ` on ${list(names)}`;
  const at = pace.closes_at ? ` at ${pace.closes_at}` : ' only';
  return ` Turns close${at}${on}, ${pace.zone.replaceAll('_', ' ')} time.`;
}

/** What a table has agreed about its time beside its length, a sentence each. */
function agreed(pace: Pace): string {
  return [
    pace.early ? '' : 'Phases close at their set time, even when all are ready.',
    pace.early && pace.least ? `When all are ready they close early, but not before ${span(pace.least)}.` : '',
    pace.bank || pace.increment ? `Time bank for longer turns: ${span(pace.bank)} for each player, and ${span(pace.increment)} more with every turn.` : '',
    pace.grace ? `The first deadline that a player misses is extended by ${span(pace.grace)}.` : '',
    pace.holidays ? `Each player may take ${plural(pace.holidays, 'day')} of holiday; the clock stops meanwhile.` : '',
  ].filter(Boolean).map((sentence) => ` ${sentence}`).join('');
}

/** Whether turns are so short that players may have time in store, and that who is away is not waited for. */
export const isLive = (pace: Pace): boolean => pace.seconds > 0 && pace.seconds < HOUR;

/** How long turns may take at a table, in a few sentences; `phases` are the kinds of phases of the game. */
export function paceLine(pace: Pace, brief = '', window = '', phases: Record<string, string> = {}): string {
  const open = window && pace.window ? ` ${window} for ${span(pace.window)}.` : '';
  if (!pace.seconds) return `No time limit: a turn may take as long as you like.${open}`;
  const short = brief && pace.short ? `, ${span(pace.short)} for ${brief.toLowerCase()}` : '';
  const own = Object.entries(pace.times).map(([kind, seconds]) => `, ${span(seconds)} for ${(phases[kind] ?? kind).toLowerCase()}`).join('');
  const who = pace.absent === 'bot' ? 'a bot plays' : 'the rules decide';
  const most = pace.offer || pace.misses;
  const until = pace.offer ? ', or somebody else takes the seat' : '';
  const after = most ? ` After ${most === 1 ? 'a missed deadline' : `${most} missed deadlines in a row`} ${who} until the player is back${until}.` : '';
  const excused = pace.excused ? ` Each player has ${plural(pace.excused, 'miss', 'misses')} that ${pace.excused === 1 ? 'does' : 'do'} not count.` : '';
  return `${span(pace.seconds)} for each turn${short}${own}.${calendarLine(pace)}${open}${agreed(pace)}${after}${excused}`;
}

export type Stage = 'half' | 'last';

/** How far a turn has come that somebody might forget: half its time gone, or its last part begun. */
export function stageOf(milliseconds: number, granted: number): Stage | null {
  if (milliseconds <= 0 || !granted) return null;
  if (isShort(milliseconds, granted)) return 'last';
  return milliseconds <= (granted * SECOND) / 2 ? 'half' : null;
}

/** The last of the chosen reminders that has come, in seconds before the end; null while none has. */
export function reminderOf(milliseconds: number, chosen: readonly number[]): number | null {
  const come = milliseconds > 0 ? chosen.filter((before) => milliseconds <= before * SECOND) : [];
  return come.length ? Math.min(...come) : null;
}

/** `reminders`: how many seconds before the end the table reminds; where it has chosen none, at half the time and in the last part. */
export interface Waiting { id: string; title: string; asked: string; deadline: number | null; granted: number; reminders?: readonly number[] }
const reminded = new Set<string>();

/** Ring for a turn that waits for the reader, once for each of its reminders. */
export function remind(asking: Asking, waiting: Waiting, now: number, tell = ring): void {
  if (waiting.deadline === null) return;
  const rest = waiting.deadline - now;
  const stage = waiting.reminders?.length ? reminderOf(rest, waiting.reminders) : stageOf(rest, waiting.granted);
  const key = `${waiting.id} ${waiting.deadline} ${stage}`;
  if (!stage || reminded.has(key)) return;
  reminded.add(key);
  const when = stage === 'half' ? 'half the time is gone' : `${left(rest)} left`;
  tell(asking, waiting.id, `${waiting.title}: ${when}`, `${waiting.asked || 'The game waits for you'}. Closes ${closes(waiting.deadline)}.`);
}

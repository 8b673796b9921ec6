/** Who is waited for at a table, and what may be done about its clock. */
import { closes, roughly } from '../../../lib/deadlines';
import type { Clock, Pace, SeatCard, Table, Update } from '../../../lib/types';
import { capital, list } from '../../../lib/words';

const MINUTE = 60_000;

type Standing = Pick<Update, 'to_act' | 'ready' | 'outcome'> & { clock: Clock };

/** The people a turn waits for: asked, not ready, and not away. */
export function waitedFor(table: Pick<Table, 'seats'>, live: Standing): SeatCard[] {
  const waited = live.to_act.filter((seat) => !live.ready.includes(seat)).map((seat) => table.seats[seat]);
  return waited.filter((card): card is SeatCard => card !== undefined && card.kind !== 'bot' && !card.resigned && !card.away);
}

/** Whether the maker of a table may close its turn: somebody is waited for, nobody's clock runs, and none rests by agreement. */
export const mayClose = (table: Pick<Table, 'seats' | 'creator' | 'master'>, live: Standing): boolean =>
  table.creator && table.master !== 'taken' && live.outcome === null && live.clock.deadline === null && !live.clock.paused && waitedFor(table, live).length > 0;

/** How many of those who play want the clock paused, or resumed, and how many have to: "2 of 5". */
export function votesOf(table: Pick<Table, 'seats'>, clock: Clock): { wanted: number; needed: number } {
  const people = table.seats.filter((card) => (card.kind === 'human' || card.kind === 'local') && !card.resigned && !card.away);
  return { wanted: people.filter((card) => clock.votes.includes(card.seat)).length, needed: clock.needed };
}

/** The question of an open vote: who asks for what, and how many are missing. Empty without one. */
export function voteLine(table: Pick<Table, 'seats'>, clock: Clock): string {
  const { wanted, needed } = votesOf(table, clock);
  if (!wanted) return '';
  const who = list(clock.votes.flatMap((seat) => table.seats[seat]?.you && table.seats[seat].kind === 'human' ? 'you' : table.seats[seat]?.name ?? []));
  const asks = clock.votes.length === 1 && !who.startsWith('you') ? 'asks' : 'ask';
  const missing = Math.max(0, needed - wanted);
  const refused = clock.refused.length ? `, ${clock.refused.length} ${clock.refused.length === 1 ? 'refuses' : 'refuse'}` : '';
  return `${capital(who)} ${asks} ${clock.paused ? 'to resume the clock' : 'to pause the clock'}: ${wanted} of ${needed} agree${refused}, ${missing} ${missing === 1 ? 'is' : 'are'} missing.`;
}

/** Whether the reader, who plays the seats `mine`, has neither agreed to the open vote nor refused it. */
export const asksMe = (clock: Clock, mine: readonly number[]): boolean =>
  clock.votes.length > 0 && mine.some((seat) => !clock.votes.includes(seat) && !clock.refused.includes(seat));

/** Until when the clock rests by agreement, a sentence; empty while it runs, and where it rests until all agree again. */
export const pauseLine = (clock: Clock, now = new Date()): string =>
  clock.paused && clock.paused_until !== null ? `The clock is paused. It runs again ${closes(clock.paused_until, now)}.` : '';

/** Who is late after a first missed deadline that was put off, since when, and what another miss means. */
export function lateLine(table: Pick<Table, 'seats' | 'pace'>, clock: Clock, now: number): string {
  if (!clock.late.length || clock.since === null) return '';
  const cards = clock.late.flatMap((seat) => table.seats[seat] ?? []);
  const you = cards.length === 1 && cards[0]?.you;
  const since = now - clock.since >= MINUTE ? roughly(Math.floor((now - clock.since) / MINUTE) * 60) : 'a moment';
  const next = table.pace.misses > 0 && cards.some((card) => card.missed + 1 >= table.pace.misses);
  const who = you ? 'You are' : `${list(cards.map((card) => card.name))} ${cards.length === 1 ? 'is' : 'are'}`;
  return `${who} ${since} late. ${next ? `After another miss the game no longer waits for ${you ? 'you' : 'them'}.` : 'After another miss the rules decide.'}`;
}

/** Who is on holiday until when, a sentence. */
export function holidayLine(table: Pick<Table, 'seats'>, clock: Clock): string {
  const away = Object.entries(clock.holidays).map(([seat, until]) => ({ card: table.seats[Number(seat)], until }));
  if (!away.length) return '';
  const one = away.map(({ card, until }) => `${card?.you ? 'You are' : `${card?.name ?? ''} is`} on holiday until ${new Date(until).toLocaleDateString('en-GB', { day: 'numeric', month: 'long' })}.`);
  return `${one.join(' ')} The clock is paused.`;
}

/** How many whole days of holidays a seat has left. */
export const daysLeft = (pace: Pace, clock: Clock, seat: number): number =>
  Math.max(0, Math.floor(pace.holidays - (clock.taken[String(seat)] ?? 0) / 86_400));

/** How much more time may be given with one click, in seconds. */
export function extensions(seconds: number): number[] {
  if (seconds < 3600) return [60, 300];
  return [3600 * 12, 86_400, 3 * 86_400];
}

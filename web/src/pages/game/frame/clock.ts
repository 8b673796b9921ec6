/** Who is waited for at a table, and what may be done about its clock. */
import type { Clock, SeatCard, Table, Update } from '../../../lib/types';

type Standing = Pick<Update, 'to_act' | 'ready' | 'outcome'> & { clock: Clock };

/** The people a turn waits for: asked, not ready, and not away. */
export function waitedFor(table: Pick<Table, 'seats'>, live: Standing): SeatCard[] {
  const waited = live.to_act.filter((seat) => !live.ready.includes(seat)).map((seat) => table.seats[seat]);
  return waited.filter((card): card is SeatCard => card !== undefined && card.kind !== 'bot' && !card.resigned && !card.away);
}

/** Whether the maker of a table may close its turn: somebody is waited for, nobody's clock runs, and none rests by agreement. */
export const mayClose = (table: Pick<Table, 'seats' | 'creator' | 'master'>, live: Standing): boolean =>
  table.creator && table.master !== 'taken' && live.outcome === null && live.clock.deadline === null && !live.clock.paused && waitedFor(table, live).length > 0;

/** How many of those who play want the clock paused, or resumed: "2 of 5". */
export function votesOf(table: Pick<Table, 'seats'>, clock: Clock): { wanted: number; needed: number } {
  const people = table.seats.filter((card) => (card.kind === 'human' || card.kind === 'local') && !card.resigned && !card.away);
  return { wanted: people.filter((card) => clock.votes.includes(card.seat)).length, needed: people.length };
}

/** How much more time may be given with one click, in seconds. */
export function extensions(seconds: number): number[] {
  if (seconds < 3600) return [60, 300];
  return [3600 * 12, 86_400, 3 * 86_400];
}

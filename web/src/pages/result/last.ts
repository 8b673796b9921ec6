/** Games whose last position tells more on the result page than the table does: colours of seats, and what became of everybody. */
import type { Component } from 'svelte';
import { api } from '../../lib/api';
import type { SeatCard, View } from '../../lib/types';
import type { RingView } from '../game/ring/view';

/** The last position of a game, the colours of its seats, and how it is told. */
export interface Last { view: View; colours: number[]; Report: Component<{ view: View; seats: readonly SeatCard[] }> }
type Loader = (view: View, seats: readonly number[]) => Promise<Omit<Last, 'view'>>;

const LOADERS: Record<string, Loader> = {
  'ring-of-power': async (view, seats) => {
    const [{ default: Report }, { seatColours }] = await Promise.all([import('../game/ring/Campaign.svelte'), import('../game/ring/board/livery')]);
    return { Report, colours: seatColours((view as RingView).players, seats) };
  },
};

/** What the last position of a table tells; null for games that have no more to say. */
export async function lastOf(table: string, game: string, seats: readonly number[]): Promise<Last | null> {
  const load = LOADERS[game];
  const view = load && (await api.snapshot(table)).update?.view;
  return load && view ? { view, ...(await load(view, seats)) } : null;
}

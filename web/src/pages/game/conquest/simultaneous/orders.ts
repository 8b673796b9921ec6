/** Orders of a round as they are drafted: what is left to order, and what is known of where they go. */
import { plural } from '../../../../lib/words';
import type { Order } from './view';

export const left = (orders: readonly Order[], source: string, there: number): number =>
  there - orders.filter((order) => order.source === source).reduce((sum, order) => sum + order.count, 0);

export const find = (orders: readonly Order[], source: string | null, target: string | null): Order | undefined =>
  orders.find((order) => order.source === source && order.target === target);

/** Orders with one changed, or a new one at the end. */
export function put(orders: readonly Order[], order: Order): Order[] {
  const known = orders.some((one) => one.source === order.source && one.target === order.target);
  return known ? orders.map((one) => (one.source === order.source && one.target === order.target ? order : one)) : [...orders, order];
}

export const without = (orders: readonly Order[], source: string | null, target: string | null): Order[] =>
  orders.filter((order) => order.source !== source || order.target !== target);

/** How many go unless the player says otherwise: all that have no order, but for one that keeps the land. */
export const usual = (free: number): number => Math.max(1, free - 1);

export interface Known {
  /** Armies in a place and its holder's name; null where it is one's own. */
  there: number; holder: string | null; empty: boolean;
  /** Armies that stay in the source, and its name. */
  stays: number; source: string; target: string;
  /** Whether somebody else holds it and could come the other way. */
  units: readonly [string, string];
  strategic: boolean;
}

/** Why nothing of a place can be ordered; `fought` counts its armies that move no more in this round, null where it is not one's own. */
export function unordered(name: string, fought: number | null, units: readonly [string, string], strategic: boolean): string {
  if (fought === null) return `${name} is not yours to order. Choose one of your territories first.`;
  if (fought > 0) return `Units that fought stay: no ${units[1]} of ${name} can move in this round.`;
  return strategic ? `A strategic move goes to a neighbour of yours, and ${name} has none.` : `Nothing of ${name} can be ordered.`;
}

/** One line of what is known of an order. */
export function knownOf({ there, holder, empty, stays, source, target, units, strategic }: Known): string {
  const open = strategic ? `${source} is then unowned` : `${source} is left empty, and unowned unless somebody comes`;
  const rest = stays > 0 ? `${stays} ${stays === 1 ? 'stays' : 'stay'} in ${source}.` : `All leave: ${open}.`;
  if (strategic || holder === null) return rest;
  if (empty) return `Nobody is in ${target}. ${rest}`;
  return `${holder} has ${plural(there, ...units)} there now. ${rest}`;
}

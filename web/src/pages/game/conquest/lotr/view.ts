/** What Lord of the Rings Risk shows beyond every conquest game. */
import { capital } from '../../../../lib/words';
import type * as Shapes from '../../../../generated/lotr-risk';
import type { View } from '../../../../lib/types';
import type { ConquestView, Phase } from '../view';

export type AdventureCard = Shapes.AdventureView;
export type LotrView = Omit<Shapes.LotrView, 'phase'> & { phase: Phase } & { [field: string]: unknown };
export type Ring = Shapes.RingView;

export const isLotr = (view: View | ConquestView): view is LotrView => view.type === 'lotr-risk';
export const lotr = (view: View | ConquestView): LotrView => view as unknown as LotrView;

/** The number of the colour of each side's armies, as the tokens name it. */
const COLOURS: Record<string, number> = { red: 1, green: 3, yellow: 4, black: 5 };
export const colourOf = (name: string | undefined): number => COLOURS[name ?? ''] ?? 0;

/** Where somebody stands among good (0) and evil (1). */
export const sideAt = (side: 'good' | 'evil' | undefined): 0 | 1 => (side === 'evil' ? 1 : 0);

/** Seats in the order in which they move from now on: that of the turn first, the eliminated left out. */
export function comingSeats(view: Pick<LotrView, 'order' | 'seat' | 'alive'>, turns: number): number[] {
  const alive = view.order.filter((seat) => view.alive[seat]);
  const at = Math.max(0, alive.indexOf(view.seat));
  return alive.length ? Array.from({ length: turns }, (_, turn) => alive[(at + turn) % alive.length] ?? 0) : [];
}

/** The chance that a seat moves again before the Ring's journey is over; null where that is further than is foreseen. */
export function movesAgain(view: Pick<LotrView, 'order' | 'seat' | 'alive'>, ring: Pick<Ring, 'arrival'>, seat: number): number | null {
  const turns = comingSeats(view, ring.arrival.length + 1).indexOf(seat, 1);
  const over = turns > 0 ? ring.arrival[turns - 1] : undefined;
  return over === undefined ? null : 1 - over;
}

/** Every adventure card that lies open: in front of the players, by seat, then the discards. */
export function openCards(view: LotrView): { card: AdventureCard; seat: number | null }[] {
  const { shown, discards } = view.adventure;
  return [...shown.flatMap((pile, seat) => pile.map((card) => ({ card, seat }))), ...discards.map((card) => ({ card, seat: null }))];
}

export function findCard(view: LotrView, id: string): AdventureCard | undefined {
  return view.adventure.hand.find((card) => card.id === id) ?? openCards(view).find(({ card }) => card.id === id)?.card;
}

/** The name of a card that is in hand or lies open. */
export const cardName = (view: LotrView, id: string): string => findCard(view, id)?.name ?? capital(id.replaceAll('_', ' '));

/** Missions in the own hand, by the territory of each. */
export const missionsIn = (view: LotrView): AdventureCard[] => view.adventure.hand.filter((card) => card.kind === 'mission');

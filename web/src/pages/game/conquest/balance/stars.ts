/** Cards counted by their stars: as armies, and as payment. */
import type { Card } from '../view';
import type { BalanceView } from './view';

type Table = BalanceView['cards']['star_table'];

export const starsOf = (cards: Card[]): number => cards.reduce((sum, card) => sum + (card.stars ?? 0), 0);

/** Armies for so many stars; 0 where so few or so many are not taken. */
export const worth = (table: Table, stars: number): number => table.find(([count]) => count === stars)?.[1] ?? 0;

/** The cards that bring most at once: all of them, or as many stars as are taken. */
export function bestTrade(hand: Card[], table: Table): Card[] {
  const found = subsets(hand).filter((some) => worth(table, starsOf(some)) > 0);
  return found.reduce<Card[]>((best, some) => (worth(table, starsOf(some)) > worth(table, starsOf(best)) ? some : best), []);
}

/** As few stars, then as few cards, as pay a price together with a pile; null where all of them do not. */
export function fewestCards(cost: number, pile: number, hand: Card[]): Card[] | null {
  const enough = subsets(hand).filter((some) => pile + starsOf(some) >= cost);
  const order = (a: Card[], b: Card[]) => starsOf(a) - starsOf(b) || a.length - b.length;
  return enough.sort(order)[0] ?? null;
}

/** How a price is paid when these cards are given: they go first, the pile pays the rest, and no change is given. */
export interface Payment { pile: number; stars: number; short: number; wasted: number }
export function payment(cost: number, pile: number, cards: Card[]): Payment {
  const stars = starsOf(cards);
  const rest = Math.max(0, cost - stars);
  return { pile: Math.min(rest, pile), stars, short: Math.max(0, rest - pile), wasted: Math.max(0, stars - cost) };
}

/** Every choice of cards, the empty one first; of a hand beyond ten only choices of neighbours, for the others are too many. */
function subsets(hand: Card[]): Card[][] {
  if (hand.length > 10) {
    const sorted = [...hand].sort((a, b) => (a.stars ?? 0) - (b.stars ?? 0));
    return sorted.flatMap((_, from) => sorted.slice(from).map((__, size) => sorted.slice(from, from + size + 1))).concat([[]]);
  }
  return hand.reduce<Card[][]>((found, card) => [...found, ...found.map((some) => [...some, card])], [[]]);
}

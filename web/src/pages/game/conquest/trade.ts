/** Sets of cards that may be traded: those the rules offer, or any cards whose stars are worth something. */
import type { Offer } from '../../../lib/types';
import { bestTrade, starsOf, worth } from './balance/stars';
import type { BalanceView } from './balance/view';

/** The cards, what they bring, where extra armies may go. */
export interface CardSet { cards: string[]; words: string; armies: number; bonus: string[] }

/** The best set first; by stars it is all that are taken, and what is `chosen`. */
export function setsOf(offers: Offer[], balance: BalanceView | null, chosen: readonly string[]): CardSet[] {
  const trades = offers.filter((offer) => offer.kind === 'trade');
  if (balance) return trades.length ? byStars(balance.cards, chosen) : [];
  return trades.map((offer) => ({ cards: offer.source.split(' '), words: offer.note, armies: parseInt(offer.note, 10) || offer.least, bonus: offer.targets }))
    .sort((a, b) => b.armies - a.armies || wild(a.cards) - wild(b.cards));
}

function byStars(cards: BalanceView['cards'], chosen: readonly string[]): CardSet[] {
  const wanted = cards.hand.filter((card) => chosen.includes(card.id));
  return [bestTrade(cards.hand, cards.star_table), wanted].map((some) => {
    const armies = worth(cards.star_table, starsOf(some));
    return { cards: some.map((card) => card.id), words: `${armies} armies`, armies, bonus: [] };
  }).filter((set) => set.armies > 0);
}

const wild = (cards: string[]) => cards.filter((card) => card.startsWith('w')).length;

/** Cards in words that everybody may know: how many somebody holds, what sets are worth, what an elimination brings. */
import { plural } from '../../../lib/words';
import type { ConquestView } from './view';

type Cards = ConquestView['cards'];
/** Three kinds of cards, of which three alike or one of each make a set. */
export type Arms = readonly [string, string, string];
export const ARMS: Arms = ['infantry', 'cavalry', 'artillery'];
const UNIT: readonly [string, string] = ['army', 'armies'];

/** "3 cards"; empty where there are none in the game. */
export const heldWords = (cards: Cards, seat: number): string => (cards.on ? plural(cards.counts[seat] ?? 0, 'card') : '');

/** "The next set is worth 8 armies.", or what each kind of set is worth. */
export function setsWords({ on, next_set: next }: Cards, unit = UNIT, arms = ARMS): string {
  if (!on || next === undefined) return '';
  if (typeof next === 'number') return next ? `The next set of cards is worth ${plural(next, ...unit)}.` : '';
  const sets = [...arms.map((arm) => `three ${arm}`), 'one of each', 'a pair with a wild card'];
  return `Sets of cards: ${next.map((worth, at) => `${sets[at] ?? 'another set'} ${worth}`).join(', ')}.`;
}

/** What taking a place brings beside it where it is the last one of its holder; empty elsewhere. The neutral army gets no cards. */
export function prizeWords(view: ConquestView, owner: number, name: string, neutral = false): string {
  if (owner < 0 || view.territories[owner] !== 1) return '';
  const { on, counts, seized = true } = view.cards;
  const held = on && seized && !neutral ? (counts[owner] ?? 0) : 0;
  const worth = typeof view.cards.next_set === 'number' && held ? ` ${setsWords(view.cards)}` : '';
  return `This is the last territory of ${name}.${held ? ` Whoever takes it gets ${held === 1 ? 'their card' : `their ${held} cards`}.${worth}` : ''}`;
}

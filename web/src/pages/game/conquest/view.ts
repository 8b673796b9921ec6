/** The view of a conquest game as the server sends it, and what can be read from it. */
import type { BalanceView, Battle, StarCard } from '../../../generated/balance-of-power';
import type { CardsView, CardView, RiskView } from '../../../generated/risk';
import type { BoardGeometry, Table } from '../../../lib/types';

/** What a phase asks for: the same controls serve every phase that asks for the same. */
export type Deed =
  'pick' | 'place' | 'attack' | 'occupy' | 'move' | 'buy' | 'collect' | 'give' | 'leader' | 'declare' | 'card' | 'show' | 'discard' | 'over'
  | 'write' | 'orders' | 'aims' | 'withdraw';
const DEEDS = {
  claim: 'pick', setup: 'pick', capital: 'pick', neutral_reinforce: 'place', reinforce: 'place', neutral_attack: 'attack', attack: 'attack',
  occupy: 'occupy', maneuver: 'move', fortify: 'move', buy: 'buy', collect: 'collect', give: 'give', declare: 'declare', cards: 'show', fellowship: 'over', over: 'over', moves: 'orders', strategic: 'orders', battles: 'over',
} satisfies Record<string, Deed>;
export type Phase = keyof typeof DEEDS;
export const deedOf = (phase: Phase): Deed => DEEDS[phase];

/** A side that is no player's: holder of a space, or who acts. */
export const NOBODY = -1;
/** The colour of the neutral army, after the 48 of players. */
export const NEUTRAL_COLOUR = 49;

/** `stars` where cards are traded by them. */
export type Card = CardView & Partial<StarCard>;
type Shared = keyof RiskView & keyof BalanceView;
/** What every game of the family shows; the cards as far as they are alike. */
export interface ConquestView extends Omit<Pick<RiskView, Shared>, 'type' | 'phase' | 'cards' | 'edition' | 'goal'> {
  type: string; phase: Phase;
  cards: Pick<CardsView, 'on' | 'counts' | 'deck'> & Partial<CardsView> & { hand: Card[] };
  /** Missions, where a game has them. */
  goal?: RiskView['goal'];
  /** The side of each seat; `allied`: all of a side win together. */
  sides?: readonly string[]; allied?: boolean;
  [field: string]: unknown;
}
export type { Battle } from '../../../generated/balance-of-power';

/** How a roll is compared, as the dice are shown. */
export function scoring(battle: Battle): { bonus: [attack: number, defence: number]; pairs: number; lost: [attack: number, defence: number] } {
  const added = (dice: number[], bonus = 0) => (battle.cap ? Math.min(bonus, battle.cap - (dice[0] ?? 0)) : bonus);
  return { bonus: [added(battle.attack, battle.attack_bonus), added(battle.defence, battle.defence_bonus)], pairs: battle.pairs ?? 0, lost: [battle.attacker_loss, battle.defender_loss] };
}

/** What the turns of a table's games are called: rounds where all move at the same time. */
export const turnWordOf = (table: Table): string => (table.options.moves === 'simultaneous' ? 'round' : 'turn');

/** Neighbours and indices of a board, made once. */
export interface Ground {
  board: BoardGeometry;
  index: Map<string, number>;
  name: (id: string) => string;
  /** The name as the board letters it. */
  short: (id: string) => string;
  neighbours: Map<string, string[]>;
}

export function survey(board: BoardGeometry): Ground {
  const index = new Map(board.spaces.map((space, at) => [space.id, at]));
  const neighbours = new Map<string, string[]>(board.spaces.map((space) => [space.id, []]));
  for (const [a, b] of board.borders) {
    neighbours.get(a)?.push(b);
    neighbours.get(b)?.push(a);
  }
  return { board, index, neighbours, name: (id) => board.spaces[index.get(id) ?? -1]?.name ?? id, short: (id) => board.spaces[index.get(id) ?? -1]?.short ?? id };
}

export const ownerOf = (ground: Ground, view: ConquestView, id: string): number => view.owners[ground.index.get(id) ?? -1] ?? -1;
export const armiesOf = (ground: Ground, view: ConquestView, id: string): number => view.armies[ground.index.get(id) ?? -1] ?? 0;

/** Neighbours held by others who are no allies. */
export function enemies(ground: Ground, view: ConquestView, id: string): string[] {
  const side = (owner: number) => (view.allied && view.sides?.[owner]) || owner;
  const own = side(ownerOf(ground, view, id));
  return (ground.neighbours.get(id) ?? []).filter((other) => side(ownerOf(ground, view, other)) !== own);
}

/** How many move in unless the player says otherwise: all where the source is safe, else half. */
export function usualMoveIn(ground: Ground, view: ConquestView): number {
  const entry = view.occupy;
  if (!entry) return 0;
  const safe = enemies(ground, view, entry.source).length === 0;
  return safe ? entry.most : Math.max(entry.least, Math.ceil(entry.most / 2));
}

/** Spread armies over own places that touch enemies, the most threatened first. */
export function spread(ground: Ground, view: ConquestView, seat: number, armies: number, placed: Record<string, number>): string[] {
  const borders = ground.board.spaces.map((space) => space.id)
    .filter((id) => ownerOf(ground, view, id) === seat && enemies(ground, view, id).length > 0);
  const threat = (id: string) => enemies(ground, view, id).reduce((sum, other) => sum + armiesOf(ground, view, other), 0);
  const need = (id: string) => threat(id) / (armiesOf(ground, view, id) + (placed[id] ?? 0) + (given.get(id) ?? 0));
  const given = new Map<string, number>();
  const order: string[] = [];
  for (let left = armies; left > 0 && borders.length; left--) {
    const next = borders.reduce((best, id) => (need(id) > need(best) ? id : best));
    given.set(next, (given.get(next) ?? 0) + 1);
    order.push(next);
  }
  return order;
}

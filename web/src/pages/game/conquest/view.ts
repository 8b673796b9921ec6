/** The view of a conquest game as the server sends it, and what can be read from it. */
import type { BoardGeometry, View } from '../../../lib/types';

export type Phase =
  | 'claim' | 'setup' | 'capital' | 'neutral_reinforce' | 'neutral_attack' | 'buy' | 'maneuver'
  | 'reinforce' | 'attack' | 'occupy' | 'collect' | 'fortify' | 'give' | 'over';

/** What a phase asks for: the same controls serve every phase that asks for the same. */
export type Deed = 'pick' | 'place' | 'attack' | 'occupy' | 'move' | 'buy' | 'collect' | 'give' | 'over';
const DEEDS: Record<Phase, Deed> = {
  claim: 'pick', setup: 'pick', capital: 'pick', neutral_reinforce: 'place', reinforce: 'place', neutral_attack: 'attack', attack: 'attack',
  occupy: 'occupy', maneuver: 'move', fortify: 'move', buy: 'buy', collect: 'collect', give: 'give', over: 'over',
};
export const deedOf = (phase: Phase): Deed => DEEDS[phase];

/** A side that is no player's: holder of a space, or who acts. */
export const NOBODY = -1;
/** The colour of the neutral army, after the 48 of players. */
export const NEUTRAL_COLOUR = 49;

/** `stars` where cards are traded by them. */
export interface Card { id: string; space: string | null; symbol: 'infantry' | 'cavalry' | 'artillery' | 'wild'; stars?: number }
/** What every game of the family shows. */
export interface ConquestView extends View {
  board: string; turn: number; seat: number; phase: Phase;
  /** Per space in board order; -1 is nobody. */
  owners: number[]; armies: number[];
  to_place: number; placed: number;
  territories: number[]; totals: number[]; income: number[]; alive: boolean[]; order: number[];
  regions: { id: string; bonus: number; holder: number }[];
  occupy: { source: string; target: string; least: number; most: number } | null;
  cards: { on: boolean; hand: Card[]; counts: number[]; next_set?: number[] | number; must_trade?: boolean; deck: number; seized?: boolean };
  /** Missions, where a game has them. */
  goal?: { kind: string; text: string; mission: string | null; progress: (number | null)[]; missions: (string | null)[] };
}

/** The rolls of a battle as events tell them. */
export interface Battle {
  seat: number; source: string; target: string; defender: number; attack: number[]; defence: number[];
  attacker_loss: number; defender_loss: number; source_left: number; target_left: number;
  /** What is added to the highest dice, the most that makes of a die (0: no limit), and the most pairs compared. */
  attack_bonus?: number; defence_bonus?: number; cap?: number; pairs?: number;
}

/** How a roll is compared, as the dice are shown. */
export function scoring(battle: Battle): { bonus: [attack: number, defence: number]; pairs: number; lost: [attack: number, defence: number] } {
  const added = (dice: number[], bonus = 0) => (battle.cap ? Math.min(bonus, battle.cap - (dice[0] ?? 0)) : bonus);
  return { bonus: [added(battle.attack, battle.attack_bonus), added(battle.defence, battle.defence_bonus)], pairs: battle.pairs ?? 0, lost: [battle.attacker_loss, battle.defender_loss] };
}

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

/** Neighbours held by others. */
export const enemies = (ground: Ground, view: ConquestView, id: string): string[] =>
  (ground.neighbours.get(id) ?? []).filter((other) => ownerOf(ground, view, other) !== ownerOf(ground, view, id));

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

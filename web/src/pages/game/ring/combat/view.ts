/** A combat as everybody sees it (`play/combatview.py`), and what can be read from it. */
import type { Bout, CombatView, RankView as Rank, Row, SideLuck, SideScore as Score } from '../../../../generated/ring-of-power';
import { does, list, plural } from '../../../../lib/words';
import type { RingView } from '../view';

export type { Fate, BattleEnded as Ended, Bout, CombatView, RankView as Rank, Row, SideLuck, SideScore as Score } from '../../../../generated/ring-of-power';
export type DiceKind = Row['kind'];
/** A die: the figure's id, the face, and the face from which it succeeds; 0: dice are added up. */
export type DieThrown = Row['dice'][number];

export type StepKey = 'search' | 'line' | 'duel' | 'wizardry' | 'attack' | 'allocation' | 'defence' | 'outcome' | 'retreat';
export const TITLES: Record<StepKey, string> = {
  search: 'Search', line: 'Line up', duel: 'Duels', wizardry: 'Wizardry', attack: 'Attack', allocation: 'Allocation', defence: 'Defence', outcome: 'Outcome', retreat: 'Retreat',
};
const STEP_OF: Record<string, StepKey> = {
  hide: 'search', search: 'search', aim: 'line', hold: 'line', duel: 'duel', enchant: 'wizardry', serve: 'attack', attack: 'attack', reroll: 'attack',
  pick: 'allocation', allocate: 'allocation', defend: 'defence', save_again: 'defence', score: 'outcome', extra: 'outcome', fall: 'outcome', enter: 'outcome', over: 'retreat',
};
const ORDER = Object.keys(TITLES) as StepKey[];
const STEP_OF_DICE: Record<DiceKind, StepKey> = { search: 'search', duel: 'duel', ram: 'attack', bomb: 'attack', attack: 'attack', defence: 'defence' };
export interface CombatStep { key: StepKey; title: string; state: 'done' | 'current' | 'ahead' }

export const stepOf = (combat: CombatView): StepKey => STEP_OF[combat.step] ?? 'line';
export const stepOfRow = (row: Row): StepKey => STEP_OF_DICE[row.kind];

/** The numbered steps of a combat; those that nobody here has a use for are left out. */
export function stepsOf(combat: CombatView, current: StepKey = stepOf(combat)): CombatStep[] {
  const wizards = new Set(combat.ranks.filter((rank) => rank.wizardry > 0 && rank.character && !rank.came_wounded).map((rank) => rank.side));
  const searched = combat.hidden.length > 0 || combat.rows.some((row) => row.kind === 'search');
  const used = (key: StepKey) => key === current || (key === 'search' ? searched : key === 'duel' ? wizards.size > 1 : key === 'wizardry' ? wizards.size > 0 : true);
  const at = ORDER.indexOf(current);
  return ORDER.filter(used).map((key) => {
    const place = ORDER.indexOf(key);
    return { key, title: TITLES[key], state: place < at ? 'done' : place === at ? 'current' : 'ahead' };
  });
}

export const succeeds = ([, face, need]: DieThrown): boolean => need > 0 && face >= need;
/** Dice sorted by face, best first; dice that are added up lie as they fell. */
export const sorted = (row: Row): DieThrown[] => (row.dice.some(([, , need]) => need > 0) ? row.dice.toSorted((a, b) => b[1] - a[1] || a[0] - b[0]) : [...row.dice]);
export const successes = (row: Row): number => row.dice.filter(succeeds).length;

/** What a pool came to, in a few words. */
export function told(row: Row): string {
  const count = row.dice.length;
  const good = successes(row);
  switch (row.kind) {
    case 'attack': return `${good} of ${count} ${row.again ? 'rolled again ' : ''}hit${good === 1 && count > 1 ? 's' : ''}`;
    case 'defence': return `${good} of ${count} ${row.again ? 'rolled again ' : ''}saved`;
    case 'search': return good ? 'found' : 'nobody found';
    case 'bomb': return good ? 'broken through' : 'it holds';
    case 'ram': return `${row.dice.reduce((sum, [, face]) => sum + face, 0)} in all`;
    case 'duel': return 'the higher total silences the other';
  }
}

/** The dice of a step as last thrown: in a later wave or bout those of before are no longer shown. */
export function rowsOf(combat: CombatView, step: StepKey): Row[] {
  const found = combat.rows.filter((row) => stepOfRow(row) === step);
  const attack = (row: Row | undefined) => row !== undefined && stepOfRow(row) === 'attack';
  const begins = combat.rows.findLastIndex((row, at) => attack(row) && !row.again && !attack(combat.rows[at - 1]));
  if (step !== 'attack' && step !== 'defence') return found;
  return combat.rows.slice(Math.max(0, begins)).filter((row) => stepOfRow(row) === step);
}

/** Names of figures by id, as the combat lists them. */
export function namesOf(combat: CombatView): Map<number, string> {
  return new Map(combat.ranks.flatMap((rank) => rank.figures.map((id): [number, string] => [id, rank.name])));
}
export const rankOf = (combat: CombatView, figure: number): Rank | undefined => combat.ranks.find((rank) => rank.figures.includes(figure));

/** Figures that are alike, "Rider of Rohan × 3". */
export const rankName = (rank: Rank): string => (rank.figures.length > 1 ? `${rank.name} × ${rank.figures.length}` : rank.name);

/** A force in words, "Frodo, Sam and 3 more". */
export function forceName(combat: CombatView, force: number): string {
  const ranks = combat.ranks.filter((rank) => rank.force === force && !rank.weapon).toSorted((a, b) => Number(b.character) - Number(a.character));
  const counts = new Map<string, number>();
  for (const rank of ranks) counts.set(rank.name, (counts.get(rank.name) ?? 0) + rank.figures.length);
  const words = [...counts].map(([name, count]) => (count > 1 ? `${name} × ${count}` : name));
  return words.length > 3 ? `${words.slice(0, 2).join(', ')} and ${[...counts.values()].slice(2).reduce((sum, count) => sum + count, 0)} more` : list(words);
}

/** What a side of the scenario is called, the same everywhere (as in `play/tell.py`): by its player where it has only one. */
export function sideTitle(view: RingView, key: string): string {
  const players = view.players.filter((player) => player.side === key);
  return (players.length === 1 && players[0]?.seat !== null ? players[0]?.name : view.sides.find((side) => side.id === key)?.name) ?? key;
}

/** What a side of the combat is called. */
export const sideName = (view: RingView, combat: CombatView, side: number): string => sideTitle(view, combat.sides[side]?.name ?? '');

/** Who lost a bout, by which score, and how many more that costs him (G11 to G13). */
export function lostBy(bout: Bout | undefined, name: (side: number) => string, costs: number): string {
  const lost = bout?.scores.find((score) => score.side !== bout.winner);
  const won = bout?.scores.find((score) => score.side === bout.winner);
  if (!lost || !won) return '';
  const points = (score: Score) => score.casualties + score.leadership;
  return `${name(lost.side)} lost by ${points(lost)} to ${points(won)} and ${does(name(lost.side), 'gives')} up ${plural(costs, 'more figure')}: one for every ten left, rounded up.`;
}

export const need = (target: number): string => (target ? `${target}+` : 'none');
export const signed = (value: number): string => (Math.abs(value) < 0.05 ? '0.0' : `${value > 0 ? '+' : '−'}${Math.abs(value).toFixed(1)}`);

/** The luck of a viewer who plays some of the players: his side's; null for a spectator. */
export function luckOf(sides: readonly SideLuck[], mine: readonly number[]): SideLuck | null {
  return sides.find((side) => side.players.some((player) => mine.includes(player))) ?? null;
}

/** Dice and whom they are aimed at: by die for attackers, by target for who defends. */
import { inWords, list } from '../../../../lib/words';
import type { BattleView } from './view';
import { sideOf } from './view';

export type Dice = [number, number][];

/** The least group of dice that answers one of several attackers. */
const GROUP = 2;

/** What stands there before anything is named: all dice at whoever defends; of who defends, at the strongest. */
export function firstAims(battle: BattleView, seat: number): { dice: Dice; bonus: number | null } {
  const side = sideOf(battle, seat);
  const others = battle.sides.filter((one) => one.player !== seat).toSorted((a, b) => b.count - a.count);
  const target = seat !== battle.acting && others.some((one) => one.player === battle.acting) ? battle.acting : (others[0]?.player ?? 0);
  return { dice: [[target, side?.dice ?? 1]], bonus: side?.bonus ? target : null };
}

export const at = (dice: Dice, target: number): number => dice.find(([one]) => one === target)?.[1] ?? 0;
export const total = (dice: Dice): number => dice.reduce((sum, [, count]) => sum + count, 0);
/** Dice by target with another number at one. */
export const withAt = (dice: Dice, target: number, count: number): Dice =>
  [...dice.filter(([one]) => one !== target), [target, count] as [number, number]].filter(([, some]) => some > 0).toSorted(([a], [b]) => a - b);

/** The target of each die, in order of the targets. */
export const byDie = (dice: Dice): number[] => dice.toSorted(([a], [b]) => a - b).flatMap(([target, count]) => Array.from({ length: count }, () => target));

/** Dice by target after a die was turned to another. */
export function turned(dice: Dice, die: number, target: number): Dice {
  const before = byDie(dice)[die];
  if (before === undefined || before === target) return dice;
  return withAt(withAt(dice, before, at(dice, before) - 1), target, at(dice, target) + 1);
}

/** The group that has the bonus: the chosen one as long as it has dice, else the largest. */
export function bonusOf(dice: Dice, wanted: number | null): number | null {
  if (wanted !== null && at(dice, wanted) > 0) return wanted;
  return dice.toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? null;
}

/** Why these dice cannot be named, in words; empty: they can. */
export function faultOf(battle: BattleView, seat: number, dice: Dice): string {
  const cap = sideOf(battle, seat)?.dice ?? 0;
  const all = total(dice);
  if (all > cap) return `You have ${inWords(cap)} dice, and ${inWords(all)} are aimed.`;
  if (seat !== battle.acting) return all ? '' : 'Units that moved in must attack: aim at least one die.';
  if (dice.length === 1 && all === cap) return '';
  return dice.some(([, count]) => count < GROUP) ? `Give at least two dice to each attacker you answer, or all ${cap} to one.` : '';
}

/** "1 at Jonas and 2 at Hypatia". */
export function aimWords(dice: Dice, name: (player: number) => string): string {
  return dice.length ? list(dice.map(([target, count]) => `${count} at ${name(target)}`)) : 'none';
}

export const sameAims = (one: Dice, other: Dice): boolean => JSON.stringify(one.toSorted(([a], [b]) => a - b)) === JSON.stringify(other.toSorted(([a], [b]) => a - b));

/** How likely a side loses none, one and so on, from the losses of all sides together. */
export function lossesOf(rows: readonly { losses: readonly number[]; chance: number }[], side: number): number[] {
  const found: number[] = [];
  for (const { losses, chance } of rows) {
    const lost = losses[side] ?? 0;
    while (found.length <= lost) found.push(0);
    found[lost] = (found[lost] ?? 0) + chance;
  }
  return found;
}

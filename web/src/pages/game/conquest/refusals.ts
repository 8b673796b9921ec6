/** Why a place cannot be chosen, in plain words or as a try that the rules judge in theirs. */
import type { Action } from '../../../lib/types';
import type { Game } from '../game.svelte';
import type { Command } from './command.svelte';
import { enemies, ownerOf } from './view';

/** Why nothing can be chosen at all. */
export function notYours(game: Game): string {
  const seat = game.shown.to_act[0];
  if (game.over) return 'The game is over; nothing more can be done.';
  if (game.mine.length === 0) return 'You are watching. Open a table to play yourself.';
  return seat === undefined || seat < 0 ? 'The dice are rolling.' : `It is ${game.card(seat)?.name ?? 'another'}'s turn. You can look around and plan.`;
}

/** What to ask the rules about a place that is neither a source nor a target, or a sentence where there is nothing to try. */
export function tryOf(command: Command, id: string): Action | string {
  const { view, ground, side, deed } = command;
  const name = ground.name(id);
  if (command.source) return order(command, command.source, id);
  if (ownerOf(ground, view, id) !== side) {
    return command.neutral ? `${name} is not the neutral army's. Choose a place of its with a brass edge first.` : `${name} is not yours. Choose one of your own with a brass edge first.`;
  }
  if (deed === 'attack' && enemies(ground, view, id).length === 0) return `${name} borders no enemy, so nothing can be attacked from it.`;
  const other = deed === 'attack' ? enemies(ground, view, id)[0] : ground.neighbours.get(id)?.find((one) => ownerOf(ground, view, one) === side);
  return other ? order(command, id, other) : `${name} has no way to another territory of yours.`;
}

/** A try of nothing, neither a die nor an army: the rules say what is wrong with the places, and can never carry it out. */
const order = ({ deed }: Command, source: string, target: string): Action =>
  deed === 'move' ? { type: 'fortify', source, target, count: 0 } : { type: 'attack', source, target, dice: 0, until: null };

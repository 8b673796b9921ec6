/** Why a place cannot be chosen, in plain words or as a try that the rules judge in theirs. */
import { api, ApiError, newKey } from '../../../lib/api';
import type { Action, Problem } from '../../../lib/types';
import type { Game } from '../game.svelte';
import type { Command } from './command.svelte';
import { armiesOf, enemies, ownerOf } from './view';

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

/** A place that could attack by its armies and its neighbours, where no place may: something binds its side. */
export function heldBack(command: Command): Action | null {
  const { view, ground, side, deed, sources } = command;
  if (deed !== 'attack' || sources.size || command.game.asked === null) return null;
  const source = ground.board.spaces.map((space) => space.id)
    .find((id) => ownerOf(ground, view, id) === side && armiesOf(ground, view, id) > 1 && enemies(ground, view, id).length > 0);
  const target = source === undefined ? undefined : enemies(ground, view, source)[0];
  return source === undefined || target === undefined ? null : order(command, source, target);
}

/** What the rules say to a try that they can never carry out. */
export async function whyNot({ game }: Command, action: Action): Promise<Problem | null> {
  if (game.asked === null) return null;
  try {
    await api.act(game.table.id, { seat: game.asked, action, key: newKey() });
  } catch (error) {
    if (error instanceof ApiError && !error.offline) return error.problem;
  }
  return null;
}

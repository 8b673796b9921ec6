/** The command of each game: a variant's own, found by its folder, or the family's. */
import type { Game } from '../game.svelte';
import { Command } from './command.svelte';
import { survey, type Ground } from './view';

export interface Variant { type: string; make: (game: Game, ground: Ground) => Command }

const found = import.meta.glob<Variant>('./*/command.svelte.ts', { eager: true, import: 'default' });
const commands = new WeakMap<Game, Command>();

/** What is being chosen in a game; board and rail share it. */
export function commandOf(game: Game): Command {
  const known = commands.get(game);
  if (known) return known;
  const board = game.around.board;
  if (!board) throw new Error('A conquest game needs its board.');
  const variant = Object.values(found).find((one) => one.type === game.view.type);
  const made = variant?.make(game, survey(board)) ?? new Command(game, survey(board));
  commands.set(game, made);
  return made;
}

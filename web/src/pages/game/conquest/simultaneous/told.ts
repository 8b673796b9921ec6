/** Titles and sentences of collisions, as a list shows them. */
import { capital, inWords, list } from '../../../../lib/words';
import type { Command } from '../command.svelte';
import type { Collision } from './collisions';

/** "Dead Marshes: three sides"; how many sides there are is known while the battle stands. */
export function titleOf(command: Command, { kind, place, border }: Collision): string {
  const { ground, rounds } = command;
  const where = border ? list([ground.name(place), ground.name(border)]) : ground.name(place);
  if (kind === 'swap') return `${where}: a swap`;
  if (kind === 'bounce') return `${where}: a bounce`;
  const battle = rounds.round?.battles.find((one) => one.place === place && one.border === border);
  if (!battle || battle.round > 1) return border ? `${where}: on the border` : where;
  if (!battle.sides.some((side) => side.stayed)) return `${where}: only attackers`;
  if (battle.sides.length > 2) return `${where}: ${inWords(battle.sides.length)} sides`;
  const sides = [...battle.sides].sort((one, other) => Number(one.stayed) - Number(other.stayed)); // who attacks stands first
  return `${where}: ${list(sides.map((side) => nameOf(command, side.player)), 'against')}`;
}

/** A sentence without the place, which the title names; the reader, called `me` in it, is "you". */
export function wordsOf(text: string, me = ''): string {
  const plain = text.replace(/^Battle (?:in|on) [^:]+?(?:, where nobody stayed)?: /, '');
  if (!me) return capital(plain);
  return capital(plain.replaceAll(`${me}, who stayed`, 'you, who stayed').replaceAll(`${me} with `, 'you with ').replace(/^(you with \d+) attacks /, '$1 attack '));
}

/** Who a side is: "you" for the reader, in the middle of a sentence. */
export function nameOf({ game }: Command, player: number): string {
  if (player === game.seat && game.mine.includes(player)) return 'you';
  return game.card(player)?.name ?? 'the neutral army';
}

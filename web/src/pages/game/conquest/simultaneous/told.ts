/** Titles and sentences of collisions, as a list shows them. */
import { capital, inWords, list } from '../../../../lib/words';
import type { Command } from '../command.svelte';
import { withYou } from '../tell';
import type { Collision } from './collisions';

/** "Dead Marshes: three sides", "Moria: Jonas against you": the place and who met there, by what the log says of it. */
export function titleOf(command: Command, collision: Collision, me = ''): string {
  const { kind, border, text } = collision;
  const where = whereOf(command, collision);
  if (kind === 'swap') return `${where}: a swap`;
  if (kind === 'bounce') return `${where}: a bounce`;
  if (text.includes('where nobody stayed')) return `${where}: only attackers`;
  const sides = text.match(/ with \d+/g)?.length ?? 0;
  if (border) return `${where}: on the border`;
  if (text.includes(' stayed with ') && sides > 2) return `${where}: ${inWords(sides)} sides`;
  const [, one, other] = /^Battle in [^:]+: (.+?) with \d+ attacks (.+?), wh(?:o|ich) stayed/.exec(text) ?? [];
  return one && other ? `${where}: ${[one, other].map((name) => (name === me ? 'you' : name)).join(' against ')}` : where;
}

/** Where a battle is fought: a place, or two with the border between them. */
export const whereOf = ({ ground }: Command, { place, border }: { place: string; border: string }): string => (border ? list([ground.name(place), ground.name(border)]) : ground.name(place));

/** A sentence without the place, which the title names; the reader, called `me` in it, is "you". */
export const wordsOf = (text: string, me = ''): string => withYou(capital(text.replace(/^Battle (?:in|on) [^:]+?(?:, where nobody stayed)?: /, '')), me);

/** Who a side is: "you" for the reader, in the middle of a sentence. */
export function nameOf({ game }: Command, player: number): string {
  if (player === game.seat && game.mine.includes(player)) return 'you';
  return game.card(player)?.name ?? 'the neutral army';
}

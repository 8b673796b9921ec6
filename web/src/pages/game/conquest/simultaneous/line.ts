/** What is written in words in a round: moves, placements, targets; they join the draft, as clicks do. */
import type { Action } from '../../../../lib/types';
import { plural } from '../../../../lib/words';
import { bonusOf, withAt, type Dice } from './aims';
import { left, put, usual } from './orders';
import type { Rounds } from './rounds.svelte';
import type { Order, Task } from './view';

/** How many go: a number, all, or what a click would send. */
export type Count = number | 'all' | 'usual';
export interface Part { from: string; to: string; count: Count; leader: boolean }

const ARROW = /\s*(?:->|→|>)\s*|\s+to\s+/i;
const AMOUNT = /\s+x?(\d{1,9}|all)$/i;
const LEADER = /\s+(?:with|and|\+)\s*(?:(?:the|a)\s+)?leader$/i;
const parts = (text: string): string[] => text.split(/[;,]/).map((part) => part.trim()).filter(Boolean);
const amount = (word: string | undefined, none: Count): Count => (word === undefined ? none : /^all$/i.test(word) ? 'all' : Number(word));

/** Moves as they are written, "brazil > peru 3 with leader; alaska to kamchatka all"; a number may also stand first. */
export function movesOf(text: string): Part[] {
  return parts(text.replace(/^(?:orders?|moves?)\s+/i, '')).map((part) => {
    const leader = LEADER.test(part);
    const plain = part.replace(LEADER, '');
    const first = /^(\d{1,9}|all)\s+(?=\S+.*(?:>|→|\sto\s))/i.exec(plain)?.[1];
    const ends = (first ? plain.slice(first.length) : plain).trim();
    const [from = '', to = ''] = ends.replace(AMOUNT, '').split(ARROW);
    return { from: from.trim(), to: to.trim(), count: amount(first ?? AMOUNT.exec(ends)?.[1], 'usual'), leader };
  });
}

/** Placements as they are written, "brazil 3; peru": a number may be left out for 1. */
export const placesOf = (text: string): { to: string; count: Count }[] =>
  parts(text.replace(/^(?:reinforce|place)\s+/i, '')).map((part) => ({ to: part.replace(AMOUNT, ''), count: amount(AMOUNT.exec(part)?.[1], 1) }));

/** Dice as they are written, "2 at jonas, 1 at hypatia, bonus jonas"; null where a name is nobody's here, or of several. */
export function aimsOf(text: string, names: readonly (readonly [player: number, name: string])[], dice: number): { dice: Dice; bonus: number | null } | string {
  const found: { dice: Dice; bonus: number | null } = { dice: [], bonus: null };
  const plain = text.replace(/^aim\s+/i, '').replace(/\s+(?:with\s+)?(?=bonus\b)/i, '; ');
  for (const part of parts(plain)) {
    const match = /^(?:(?<bonus>bonus)|(?<count>\d{1,3}|all))\s+(?:(?:at|to|on|for)\s+)?(?<who>.+)$/i.exec(part)?.groups;
    const who = match?.who?.toLowerCase() ?? '';
    const meant = names.filter(([, name]) => name.toLowerCase() === who);
    const [player] = (meant.length ? meant : names.filter(([, name]) => name.toLowerCase().startsWith(who)))[0] ?? [];
    if (!match || player === undefined) return part;
    if (match.bonus) found.bonus = player;
    else found.dice = withAt(found.dice, player, amount(match.count, 1) === 'all' ? dice : Number(match.count));
  }
  return found;
}

/** An example of what may be written. */
export function example(task: Task, one: string, other: string): string {
  return { write: `${one} 3; ${other} 1`, orders: `${one} > ${other} 3`, aims: '2 at a name; 1 at another', withdraw: 'withdraw, or fight on' }[task];
}

/** Do what is written; what cannot be done is said by the game. */
export async function enter(rounds: Rounds, text: string): Promise<void> {
  const line = text.trim();
  const { game } = rounds.command;
  if (/^(?:change it|not ready)$/i.test(line)) return rounds.unready();
  if (!rounds.editable()) return;
  if (/^(?:ready|i am ready|end|done|commit)$/i.test(line)) return rounds.declare();
  if (rounds.task === 'withdraw') {
    const leaves = /^withdraw$/i.test(line);
    return leaves || /^(?:fight(?: on)?|stay)$/i.test(line) ? rounds.declare({ leaves }) : game.refuse({ message: 'Write withdraw, or fight on.' });
  }
  if (/^(?:reset|none)$/i.test(line)) return rounds.change({ orders: [], place: [] });
  if (rounds.task === 'write') return place(rounds, line);
  return rounds.task === 'orders' ? order(rounds, line) : aim(rounds, line);
}

async function order(rounds: Rounds, text: string): Promise<void> {
  const written = movesOf(text);
  const wrong = written.find((part) => !part.from || !part.to);
  if (wrong) return rounds.command.game.refuse({ message: `I cannot read “${wrong.from}”. Write from where to where, as in “${example('orders', 'one', 'other')}”.` });
  const read = await rounds.command.game.read(`orders ${written.map((part) => `${part.from} > ${part.to} 1`).join('; ')}`) as (Action & { orders: Order[] }) | null;
  if (!read) return;
  let { orders } = rounds.sheet;
  for (const [at, { source, target }] of read.orders.entries()) {
    const { count = 'usual', leader = false } = written[at] ?? {};
    if (!rounds.reach(source).includes(target)) return rounds.tooFar(source, target);
    const before = orders.filter((one) => one.source !== source || one.target !== target);
    const free = left(before, source, rounds.most(source));
    orders = put(before, { source, target, count: typeof count === 'number' ? count : count === 'all' ? free : usual(free), leader });
  }
  rounds.change({ orders: orders.filter((one) => one.count > 0 || one.leader) });
  const last = read.orders.at(-1);
  const shown = last && rounds.sheet.orders.find((one) => one.source === last.source && one.target === last.target);
  if (shown) rounds.select(shown);
}

async function place(rounds: Rounds, text: string): Promise<void> {
  const { game } = rounds.command;
  if (/^trade\b/i.test(text)) return game.refuse({ message: 'Choose the cards of a set in your hand.' });
  const written = placesOf(text);
  const read = await game.read(`reinforce ${written.map((part) => `${part.to} 1`).join('; ')}`) as (Action & { place: [string, number][] }) | null;
  for (const [at, [id]] of (read?.place ?? []).entries()) {
    const count = written[at]?.count ?? 1;
    if (typeof count === 'number' && count > rounds.toPlace) return game.refuse({ message: `${plural(rounds.toPlace, ...rounds.command.unit)} left to place.` });
    rounds.place(id, typeof count === 'number' ? count : rounds.toPlace);
  }
}

function aim(rounds: Rounds, text: string): void {
  const { battle, side, command } = rounds;
  if (!battle || !side) return;
  const others = battle.sides.filter((one) => one.player !== side.player).map((one) => [one.player, command.game.card(one.player)?.name ?? 'neutral'] as const);
  const found = aimsOf(text, others, side.dice);
  if (typeof found === 'string') return command.game.refuse({ message: `I cannot read “${found}”. Write how many dice at whom: ${others.map(([, name]) => name).join(', ')}.` });
  rounds.change({ dice: found.dice, bonus: side.bonus ? bonusOf(found.dice, found.bonus) : null });
}

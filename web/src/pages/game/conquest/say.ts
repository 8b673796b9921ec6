/** Places of a conquest board as they are read out. */
import { capital, list, percent } from '../../../lib/words';
import { collectedBy, openObjectives } from './balance/words';
import type { Command } from './command.svelte';
import { armiesOf, enemies, ownerOf } from './view';

/** A place read out in full. */
export function sayPlace(command: Command, id: string): string {
  const { ground, view, game } = command;
  const owner = ownerOf(ground, view, id);
  const { name, colour } = command.holder(id);
  const who = !colour ? 'nobody holds it' : game.mine.includes(owner) && owner === game.seat ? 'yours' : `held by ${name}`;
  const region = ground.board.regions.find((one) => one.spaces.includes(id))?.name ?? '';
  const near = enemies(ground, view, id).map((other) => {
    const chance = command.source === id ? command.odds.all.get(other)?.chance : undefined;
    const said = chance === undefined ? '' : `, chance ${Math.round(chance * 100)} per cent`;
    return `${ground.name(other)} ${armiesOf(ground, view, other)}, ${command.holder(other).name.replace('Nobody', 'nobody')}${said}`;
  });
  const marks = command.there(id);
  const there = marks.length ? ` ${capital(list(marks))}.` : '';
  const acts = owner === game.seat || (command.neutral && owner === command.side);
  const more = acts && near.length ? ` Enemy neighbours: ${near.join('; ')}.` : '';
  return `${ground.name(id)}, ${who}, ${command.counted(armiesOf(ground, view, id))}, ${region}.${there}${more}`;
}

export const sayBorders = ({ ground }: Command, id: string): string =>
  `${ground.name(id)} borders ${list((ground.neighbours.get(id) ?? []).map(ground.name))}.`;

/** What the reader holds, and who is ahead. */
export function sayOverview(command: Command): string {
  const { view, game, ground, balance } = command;
  const seat = game.seat ?? view.seat;
  const regions = view.regions.filter((region) => region.holder === seat).map((region) => ground.board.regions.find((one) => one.id === region.id)?.name);
  const whole = regions.length ? ` Whole: ${regions.join(', ')}.` : '';
  const hold = `You hold ${view.territories[seat]} of ${view.owners.length} territories with ${command.counted(view.totals[seat] ?? 0)}; next income ${view.income[seat]}.${whole}`;
  if (!balance) return hold;
  const done = collectedBy(balance, seat);
  const losing = balance.standing.losing;
  const behind = losing < 0 ? '' : ` ${losing === seat ? 'You are' : `${game.card(losing)?.name} is`} the losing player.`;
  const near = openObjectives(balance).map((one) => `${one.title} ${percent(one.progress[seat] ?? 0)}`);
  return `${hold} Your pile: ${balance.piles[seat] ?? 0}. Objectives: ${done} of ${balance.needed}.${behind}${near.length ? ` Open: ${near.join(', ')}.` : ''}`;
}

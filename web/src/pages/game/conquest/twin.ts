/** The table twin of a conquest board: every place with what can be done there. */
import { capital, list, percent } from '../../../lib/words';
import type { Twin, TwinAction, TwinRow } from '../twin/twin';
import type { Command } from './command.svelte';
import { armiesOf, type Deed } from './view';

export function twinOf(command: Command): Twin {
  const { ground, view } = command;
  const more = command.folder !== '';
  const regions = new Map(ground.board.regions.flatMap((region) => region.spaces.map((space) => [space, region.name] as const)));
  const rows: TwinRow[] = ground.board.spaces.map((space) => {
    const holder = command.holder(space.id);
    const there = more ? [capital(list(command.there(space.id)))] : [];
    return {
      key: space.id, colour: holder.colour,
      cells: [space.name, holder.title, String(armiesOf(ground, view, space.id) + (command.placing.placed[space.id] ?? command.rounds.placed[space.id] ?? 0)), regions.get(space.id) ?? '', ...there],
      actions: actionsAt(command, space.id), chosen: space.id === command.source || space.id === command.target,
    };
  });
  return { title: 'The board as a table', columns: ['Place', 'Owner', capital(command.unit[1]), 'Region', ...(more ? ['There'] : [])], rows, loose: [] };
}

/** Kinds of decisions of variants, in which a place is chosen or not. */
const OWN = new Set<Deed>(['leader', 'declare', 'card', 'show', 'discard']);

function actionsAt(command: Command, id: string): TwinAction[] {
  const choose = () => void command.choose(id);
  if (command.rounds.task) return roundActions(command, id, choose);
  if (command.mode || command.deed === 'buy' || command.deed === 'collect' || command.phase === 'capital' || OWN.has(command.deed ?? 'over')) return command.sources.has(id) ? [{ label: 'Choose', run: choose }] : [];
  if (command.deed === 'place') {
    const back = command.placing.placed[id] ? [{ label: 'Take 1 back', run: () => command.placing.take(id) }] : [];
    return command.sources.has(id) ? [{ label: 'Place 1', run: choose }, ...back] : back;
  }
  if (command.phase === 'claim' || command.phase === 'setup') return command.sources.has(id) ? [{ label: command.phase === 'claim' ? 'Claim' : 'Place 1', run: choose }] : [];
  if (command.targets.includes(id)) {
    const odds = command.odds.all.get(id);
    return [{ label: command.deed === 'move' ? 'Move here' : `Attack${odds ? `, ${percent(odds.chance)}` : ''}`, run: choose }];
  }
  return command.sources.has(id) && id !== command.source ? [{ label: command.deed === 'move' ? 'Move from here' : 'Attack from here', run: choose }] : [];
}

function roundActions({ rounds, source, sources, targets, ground }: Command, id: string, run: () => void): TwinAction[] {
  if (rounds.task === 'write') {
    const back = rounds.placed[id] ? [{ label: 'Take 1 back', run: () => rounds.take(id) }] : [];
    return sources.has(id) ? [{ label: 'Place 1', run }, ...back] : back;
  }
  if (targets.includes(id) && source) return [{ label: `Order here from ${ground.name(source)}`, run }];
  return sources.has(id) && id !== source ? [{ label: 'Order from here', run }] : [];
}

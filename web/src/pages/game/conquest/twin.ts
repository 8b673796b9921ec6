/** The table twin of a conquest board: every place with what can be done there. */
import { percent } from '../../../lib/words';
import type { Twin, TwinAction, TwinRow } from '../twin/twin';
import type { Command } from './command.svelte';
import { armiesOf, ownerOf } from './view';

export function twinOf(command: Command): Twin {
  const { ground, view, game } = command;
  const regions = new Map(ground.board.regions.flatMap((region) => region.spaces.map((space) => [space, region.name] as const)));
  const rows: TwinRow[] = ground.board.spaces.map((space) => {
    const owner = ownerOf(ground, view, space.id);
    return {
      key: space.id, colour: game.card(owner)?.colour ?? 0,
      cells: [space.name, game.card(owner)?.name ?? 'Nobody', String(armiesOf(ground, view, space.id) + (command.placed[space.id] ?? 0)), regions.get(space.id) ?? ''],
      actions: actionsAt(command, space.id), chosen: space.id === command.source || space.id === command.target,
    };
  });
  return { title: 'The board as a table', columns: ['Place', 'Owner', 'Armies', 'Region'], rows, loose: [] };
}

function actionsAt(command: Command, id: string): TwinAction[] {
  const choose = () => void command.choose(id);
  if (command.phase === 'reinforce') {
    const back = command.placed[id] ? [{ label: 'Take 1 back', run: () => command.take(id) }] : [];
    return command.sources.has(id) ? [{ label: 'Place 1', run: choose }, ...back] : back;
  }
  if (command.phase === 'claim' || command.phase === 'setup') return command.sources.has(id) ? [{ label: command.phase === 'claim' ? 'Claim' : 'Place 1', run: choose }] : [];
  if (command.targets.includes(id)) {
    const odds = command.odds.get(id);
    return [{ label: command.phase === 'fortify' ? 'Move here' : `Attack${odds ? `, ${percent(odds.chance)}` : ''}`, run: choose }];
  }
  return command.sources.has(id) && id !== command.source ? [{ label: command.phase === 'fortify' ? 'Move from here' : 'Attack from here', run: choose }] : [];
}

/** What the low sheet of a phone says: what is asked, and the main button. */
import type { Command } from './command.svelte';

export interface Peek { title: string; label: string; run: () => void }

export function peekOf(command: Command): Peek | null {
  if (command.rounds.task || command.rounds.telling) return command.rounds.peek;
  const { ground, deed, shop } = command;
  const run = () => void command.main();
  if (deed === 'place') return { title: command.placing.left ? `${command.placing.left} to place` : `All ${command.unit[1]} placed`, label: command.placing.left && !command.neutral ? '' : 'Done', run };
  if (deed === 'occupy') return { title: `${ground.name(command.target ?? '')} ${command.neutral ? 'has fallen' : 'is yours'}`, label: `Move ${command.amount}`, run };
  if (deed === 'attack' && command.target) {
    const chance = command.odds.said ? ` · ${command.odds.said}` : '';
    return { title: `${ground.name(command.target)}${chance}`, label: 'Attack to the end', run };
  }
  if (deed === 'attack') return { title: command.source ? 'Choose a target' : 'Choose where to attack from', label: '', run };
  if (deed === 'move' && command.target) return { title: `To ${ground.name(command.target)}`, label: `Move ${command.amount}`, run };
  if (deed === 'move') return { title: `${command.phase === 'fortify' && (command.balance?.maneuvers ?? 1) > 1 ? 'Two moves' : 'One move'}, if you like`, label: '', run };
  if (deed === 'buy') return shop.ware ? { title: shop.lacks || shop.ware.title, label: shop.lacks ? '' : `Buy for ${shop.ware.cost}`, run } : { title: 'Buy actions, or go on', label: 'On to the draft', run };
  if (command.phase === 'capital') return { title: 'Place your capital', label: '', run };
  return null;
}

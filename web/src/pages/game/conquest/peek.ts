/** What the low sheet of a phone says: what is asked, and the main button. */
import { percent } from '../../../lib/words';
import type { Command } from './command.svelte';

export interface Peek { title: string; label: string; run: () => void }

export function peekOf(command: Command): Peek | null {
  const { ground, phase } = command;
  const run = () => void command.main();
  if (phase === 'reinforce') return { title: command.left ? `${command.left} to place` : 'All armies placed', label: command.left ? '' : 'Done', run };
  if (phase === 'occupy') return { title: `${ground.name(command.target ?? '')} is yours`, label: `Move ${command.amount}`, run };
  if (phase === 'attack' && command.target) {
    const chance = command.forecast ? ` · ${percent(command.forecast.chance)}` : '';
    return { title: `${ground.name(command.target)}${chance}`, label: 'Attack to the end', run };
  }
  if (phase === 'attack') return { title: command.source ? 'Choose a target' : 'Choose where to attack from', label: '', run };
  if (phase === 'fortify' && command.target) return { title: `To ${ground.name(command.target)}`, label: `Move ${command.amount}`, run };
  if (phase === 'fortify') return { title: 'One move, if you like', label: '', run };
  return null;
}

/** The steps of a simultaneous round for the strip, and what others do in it. */
import { plural } from '../../../../lib/words';
import type { View } from '../../../../lib/types';
import type { Step } from '../../family';
import { roundOf } from './view';

const STEPS = [['reinforce', 'Reinforce'], ['moves', 'Moves'], ['battles', 'Battles'], ['strategic', 'Strategic moves']] as const;
/** Phases of single seats that come after the round's own steps. */
const AFTER = ['cards', 'fellowship', 'over'];
const DOING: Readonly<Record<string, string>> = { battles: 'fights', cards: 'takes cards', setup: 'sets up', claim: 'claims' };

/** The steps of a round; null where none is played yet, or at all. */
export function roundSteps(view: View, phase: string, missions = false): Step[] | null {
  const round = roundOf(view);
  if (!round || phase === 'setup' || phase === 'claim') return null;
  const steps: (readonly [string, string])[] = missions ? [...STEPS, ['cards', 'Cards']] : [...STEPS];
  const found = steps.findIndex(([key]) => key === phase);
  const at = found >= 0 ? found : AFTER.includes(phase) ? steps.length : 0;
  const moved = round.moves.length;
  const lines = ['all at once', moved ? `${plural(moved, 'move')} revealed` : 'all write at once', round.battles.length ? `${round.battles.length} to fight` : 'dice and targets', 'together', 'missions'];
  return steps.map(([key, title], index) => ({ key, title, line: index < at && key !== 'moves' ? 'done' : (lines[index] ?? ''), state: index < at ? 'done' : index === at ? 'current' : 'ahead' }));
}

/** What somebody else does in a phase of a round. */
export const roundDoing = (phase: string): string => DOING[phase] ?? 'writes';

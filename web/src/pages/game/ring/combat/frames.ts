/** How the dice of a combat are shown on the way to the next position: pool by pool. */
import type { Event } from '../../../../generated/ring-of-power';
import type { Row } from './view';

/** Dice on show: pools of one throw, of which the last may still be rolling. */
export interface CombatFrame { rows: readonly Row[]; rolling: boolean }
export interface Shown { ms: number; player: number; combat: CombatFrame }

const POOL = 900;
const TUMBLE = 300;

/** The frames of an event of a combat; empty for all others. */
export function combatFrames(event: Event): Shown[] {
  if (event.type !== 'battle_rolled') return [];
  const { rows } = event;
  return rows.flatMap((row, at) => {
    const shown = rows.slice(0, at + 1);
    return [
      { ms: TUMBLE, player: row.player, combat: { rows: shown, rolling: true } },
      { ms: POOL - TUMBLE, player: row.player, combat: { rows: shown, rolling: false } },
    ];
  });
}

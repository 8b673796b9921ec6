/** How the dice of a combat are shown on the way to the next position: pool by pool. */
import type { Event } from '../../../../generated/ring-of-power';
import type { Ended, Row } from './view';

/** Dice on show: pools of one throw, of which the last may still be rolling; or how a combat ended. */
export interface CombatFrame { rows: readonly Row[]; rolling: boolean; ended?: Ended }
/** `least`: so many milliseconds it stands at least, where others follow. */
export interface Shown { ms: number; least?: number; player: number; sides?: readonly string[]; combat: CombatFrame }

const POOL = 900;
const TUMBLE = 300;
/** How long the score of a combat stands before anything follows. */
const SCORE = 1800;

/** The frames of an event of a combat; empty for all others. */
export function combatFrames(event: Event): Shown[] {
  // Else the next combat, or the move of another, would take the place of the score at once.
  if (event.type === 'battle_ended' && event.report.bouts.length) return [{ ms: SCORE, least: SCORE, player: -1, sides: event.sides, combat: { rows: [], rolling: false, ended: event } }];
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

/** The set-up in the log. */
import type { LogLine } from '../../../lib/types';
import type { Heading } from '../family';
import type { Game } from '../game.svelte';

const SET_UP: Heading = { title: 'Set-up', newest: true };
const FIRST = new Set(['turn_began', 'round_began']);

/** What is told before the first turn, army by army and in turn, stands together; null later, and where the first turns are not here yet. */
export function setUpHeading(line: LogLine, game: Game): Heading | null {
  if (line.turn > 0 || game.logStart > 0) return null;
  const first = game.log.find((one) => FIRST.has(one.kind));
  return !first || line.step < first.step ? SET_UP : null;
}

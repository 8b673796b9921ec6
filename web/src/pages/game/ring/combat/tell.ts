/** Decisions of a campaign as sentences of the log. */
import type { LogLine } from '../../../../lib/types';

/** A whole decision; of a combat that ended, the end and what it cost. Its dice are there when the entry is opened. */
export function tellDecision(lines: readonly LogLine[]): string {
  const ended = lines.some((line) => line.kind === 'battle_ended');
  const told = lines.filter((line) => !ended || !['battle_rolled', 'changed'].includes(line.kind));
  return told.map((line) => line.text).join(' ');
}

/** Which sentences of the rules reminder hold at a table: those of the step, and those whose options are chosen. */
import type { OptionValues } from '../../../lib/types';

const CONDITION = /^(?<phase>[^(]+?)(?: \((?<option>\w+): (?<values>[^)]+)\))?$/;

/**
 * The reminder of a step as HTML. Its parts are named by the step, `attack`, or by the step and what they depend on,
 * `attack (defence_dice: 1, 2)`; they follow each other in the order they were written.
 */
export function reminder(parts: Record<string, string>, phase: string, options: OptionValues): string {
  return Object.entries(parts).filter(([name]) => holds(name, phase, options)).map(([, html]) => html).join('\n');
}

function holds(name: string, phase: string, options: OptionValues): boolean {
  const part = CONDITION.exec(name)?.groups;
  if (part?.phase !== phase) return false;
  if (!part.option || !part.values) return true;
  return part.values.split(',').map((value) => value.trim()).includes(String(options[part.option]));
}

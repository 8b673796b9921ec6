/** Incomes of a year out of what the log tells of them. */
import type { LogLine } from '../../../lib/types';
import type { MachiavelliView } from './view';

export interface Income { power: string; name: string; ducats: number; parts: string }

const EARNS = /^(.+?) earns (\d+) ducats?\.\s*(.*)$/;

/** "Milan earns 20 ducats. 0 for seas, 7 for provinces, 5 for cities, 8 by dice: 20.": the largest first. */
export function incomes(lines: readonly LogLine[], view: MachiavelliView): Income[] {
  const found = lines.flatMap((line): Income[] => {
    const [, name = '', ducats = '', parts = ''] = line.kind === 'earned' ? EARNS.exec(line.text) ?? [] : [];
    return name ? [{ power: view.powers.find((power) => power.name === name)?.id ?? '', name, ducats: Number(ducats), parts: parts.replace(/: \d+\.$/, '.') }] : [];
  });
  return found.toSorted((a, b) => b.ducats - a.ducats);
}

/** What happened since the reader's last move, as arrows: each pair of places once, the newest kept. */
import type { LogLine } from '../../../lib/types';
import type { Ground } from './view';

export interface LastMove { key: string; source: string; target: string; seat: number }

const KINDS = new Set(['battle', 'conquered', 'moved_in', 'fortified']);
const MOST = 24;
const OWN = new Set([...KINDS, 'placed', 'claimed', 'traded']);

/** Whether a line tells of something the reader did, not of something that came to him. */
export const decided = (line: LogLine): boolean => line.mine && !line.bot && OWN.has(line.kind);

export function lastMoves(log: LogLine[], ground: Ground): LastMove[] {
  const found = new Map<string, LastMove>();
  for (const line of log.slice(log.findLastIndex(decided) + 1)) {
    const [source, target] = line.spaces;
    if (line.seat === null || !KINDS.has(line.kind) || !source || !target) continue;
    if (!ground.index.has(source) || !ground.index.has(target)) continue;
    const key = `${line.seat} ${source} ${target}`;
    found.delete(key);
    found.set(key, { key, source, target, seat: line.seat });
  }
  return [...found.values()].slice(-MOST);
}

/** What happened since the reader's last move (for who has made none: this turn), as arrows: each pair of places once, the newest kept. */
import type { LogLine } from '../../../lib/types';
import type { Ground } from './view';

export interface LastMove { key: string; source: string; target: string; seat: number }

const KINDS = new Set(['battle', 'conquered', 'moved_in', 'fortified']);
const MOST = 24;
const OWN = new Set([...KINDS, 'placed', 'claimed', 'traded', 'capital_placed', 'neutral_placed', 'bought', 'collected', 'card_given']);

/** Whether a line tells of something the reader did, not of something that came to him. */
export const decided = (line: LogLine): boolean => line.mine && !line.bot && OWN.has(line.kind);

export function lastMoves(log: LogLine[], ground: Ground): LastMove[] {
  const found = new Map<string, LastMove>();
  const own = log.findLastIndex(decided);
  const turn = log[log.length - 1]?.turn;
  for (const line of own < 0 ? log.filter((one) => one.turn === turn) : log.slice(own + 1)) {
    const [source, target] = line.spaces;
    if (line.seat === null || !KINDS.has(line.kind) || !source || !target) continue;
    if (!ground.index.has(source) || !ground.index.has(target)) continue;
    const key = `${line.seat} ${source} ${target}`;
    found.delete(key);
    found.set(key, { key, source, target, seat: line.seat });
  }
  return [...found.values()].slice(-MOST);
}

/** The log as it is read: newest first, by turn and player, one entry per decision. */
import type { LogLine } from '../../../lib/types';

export interface Entry { key: string; step: number; decision: number; lines: LogLine[]; text: string; spaces: string[]; chance: number | null; bot: boolean; mine: boolean; battle: boolean }
export interface Chapter { key: string; turn: number; seat: number | null; entries: Entry[] }
export type Filter = 'all' | 'mine' | 'battles';

const QUIET = new Set(['turn_ended', 'turn_began', 'card_taken']);

/** Group lines into chapters, newest first. `tell` may say a whole decision in one sentence. */
export function chapters(log: LogLine[], filter: Filter, tell: (lines: LogLine[]) => string): Chapter[] {
  const found: Chapter[] = [];
  let [step, number] = [-1, 0];
  for (const lines of decisions(log)) {
    // One step may tell of several seats in turn: each part needs a key of its own.
    const at = lines[0]?.step ?? 0;
    number = at === step ? number + 1 : 0;
    step = at;
    const entry = entryOf(lines, tell, `${at} ${number}`);
    if (filter === 'mine' && !entry.mine) continue;
    if (filter === 'battles' && !entry.battle) continue;
    const head = lines[0] as LogLine;
    const last = found[found.length - 1];
    // What the game tells of itself belongs to the turn in which it happens.
    const seat = entry.lines[0]?.seat ?? (last?.turn === head.turn ? last.seat : null);
    if (last && last.turn === head.turn && last.seat === seat) last.entries.unshift(entry);
    else found.push({ key: entry.key, turn: head.turn, seat, entries: [entry] });
  }
  return found.reverse();
}

/** Lines that came from the same decision; what begins another's turn stands alone. */
function decisions(log: LogLine[]): LogLine[][] {
  const groups: LogLine[][] = [];
  for (const line of log) {
    const last = groups[groups.length - 1]?.[0];
    if (last && last.decision === line.decision && last.seat === line.seat && last.kind !== 'turn_began') groups[groups.length - 1]?.push(line);
    else groups.push([line]);
  }
  return groups;
}

function entryOf(lines: LogLine[], tell: (lines: LogLine[]) => string, key: string): Entry {
  const head = lines[0] as LogLine;
  const last = lines[lines.length - 1] as LogLine;
  return {
    key, step: last.step, decision: head.decision, lines, text: tell(lines),
    spaces: [...new Set(lines.flatMap((line) => line.spaces))], chance: lines.find((line) => line.chance !== null)?.chance ?? null,
    bot: lines.some((line) => line.bot) && !QUIET.has(head.kind), mine: lines.some((line) => line.mine), battle: lines.some((line) => line.dice !== null || line.kind.startsWith('battle_')),
  };
}

/** Saved games of the `diplomacy` package, sent and fetched in pieces small enough for the server. */
import { call } from '../../lib/api';
import type * as Shapes from '../../generated/api';
import { begin, whole, type Bench, type Orders, type Stage } from './model';

interface SavedPhase { name: string; state?: Record<string, unknown>; orders?: unknown; results?: unknown }
interface SavedGame { phases: SavedPhase[]; map?: string; [field: string]: unknown }

const PIECE = 24;

/** Whether a text is a saved game rather than a position. */
export function isSavedGame(text: string): boolean {
  return parsed(text) !== null;
}

function parsed(text: string): SavedGame | null {
  const first = text.trimStart().startsWith('{') ? text : '';
  try {
    return game(JSON.parse(first || 'null'));
  } catch {
    try {
      return game(JSON.parse(first.trimStart().split('\n')[0] ?? '')); // one game to a line
    } catch {
      return null;
    }
  }
}
const game = (given: unknown): SavedGame | null => (typeof given === 'object' && given !== null && Array.isArray((given as SavedGame).phases) ? (given as SavedGame) : null);

/** A phase with no more than its position and orders. */
function slim(phase: SavedPhase): SavedPhase {
  const { name, units, centers, retreats } = (phase.state ?? {});
  return { name: phase.name, state: { name, units: units ?? {}, centers: centers ?? {}, retreats: retreats ?? {} }, orders: phase.orders ?? null };
}

/** Cut a list into pieces. */
export function pieces<T>(all: readonly T[], size = PIECE): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size));
}

/** Read a saved game into a bench with one line of play, seen from its last phase. */
export async function readGame(text: string, rules: string): Promise<Bench> {
  const given = parsed(text);
  if (!given?.phases.length) throw new Error('There is no phase in this game. A saved game has a list of phases.');
  const read: Shapes.PhaseTold[] = [];
  let variant = 'standard';
  for (const piece of pieces(given.phases.map(slim))) {
    const found = await call<Shapes.GameRead>('POST', '/adjudicate/games', { text: JSON.stringify({ map: given.map ?? 'standard', phases: piece }) });
    read.push(...found.phases);
    variant = found.variant;
  }
  return asBench(variant, rules, read);
}

/** Phases in a row as a bench: all but the last one are judged, where they had orders. */
export function asBench(variant: string, rules: string, read: readonly Shapes.PhaseTold[]): Bench {
  const stages = read.map((phase, index): Stage => {
    const orders: Orders = phase.orders ?? {};
    return { id: index + 1, parent: index ? index : null, position: whole(phase.position), orders, judged: index + 1 < read.length };
  });
  const first = stages[0];
  return first ? { ...begin(variant, rules, first.position), stages, at: stages.length } : begin(variant, rules, { phase: '', units: {}, centres: {}, dislodged: [] });
}

/** Write a line of play as a saved game. */
export async function writeGame(bench: Bench, line: readonly Stage[]): Promise<Blob> {
  const phases: SavedPhase[] = [];
  let frame: SavedGame | null = null;
  for (const piece of pieces(line)) {
    const asked = { variant: bench.variant, rules: bench.rules, issues: bench.issues, phases: piece.map(({ position, orders }) => ({ position, orders })) };
    const found = await call<SavedGame>('POST', '/adjudicate/saved', asked);
    frame ??= found;
    phases.push(...found.phases);
  }
  phases.forEach((phase, index) => { if (phase.state) phase.state.timestamp = index; });
  return new Blob([`${JSON.stringify({ ...frame, phases })}\n`], { type: 'application/json' });
}

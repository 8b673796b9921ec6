/** The picture under the figures, which stays the same for the whole game. Lengths are 1/1000 inch, `svg` is in pixels. */
import { call } from '../../../lib/api';
import type { Path, Spot } from './view';

export interface GroundPlace {
  id: string; name: string; kind: 'fortress' | 'citadel' | 'tower' | 'stockade' | 'haven' | 'site' | 'edge';
  at: Spot; ring: Path; gates: readonly Spot[]; weak_walls?: readonly (readonly [Spot, Spot])[];
  tower?: { name: string; at: Spot; radius: number; capacity?: number } | null;
}
export interface GroundZone { name: string; kind: string; ring: Path; holes: readonly Path[] }
/** A name on the table: middle of its line, size in pixels of `svg`, and turn in degrees. */
export interface GroundName { id: string; text: string; style: string; at: Spot; size: number; turn: number }
export interface Ground {
  /** Size of the table. */
  width: number; height: number;
  /** The picture with its own viewBox in pixels, `scale` of them to an inch; `origin` is the pixel of the north-west corner. */
  svg: string; scale: number; origin: Spot;
  places: readonly GroundPlace[]; zones: readonly GroundZone[]; names: readonly GroundName[];
}

const asked = new Map<string, Promise<Ground>>();

/** The ground of a table, fetched once for each theme. */
export function groundOf(table: string, theme: 'light' | 'dark'): Promise<Ground> {
  const path = `/tables/${encodeURIComponent(table)}/ground?theme=${theme}`;
  let answer = asked.get(path);
  if (!answer) {
    answer = call<Ground>('GET', path);
    answer.catch(() => asked.delete(path)); // so that a later look may ask again
    asked.set(path, answer);
  }
  return answer;
}

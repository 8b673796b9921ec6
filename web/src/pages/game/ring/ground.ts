/** The picture under the figures, which stays the same for the whole game. Lengths are 1/1000 inch, sizes of pictures pixels. */
import { call } from '../../../lib/api';
import type { Path, Spot } from './view';

export type PlaceKind = 'fortress' | 'citadel' | 'tower' | 'stockade' | 'haven' | 'site' | 'edge';
export interface GroundPlace {
  id: string; name: string; kind: PlaceKind; walled: boolean; at: Spot; ring: Path;
  /** Gates and weak walls by the keys under which they are broken. */
  gates: readonly (readonly [key: string, at: Spot])[];
  weak_walls: readonly (readonly [key: string, wall: readonly [Spot, Spot]])[];
  tower: { name: string; circle: readonly [x: number, y: number, radius: number] | null; capacity: number } | null;
  exits: readonly string[]; healing: boolean;
}
/** A piece of one type of terrain; where pieces lie on each other, the first counts. */
export interface GroundZone { id: string; name: string; kind: string; title: string; ring: Path; holes: readonly Path[] }
export type NameStyle = 'place' | 'minor' | 'region' | 'tract' | 'water';
/** A name on the table, as it is spelt (regions are written in capitals): middle of its line, size in pixels of the picture, turn in degrees, and where else it might be. */
export interface GroundName { id: string; text: string; style: NameStyle; at: Spot; size: number; turn: number; others: readonly (readonly [x: number, y: number, turn: number])[] }
/** An ending: who wins (empty: nobody), how completely, when it is looked at, under which condition; `threshold` names a side and its points. */
export interface Ladder {
  winner: string; grade: string; when: 'immediate' | 'turn_start' | 'time_out'; condition: string; sentence: string; places: readonly string[];
  threshold: readonly [side: string, points: number] | null;
}
/** Reinforcements: the turns in which they come, or what brings or stops them; `at` are names of places. */
export interface Dated { turns: readonly number[]; after: string; player: number; who: string; at: readonly string[] }
export interface Custom { id: string; title: string; sentence: string; once: boolean; places: readonly string[] }
/** What the scenario is about, in words. */
export interface Goal {
  summary: string; last_turn: number; endings: readonly Ladder[]; points: readonly string[]; dates: readonly Dated[]; customs: readonly Custom[];
}
export interface Ground {
  goal: Goal;
  title: string;
  /** Width and height of the table. */
  table: Spot;
  /** The picture: pixels across and down, and to an inch. */
  width: number; height: number; scale: number; svg: string;
  places: readonly GroundPlace[]; zones: readonly GroundZone[]; names: readonly GroundName[];
}

const asked = new Map<string, Promise<Ground>>();

/** The ground of a table, fetched once for each theme; who watches a private one needs its invitation. */
export function groundOf(table: string, theme: 'light' | 'dark', invite: string): Promise<Ground> {
  const path = `/tables/${encodeURIComponent(table)}/ground?theme=${theme}${invite ? `&invite=${encodeURIComponent(invite)}` : ''}`;
  let answer = asked.get(path);
  if (!answer) {
    answer = call<Ground>('GET', path);
    answer.catch(() => asked.delete(path)); // so that a later look may ask again
    asked.set(path, answer);
  }
  return answer;
}

const pictures = new WeakMap<Ground, string>();

/** The address of a ground's picture for `<img>`; it stays as long as the page. */
export function pictureOf(ground: Ground): string {
  const known = pictures.get(ground) ?? URL.createObjectURL(new Blob([ground.svg], { type: 'image/svg+xml' }));
  pictures.set(ground, known);
  return known;
}

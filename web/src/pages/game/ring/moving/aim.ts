/** Where a press on the table sends the chosen figures: to a point, an enemy, into a place, up to a wall, off the table. */
import type { Ground, GroundPlace } from '../ground';
import type { Hit } from '../table.svelte';
import { spotOf, type FigureView, type Path, type RingView, type Spot } from '../view';
import { moverOf } from './teams';

/** What is done at the end of a way. */
export interface Goal { place: string; tower: boolean; out: boolean }
export interface Aim { to: Spot; goal: Goal | null }

/** How far from a wall one stops who goes up to it, in 1/1000 inch: within the inch from which it is assaulted. */
const AT_WALL = 700;

export const apart = (a: Spot, b: Spot): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** The points by which one goes in and out: the gates, or the four sides of a place without any. */
export function doors(place: GroundPlace): Spot[] {
  if (place.gates.length) return place.gates.map(([, at]) => at);
  const xs = place.ring.map((spot) => spot[0]);
  const ys = place.ring.map((spot) => spot[1]);
  const [west, east, south, north] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  return [[place.at[0], north], [east, place.at[1]], [place.at[0], south], [west, place.at[1]]];
}

export const nearest = (spots: readonly Spot[], to: Spot): Spot => spots.reduce((best, spot) => (apart(spot, to) < apart(best, to) ? spot : best), spots[0] ?? to);

/** The point of a ring that is nearest to another. */
export function onRing(ring: Path, to: Spot): Spot {
  const points = ring.map((from, index): Spot => {
    const end = ring[(index + 1) % ring.length] ?? from;
    const [x, y] = [end[0] - from[0], end[1] - from[1]];
    const share = Math.max(0, Math.min(1, ((to[0] - from[0]) * x + (to[1] - from[1]) * y) / (x * x + y * y || 1)));
    return [Math.round(from[0] + share * x), Math.round(from[1] + share * y)];
  });
  return nearest(points, to);
}

/** The point just outside of a wall, at the part of it that is nearest to where was pressed. */
export function atWall(place: GroundPlace, pressed: Spot): Spot {
  const wall = onRing(place.ring, pressed);
  const far = apart(wall, pressed);
  const from = far > 1 ? pressed : place.at;
  const length = apart(wall, from) || 1;
  return [Math.round(wall[0] + ((wall[0] - from[0]) / length) * AT_WALL), Math.round(wall[1] + ((wall[1] - from[1]) / length) * AT_WALL)];
}

/** Where a press sends figures of which one leads; null where it means something else, as an own figure. */
export function aimOf(view: RingView, ground: Ground, lead: FigureView, hit: Hit): Aim | null {
  if (hit.figure !== null) {
    const met = view.figures.find((one) => one.figure.id === hit.figure);
    return met && view.players[moverOf(met)]?.side !== view.players[moverOf(lead)]?.side ? { to: spotOf(met.figure), goal: null } : null;
  }
  const place = ground.places.find((one) => one.id === hit.place);
  if (!place || (hit.place === lead.figure.inside)) return place ? null : { to: hit.spot, goal: null };
  const side = view.players[moverOf(lead)]?.side ?? '';
  if (place.exits.includes(side)) return { to: hit.spot, goal: { place: place.id, tower: false, out: true } };
  if (!place.walled) return { to: hit.spot, goal: null };
  const held = view.places.find((one) => one.id === place.id)?.holder === side;
  if (!held) return { to: atWall(place, hit.spot), goal: null };
  const circle = place.tower?.circle;
  const tower = Boolean(circle && apart([circle[0], circle[1]], hit.spot) <= circle[2]);
  return { to: nearest(doors(place), spotOf(lead.figure)), goal: { place: place.id, tower, out: false } };
}

/** The number of the way-point before which a point of a line comes: way-points are corners of the line, in order. */
export function slot(line: Path, segment: number, stops: Path): number {
  let at = 0;
  for (let corner = 1; corner <= segment && at < stops.length - 1; corner++) {
    const stop = stops[at];
    const spot = line[corner];
    if (stop && spot && apart(stop, spot) < 2) at++;
  }
  return at;
}

/** The segment of a line that passes a point, and how far it is from it; null for a line without any. */
export function segmentAt(line: Path, spot: Spot): { segment: number; far: number } | null {
  let best: { segment: number; far: number } | null = null;
  for (let segment = 0; segment + 1 < line.length; segment++) {
    const [from, to] = [line[segment], line[segment + 1]];
    if (!from || !to) continue;
    const far = apart(onRing([from, to], spot), spot);
    if (!best || far < best.far) best = { segment, far };
  }
  return best;
}

/** What lies under a point of the board: figures by where they are drawn, shields, places. Pixels of the sheet. */
import { distance, inside, type Dot } from './shapes';
import type { Painted } from './paint';
import { SIZE, type Shield } from './shields';
import type { GroundPlace, GroundZone } from '../ground';
import type { Spot } from '../view';

/** How far beside a token a pointer or a finger still means it. */
const SLACK = { mouse: 3, touch: 12 };

/** The figure whose token is nearest, of those met; the one drawn in front where two are as near. */
export function figureAt(painted: readonly Painted[], at: Dot, touch: boolean): Painted | null {
  const slack = touch ? SLACK.touch : SLACK.mouse;
  let best: Painted | null = null;
  let least = Infinity;
  for (const one of painted) {
    const far = distance(at, [one.x, one.y]);
    if (far <= one.radius + slack && far <= least) { best = one; least = far; }
  }
  return best;
}

export function shieldAt(shields: readonly Shield[], at: Dot, size: number, touch: boolean): Shield | null {
  const slack = touch ? SLACK.touch / 2 : 1;
  return shields.findLast((one) => Math.abs(one.x - at[0]) <= (SIZE.width / 2) * size + slack && Math.abs(one.y - at[1]) <= (SIZE.height / 2) * size + slack) ?? null;
}

/** The place at a point of the table, the smallest where they lie in each other. */
export function placeAt(places: readonly GroundPlace[], spot: Spot): GroundPlace | null {
  return places.filter((place) => inside(spot, place.ring)).sort((a, b) => wide(a) - wide(b))[0] ?? null;
}
const wide = (place: GroundPlace) => Math.max(...place.ring.map((corner) => corner[0])) - Math.min(...place.ring.map((corner) => corner[0]));

/** The terrain at a point of the table; the first piece that holds it counts. */
export function zoneAt(zones: readonly GroundZone[], spot: Spot): GroundZone | null {
  return zones.find((zone) => inside(spot, zone.ring) && !zone.holes.some((hole) => inside(spot, hole))) ?? null;
}

/** Figures whose middle lies in a rectangle between two corners. */
export function within(painted: readonly Painted[], a: Dot, b: Dot): Painted[] {
  const [left, right] = [Math.min(a[0], b[0]), Math.max(a[0], b[0])];
  const [top, bottom] = [Math.min(a[1], b[1]), Math.max(a[1], b[1])];
  return painted.filter((one) => one.x >= left && one.x <= right && one.y >= top && one.y <= bottom);
}

/** Shapes round figures: hulls and edges of many discs, as path data; and distances. Lengths are inches, y downwards. */

export type Dot = readonly [x: number, y: number];
const TURN = 2 * Math.PI;
const NEAR = 1e-9;

export const distance = (a: Dot, b: Dot): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** The corners of the smallest convex shape that holds all points, clockwise on a screen. */
export function hull(points: readonly Dot[]): Dot[] {
  const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (dots: readonly Dot[]): Dot[] => {
    const chain: Dot[] = [];
    for (const dot of dots) {
      for (let [a, b] = chain.slice(-2); a && b && cross(a, b, dot) <= 0; [a, b] = chain.slice(-2)) chain.pop();
      chain.push(dot);
    }
    return chain.slice(0, -1);
  };
  return sorted.length < 2 ? sorted : [...half(sorted), ...half(sorted.toReversed())];
}

const cross = (o: Dot, a: Dot, b: Dot): number => (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);

/** Whether a point lies in a ring of corners. */
export function inside(dot: Dot, ring: readonly Dot[]): boolean {
  let within = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const a = ring[i] ?? dot;
    const b = ring[j] ?? dot;
    if ((a[1] > dot[1]) !== (b[1] > dot[1]) && dot[0] < ((b[0] - a[0]) * (dot[1] - a[1])) / (b[1] - a[1]) + a[0]) within = !within;
  }
  return within;
}

/** The hull of points, wider by `reach` on all sides, with round corners. */
export function roundHull(points: readonly Dot[], reach: number): string {
  const corners = hull(points);
  const first = corners[0];
  if (!first) return '';
  if (corners.length === 1) return disc(first, reach);
  const parts = corners.map((at, index) => {
    const before = corners[(index + corners.length - 1) % corners.length] ?? at;
    const after = corners[(index + 1) % corners.length] ?? at;
    const from = moved(at, outward(before, at), reach);
    const to = moved(at, outward(at, after), reach);
    return `${index ? 'L' : 'M'}${text(from)}A${round(reach)} ${round(reach)} 0 0 1 ${text(to)}`;
  });
  return `${parts.join('')}Z`;
}

const outward = (a: Dot, b: Dot): Dot => { const long = distance(a, b) || 1; return [(b[1] - a[1]) / long, -(b[0] - a[0]) / long]; };
const moved = (at: Dot, way: Dot, by: number): Dot => [at[0] + way[0] * by, at[1] + way[1] * by];
const disc = ([x, y]: Dot, r: number) => `M${round(x - r)} ${round(y)}a${round(r)} ${round(r)} 0 1 1 ${round(2 * r)} 0a${round(r)} ${round(r)} 0 1 1 ${round(-2 * r)} 0Z`;
const round = (value: number) => value.toFixed(3);
const text = (dot: Dot) => `${round(dot[0])} ${round(dot[1])}`;

export interface Disc { x: number; y: number; r: number }
interface Arc { disc: Disc; from: number; to: number }

/** The edges of many discs together: arcs chained to closed lines, so that dots run along them evenly. */
export function edge(discs: readonly Disc[]): string {
  const free = distinct(discs).flatMap((one, _, all) => arcsOf(one, all));
  return chained(free).map((chain) => chain.map((arc, at) => arcPath(arc, at === 0)).join('') + 'Z').join('');
}

function distinct(discs: readonly Disc[]): Disc[] {
  return [...new Map(discs.map((one) => [`${one.x} ${one.y} ${one.r}`, one])).values()];
}

/** The parts of a disc's edge that no other disc covers. */
function arcsOf(one: Disc, all: readonly Disc[]): Arc[] {
  const covered: [number, number][] = [];
  for (const other of all) {
    if (other === one) continue;
    const apart = Math.hypot(other.x - one.x, other.y - one.y);
    if (apart >= one.r + other.r - NEAR) continue;
    if (apart + one.r <= other.r) return [];
    if (apart + other.r <= one.r) continue;
    const middle = Math.atan2(other.y - one.y, other.x - one.x);
    const half = Math.acos(Math.max(-1, Math.min(1, (apart * apart + one.r * one.r - other.r * other.r) / (2 * apart * one.r))));
    const from = (middle - half + 2 * TURN) % TURN;
    const to = from + 2 * half;
    covered.push([from, Math.min(to, TURN)]);
    if (to > TURN) covered.push([0, to - TURN]);
  }
  if (!covered.length) return [{ disc: one, from: 0, to: TURN }];
  return gaps(covered.sort((a, b) => a[0] - b[0])).map(([from, to]) => ({ disc: one, from, to }));
}

/** What sorted stretches of a circle leave free; the stretch across the start is one. */
function gaps(covered: readonly [number, number][]): [number, number][] {
  const found: [number, number][] = [];
  let end = 0;
  for (const [from, to] of covered) {
    if (from > end + NEAR) found.push([end, from]);
    end = Math.max(end, to);
  }
  if (end < TURN - NEAR) {
    const first = found[0];
    if (first && first[0] === 0) found[0] = [end - TURN, first[1]];
    else found.push([end, TURN]);
  }
  return found;
}

const endOf = ({ disc: { x, y, r } }: Arc, angle: number): Dot => [x + r * Math.cos(angle), y + r * Math.sin(angle)];
const keyOf = (dot: Dot) => `${Math.round(dot[0] * 1e4)} ${Math.round(dot[1] * 1e4)}`;

/** Arcs in chains, each arc beginning where the one before it ends. */
function chained(arcs: readonly Arc[]): Arc[][] {
  const starts = new Map<string, Arc[]>();
  for (const arc of arcs) {
    const key = keyOf(endOf(arc, arc.from));
    starts.set(key, [...(starts.get(key) ?? []), arc]);
  }
  const left = new Set(arcs);
  const chains: Arc[][] = [];
  for (const first of arcs) {
    if (!left.delete(first)) continue;
    const chain = [first];
    for (let next = following(first); next; next = following(next)) { left.delete(next); chain.push(next); }
    chains.push(chain);
  }
  return chains;

  function following(arc: Arc): Arc | undefined {
    return starts.get(keyOf(endOf(arc, arc.to)))?.find((one) => left.has(one));
  }
}

function arcPath(arc: Arc, first: boolean): string {
  const { r } = arc.disc;
  const long = arc.to - arc.from > Math.PI ? 1 : 0;
  const start = `${first ? 'M' : 'L'}${text(endOf(arc, arc.from))}`;
  const half = (arc.from + arc.to) / 2;
  if (arc.to - arc.from > TURN - NEAR) return `${start}A${round(r)} ${round(r)} 0 0 1 ${text(endOf(arc, half))}A${round(r)} ${round(r)} 0 0 1 ${text(endOf(arc, arc.to))}`;
  return `${start}A${round(r)} ${round(r)} 0 ${long} 1 ${text(endOf(arc, arc.to))}`;
}

/** What a line round figures encloses: all within `reach` of a hull, or else of their discs together. */
export interface Outline { corners: readonly Dot[]; reach: number; discs: readonly Disc[] }

/** The outline of figures that belong together: by their hull, unless that would take in `others` or be mostly empty. */
export function outline(discs: readonly Disc[], others: readonly Dot[], pad: number): Outline {
  const corners = hull(discs.map((one): Dot => [one.x, one.y]));
  const full = discs.reduce((sum, one) => sum + 4 * one.r * one.r, 0);
  const foreign = corners.length > 2 && others.some((dot) => inside(dot, corners));
  if (!foreign && area(corners) <= SPARSE * full) return { corners, reach: Math.max(...discs.map((one) => one.r)) + pad, discs: [] };
  return { corners: [], reach: 0, discs: discs.map((one) => ({ ...one, r: one.r * 1.35 + pad })) };
}

export const outlinePath = ({ corners, reach, discs }: Outline): string => (corners.length ? roundHull(corners, reach) : edge(discs));

/** Whether a point lies within an outline. */
export function encloses({ corners, reach, discs }: Outline, dot: Dot): boolean {
  if (discs.some((one) => distance(dot, [one.x, one.y]) <= one.r)) return true;
  return corners.length > 0 && (inside(dot, corners) || corners.some((from, at) => toSegment(dot, from, corners[(at + 1) % corners.length] ?? from) <= reach));
}

/** How far a point is from a segment. */
function toSegment(dot: Dot, from: Dot, to: Dot): number {
  const [x, y] = [to[0] - from[0], to[1] - from[1]];
  const share = Math.max(0, Math.min(1, ((dot[0] - from[0]) * x + (dot[1] - from[1]) * y) / (x * x + y * y || 1)));
  return distance(dot, [from[0] + share * x, from[1] + share * y]);
}

/** How many times the room of its figures a hull may take. */
const SPARSE = 2.4;

export function area(corners: readonly Dot[]): number {
  let sum = 0;
  for (let i = 0; i < corners.length; i++) {
    const a = corners[i] ?? [0, 0];
    const b = corners[(i + 1) % corners.length] ?? [0, 0];
    sum += a[0] * b[1] - b[0] * a[1];
  }
  return Math.abs(sum) / 2;
}

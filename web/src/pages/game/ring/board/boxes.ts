/** Boxes on the sheet, some of them turned: whether they meet, and whether they lie on the table. */

/** A box by its middle, its sides in pixels, and its turn in degrees. */
export interface Box { x: number; y: number; wide: number; high: number; turn?: number }
type XY = readonly [x: number, y: number];

/** The box round points. */
export function bounds(points: readonly XY[]): Box {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  return { x: (west + east) / 2, y: (north + south) / 2, wide: east - west, high: south - north };
}

/** The two ways in which the sides of a box go, each as long as half a side. */
function arms(box: Box): [XY, XY] {
  const turn = ((box.turn ?? 0) * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return [[(cos * box.wide) / 2, (sin * box.wide) / 2], [(-sin * box.high) / 2, (cos * box.high) / 2]];
}

/** How far a box reaches from its middle across and down. */
function reach(box: Box): XY {
  if (!box.turn) return [box.wide / 2, box.high / 2];
  const [one, other] = arms(box);
  return [Math.abs(one[0]) + Math.abs(other[0]), Math.abs(one[1]) + Math.abs(other[1])];
}

/** Whether two boxes lie on each other: no line along a side of either parts them. */
export function meet(a: Box, b: Box): boolean {
  const [one, other] = [reach(a), reach(b)];
  if (Math.abs(a.x - b.x) >= one[0] + other[0] || Math.abs(a.y - b.y) >= one[1] + other[1]) return false;
  if (!a.turn && !b.turn) return true;
  const sides = [...arms(a), ...arms(b)];
  return sides.every(([x, y]) => {
    const along = (way: XY) => Math.abs(way[0] * x + way[1] * y);
    return along([a.x - b.x, a.y - b.y]) < sides.reduce((sum, way) => sum + along(way), 0);
  });
}

/** Whether a box that is not turned has another wholly within it. */
export function holds(outer: Box, inner: Box): boolean {
  const [across, down] = reach(inner);
  return Math.abs(inner.x - outer.x) + across <= outer.wide / 2 && Math.abs(inner.y - outer.y) + down <= outer.high / 2;
}

/** Whether a box lies on the table. */
export function lies(box: Box, [width, height]: XY): boolean {
  const [across, down] = reach(box);
  return box.x >= across && box.x <= width - across && box.y >= down && box.y <= height - down;
}

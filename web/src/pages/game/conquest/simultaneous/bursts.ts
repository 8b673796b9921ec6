/** Marks where forces meet: a star of eight points, beside the token of a place or on a border. */
import type { BoardGeometry, Point } from '../../../../lib/types';
import type { Collision } from './collisions';

const POINTS = 8;
const [OUTER, INNER] = [13, 9.5];
/** How far from the token of its place a mark stands, in pixels. */
const ASIDE: Point = [-21, -15];

export const STAR = `M${Array.from({ length: 2 * POINTS }, (_, at) => {
  const [angle, far] = [(Math.PI * at) / POINTS, at % 2 ? INNER : OUTER];
  return `${(far * Math.sin(angle)).toFixed(1)} ${(-far * Math.cos(angle)).toFixed(1)}`;
}).join('L')}Z`;

/** Where the mark of a collision stands on the map; `size` is a pixel of a token. */
export function burstAt(board: BoardGeometry, { place, border }: Collision, size: number): Point {
  const token = (id: string): Point => board.spaces.find((space) => space.id === id)?.token ?? [0, 0];
  const [x, y] = token(place);
  const around = board.links.some((link) => link.wraps && [link.a, link.b].includes(place) && [link.a, link.b].includes(border));
  if (!border || around) return [x + ASIDE[0] * size, y + ASIDE[1] * size];
  const [other, below] = token(border);
  return [(x + other) / 2, (y + below) / 2];
}

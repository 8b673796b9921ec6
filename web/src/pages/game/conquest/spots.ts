/** Where what is said of a place stands beside its token. */
import type { BoardGeometry, BoardSpace } from '../../../lib/types';

/** The radius of a token and half the height of a badge, in pixels of a token. */
const [TOKEN, HALF] = [13, 11];

/** Over the token; under it or beside it where a badge of this width, in pixels of a token, would cover the armies of a neighbour. */
export function freeSpot({ spaces }: Pick<BoardGeometry, 'spaces'>, { id, token: [x, y] }: Pick<BoardSpace, 'id' | 'token'>, width: number, size: number): readonly [number, number] {
  const near = spaces.filter((space) => space.id !== id).map(({ token: [a, b] }) => [(a - x) / size, (b - y) / size] as const);
  const aside = width / 2 + TOKEN + 4;
  const spots: readonly (readonly [number, number])[] = [[0, -26], [0, 26], [aside, 0], [-aside, 0]];
  const free = (spot: readonly [number, number]) => near.every(([a, b]) => Math.abs(spot[0] - a) > width / 2 + TOKEN || Math.abs(spot[1] - b) > HALF + TOKEN);
  return spots.find(free) ?? [0, -26];
}

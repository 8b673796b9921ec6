/** Boards that were never drawn: every space gets a disc, so that the same picture serves them. */
import type { BoardGeometry, Point } from '../../../lib/types';

const RADIUS = 30;

/** The board with an outline for every space. */
export function outlined(board: BoardGeometry): BoardGeometry {
  if (board.spaces.every((space) => space.d)) return board;
  const spaces = board.spaces.map((space) => (space.d ? space : { ...space, d: disc(space.token, RADIUS * board.unit) }));
  return { ...board, spaces };
}

function disc([x, y]: Point, radius: number): string {
  return `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`;
}

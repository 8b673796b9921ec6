/** The nearest place in a direction, as arrow keys ask for it. */
import type { BoardGeometry } from '../../../lib/types';

/** Places off to the side count as farther than those straight ahead. */
export function nearest(board: BoardGeometry, from: string, [dx, dy]: [number, number]): string | null {
  const here = board.spaces.find((space) => space.id === from)?.token;
  if (!here) return null;
  let best: string | null = null;
  let least = Infinity;
  for (const space of board.spaces) {
    const x = space.token[0] - here[0];
    const y = space.token[1] - here[1];
    const along = x * dx + y * dy;
    const aside = Math.abs(x * dy) + Math.abs(y * dx);
    if (along <= 0 || aside > 2 * along) continue;
    const far = along + 2 * aside;
    if (far < least) { least = far; best = space.id; }
  }
  return best;
}

/** What a table that is seen as a whole keeps free around itself. */
import type { Insets } from '../../board/viewport.svelte';

const EDGE = 14;
/** The buttons of the zoom in the lower right corner: what they take of the board, in pixels. */
const ZOOM = { width: 66, height: 130 };

/** Margins on a wide screen: at the right as wide as the buttons of the zoom if the table would lie under them. */
export function margins(board: { width: number; height: number }, table: { width: number; height: number }, bottom = EDGE): Insets {
  const across = (board.width - 2 * EDGE) / table.width;
  const down = (board.height - EDGE - bottom) / table.height;
  const scale = Math.min(across, down);
  const beside = (board.width - table.width * scale) / 2;
  const below = bottom + (board.height - EDGE - bottom - table.height * scale) / 2;
  return { top: EDGE, right: beside < ZOOM.width && below < ZOOM.height ? ZOOM.width : EDGE, bottom, left: EDGE };
}

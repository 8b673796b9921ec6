/** What a table that is seen as a whole keeps free around itself. */
import type { Insets } from '../../board/viewport.svelte';

const EDGE = 14;
/** The buttons of the zoom in the lower right corner: what they take of the board, in pixels. */
const ZOOM = { width: 66, height: 130 };
/** How far the steps reach down, and the tools to the right, in pixels. */
const STEPS = 74;
const TOOLS = 74;

/** Margins on a wide screen: none of what floats on the board lies on a table that is seen as a whole. */
export function margins(board: { width: number; height: number }, table: { width: number; height: number }, bottom = EDGE): Insets {
  const insets = { top: EDGE, right: EDGE, bottom, left: EDGE };
  const room = () => {
    const [wide, high] = [board.width - insets.left - insets.right, board.height - insets.top - insets.bottom];
    const scale = Math.min(wide / table.width, high / table.height);
    return { beside: (wide - table.width * scale) / 2, above: (high - table.height * scale) / 2 };
  };
  if (insets.top + room().above < STEPS) insets.top = STEPS;
  if (insets.left + room().beside < TOOLS) insets.left = TOOLS;
  const { beside, above } = room();
  if (insets.right + beside < ZOOM.width && insets.bottom + above < ZOOM.height) insets.right = ZOOM.width;
  return insets;
}

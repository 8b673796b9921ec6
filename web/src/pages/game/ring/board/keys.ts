/** Keys of the table; the frame asks here first, and those who act on the table before anybody. */
import type { TableDesk } from '../table.svelte';

export interface KeyHelpers { undo: (all: boolean) => void; layers: () => void; twin: () => void; focusBoard: () => void; back: () => boolean }

const TOOLS = ['select', 'force', 'rectangle', 'ruler'] as const;

/** Returns what handles a key; true when it was used. `letters` tells whether single letters act. */
export function stageKeys(desk: TableDesk, helpers: KeyHelpers) {
  const plain: Record<string, () => void> = {
    '+': () => desk.viewport.zoomBy(1.3), '=': () => desk.viewport.zoomBy(1.3), '-': () => desk.viewport.zoomBy(1 / 1.3), '5': helpers.layers,
  };
  const letter: Record<string, () => void> = { f: () => desk.viewport.fit(), t: helpers.twin, m: helpers.focusBoard };
  return (event: KeyboardEvent, letters: boolean): boolean => {
    if (desk.used((hand) => hand.key?.(event, letters))) return true;
    const key = event.key.toLowerCase();
    if (key === 'u' && letters && !event.ctrlKey && !event.metaKey) { helpers.undo(event.shiftKey); return true; }
    if (key === 'z' && (event.ctrlKey || event.metaKey)) { helpers.undo(false); return true; }
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.key === 'Escape') return helpers.back();
    const tool = TOOLS[Number(event.key) - 1];
    if (tool) { desk.tool = tool; return true; }
    const found = plain[event.key] ?? (letters ? letter[key] : undefined);
    found?.();
    return found !== undefined;
  };
}

/** Keys of the page of orders; the frame asks here first. */
import { go } from '../../../lib/router.svelte';
import type { Viewport } from '../board/viewport.svelte';
import type { Kind } from './choices';
import type { Desk } from './desk.svelte';
import { overview } from './places';
import { whatIf } from './whatif';

/** `walk` goes through the stages of a verdict; false where none is shown. */
export interface KeyHelpers { line: () => void; table: () => void; focusBoard: () => void; toTargets: (source?: string) => void; walk: (by: number) => boolean }

export function stageKeys(desk: Desk, viewport: Viewport, helpers: KeyHelpers) {
  const kind = (wanted: Kind) => () => {
    if (desk.pen.source !== null) {
      desk.pen.choose(wanted);
      helpers.toTargets();
    } else if (wanted === 'move') helpers.focusBoard();
  };
  const plain: Record<string, () => void> = { '/': helpers.line, '+': () => viewport.zoomBy(1.3), '=': () => viewport.zoomBy(1.3), '-': () => viewport.zoomBy(1 / 1.3) };
  const letter: Record<string, () => void> = {
    h: kind('hold'), m: kind('move'), s: kind('support'), c: kind('convoy'), k: kind('convert'), d: kind('disband'),
    r: () => void (desk.draft.ready ? desk.unready() : desk.ready()),
    n: () => { const next = desk.missing[0]; if (next) { desk.pen.select(next); helpers.toTargets(next); } },
    w: () => void whatIf(desk).then((path) => go(path)),
    f: () => viewport.fit(), t: () => { if (!desk.pen.nextWay()) helpers.table(); },
    g: () => { const source = desk.choices.figure('RB') ?? desk.choices.figure('BRC'); if (source) { desk.layers.ring = true; desk.pen.select(source); } }, o: () => { desk.game.polite = overview(desk); },
  };
  return (event: KeyboardEvent, letters: boolean): boolean => {
    const key = event.key.toLowerCase();
    if (event.repeat && /^[hmsckrnwtg]$/.test(key)) return true; // a key held down decides once
    if (key === 'u' && letters && !event.ctrlKey && !event.metaKey) { desk.draft.undo(event.shiftKey); return true; }
    if (key === 'z' && (event.ctrlKey || event.metaKey)) { desk.draft.undo(); return true; }
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.key === 'Escape') return desk.pen.back() || desk.drop();
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') return helpers.walk(event.key === 'ArrowLeft' ? -1 : 1);
    const found = plain[event.key] ?? (letters ? letter[key] : undefined);
    found?.();
    return found !== undefined;
  };
}

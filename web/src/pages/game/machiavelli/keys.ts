/** Keys of the page; the frame asks here first. */
import type { Viewport } from '../board/viewport.svelte';
import type { Kind } from './choices';
import type { TableDesk } from './desk.svelte';
import { unitOf } from './orders';
import { overview } from './places';
import { HIDDEN } from './ring/figures';

export interface KeyHelpers { line: () => void; table: () => void; focusBoard: () => void; toTargets: (source?: string) => void }

export function stageKeys(desk: TableDesk, viewport: Viewport, helpers: KeyHelpers) {
  const kind = (wanted: Kind) => () => {
    if (desk.pen.source !== null) {
      desk.pen.choose(wanted);
      helpers.toTargets();
    } else if (wanted === 'advance') helpers.focusBoard();
  };
  const walk = (by: 1 | -1) => () => {
    if (desk.fact !== null) desk.fact = Math.max(0, Math.min(desk.told.facts.length - 1, desk.fact + by));
  };
  const plain: Record<string, () => void> = { '/': helpers.line, '+': () => viewport.zoomBy(1.3), '=': () => viewport.zoomBy(1.3), '-': () => viewport.zoomBy(1 / 1.3), '$': () => {
    if (!desk.spending) return;
    desk.treasury.open = !desk.treasury.open;
    if (desk.treasury.open) setTimeout(() => document.querySelector<HTMLElement>('[aria-label="Treasury"] li button')?.focus(), 0);
  } };
  const letter: Record<string, () => void> = {
    h: kind('hold'), m: kind('advance'), s: kind('support'), t: () => { if (desk.pen.source !== null) desk.pen.choose('transport'); else helpers.table(); },
    c: kind('convert'), b: kind('besiege'), l: kind('lift'), x: kind('disband'),
    r: () => void (desk.draft.ready ? desk.unready() : desk.ready()),
    g: () => {
      const secret = desk.choices.figures.find((source) => HIDDEN.has(unitOf(source).kind));
      if (secret) { desk.layers.ring = true; desk.pen.select(secret); helpers.toTargets(secret); }
    },
    n: () => { const next = desk.missing[0]; if (next) { desk.pen.select(next); helpers.toTargets(next); } },
    d: () => { if (desk.view.dangers.length) desk.tables = !desk.tables; },
    f: () => viewport.fit(), o: () => { desk.game.polite = overview(desk); },
  };
  return (event: KeyboardEvent, letters: boolean): boolean => {
    const key = event.key.toLowerCase();
    if (event.repeat && /^[hmstcblxrng]$/.test(key)) return true; // a key held down decides once
    if (key === 'u' && letters && !event.ctrlKey && !event.metaKey) { desk.draft.undo(event.shiftKey); return true; }
    if (key === 'z' && (event.ctrlKey || event.metaKey)) { desk.draft.undo(); return true; }
    if (event.altKey && /^[1-4]$/.test(event.key)) return slot(desk, Number(event.key));
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') { walk(event.key === 'ArrowRight' ? 1 : -1)(); return desk.fact !== null; }
    if (key === 'l' && desk.pen.source === null) return false; // the log's
    if (event.key === 'Escape') return escape(desk);
    const found = plain[event.key] ?? (letters ? letter[key] : undefined);
    found?.();
    return found !== undefined;
  };
}

/** One level back: what is half entered, the treasury, the verdict. */
function escape(desk: TableDesk): boolean {
  if (desk.tables) { desk.tables = false; return true; }
  if (desk.pen.back()) return true;
  if (desk.treasury.open) { desk.treasury.open = false; return true; }
  const told = desk.fact !== null;
  desk.fact = null;
  return told;
}

/** To an expense, by its number. */
function slot(desk: TableDesk, number: number): boolean {
  if (!desk.spending) return false;
  desk.treasury.open = true;
  setTimeout(() => document.querySelector<HTMLElement>(`[data-slot="${number}"] button`)?.focus(), 0);
  return true;
}

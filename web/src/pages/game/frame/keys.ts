/** Keys that every game shares; the stage is asked first. */
import type { Game } from '../game.svelte';

export interface FrameHelpers { help(): void; log(): void; away(): void }

const TYPING = 'input:not([type=range]):not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]';

/** What answers to a key itself; boxes are ticked by Space only, so that Enter may send what they say. */
const PRESSED: Record<string, string> = { 'Enter': 'button, a, summary', ' ': 'button, a, summary, input' };

export function frameKeys(game: Game, helpers: FrameHelpers) {
  return (event: KeyboardEvent, letters: boolean): void => {
    const target = event.target as Element;
    if (event.defaultPrevented || target.closest?.(TYPING) || document.querySelector('dialog[open]')) return;
    if (game.curtain !== null) return;
    const pressed = PRESSED[event.key];
    if (pressed && target.closest?.(pressed)) return; // the control has it
    if (target.matches?.('input') && /^(Arrow|Home|End|Page)/.test(event.key)) return; // a slider goes by them
    if (used(game, helpers, event, letters)) event.preventDefault();
  };
}

function used(game: Game, helpers: FrameHelpers, event: KeyboardEvent, letters: boolean): boolean {
  if (event.key === ' ') {
    if (game.playback.on) game.playback.skip();
    else game.replay.toggle();
    return true;
  }
  if (walks(game, event, letters) || history(game, event)) return true;
  if (event.key === '?') { helpers.help(); return true; }
  if (game.replay.on && event.key === 'Escape') { game.replay.now(); return true; }
  if (game.stageKeys?.(event, letters)) return true;
  if (!letters || event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.key.toLowerCase() === 'l') { helpers.log(); return true; }
  if (event.key.toLowerCase() === 'v') { helpers.away(); return true; }
  return false;
}

/** Left and right are the stage's where it walks through something, else the history's. */
const walks = (game: Game, event: KeyboardEvent, letters: boolean): boolean =>
  /^Arrow(Left|Right)$/.test(event.key) && !event.shiftKey && !game.replay.on && Boolean(game.stageKeys?.(event, letters));

function history(game: Game, event: KeyboardEvent): boolean {
  const { replay } = game;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.key === 'Home') { void replay.go(0); return true; }
  if (event.key === 'End') { replay.now(); return true; }
  const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
  if (!by) return false;
  if (event.shiftKey) replay.turnBy(by);
  else replay.move(by);
  return true;
}

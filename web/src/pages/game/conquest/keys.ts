/** Keys of the conquest board; the frame asks here first. */
import type { Command } from './command.svelte';
import type { Viewport } from '../board/viewport.svelte';
import { sayOverview } from './say';
import { roundKey } from './simultaneous/keys';

export interface KeyHelpers { undo: (all?: boolean) => void; order: () => void; table: () => void; focusBoard: () => void }

/** Returns what handles a key; true when it was used. `letters` tells whether single letters act. */
export function stageKeys(command: Command, viewport: Viewport, helpers: KeyHelpers) {
  const amount = (by: number) => {
    if (command.deed === 'attack') void command.odds.stopAt(command.odds.until + by);
    else command.amount = Math.max(command.view.occupy?.least ?? 1, Math.min(command.most, command.amount + by));
  };
  const deciding = () => command.deed === 'occupy' || ((command.deed === 'move' || command.deed === 'attack') && command.target !== null);
  const plain: Record<string, () => void> = {
    '/': helpers.order,
    '+': () => (deciding() ? amount(1) : viewport.zoomBy(1.3)),
    '=': () => (deciding() ? amount(1) : viewport.zoomBy(1.3)),
    '-': () => (deciding() ? amount(-1) : viewport.zoomBy(1 / 1.3)),
    '[': () => { command.amount = command.view.occupy?.least ?? 1; },
    ']': () => { command.amount = command.most; },
  };
  const letter: Record<string, () => void> = {
    e: () => command.soon(() => command.end()),
    r: () => command.soon(() => command.attack(null)),
    a: () => command.soon(() => command.attack(1)),
    n: () => command.soon(() => command.attack(command.odds.until)),
    f: () => viewport.fit(),
    t: helpers.table,
    m: helpers.focusBoard,
    o: () => { command.game.polite = sayOverview(command); },
  };
  // Enter answers the question that was on the screen, never the one that comes next.
  const enter = () => { const { phase } = command; command.soon(() => { if (command.phase === phase) void command.main(); }); };
  return (event: KeyboardEvent, letters: boolean): boolean => {
    if (event.repeat && /^(enter|[eranu])$/i.test(event.key)) return true; // a key held down decides once
    if (event.key.toLowerCase() === 'u' && letters && !event.ctrlKey && !event.metaKey) { helpers.undo(event.shiftKey); return true; }
    if (event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey)) { helpers.undo(); return true; }
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (letters && command.key(event)) return true;
    if (roundKey(command.rounds, event, letters)) return true;
    if (event.key === 'Escape') return command.back();
    if (event.key === 'Enter') { enter(); return true; }
    if (/^[0-9]$/.test(event.key) && deciding()) { digit(command, Number(event.key)); return true; }
    const found = plain[event.key] ?? (letters ? letter[event.key.toLowerCase()] : undefined);
    found?.();
    return found !== undefined;
  };
}

/** Digits typed one after the other make a number, as far as it is allowed. */
function digit(command: Command, typed: number): void {
  if (command.deed === 'attack') {
    const longer = command.odds.until * 10 + typed;
    void command.odds.stopAt(command.odds.stopping && longer <= command.odds.keep ? longer : typed);
    return;
  }
  const longer = command.amount * 10 + typed;
  const least = command.view.occupy?.least ?? 1;
  command.amount = Math.max(least, longer <= command.most ? longer : Math.min(command.most, typed));
}

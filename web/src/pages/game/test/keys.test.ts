import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { frameKeys } from '../frame/keys';
import type { Game } from '../game.svelte';

const went: string[] = [];
const replay = { on: false, go: (step: number) => went.push(`go ${step}`), now: () => went.push('now'), move: (by: number) => went.push(`by ${by}`) };
const keys = frameKeys({ curtain: null, replay, stageKeys: null } as unknown as Game, { help: () => {}, log: () => {}, away: () => {} });

/** Press a key on what answers to a selector, and tell whether the game took it. */
function press(key: string, kind: string): boolean {
  let taken = false;
  const target = { closest: () => null, matches: (wanted: string) => wanted === kind };
  keys({ key, target, defaultPrevented: false, preventDefault: () => { taken = true; } } as unknown as KeyboardEvent, true);
  return taken;
}

beforeEach(() => { vi.stubGlobal('document', { querySelector: () => null }); went.length = 0; });
afterEach(() => { vi.unstubAllGlobals(); });

it('leaves to a slider the keys that it goes by', () => {
  for (const key of ['ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown']) expect(press(key, 'input')).toBe(false);
  expect(went).toEqual([]);
});

it('goes through the history by them elsewhere', () => {
  expect(press('Home', 'div') && press('End', 'div') && press('ArrowLeft', 'div')).toBe(true);
  expect(went).toEqual(['go 0', 'now', 'by -1']);
});

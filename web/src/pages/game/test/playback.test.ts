import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { settings } from '../../../lib/settings.svelte';
import type { Update } from '../../../lib/types';
import { framesOf } from '../diplomacy/frames';
import type { Frame } from '../family';
import type { Game } from '../game.svelte';
import { Playback } from '../playback.svelte';

const FRAMES: Frame[] = [{ ms: 3000, own: true, held: true, data: 'pause' }, { ms: 1000, own: true, data: 'arrows' }];
const update = {} as Update;

function playback(): { shown: Playback; settled: () => number } {
  const settle = vi.fn();
  const game = { replay: { on: false }, curtain: null, mine: [0], family: { frames: () => FRAMES }, settle } as unknown as Game;
  return { shown: new Playback(game), settled: () => settle.mock.calls.length };
}

describe('a pause before what is shown', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('document', { hidden: false });
    vi.stubGlobal('matchMedia', () => ({ matches: false }));
    settings.speed = 'quick';
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('lasts its whole time, then the rest follows', async () => {
    const { shown, settled } = playback();
    shown.add(update);
    await vi.advanceTimersByTimeAsync(2990);
    expect([shown.frame, settled()]).toEqual(['pause', 0]);
    await vi.advanceTimersByTimeAsync(20);
    expect(shown.frame).toBe('arrows');
    await vi.advanceTimersByTimeAsync(2000);
    expect([shown.frame, settled()]).toEqual([null, 1]);
  });
  it('is no shorter than the least that a frame wants, however much others do', async () => {
    const settle = vi.fn();
    const frames: Frame[] = [...Array.from({ length: 40 }, () => ({ ms: 400, own: false, data: 'roll' })), { ms: 1800, least: 900, own: false, data: 'card' }];
    const shown = new Playback({ replay: { on: false }, curtain: null, mine: [0], family: { frames: () => frames }, settle } as unknown as Game);
    shown.add(update);
    while (shown.frame !== 'card') await vi.advanceTimersByTimeAsync(20);
    await vi.advanceTimersByTimeAsync(860);
    expect(shown.frame).toBe('card');
    settings.speed = 'instant';
    const quick = new Playback({ replay: { on: false }, curtain: null, mine: [0], family: { frames: () => frames }, settle } as unknown as Game);
    quick.add(update);
    await vi.advanceTimersByTimeAsync(1);
    expect([quick.on, quick.frame]).toEqual([false, null]);
  });
  it('shares the time of others among all that waits, and shows what is done to the viewer first', async () => {
    const some = (count: number, hits: boolean): Frame[] => Array.from({ length: count }, () => ({ ms: 400, own: false, hits, seat: hits ? 2 : 1, data: hits ? 'hit' : 'other' }));
    const settle = vi.fn();
    const game = { replay: { on: false }, curtain: null, mine: [0], family: { frames: (one: { frames: Frame[] }) => one.frames }, settle } as unknown as Game;
    const shown = new Playback(game);
    const seen = { hit: 0, other: 0 };
    for (const frames of [some(40, false), some(40, false), some(4, true)]) shown.add({ frames } as unknown as Update);
    const begun = Date.now();
    while (shown.on) {
      const { frame, actor } = shown;
      if (frame === 'hit') expect(actor).toBe(2);
      if (frame === 'hit' || frame === 'other') seen[frame] += 10;
      await vi.advanceTimersByTimeAsync(10);
    }
    expect(seen.hit).toBeGreaterThan(1000); // four times 400 ms at seven tenths
    expect(seen.other).toBeGreaterThan(1500);
    expect(Date.now() - begun).toBeLessThan(5000);
    expect(shown.actor).toBeNull();
  });
  it('shows the end a few seconds after it has come, however many cards others play meanwhile', async () => {
    const settle = vi.fn();
    const frames: Frame[] = Array.from({ length: 12 }, (_, at) => ({ ms: 1800, least: 900, own: false, hits: at % 2 === 0, data: 'card' }));
    const shown = new Playback({ replay: { on: false }, curtain: null, mine: [0], plays: false, family: { frames: () => frames }, settle } as unknown as Game);
    for (let at = 0; at < 8; at += 1) shown.add(update);
    shown.add({ ...update, outcome: { winners: [1] } } as unknown as Update);
    await vi.advanceTimersByTimeAsync(2500);
    expect([settle.mock.calls.length, shown.on]).toEqual([9, false]);
  });
  it('is ended alone by skipping, the rest by skipping again', async () => {
    const { shown, settled } = playback();
    shown.add(update);
    await vi.advanceTimersByTimeAsync(10);
    shown.skip();
    await vi.advanceTimersByTimeAsync(10);
    expect(shown.frame).toBe('arrows');
    shown.skip();
    await vi.advanceTimersByTimeAsync(10);
    expect([shown.frame, settled()]).toEqual([null, 1]);
  });
  it('falls away where more is waiting, and where everything is instant', async () => {
    const { shown } = playback();
    shown.add(update);
    shown.add(update);
    await vi.advanceTimersByTimeAsync(10);
    expect(shown.frame).not.toBe('pause');
    settings.speed = 'instant';
    const { shown: quick, settled } = playback();
    quick.add(update);
    await vi.advanceTimersByTimeAsync(1);
    expect(settled()).toBe(1);
  });
  it('comes before revealed orders, but not where motion is reduced', () => {
    const revealed = { events: [{ type: 'orders_revealed', judged: [{ power: 'france', order: { type: 'hold', unit: { kind: 'A', at: 'PAR' } }, result: 'holds' }] }] } as unknown as Update;
    expect(framesOf(revealed).map((frame) => frame.held ?? false)).toEqual([true, false, false, false]);
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    expect(framesOf(revealed).map((frame) => frame.held ?? false)).toEqual([false, false, false]);
  });
});

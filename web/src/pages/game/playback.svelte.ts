/** Shows moves one after the other at the chosen speed; everything may be skipped. */
import { leisurely, reducedMotion, settings } from '../../lib/settings.svelte';
import type { Update } from '../../lib/types';
import type { Frame } from './family';
import type { Game } from './game.svelte';

/** Other players' moves take at most this long in all, unless the reader wants to watch. */
const BUDGET = 4000;
const LONGEST_OWN = 1600;
const PACE = { watch: 1.6, quick: 0.7, instant: 0 } as const;

export class Playback {
  /** The frame being shown, of the family's own making. */
  frame = $state.raw<unknown>(null);
  on = $state(false);
  /** Whether what is being shown is the viewer's own move. */
  own = $state(false);
  /** Whether what is being shown is a move of others. */
  readonly watching: boolean = $derived(this.on && !this.own);
  private queue: Update[] = [];
  private wake: (() => void) | null = null;
  private skipping = false;
  private pausing = false;
  private spent = 0;
  private idlers: (() => void)[] = [];

  constructor(private readonly game: Game) {}

  add(update: Update): void {
    this.queue.push(update);
    if (!this.on) void this.run();
    else if (this.pausing) this.wake?.(); // nobody waits in suspense while more has happened
  }

  /** Jump to the newest position; out of a pause only to what it was before. */
  skip(): void {
    if (!this.on) return;
    if (!this.pausing) this.skipping = true;
    this.wake?.();
  }

  clear(): void {
    this.queue = [];
    this.pausing = false;
    this.skip();
  }

  /** Resolves when nothing is being shown. */
  idle(): Promise<void> {
    return this.on ? new Promise((resolve) => this.idlers.push(resolve)) : Promise.resolve();
  }

  private async run(): Promise<void> {
    this.on = true;
    this.skipping = false;
    this.spent = 0;
    for (let next = this.queue.shift(); next; next = this.queue.shift()) {
      await this.show(next);
      this.game.settle(next);
    }
    this.frame = null;
    this.on = false;
    this.own = false;
    for (const resolve of this.idlers.splice(0)) resolve();
  }

  private async show(update: Update): Promise<void> {
    if (document.hidden || this.game.replay.on || this.game.curtain !== null) return;
    const frames = this.game.family.frames(update, this.game.mine);
    const rate = ownRate(frames.filter((frame) => frame.own && !frame.held));
    for (const frame of frames) {
      const ms = frame.held ? this.heldFor(frame) : Math.max(this.leastOf(frame), frame.ms * (frame.own ? rate : this.othersRate()));
      if (this.skipping) break;
      if (ms < 16) continue;
      this.spent += frame.own ? 0 : ms;
      this.own = frame.own;
      this.frame = frame.data;
      this.pausing = Boolean(frame.held);
      await this.wait(ms);
      this.pausing = false;
    }
    this.frame = null;
  }

  private leastOf(frame: Frame): number {
    return settings.speed === 'instant' ? 0 : leisurely(frame.least ?? 0);
  }

  private heldFor(frame: Frame): number {
    return settings.speed === 'instant' || this.queue.length ? 0 : leisurely(frame.ms);
  }

  private othersRate(): number {
    if (reducedMotion()) return settings.speed === 'instant' ? 0 : 0.5;
    if (settings.speed !== 'quick') return PACE[settings.speed];
    const left = Math.max(0, BUDGET - this.spent);
    return Math.min(PACE.quick, left / BUDGET / Math.max(1, this.queue.length / 4));
  }

  private wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(done, ms);
      const wake = () => done();
      function done() { clearTimeout(timer); resolve(); }
      this.wake = wake;
    });
  }
}

function ownRate(frames: Frame[]): number {
  if (settings.speed === 'instant') return 0;
  const total = frames.reduce((sum, frame) => sum + frame.ms, 0);
  const slow = settings.speed === 'watch' ? 1.4 : 1;
  return total * slow > LONGEST_OWN ? LONGEST_OWN / total : slow;
}

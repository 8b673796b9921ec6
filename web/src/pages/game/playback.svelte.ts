/** Shows moves one after the other at the chosen speed; everything may be skipped. */
import { leisurely, reducedMotion, settings } from '../../lib/settings.svelte';
import type { SeatNumber, Update } from '../../lib/types';
import type { Frame } from './family';
import type { Game } from './game.svelte';

/** How fast other players' moves go at each speed, and how many milliseconds those that wait share. */
const PACE = {
  watch: { rate: 1.6, budget: Infinity }, medium: { rate: 1, budget: 12_000 }, quick: { rate: 0.7, budget: 4000 }, instant: { rate: 0, budget: 0 },
} as const;
/** The share of the time that is there at least, from when something more comes. */
const RESERVE = 0.3;
/** How fast what is done to the viewer goes at least, so that it is seen. */
const SEEN = 0.35;
const LONGEST_OWN = 1600;

interface Waiting { update: Update; frames: Frame[] }

export class Playback {
  /** The frame being shown, of the family's own making. */
  frame = $state.raw<unknown>(null);
  on = $state(false);
  /** Whether what is being shown is the viewer's own move. */
  own = $state(false);
  /** Whether what is being shown is a move of others. */
  readonly watching: boolean = $derived(this.on && !this.own);
  /** Whose move is being shown, where that is known. */
  actor = $state<SeatNumber | null>(null);
  private queue: Waiting[] = [];
  private wake: (() => void) | null = null;
  private skipping = false;
  private pausing = false;
  /** Milliseconds that are there for all that waits. */
  private left = 0;
  private idlers: (() => void)[] = [];

  constructor(private readonly game: Game) {}

  add(update: Update): void {
    this.queue.push({ update, frames: this.game.family.frames(update, this.game.mine) });
    this.left = Math.max(this.on ? this.left : 0, PACE[settings.speed].budget * (this.on ? RESERVE : 1));
    // Who has given up, or is out, waits for nothing but the end once it has come.
    if (update.outcome && this.game.mine.length && !this.game.plays) this.left = Math.min(this.left, PACE[settings.speed].budget * RESERVE);
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
    for (let next = this.queue.shift(); next; next = this.queue.shift()) {
      await this.show(next.frames);
      this.game.settle(next.update);
    }
    this.frame = null;
    this.actor = null;
    this.on = false;
    this.own = false;
    for (const resolve of this.idlers.splice(0)) resolve();
  }

  private async show(frames: Frame[]): Promise<void> {
    if (document.hidden || this.game.replay.on || this.game.curtain !== null) return;
    const rate = ownRate(frames.filter((frame) => frame.own && !frame.held));
    for (const [at, frame] of frames.entries()) {
      const ms = frame.held ? this.heldFor(frame) : Math.max(this.leastOf(frame, frames.slice(at)), frame.ms * (frame.own ? rate : this.othersRate(frame, frames.slice(at))));
      if (this.skipping) break;
      if (ms < 16) continue;
      this.left -= frame.own ? 0 : ms;
      this.own = frame.own;
      this.actor = frame.seat ?? null;
      this.frame = frame.data;
      this.pausing = Boolean(frame.held);
      await this.wait(ms);
      this.pausing = false;
    }
    this.frame = null;
  }

  /** How long a frame stands at least: less than it asks for where all that waits would take more than the time that is there. */
  private leastOf(frame: Frame, ahead: readonly Frame[]): number {
    const { budget } = PACE[settings.speed];
    if (!frame.least || budget === 0) return 0;
    return leisurely(frame.least * (frame.own ? 1 : Math.min(1, this.time / leastOf(this.waiting(ahead)))));
  }

  /** What others have done and is not shown yet. */
  private waiting(ahead: readonly Frame[]): Frame[] {
    return [...ahead, ...this.queue.flatMap((one) => one.frames)].filter((one) => !one.own && !one.held);
  }

  private get time(): number {
    return Math.max(0, Math.min(this.left, PACE[settings.speed].budget));
  }

  private heldFor(frame: Frame): number {
    return settings.speed === 'instant' || this.queue.length ? 0 : leisurely(frame.ms);
  }

  /** How fast a move of others goes: all that waits shares the time, what is done to the viewer before everything else. */
  private othersRate(frame: Frame, ahead: readonly Frame[]): number {
    const { rate: usual, budget } = PACE[settings.speed];
    const rate = reducedMotion() ? usual && 0.5 : usual;
    if (budget === 0 || budget === Infinity) return rate;
    const waiting = this.waiting(ahead);
    const left = this.time;
    const hits = lengthOf(waiting.filter((one) => one.hits));
    // Who has given up loses places all the time, and waits for the end.
    if (frame.hits) return Math.max(this.game.plays ? SEEN : 0, Math.min(rate, left / hits));
    return Math.min(rate, Math.max(0, left - leastOf(waiting) - hits * rate) / lengthOf(waiting.filter((one) => !one.hits)));
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

const leastOf = (frames: readonly Frame[]) => frames.reduce((sum, frame) => sum + (frame.least ?? 0), 0);
const lengthOf = (frames: readonly Frame[]) => frames.reduce((sum, frame) => sum + frame.ms, 0);

function ownRate(frames: Frame[]): number {
  if (settings.speed === 'instant') return 0;
  const total = lengthOf(frames);
  const slow = settings.speed === 'watch' ? 1.4 : 1;
  return total * slow > LONGEST_OWN ? LONGEST_OWN / total : slow;
}

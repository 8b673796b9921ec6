/** Looking at the past: any step of the game on the board, without leaving the present behind. */
import { api } from '../../lib/api';
import { toast } from '../../lib/toasts.svelte';
import type { Moment, TurnMark } from '../../lib/types';
import type { Game } from './game.svelte';

const KEPT = 400;
const PLAY_PACE = 650;

export class Replay {
  step = $state<number | null>(null);
  moment = $state.raw<Moment | null>(null);
  playing = $state(false);
  /** Steps known when the reader turned back; what came after is counted on the *Now* button. */
  private leftAt = $state(0);
  private cache = new Map<number, Moment>();
  private abort: AbortController | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly game: Game) {}

  readonly on: boolean = $derived.by(() => this.step !== null);
  readonly at: number = $derived.by(() => this.step ?? this.game.shown.step);
  readonly last: number = $derived.by(() => this.game.shown.step);
  readonly news: number = $derived.by(() => (this.on ? this.game.log.filter((line) => line.step > this.leftAt).length : 0));
  readonly turn: number = $derived.by(() => markAt(this.game.marks, this.at)?.turn ?? this.game.shown.turn);
  /** The steps worth stopping at: where the log says something. What came after its newest line is not seen, so that is the present. */
  readonly stops: number[] = $derived.by(() => {
    const told = [...new Set(this.game.log.map((line) => Math.min(line.step, this.last)))].sort((a, b) => a - b);
    return [...new Set([0, ...told.slice(0, -1), this.last])];
  });

  /** Show the board after a step; the last step is the present. */
  async go(step: number): Promise<void> {
    if (step >= this.last && !this.playing) return this.now();
    if (!this.on) this.leftAt = this.last;
    this.step = Math.max(0, Math.min(step, this.last));
    await this.load(this.step);
  }

  private async load(step: number): Promise<void> {
    this.abort?.abort();
    const abort = (this.abort = new AbortController());
    try {
      const known = this.cache.get(step);
      if (known) { this.moment = known; return await this.game.reach(step); }
      const moment = await api.at(this.game.table.id, step, this.game.look, abort.signal);
      if (this.cache.size > KEPT) this.cache.clear();
      this.cache.set(step, moment);
      if (this.step === step) this.moment = moment;
      await this.game.reach(step);
    } catch (error) {
      if (abort.signal.aborted) return;
      toast(error instanceof Error ? error.message : 'That moment could not be loaded.', 'danger');
    }
  }

  now(): void {
    this.pause();
    this.abort?.abort();
    this.step = null;
    this.moment = null;
    this.cache.clear(); // an undo may have changed what a step means
  }

  /** One logged event on or back. */
  move(by: 1 | -1): void {
    this.pause();
    const next = by > 0 ? this.stops.find((step) => step > this.at) : this.stops.findLast((step) => step < this.at);
    if (next !== undefined) void this.go(next);
  }

  /** One turn on or back. */
  turnBy(by: 1 | -1): void {
    this.pause();
    const steps = this.game.marks.map((mark) => mark.step);
    const next = by > 0 ? (steps.find((step) => step > this.at) ?? this.last) : (steps.findLast((step) => step < this.at) ?? 0);
    void this.go(next);
  }

  toggle(): void {
    if (this.playing) return this.pause();
    this.playing = true;
    void this.tick(this.on ? this.at : 0);
  }

  /** Play from a step to the present. */
  playFrom(step: number): void {
    this.playing = true;
    void this.tick(step);
  }

  private async tick(step: number): Promise<void> {
    await this.go(step);
    const next = this.stops.find((one) => one > step);
    if (!this.playing) return;
    const pace = this.game.family.pace ?? PLAY_PACE;
    if (next === undefined || next >= this.last) { this.timer = setTimeout(() => this.now(), pace); return; }
    this.timer = setTimeout(() => void this.tick(next), pace);
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }
}

/** The turn a step belongs to. */
export function markAt(marks: TurnMark[], step: number): TurnMark | undefined {
  return marks.findLast((mark) => mark.step <= step);
}

/** Figures on their way: along their paths while a move is shown, straight from moment to moment of the past, and out of nothing where they arrive. */
import { reducedMotion, settings } from '../../../../lib/settings.svelte';
import type { TableDesk } from '../table.svelte';
import { spotOf, type Path, type Spot } from '../view';
import type { Crowd } from './crowd';
import type { RingFrame } from './frames';

/** How long a step through the past takes to be seen, in milliseconds. */
const GLIDE = 260;
/** How long figures that arrive take to appear. */
const ARRIVE = 600;
/** So much of its time a frame of the playback lasts at each speed, as the playback reckons. */
const PACE = { watch: 1.5, medium: 1, quick: 0.7, instant: 0 } as const;

export class Motion {
  private timer = 0;
  private crowd: Crowd;
  private past = false;

  constructor(private readonly desk: TableDesk) {
    this.crowd = desk.crowd;
  }

  /** Another position is on the table: figures glide there where it is one of the past, or where the past was left. */
  changed(past: boolean): void {
    const from = this.drawn();
    const known = this.crowd.byId;
    this.crowd = this.desk.crowd;
    if (past || this.past) this.glide(from);
    else this.arrive(this.crowd.field.filter((one) => !known.has(one.figure.id)).map((one) => one.figure.id));
    this.past = past;
  }

  /** Show a move that is on its way to the next position. */
  play(frame: RingFrame): void {
    const ms = frame.ms * PACE[settings.speed] * 0.92;
    const paths = new Map(frame.paths);
    this.run(ms, (share) => {
      const shift = new Map<number, Spot>(frame.before);
      for (const [id, path] of paths) shift.set(id, along(path, share));
      const faded = new Map<number, number>(frame.away.map((id) => [id, 0]));
      for (const id of frame.gone) faded.set(id, 1 - share);
      this.desk.shift = shift;
      this.desk.faded = faded;
    });
  }

  /** Let figures that were not there before appear. */
  private arrive(fresh: readonly number[]): void {
    const ms = ARRIVE * PACE[settings.speed];
    if (!fresh.length || !ms || reducedMotion()) return;
    this.run(ms, (share) => { this.desk.faded = share < 1 ? new Map(fresh.map((id) => [id, share])) : new Map(); });
  }

  /** Glide from where figures are drawn to where the position now has them. */
  private glide(from: ReadonlyMap<number, Spot>): void {
    const ways: [number, Path][] = [];
    for (const one of this.desk.crowd.field) {
      const start = from.get(one.figure.id);
      const end = spotOf(one.figure);
      if (start && (start[0] !== end[0] || start[1] !== end[1])) ways.push([one.figure.id, [start, end]]);
    }
    this.desk.faded = new Map();
    if (!ways.length || reducedMotion()) return this.rest();
    this.run(GLIDE, (share) => {
      this.desk.shift = share < 1 ? new Map(ways.map(([id, path]) => [id, along(path, share)])) : new Map();
    });
  }

  /** Where the figures of the last position were drawn. */
  private drawn(): Map<number, Spot> {
    const { shift } = this.desk;
    return new Map(this.crowd.field.map((one) => [one.figure.id, shift.get(one.figure.id) ?? spotOf(one.figure)]));
  }

  /** Everything where it stands. */
  rest(): void {
    cancelAnimationFrame(this.timer);
    if (this.desk.shift.size) this.desk.shift = new Map();
    if (this.desk.faded.size) this.desk.faded = new Map();
  }

  private run(ms: number, show: (share: number) => void): void {
    cancelAnimationFrame(this.timer);
    if (ms < 20 || reducedMotion()) return show(1);
    const start = performance.now();
    const tick = (now: number) => {
      const share = Math.min(1, Math.max(0, (now - start) / ms));
      show(eased(share));
      if (share < 1) this.timer = requestAnimationFrame(tick);
    };
    show(0);
    this.timer = requestAnimationFrame(tick);
  }
}

const eased = (share: number) => (share < 0.5 ? 2 * share * share : 1 - (2 - 2 * share) ** 2 / 2);

/** The point of a path after a share of its length. */
export function along(path: Path, share: number): Spot {
  const first = path[0] ?? [0, 0];
  const lengths = path.slice(1).map((to, at) => Math.hypot(to[0] - (path[at]?.[0] ?? 0), to[1] - (path[at]?.[1] ?? 0)));
  let left = lengths.reduce((sum, one) => sum + one, 0) * share;
  for (const [at, length] of lengths.entries()) {
    const from = path[at] ?? first;
    const to = path[at + 1] ?? from;
    if (left <= length || at === lengths.length - 1) {
      const part = length ? Math.min(1, left / length) : 1;
      return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
    }
    left -= length;
  }
  return first;
}

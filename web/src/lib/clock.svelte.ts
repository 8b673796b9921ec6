/** The server's time, learned from its answers: countdowns run by it, however wrong the clock of this device is. */

const KEPT = 8;
let readings: number[] = [];

/** Take a reading: the server's time as an answer told it (milliseconds), and when it came. */
export function learn(told: string | null, came = Date.now()): void {
  const server = Number(told);
  if (!told || !Number.isFinite(server)) return;
  readings = [...readings, server - came].slice(-KEPT);
}

/** How far the server's clock is ahead: answers only ever come late, so the greatest reading is nearest to the truth. */
export const offset = (): number => (readings.length ? Math.max(...readings) : 0);

/** What the time is at the server, in milliseconds since 1970. */
export const serverNow = (): number => Date.now() + offset();

/** Forget all readings. */
export function forget(): void {
  readings = [];
}

/** The server's time as something that can be watched: it ticks while somebody looks at it. */
class Ticking {
  now = $state(serverNow());
  private watching = 0;
  private timer: ReturnType<typeof setInterval> | undefined;

  /** Let it tick; returns what ends that. */
  watch(): () => void {
    this.now = serverNow();
    if (!this.watching++) this.timer = setInterval(() => { this.now = serverNow(); }, 500);
    return () => { if (!--this.watching) clearInterval(this.timer); };
  }
}
export const ticking = new Ticking();

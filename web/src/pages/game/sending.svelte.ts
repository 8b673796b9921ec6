/** What has not gone out yet: it is sent again under its own key until the server has answered, and the page says so meanwhile. */
import { ApiError } from '../../lib/api';
import { leisurely } from '../../lib/settings.svelte';

/** `problem` is empty while the first answer is awaited; `again` is when the next try begins (milliseconds), 0 while one is on its way. */
export interface Waiting { what: string; problem: string; again: number }

const SLOW = 1500;
const RETRY = [1000, 2000, 4000, 8000];
const BUSY = [502, 503, 504];

/** The player would rather not send it any more. */
export class GivenUp extends Error {}

export class Sending {
  waiting = $state.raw<Waiting | null>(null);
  private wake: (() => void) | null = null;
  private givenUp = false;

  /** Send until there is an answer; throws what the server refuses, or `GivenUp`. */
  async deliver<T>(what: string, send: () => Promise<T>): Promise<T> {
    this.givenUp = false;
    const slow = setTimeout(() => { this.waiting = { what, problem: '', again: 0 }; }, leisurely(SLOW));
    try {
      for (let tries = 0; ; tries++) {
        try {
          return await send();
        } catch (error) {
          if (!mayRetry(error)) throw error;
          clearTimeout(slow);
          const pause = RETRY[Math.min(tries, RETRY.length - 1)] ?? 8000;
          this.waiting = { what, problem: error.problem.code === 'network' ? 'The server cannot be reached.' : error.problem.message, again: Date.now() + pause };
          await this.rest(pause);
          if (this.givenUp) throw new GivenUp(what);
          this.waiting = { ...this.waiting, again: 0 };
        }
      }
    } finally {
      clearTimeout(slow);
      this.waiting = null;
    }
  }

  /** Try again at once. */
  now(): void {
    this.wake?.();
  }

  giveUp(): void {
    this.givenUp = true;
    this.wake?.();
  }

  private rest(ms: number): Promise<void> {
    return new Promise((done) => {
      const timer = setTimeout(done, ms);
      this.wake = () => { clearTimeout(timer); done(); };
    });
  }
}

/** Whether it is unknown if the server has it, or certain that it has not for want of time: only then the same may be sent again. */
function mayRetry(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.offline || BUSY.includes(error.status));
}

/** Where the ring-bearer was at each turn, as its leader saw it: looked up in the history once, and kept. */
import { api } from '../../../../lib/api';
import type { View } from '../../../../lib/types';
import type { Game } from '../../game.svelte';
import { track } from './hidden';

export class Trail {
  /** The place by step of the game; a turn that the viewer did not lead it has none. */
  private known = $state.raw<ReadonlyMap<number, string>>(new Map());
  private asking = false;
  private seat: number | null = null;

  /** `bearer` says where a view has the ring-bearer, to whoever leads it; empty to all others. */
  constructor(private readonly game: Game, private readonly bearer: (view: View) => string) {}

  /** Look up what is not known yet. */
  follow(): void {
    const { game } = this;
    if (game.seat !== this.seat) {
      this.seat = game.seat;
      this.known = new Map();
    }
    if (!this.asking) void this.fetch(game.seat);
  }

  private async fetch(seat: number | null): Promise<void> {
    const { game } = this;
    this.asking = true;
    try {
      for (const { step } of game.marks) {
        if (this.known.has(step) || game.seat !== seat) continue;
        const { view } = await api.at(game.table.id, step, game.look);
        if (game.seat === seat) this.known = new Map([...this.known, [step, this.bearer(view)]]);
      }
    } catch {
      return; // without it the board shows the present alone
    } finally {
      this.asking = false;
    }
  }

  /** The way up to a step of the game, and where it is at that moment. */
  places(step: number, now: string): string[] {
    const before = [...this.known].filter(([at, place]) => at <= step && place).toSorted(([a], [b]) => a - b).map(([, place]) => place);
    return track(now ? [...before, now] : before);
  }
}

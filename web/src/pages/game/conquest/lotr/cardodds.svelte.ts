/** What cards in hand make of an attack: the odds once each is played, asked for while one chooses. */
import type { Forecast } from '../../../../lib/types';
import { inquire } from '../../inquire';
import type { Game } from '../../game.svelte';

/** A card as it would be played; `leader`: the own leader takes part in the attack. */
export interface Use { card: string; source: string; target: string; count: number; leader?: boolean }

const keyOf = (use: Use): string => `${use.card} ${use.source} ${use.target} ${use.count} ${use.leader ?? true}`;

export class CardOdds {
  private found = $state.raw<ReadonlyMap<string, Forecast>>(new Map());
  private step = -1;

  constructor(private readonly game: Game) {}

  of(use: Use): Forecast | null { return this.found.get(keyOf(use)) ?? null; }

  /** Ask for what is not known of the position that stands; returns what stops the asking. */
  follow(uses: readonly Use[]): () => void {
    const { step } = this.game.shown;
    if (step !== this.step) {
      this.step = step;
      this.found = new Map();
    }
    const control = new AbortController();
    void this.ask(uses, step, control.signal);
    return () => { control.abort(); };
  }

  private async ask(uses: readonly Use[], step: number, signal: AbortSignal): Promise<void> {
    for (const use of uses) {
      if (this.found.has(keyOf(use)) || signal.aborted) continue;
      const { card, source, target, count, leader = true } = use;
      const odds = await inquire<Forecast | null>(this.game, 'card', { card, source, target, count, leader }, signal).catch(() => null); // nothing is told of it then
      if (odds && step === this.step) this.found = new Map([...this.found, [keyOf(use), odds]]);
    }
  }
}

/** Sets of cards that are traded in a round's reinforcements, and the armies that they bring. */
import type { Armies } from '../../../../generated/risk';
import { inquire } from '../../inquire';
import type { CardSet } from '../trade';
import type { Rounds } from './rounds.svelte';

export class Sets {
  /** Armies to place as the rules count them for the sets that are written; null until they have answered. */
  private told = $state.raw<{ key: string; armies: Armies } | null>(null);

  constructor(private readonly rounds: Rounds) {}

  private readonly key: string = $derived.by(() => JSON.stringify(this.rounds.sheet.sets));
  private readonly plain: number = $derived.by(() => this.rounds.command.game.offers.find((offer) => offer.kind === 'placements')?.most ?? 0);
  /** Armies to place in all. */
  readonly due: number = $derived.by(() => {
    if (!this.rounds.sheet.sets.length) return this.plain;
    return this.told?.key === this.key ? this.told.armies.count : this.plain + this.rounds.sheet.sets.reduce((sum, set) => sum + this.worth(set.cards), 0);
  });

  private worth(cards: readonly string[]): number {
    return this.rounds.command.game.offers.find((offer) => offer.kind === 'trade' && offer.source === cards.join(' '))?.most ?? 0;
  }

  /** Cards of the hand that no set takes yet. */
  free(set: CardSet): boolean {
    const taken = new Set(this.rounds.sheet.sets.flatMap((one) => one.cards));
    return !set.cards.some((card) => taken.has(card));
  }

  begin(): void { this.told = null; }

  trade(set: CardSet, bonus: string | null): void {
    if (!this.rounds.editable()) return;
    this.rounds.change({ sets: [...this.rounds.sheet.sets, { cards: set.cards, bonus }] });
    void this.ask();
  }

  back(at: number): void {
    this.rounds.change({ sets: this.rounds.sheet.sets.filter((_, other) => other !== at), place: [] });
    void this.ask();
  }

  /** Ask the rules what the sets bring: a later one may be worth more than it would be alone. */
  async ask(): Promise<void> {
    const { key } = this;
    const armies = await inquire<Armies>(this.rounds.command.game, 'armies', { sets: this.rounds.sheet.sets }).catch(() => null);
    if (armies && key === this.key) this.told = { key, armies };
  }
}

/** What the reader is choosing where the frame asks: places and amounts by offer, and the draft of a secret answer. */
import type { Action, Offer } from '../../../lib/types';
import type { Game } from '../game.svelte';
import { plainAction } from '../twin/offers';
import { firstChoice, plainForm, textOf, type Choice } from './answers';
import { Draft } from './draft.svelte';

export const keyOf = (offer: Offer): string => `${offer.kind} ${offer.source} ${offer.targets.join()}`;

export class Answering {
  private choices = $state.raw<Readonly<Record<string, Choice>>>({});
  readonly draft: Draft<Action | null>;

  constructor(private readonly game: Game) {
    this.draft = new Draft<Action | null>(game, plainForm);
  }

  readonly secret: boolean = $derived.by(() => this.game.shown.asked?.secret ?? false);
  /** Whether the answer is declared ready: nothing is chosen then until it is taken back. */
  readonly settled: boolean = $derived.by(() => this.secret && this.draft.ready);

  /** What is chosen holds for one seat and one question: the next asks anew. */
  private key(offer: Offer): string {
    return `${this.game.asked} ${this.game.shown.asked?.step} ${keyOf(offer)}`;
  }

  choiceOf(offer: Offer): Choice {
    return this.choices[this.key(offer)] ?? firstChoice(offer);
  }

  choose(offer: Offer, change: Partial<Choice>): void {
    this.choices = { ...this.choices, [this.key(offer)]: { ...this.choiceOf(offer), ...change } };
  }

  /** Take up the draft of the question that is asked now, or leave it where the question is open. */
  follow(): void {
    const { asked, shown } = this.game;
    if (this.secret && asked !== null && shown.asked) void this.draft.open(asked, shown.asked.step);
    else this.draft.clear();
  }

  async answer(offer: Offer): Promise<void> {
    const action = plainAction(offer) ?? (await this.game.read(textOf(offer, this.choiceOf(offer))));
    if (action && this.secret) this.draft.change(() => action);
    else if (action) await this.game.act(action);
  }
}

/** What is being bought, collected or given away: the thing, its target, and what it is paid with. */
import { plural } from '../../../../lib/words';
import type { Command } from '../command.svelte';
import { armiesOf, ownerOf, type Card } from '../view';
import { fewestCards, payment, starsOf, type Payment } from './stars';
import type { BalanceView, Ware } from './view';

const STAYS = 1;

export class Shop {
  /** The action chosen, by its key. */
  what = $state('');
  /** The objective to be collected, while a place for its airfield is being chosen. */
  objective = $state('');
  /** The card to give away. */
  card = $state('');
  space = $state<string | null>(null);
  seat = $state<number | null>(null);
  /** Armies by place: to place, or to fetch from there. */
  armies = $state.raw<Record<string, number>>({});
  /** The place whose tank is moved instead of armies. */
  tank = $state<string | null>(null);

  constructor(readonly command: Command) {}

  private readonly view: BalanceView | null = $derived.by(() => this.command.balance);
  readonly hand: Card[] = $derived.by(() => this.view?.cards.hand ?? []);
  readonly ware: Ware | null = $derived.by(() => this.view?.shop.find((one) => one.what === this.what && !one.reason) ?? null);
  /** Whether armies are moved to the place chosen first. */
  readonly moving: boolean = $derived.by(() => this.what === 'maneuver');
  readonly counted: number = $derived.by(() => Object.values(this.armies).reduce((sum, count) => sum + count, 0));
  /** Places that may be chosen now. */
  readonly spaces: Set<string> = $derived.by(() => {
    if (this.objective) return new Set(this.offer('collect', this.objective)?.targets);
    const ware = this.ware;
    if (!ware || ware.wants === 'seat' || ware.wants === '') return new Set();
    if (ware.wants === 'space') return new Set(ware.choices);
    if (this.moving) return this.space ? this.supply(this.space) : new Set(ware.choices);
    return this.counted < ware.amount ? new Set(ware.choices) : new Set();
  });
  /** Cards paid with: those chosen, else as few as will do. */
  readonly paid: Card[] = $derived.by(() => {
    const chosen = this.hand.filter((card) => this.command.chosenCards.includes(card.id));
    if (chosen.length || !this.ware) return chosen;
    return fewestCards(this.ware.cost, this.view?.funds?.pile ?? 0, this.hand) ?? [];
  });
  readonly payment: Payment | null = $derived.by(() =>
    this.ware && payment(this.ware.cost, this.view?.funds?.pile ?? 0, this.paid));
  /** What is still missing before it can be bought, in words; empty: nothing. */
  readonly lacks: string = $derived.by(() => {
    const { ware } = this;
    if (!ware) return 'Choose an action first.';
    if (ware.wants === 'space' && !this.space) return 'Choose a place on the map first.';
    if (ware.wants === 'seat' && this.seat === null) return 'Choose a side first.';
    if (this.moving && !this.space) return 'Choose first where the armies go.';
    if (this.moving && !this.counted && !this.tank) return 'Choose first where the armies come from.';
    if (ware.wants === 'armies' && !this.moving && this.counted < ware.amount) return `Place ${plural(ware.amount - this.counted, 'more army', 'more armies')} first.`;
    return this.payment?.short ? `This is ${this.payment.short} short. Choose more cards to pay with.` : '';
  });
  /** Numbers to draw at tokens: armies that come, or that leave. */
  readonly counts: Record<string, number> = $derived.by(() => {
    if (!this.moving) return this.armies;
    const leaving = Object.fromEntries(Object.entries(this.armies).map(([id, count]) => [id, -count]));
    return this.space && this.counted ? { ...leaving, [this.space]: this.counted } : leaving;
  });

  private offer(kind: string, source: string) {
    return this.command.game.offers.find((one) => one.kind === kind && one.source === source);
  }

  /** Own places joined to one by own places. */
  private joined(target: string): string[] {
    const { ground, view, side } = this.command;
    const found = new Set([target]);
    for (const id of found) {
      for (const near of ground.neighbours.get(id) ?? []) if (ownerOf(ground, view, near) === side) found.add(near);
    }
    return [...found].filter((id) => id !== target);
  }

  /** Own places that armies may still come from. */
  private supply(target: string): Set<string> {
    if (this.counted >= this.most || this.tank) return new Set();
    return new Set(this.joined(target).filter((id) => this.spare(id) > (this.armies[id] ?? 0)));
  }
  private spare(id: string): number {
    return armiesOf(this.command.ground, this.command.view, id) - STAYS;
  }

  /** Armies to place or to move at most, where they are moved as far as there are any. */
  readonly most: number = $derived.by(() => {
    const amount = this.ware?.amount ?? 0;
    if (!this.moving || !this.space) return amount;
    return Math.min(amount, this.joined(this.space).reduce((sum, id) => sum + this.spare(id), 0));
  });

  /** Own places that a tank may be moved from, as five armies; an army that stays need not be one of several. */
  readonly tanks: string[] = $derived.by(() => {
    const { space, view } = this;
    if (!this.moving || !space || !view || this.counted) return [];
    const { ground } = this.command;
    return this.joined(space).filter((id) => (view.marks.tanks[ground.index.get(id) ?? -1] ?? 0) > 0);
  });

  /** Choose an action; one that cannot be bought says why. */
  choose(ware: Ware): void {
    const { game } = this.command;
    if (ware.reason) return game.refuse({ ...ware.reason, message: game.named(ware.reason.message) });
    if (this.command.deed !== 'buy') return game.refuse({ message: 'Actions are bought in your turn, before the draft.' });
    game.calm();
    const again = this.what === ware.what;
    this.clear();
    if (!again) this.what = ware.what;
    const [only] = ware.choices;
    if (!again && ware.wants === 'seat' && ware.choices.length === 1) this.seat = Number(only);
  }

  /** A place was chosen. */
  async pick(id: string): Promise<unknown> {
    const { game, ground } = this.command;
    if (this.objective) return this.collect(this.objective, id);
    if (!this.ware) return game.refuse({ message: this.command.deed === 'buy' ? 'Choose an action first, or go on.' : 'Choose an objective first, or go on.' });
    if (this.ware.wants === '' || this.ware.wants === 'seat') return game.refuse({ message: `${this.ware.title} takes no place on the map.` });
    if (!this.spaces.has(id)) {
      // The rules say what is wrong with a single target; armies by place are judged here.
      if (this.ware.wants === 'space') return this.send({ space: id });
      return game.refuse({ message: this.counted >= this.most ? `That is all: ${this.most} at most.` : `${ground.name(id)} cannot be chosen for this. Those that can have a brass ring.` });
    }
    if (this.ware.wants === 'space' || (this.moving && !this.space)) this.space = id;
    else this.armies = { ...this.armies, [id]: (this.armies[id] ?? 0) + 1 };
  }

  /** One army less from a place. */
  take(id: string): void {
    const fewer = { ...this.armies, [id]: (this.armies[id] ?? 0) - 1 };
    this.armies = Object.fromEntries(Object.entries(fewer).filter(([, count]) => count > 0));
  }

  /** One level back; false when there was nothing to leave. */
  back(): boolean {
    if (this.space || this.counted || this.tank) {
      const { what } = this;
      this.clear();
      this.what = what;
      return true;
    }
    const some = this.what !== '' || this.objective !== '';
    this.clear();
    return some;
  }

  clear(): void {
    this.what = this.objective = this.card = '';
    this.space = this.seat = this.tank = null;
    this.armies = {};
    this.command.chosenCards = [];
  }

  /** Forget what no longer holds. */
  refresh(): void {
    const { deed } = this.command;
    if (deed !== 'buy' && deed !== 'collect' && deed !== 'give') {
      if (this.what || this.objective || this.card) this.clear();
    } else if (this.what && !this.ware) this.clear();
  }

  private send(more: Record<string, unknown>): Promise<boolean> {
    const cards = this.paid.map((card) => card.id);
    return this.command.game.act({ type: 'buy', what: this.what, space: this.space, seat: this.seat, armies: Object.entries(this.armies), tank: this.tank, cards, ...more });
  }

  async buy(): Promise<void> {
    if (this.lacks) return this.command.game.refuse({ message: this.lacks });
    if (await this.send({})) this.clear();
  }

  /** Collect an objective; one that brings an airfield asks for its place first. */
  async collect(id: string, space: string | null = null): Promise<void> {
    const offer = this.offer('collect', id);
    if (!offer) return;
    if (offer.targets.length && !space) { this.objective = id; return; }
    if (await this.command.game.act({ type: 'collect', objective: id, space })) this.clear();
  }

  async give(): Promise<void> {
    if (!this.card) return this.command.game.refuse({ message: 'Choose a card to give away first.' });
    if (await this.command.game.act({ type: 'give', card: this.card })) this.clear();
  }

  /** The main button of the moment. */
  async main(): Promise<void> {
    const { deed } = this.command;
    if (deed === 'give') return this.give();
    if (deed === 'buy' && this.ware) return this.buy();
    if (deed === 'buy') return this.command.end();
    const [only, ...others] = this.command.game.offers.filter((one) => one.kind === 'collect');
    if (deed === 'collect' && only && !others.length) return this.collect(only.source);
  }

  /** The payment in words: "2 stars and 4 of your pile". */
  readonly price: string = $derived.by(() => {
    const { payment: due } = this;
    if (!due) return '';
    const parts = [...(due.stars ? [plural(due.stars, 'star')] : []), ...(due.pile ? [`${due.pile} of your pile`] : [])];
    return `${parts.join(' and ')}${due.wasted ? `; ${plural(due.wasted, 'star')} more than it costs` : ''}`;
  });
  readonly stars: number = $derived.by(() => starsOf(this.hand));
}

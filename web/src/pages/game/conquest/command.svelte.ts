/** What the player is choosing on a conquest board: source, target and amounts, and what is done with them. */
import { api } from '../../../lib/api';
import { leisurely } from '../../../lib/settings.svelte';
import { toast } from '../../../lib/toasts.svelte';
import type { Action, Offer } from '../../../lib/types';
import { plural } from '../../../lib/words';
import type { Game } from '../game.svelte';
import { Shop } from './balance/shop.svelte';
import { isBalance, type BalanceView } from './balance/view';
import { ARMS, heldWords, type Arms } from './cards';
import { Odds } from './odds.svelte';
import { Placing } from './placing.svelte';
import type { Peek } from './peek';
import { notYours, tryOf } from './refusals';
import { landmarksOf, marksOf } from './marked';
import { Rounds } from './simultaneous/rounds.svelte';
import { setsOf, type CardSet } from './trade';
import {
  armiesOf, deedOf, NEUTRAL_COLOUR, NOBODY, ownerOf, usualMoveIn, type ConquestView, type Deed, type Ground, type Phase,
} from './view';

/** Milliseconds for which a click or a key is remembered: longer than any own move is shown. */
const PATIENCE = 2500;

export type Asked = Exclude<Phase, 'over'> | null;
/** Who holds a place: `name` within a sentence, `title` at its beginning. */
export interface Holder { name: string; title: string; colour: number }

/** What ends a phase, as it is sent and in words on the button. */
const ENDS: Partial<Record<Phase, [type: string, label: string]>> = {
  reinforce: ['', 'End placing'], neutral_reinforce: ['', 'End placing'], attack: ['end_attacks', 'End attacks'], fortify: ['end_turn', 'End turn'],
  neutral_attack: ['done', 'End neutral attack'], buy: ['done', 'End buying'], collect: ['done', 'Collect none'], maneuver: ['done', 'Skip maneuver'],
};

export class Command {
  source = $state<string | null>(null);
  target = $state<string | null>(null);
  /** Armies to move in or over. */
  amount = $state(1);
  chosenCards = $state.raw<string[]>([]);
  /** Tanks to move over. */
  tanks = $state(0);
  /** Whether the rest of the set-up is just being left to the rules. */
  leaving = $state(false);
  /** A kind of decision about a place that is asked for beside the phase's own, as forming a tank. */
  mode = $state('');
  /** The folder of the variant, which holds its docks and marks. */
  readonly folder: string = $derived.by(() => (this.balance ? 'balance' : ''));
  /** What is counted on the board, one and several of it. */
  readonly unit: readonly [string, string] = ['army', 'armies'];
  /** The kinds of the cards that are traded in sets, in the order in which the game tells what sets are worth. */
  readonly arms: Arms = ARMS;
  /** What ends placing. */
  readonly placed: Action = { type: 'done' };
  /** What of a place was met when it was chosen first, where a variant draws more there than a token. */
  part = '';
  /** What was asked for, last, while the last decision was still under way. */
  private waiting: { run: () => unknown; until: number; place?: string }[] = [];

  constructor(readonly game: Game, readonly ground: Ground) {}

  readonly view: ConquestView = $derived.by(() => this.game.view as ConquestView);
  /** The view of the variant with cities and a neutral army, where that is played. */
  readonly balance: BalanceView | null = $derived.by(() => (isBalance(this.view) ? this.view : null));
  readonly shop = new Shop(this);
  readonly placing = new Placing(this);
  readonly odds = new Odds(this);
  /** What is written in simultaneous rounds, where they are played. */
  readonly rounds = new Rounds(this);
  readonly phase: Asked = $derived.by(() => {
    if (this.game.asked === null || this.game.framed || this.game.replay.on || this.game.curtain !== null) return null;
    const phase = (this.game.shown.view as ConquestView).phase;
    return phase === 'over' ? null : phase;
  });
  readonly deed: Deed | null = $derived.by(() => this.rounds.task ?? (this.phase && deedOf(this.phase)));
  /** Places whose sites have a gold rim, and those whose ports have a brass one. */
  readonly marked: ReadonlySet<string> = $derived.by(() => new Set());
  readonly harbours: ReadonlySet<string> = $derived.by(() => new Set());
  /** Places that are to be seen though nothing is being chosen there: those of a question out of turn. */
  readonly watched: readonly string[] = $derived.by(() => []);
  /** What the low sheet of a phone says, where a variant says it itself. */
  readonly peek: Peek | null = $derived.by(() => null);
  /** Whether the neutral army acts by the asked player's word. */
  readonly neutral: boolean = $derived.by(() => this.phase !== null && this.balance?.acting === NOBODY);
  /** The side that acts: a seat, or nobody's for the neutral army; null where nothing is asked. */
  readonly side: number | null = $derived.by(() => (this.neutral ? NOBODY : this.game.asked));
  readonly acting: Offer[] = $derived.by(() => this.game.offers.filter((offer) => offer.kind === this.kind || (this.deed === 'move' && offer.kind === 'move_tanks' && !this.mode)));
  readonly kind: string = $derived.by(() => {
    if (this.mode) return this.mode;
    if (this.deed === 'place' || this.phase === 'setup') return 'place';
    if (this.deed === 'attack') return 'attack';
    return this.deed === 'move' ? 'fortify' : (this.phase ?? '');
  });
  /** Whether a decision can be made now, none being under way. */
  readonly free: boolean = $derived.by(() => this.game.mayAct && !this.placing.sending);
  /** Places that may be chosen first. */
  readonly sources: Set<string> = $derived.by(() => {
    if (this.rounds.task) return this.rounds.sources;
    if (this.deed === 'buy') return this.shop.spaces;
    if (this.deed === null || this.deed === 'occupy' || this.deed === 'give') return new Set();
    if (this.deed === 'collect' && !this.shop.objective) return new Set();
    if (this.deed === 'place' && this.placing.left <= 0 && !this.mode) return new Set();
    if (this.deed === 'collect') return this.shop.spaces;
    return new Set(this.acting.flatMap((offer) => (offer.source ? [offer.source] : offer.targets)));
  });
  /** Places that may be chosen second, the best chance first. */
  readonly targets: string[] = $derived.by(() => {
    if (this.rounds.task) return this.rounds.targets;
    if (!this.source || (this.deed !== 'attack' && this.deed !== 'move')) return [];
    const chance = (id: string) => this.odds.all.get(id)?.chance ?? 0;
    return this.within(this.source).sort((a, b) => chance(b) - chance(a));
  });
  readonly most: number = $derived.by(() => {
    if (this.phase === 'occupy') return this.view.occupy?.most ?? 1;
    if (this.deed === 'move' && this.source) return armiesOf(this.ground, this.view, this.source) - 1;
    return 1;
  });
  /** Sets of cards that may be traded, the best first. */
  readonly sets: CardSet[] = $derived.by(() => setsOf(this.game.offers, this.balance, this.chosenCards).filter((set) => this.rounds.task === null || this.rounds.sets.free(set)));
  /** The set that would be traded: the cards chosen, else the best. */
  readonly set = $derived.by(() =>
    this.chosenCards.length === 0 ? this.sets[0] : this.sets.find((one) => one.cards.length === this.chosenCards.length && one.cards.every((card) => this.chosenCards.includes(card))));
  /** The pictured territory that is wished to get the extra armies, where several are owned. */
  wished = $state('');
  /** The pictured territory of the set that gets them; null where there is none. */
  readonly pictured: string | null = $derived.by(() => {
    const choice = this.set?.bonus ?? [];
    return choice.includes(this.wished) ? this.wished : (choice[0] ?? null);
  });
  /** Most dice against the target. */
  readonly dice: number = $derived.by(() => this.diceOn(this.target));

  /** Take note of a new position: forget what no longer holds, ask for the odds of what does. */
  refresh(): void {
    const { view, ground } = this;
    this.mode = '';
    this.rounds.note();
    if (this.rounds.task) return;
    if (this.deed === 'place') this.placing.recall();
    else if (this.phase !== 'setup') this.placing.draft = [];
    this.chosenCards = this.chosenCards.filter((id) => view.cards.hand.some((card) => card.id === id));
    this.shop.refresh();
    if (this.phase === 'occupy') {
      this.source = view.occupy?.source ?? null;
      this.target = view.occupy?.target ?? null;
      this.amount = usualMoveIn(ground, view);
      return;
    }
    if (this.interrupted) return;
    if (this.deed !== 'attack' && this.deed !== 'move') return this.clear();
    if (this.source && !this.acting.some((offer) => offer.source === this.source)) return this.clear();
    if (this.target && !this.targets.includes(this.target)) this.target = null;
    if (this.source && this.deed === 'attack') void this.odds.load(this.source);
  }

  /** Whether others are asked about what one does in one's own turn: what was chosen for it is still meant. */
  private get interrupted(): boolean {
    const { game, view } = this;
    return this.deed === null && view.seat === game.seat && !game.over && !game.replay.on && game.curtain === null;
  }

  /** What can be reached from a place: targets that allow different amounts come in several offers. */
  within(source: string): string[] {
    return [...new Set(this.acting.flatMap((offer) => (offer.source === source ? offer.targets : [])))];
  }

  /** The most dice that the source may roll against a target: fewer where terrain says so. */
  diceOn(target: string | null): number {
    const offers = this.acting.filter((offer) => offer.source === this.source && target !== null && offer.targets.includes(target));
    return Math.max(1, ...offers.map((offer) => offer.most));
  }

  clear(): void {
    this.source = null;
    this.target = null;
    this.odds.clear();
    this.tanks = 0;
  }

  /** One level back; false when there was nothing to leave. */
  back(): boolean {
    if (this.phase === 'occupy') return false;
    if (this.mode) { this.mode = ''; return true; }
    if (this.deed === 'buy' || this.deed === 'collect') return this.shop.back();
    if (this.target) { this.target = null; this.odds.stopped = null; return true; }
    if (this.source) { this.clear(); return true; }
    return false;
  }

  /** A place was clicked, tapped, or entered; done when the rules have answered, where they are asked. */
  async choose(id: string, many = false): Promise<unknown> {
    if (this.game.replay.on) return;
    if (this.phase === null) return this.game.refuse({ message: notYours(this.game) });
    if (!this.free) return this.later(id, many);
    this.game.calm();
    if (this.rounds.task) return this.rounds.choose(id, many);
    const other = this.variant(id);
    if (other !== false) return other;
    if (this.mode) return this.send({ type: this.mode, space: id });
    if (this.phase === 'claim' || this.phase === 'capital') return this.send({ type: this.phase, space: id });
    if (this.phase === 'setup') return this.send({ type: 'place', space: id, count: 1 });
    if (this.deed === 'place') return this.placing.put(id, many ? 5 : 1);
    if (this.deed === 'buy' || this.deed === 'collect') return this.shop.pick(id);
    if (this.deed === 'give') return this.game.refuse({ message: 'You hold a card too many. Give one away first.' });
    if (this.phase === 'occupy') return this.game.refuse({ message: `${this.ground.name(this.target ?? '')} has fallen. Say first how many ${this.unit[1]} move in.` });
    if (this.targets.includes(id)) return this.aim(id);
    if (this.sources.has(id)) return this.start(id);
    return this.wrong(id);
  }

  /** Do something now, or when the decision under way has been answered; of several wishes the last one counts, after the places chosen for it. */
  soon(run: () => unknown): void {
    const places = this.waiting.filter((wish) => wish.place !== undefined);
    this.waiting = [];
    if (this.free) run();
    else if (this.phase !== null) this.waiting = [...places, { run, until: Date.now() + leisurely(PATIENCE) }];
  }

  /** Choose a place when the decision under way has been answered; of several the last two, which may be from where and to where. */
  private later(id: string, many: boolean): void {
    const before = this.waiting.filter((wish) => wish.place !== undefined && wish.place !== id).slice(-1);
    this.waiting = [...before, { run: () => this.choose(id, many), until: Date.now() + leisurely(PATIENCE), place: id }];
  }

  /** Take up what came too early, if that was not long ago; what comes after a decision waits for its answer. */
  resume(): void {
    const wishes = this.waiting.filter((wish) => wish.until > Date.now());
    this.waiting = [];
    while (wishes.length && this.free && this.phase !== null) wishes.shift()?.run();
    if (this.phase !== null) this.waiting = [...wishes, ...this.waiting];
  }

  /** Leave the rest of claiming, or of placing, to the rules: the server goes on with it, also when this page is closed. */
  async leave(): Promise<void> {
    const { asked: seat, table } = this.game;
    if (seat === null || this.leaving) return;
    const claims = this.phase === 'claim';
    this.leaving = true;
    try {
      await api.settle(table.id, { seat, key: claims ? 'setup.claim' : 'setup.place', on: true });
      // Bots answer at once: there nothing is left to be undone.
      if (table.seats.some((one) => one.kind === 'human' && !one.you)) toast(`The rest is ${claims ? 'claimed' : 'placed'} for you, even when you close this page. To undo this, open the menu, under In advance.`, 'good', 6000);
    } catch (error) {
      this.game.refuse({ message: error instanceof Error ? error.message : 'That did not work.' });
    }
    this.leaving = false;
  }

  start(id: string): void {
    this.clear();
    this.source = id;
    if (this.deed === 'attack') void this.odds.load(id);
  }

  aim(id: string): void {
    this.target = id;
    this.odds.begin();
    this.amount = this.deed === 'move' ? this.most : 1;
    this.tanks = this.deed === 'move' && !this.most ? 1 : 0; // where nothing but tanks can leave
  }

  /** Say why a place cannot be chosen: the rules answer tries that they can never accept, plain words do for the rest. */
  private async wrong(id: string): Promise<unknown> {
    if (this.source && id === this.source) return this.back();
    const tried = tryOf(this, id);
    return typeof tried === 'string' ? this.game.refuse({ message: tried }) : this.send(tried);
  }

  protected async send(action: Action): Promise<boolean> {
    return this.game.act(action);
  }

  /** Whether a leader stands in a place, where the game has any. */
  leaderIn(_id: string | null): boolean { return false; }

  async trade(): Promise<void> {
    if (!this.set) return this.game.refuse({ message: this.balance ? 'Cards with two to ten stars can be traded.' : 'A set is three alike, one of each, or any two with a wild card.' });
    if (this.rounds.task) return this.rounds.sets.trade(this.set, this.pictured);
    const action = { type: 'trade', cards: this.set.cards, bonus: this.pictured };
    if (await this.send(action)) this.chosenCards = [];
  }

  // --- attacking and moving

  /** An attack as it is sent, and as its odds are asked for. */
  attackOf(source: string, target: string, dice: number, until: number | null): Action {
    return { type: 'attack', source, target, dice, until };
  }

  /** A key of the variant's own; whether it was used. */
  key(_event: KeyboardEvent): boolean { return false; }

  /** What lies in a place beside armies, in words. */
  there(id: string): string[] { return marksOf(this, id).map((mark) => mark.words); }

  /** What is worth knowing of a place beside that, in sentences without their stop. */
  about(id: string): string[] { return landmarksOf(this.ground, id); }

  /** What goes from source to target, as the arrow says it. */
  moving(): string { return String(this.amount); }

  /** Which new units of the asked seat have their place already, in a sentence; empty where none have. */
  get stationed(): string { return ''; }

  /** How many cards somebody holds, in words; empty where there are none in the game. */
  held(seat: number): string { return heldWords(this.view.cards, seat); }

  /** "3 armies". */
  counted(count: number): string { return count < 0 ? `an unknown number of ${this.unit[1]}` : plural(count, ...this.unit); }

  /** What a place asks for where the variant has something else to choose there; false: nothing. */
  protected variant(_id: string): unknown { return false; }

  async attack(until: number | null): Promise<void> {
    const { source, target, dice } = this;
    if (!source || !target || this.deed !== 'attack') return;
    await this.send(this.attackOf(source, target, dice, until));
  }

  async occupy(): Promise<void> {
    const target = this.target;
    if (!(await this.send({ type: 'occupy', count: this.amount }))) return;
    if (target && this.deed === 'attack' && this.sources.has(target)) this.start(target);
  }

  async fortify(): Promise<void> {
    const { source, target, amount, tanks } = this;
    if (!source || !target) return;
    const action = tanks ? { type: 'move_tanks', source, target, tanks, count: amount } : { type: 'fortify', source, target, count: amount };
    if (await this.send(action)) this.clear();
  }

  /** Form or disband a tank: the next place chosen is where; pressed again, nothing is asked. Tanks are formed of what has been placed. */
  async ask(mode: string): Promise<void> {
    const next = this.mode === mode ? '' : mode;
    this.clear();
    if (next && !(await this.placing.send())) return;
    if (this.game.offers.some((offer) => offer.kind === next) || !next) this.mode = next;
  }

  /** What the end button does now, in words; empty where there is nothing to end. */
  readonly endLabel: string = $derived.by(() => (this.phase && !this.rounds.task && ENDS[this.phase]?.[1]) || '');

  async end(): Promise<void> {
    const [type] = (this.phase && ENDS[this.phase]) ?? [];
    if (this.deed === 'place') return this.placing.commit();
    if (type && (await this.send({ type }))) this.clear();
  }

  /** Whether the main button ends placing: nothing is left to place. */
  readonly done: boolean = $derived.by(() => this.deed === 'place' && this.placing.left <= 0);

  /** The main button of the moment. */
  async main(): Promise<void> {
    if (this.rounds.telling || this.rounds.task) return void this.rounds.main();
    if (this.deed === 'place') return this.placing.commit();
    if (this.deed === 'occupy') return this.occupy();
    if (this.deed === 'move' && this.target) return this.fortify();
    if (this.deed === 'attack' && this.target) return this.attack(1);
    if (this.deed === 'buy' || this.deed === 'collect' || this.deed === 'give') return this.shop.main();
  }

  /** The holder of a place; `owner` where that is known from elsewhere. */
  holder(id: string, owner = ownerOf(this.ground, this.view, id)): Holder {
    const card = this.game.card(owner);
    if (card) return { name: card.name, title: card.name, colour: card.colour };
    // What has just fallen stands empty too, until its conqueror has moved in.
    const empty = armiesOf(this.ground, this.view, id) === 0 && this.view.occupy?.target !== id;
    const free = !this.balance?.neutral || empty;
    return free ? { name: 'Nobody', title: 'Nobody', colour: 0 } : { name: 'the neutral army', title: 'The neutral army', colour: NEUTRAL_COLOUR };
  }
}

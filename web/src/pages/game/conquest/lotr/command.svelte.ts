/** What the player is choosing in Lord of the Rings Risk: beside attacks and moves also cards, leaders, and where rewards go. */
import type { Action, Offer } from '../../../../lib/types';
import { capital, list, plural } from '../../../../lib/words';
import type { Arms } from '../cards';
import { Command, type Holder } from '../command.svelte';
import type { Variant } from '../commands';
import { landmarksOf } from '../marked';
import type { Peek } from '../peek';
import { setsOf, type CardSet } from '../trade';
import { armiesOf, deedOf, NEUTRAL_COLOUR, NOBODY, ownerOf, type Deed } from '../view';
import { lotr, missionsIn, type AdventureCard, type LotrView } from './view';
import { CardOdds, type Use } from './cardodds.svelte';
import { Reach } from './reach.svelte';
import { stateOf, type CardState } from './words';

/** What moves: units, units with a leader, or a leader alone. */
export type Way = 'units' | 'led' | 'leader';
const ENDS: Record<string, [type: string, label: string]> = {
  reinforce: ['end_step', 'End placing'], declare: ['end_step', 'On to attacks'], attack: ['end_attacks', 'End attacks'], fortify: ['end_turn', 'End turn'], cards: ['end_turn', 'End turn'],
};
/** Offers that are made with a card of the hand. */
const CARDS = new Set(['play', 'mission', 'place_reward']);

export class LotrCommand extends Command {
  override readonly folder: string = 'lotr';
  override readonly unit: readonly [string, string] = ['unit', 'units'];
  override readonly arms: Arms = ['infantry', 'cavalry', 'creatures'];
  override readonly placed: Action = { type: 'end_step' };
  /** The card chosen, by its id. */
  card = $state<string | null>(null);
  /** Where its units go. */
  spread = $state.raw<Record<string, number>>({});
  /** What it adds or takes, where it asks for that. */
  count = $state(0);
  /** Whether the own leader takes part in the attack, where it may stay away. */
  led = $state(true);
  way = $state<Way>('units');
  /** Cards to be discarded, by their place in the hand. */
  dropped = $state.raw<number[]>([]);
  /** What a click on a place chooses where the frame asks in secret, and the places that it may; null: nothing. */
  naming = $state.raw<{ places: readonly string[]; choose(id: string): void } | null>(null);
  /** Whether all cards are shown large. */
  gallery = $state(false);

  readonly reach = new Reach(this);
  readonly cardOdds = new CardOdds(this.game);
  /** A card that is looked at by itself, by its id. */
  looked = $state<string | null>(null);
  /** Which mission's place was lit last, by its place among those in hand. */
  private mission = -1;
  readonly lotr: LotrView = $derived.by(() => lotr(this.view));
  readonly chosen: AdventureCard | null = $derived.by(() => this.lotr.adventure.hand.find((card) => card.id === this.card) ?? null);
  /** What may be done with the chosen card. */
  readonly uses: Offer[] = $derived.by(() => this.game.offers.filter((offer) => CARDS.has(offer.kind) && offer.source === this.card));
  override readonly deed: Deed | null = $derived.by(() => {
    if (this.rounds.task) return this.rounds.task;
    if (!this.phase) return null;
    const kinds = new Set(this.game.offers.map((offer) => offer.kind));
    if (kinds.has('discard')) return 'discard';
    if (this.card !== null && this.uses.length) return 'card';
    if (kinds.has('place_leader') && (this.phase === 'setup' || !kinds.has('end_turn'))) return 'leader';
    return deedOf(this.phase);
  });
  override readonly acting: Offer[] = $derived.by(() => {
    if (this.deed === 'card') return this.uses;
    const kinds = { attack: ['attack', 'enter'], move: ['fortify', 'move_leader'], leader: ['place_leader'], declare: ['declare'] }[this.deed as string] ?? [this.kind];
    return this.game.offers.filter((offer) => kinds.includes(offer.kind));
  });
  override readonly sources: Set<string> = $derived.by(() => {
    if (this.naming) return new Set(this.naming.places);
    if (this.rounds.task) return this.rounds.sources;
    const { deed, acting } = this;
    if (deed === null || deed === 'occupy' || deed === 'discard' || deed === 'show') return new Set<string>();
    if (deed === 'card') return new Set(this.source ? [] : this.from.length ? this.from : this.open);
    if (deed === 'place' && this.placing.left <= 0) return new Set<string>();
    return new Set(acting.flatMap((offer) => (offer.source ? [offer.source] : offer.targets)));
  });
  /** Territories from which the chosen card is played. */
  readonly from: string[] = $derived.by(() => (this.spreading ? [] : [...new Set(this.uses.map((offer) => offer.note).filter((note) => this.ground.index.has(note)))]));
  /** Whether units of the chosen card are to be placed, how many, and how many are left. */
  readonly spreading: boolean = $derived.by(() => this.uses.some((offer) => offer.kind !== 'play' && offer.targets.length > 0));
  readonly units: number = $derived.by(() => (this.spreading ? (this.uses[0]?.most ?? 0) : 0));
  readonly left: number = $derived.by(() => this.units - Object.values(this.placedUnits).reduce((sum, count) => sum + count, 0));
  /** Where they go: what is chosen, or the one place there is. */
  readonly placedUnits: Record<string, number> = $derived.by(() => {
    const [only, ...others] = this.uses[0]?.targets ?? [];
    return this.spreading && only !== undefined && !others.length ? { [only]: this.units } : this.spread;
  });
  /** Amounts that the card may be played with. */
  readonly amounts: number[] = $derived.by(() => [...new Set(this.fitting.map((offer) => offer.least).filter((count) => count !== 0))]);
  /** The amount that it is played with: what is chosen, or as much as may be. */
  readonly much: number = $derived.by(() => (this.amounts.includes(this.count) ? this.count : (this.amounts.at(-1) ?? 0)));
  private readonly fitting: Offer[] = $derived.by(() => this.uses.filter((offer) => !this.from.length || offer.note === this.source));
  /** Places that may be chosen for the card once its source is. */
  private readonly open: string[] = $derived.by(() => {
    if (this.spreading) return this.left > 0 ? (this.uses[0]?.targets ?? []) : [];
    return [...new Set(this.fitting.flatMap((offer) => offer.targets))];
  });
  override readonly targets: string[] = $derived.by(() => {
    if (this.rounds.task) return this.rounds.targets;
    if (this.deed === 'card') return this.source && !this.spreading ? this.open : [];
    if (!this.source || (this.deed !== 'attack' && this.deed !== 'move')) return [];
    const chance = (id: string) => this.odds.all.get(id)?.chance ?? 0;
    return this.within(this.source).sort((a, b) => chance(b) - chance(a));
  });
  /** What is still missing before the card can be played, in words; empty: nothing. */
  readonly lacks: string = $derived.by(() => {
    if (this.spreading) return this.left > 0 ? `Place ${plural(this.left, 'more unit')} first.` : '';
    if (this.from.length && !this.source) return 'Choose where it is played from.';
    return this.open.length && !this.target ? `Choose one of the ${this.source ? 'lit' : 'ringed'} places first.` : '';
  });
  /** How the leader of the source stands to the attack: none, `may` or `leader`, where it must. */
  readonly leading: string = $derived.by(() => this.acting.find((offer) => offer.source === this.source && this.target !== null && offer.targets.includes(this.target))?.note ?? '');
  /** Whether nobody stands in the target, so that one walks in without dice. */
  readonly walking: boolean = $derived.by(() => this.deed === 'attack' && this.target !== null && this.game.offers.some((offer) => offer.kind === 'enter' && offer.source === this.source && offer.targets.includes(this.target ?? '')));
  /** What may move from the source to the target. */
  readonly ways: Way[] = $derived.by(() => {
    const can = (kind: string) => this.acting.some((offer) => offer.kind === kind && offer.source === this.source && offer.targets.includes(this.target ?? ''));
    const leader = this.leaderIn(this.source);
    return [...(can('fortify') ? ['units' as const, ...(leader ? ['led' as const] : [])] : []), ...(can('move_leader') ? ['leader' as const] : [])];
  });
  /** The cards of one's own that fit the attack being chosen. */
  readonly helping: AdventureCard[] = $derived.by(() => this.lotr.adventure.hand.filter((card, at, all) => all.findIndex((one) => one.id === card.id) === at && this.game.offers.some((offer) =>
    offer.kind === 'play' && offer.source === card.id && (offer.note === '' || offer.note === this.source) && (!offer.targets.length || offer.targets.includes(this.target ?? '')) && card.moment === 'attack')));
  /** How each of them would be played: with as much as it may. */
  readonly helpings: (Use & { name: string; words: string })[] = $derived.by(() => this.helping.map((card) => {
    const offers = this.game.offers.filter((offer) => offer.kind === 'play' && offer.source === card.id && offer.note === this.source && offer.targets.includes(this.target ?? ''));
    const leader = this.leading === 'leader' || (this.leading === 'may' && this.led);
    return { card: card.id, source: this.source ?? '', target: this.target ?? '', count: Math.max(0, ...offers.map((offer) => offer.least)), leader, name: card.name, words: card.words };
  }));
  override readonly sets: CardSet[] = $derived.by(() => setsOf(this.game.offers, null, []).filter((set) => this.rounds.task === null || this.rounds.sets.free(set)).map((set) => ({ ...set, armies: this.worth(set.cards) })).sort((a, b) => b.armies - a.armies));
  override readonly most: number = $derived.by(() => {
    if (this.phase === 'occupy') return this.view.occupy?.most ?? 1;
    const offers = this.acting.filter((offer) => offer.source === this.source && (offer.kind === 'fortify' || offer.kind === 'enter') && offer.targets.includes(this.target ?? ''));
    return Math.max(0, ...offers.map((offer) => offer.most));
  });
  override readonly endLabel: string = $derived.by(() => (this.phase && !this.rounds.task && this.deed !== 'leader' && this.deed !== 'discard' ? this.phase === 'cards' && this.lotr.round ? 'That is all' : (ENDS[this.phase]?.[1] ?? '') : ''));
  override readonly harbours: ReadonlySet<string> = $derived.by(() => {
    const ports = new Set((this.ground.board.ports ?? []).map((port) => port.space));
    return new Set(this.source && ports.has(this.source) ? [this.source, ...this.targets].filter((id) => ports.has(id)) : []);
  });
  override readonly marked: ReadonlySet<string> = $derived.by(() => {
    const wanted = new Set(missionsIn(this.lotr).map((card) => card.territory));
    return new Set((this.ground.board.sites ?? []).filter((site) => wanted.has(site.space)).map((site) => site.id));
  });
  override readonly peek: Peek | null = $derived.by(() => {
    if (this.deed !== 'card') return null;
    return { title: this.chosen?.name ?? '', label: this.lacks ? '' : 'Play it', run: () => void this.play() };
  });

  override readonly watched: readonly string[] = $derived.by(() => {
    if (this.naming) return this.naming.places;
    if (this.threat) return [this.threat.source, this.threat.target];
    return this.game.framed && this.lotr.window.startsWith('fellowship') && this.lotr.ring ? [this.lotr.ring.space] : [];
  });
  /** The attack that a question out of turn is about. */
  readonly threat: LotrView['attack'] = $derived.by(() => (this.lotr.window.includes('declared') ? this.lotr.attack : null));

  override holder(id: string, owner = ownerOf(this.ground, this.view, id)): Holder {
    const held = super.holder(id, owner);
    const neutral = owner === NOBODY && armiesOf(this.ground, this.view, id) > 0 && this.view.occupy?.target !== id;
    return neutral ? { name: 'the neutral army', title: 'The neutral army', colour: NEUTRAL_COLOUR } : held;
  }

  override leaderIn(id: string | null): boolean {
    return id !== null && (this.lotr.leaders[this.ground.index.get(id) ?? -1] ?? 0) > 0;
  }

  override get stationed(): string {
    const forts = this.lotr.incomes[this.game.asked ?? 0]?.strongholds ?? 0;
    const got = this.rounds.task ? 'also gets a unit, once all are revealed' : 'got its unit already';
    return forts ? `${forts === 1 ? 'Your stronghold' : `Each of your ${forts} strongholds`} ${got}.` : '';
  }

  /** Leaders of one's own that stand on the map. */
  get leadersPlaced(): number {
    return this.ground.board.spaces.filter((space) => this.leaderIn(space.id) && ownerOf(this.ground, this.view, space.id) === this.game.asked).length;
  }

  /** Units that a set brings. */
  private worth(cards: readonly string[]): number {
    const { next_set: next, hand } = this.view.cards;
    if (typeof next === 'number' || next === undefined) return next ?? 0;
    const kinds = cards.map((id) => hand.find((card) => card.id === id)?.symbol ?? 'wild');
    const plain = new Set(kinds.filter((kind) => kind !== 'wild'));
    const [infantry = 0, cavalry = 0, creature = 0, mixed = 0] = next;
    const alike = { infantry, cavalry, creature }[[...plain][0] ?? ''] ?? mixed;
    return plain.size > 1 || kinds.includes('wild') ? mixed : alike;
  }

  stateOf(card: AdventureCard): CardState {
    const { game, ground } = this;
    return stateOf(card, {
      way: this.reach.of(card.id), view: this.lotr, ground, offers: game.offers, seat: game.seat, mine: game.seat === this.lotr.seat && !game.over,
      holder: (id) => { const holder = this.holder(id); return holder.colour ? `${holder.name}’s` : 'nobody’s'; },
    });
  }

  /** Choose a card of the hand, or put it back. */
  pick(id: string): void {
    const again = this.card === id;
    this.put();
    if (!again) this.card = id;
  }

  put(): void {
    this.card = null;
    this.spread = {};
    this.count = 0;
    this.clear();
  }

  /** Choose a card for the attack that is being chosen. */
  first(card: string): void {
    const { source, target } = this;
    this.card = card;
    this.source = this.from.includes(source ?? '') ? source : null;
    this.target = target;
    this.count = 0;
  }

  override refresh(): void {
    if (this.card !== null && !this.uses.length) this.card = null;
    this.spread = {};
    this.dropped = [];
    super.refresh();
    if (this.deed !== 'attack') this.led = true;
  }

  override clear(): void {
    super.clear();
    this.way = 'units';
    this.led = true;
  }

  override back(): boolean {
    if (this.looked !== null) { this.looked = null; return true; }
    if (this.gallery) { this.gallery = false; return true; }
    if (this.deed === 'card') {
      if (this.target) this.target = null;
      else if (this.source) this.source = null;
      else if (Object.keys(this.spread).length) this.spread = {};
      else this.put();
      return true;
    }
    return super.back();
  }

  override aim(id: string): void {
    super.aim(id);
    this.way = this.part === 'leader' && this.ways.includes('leader') ? 'leader' : (this.ways[0] ?? 'units');
    if (this.walking) this.amount = this.most;
  }

  override async choose(id: string, many = false): Promise<unknown> {
    return this.naming && !this.game.replay.on ? this.naming.choose(id) : super.choose(id, many);
  }

  protected override variant(id: string): unknown {
    if (this.deed === 'leader') return this.send({ type: 'place_leader', space: id });
    if (this.deed === 'declare') return this.send({ type: 'declare', space: id });
    if (this.deed === 'discard' || this.deed === 'show') return this.game.refuse({ message: this.game.prompt || 'Decide about your cards first.' });
    if (this.deed !== 'card') return false;
    if (this.spreading) {
      if (!this.open.includes(id)) return this.game.refuse({ message: this.left > 0 ? `${this.ground.name(id)} is not among the places for these units.` : 'All these units are placed. Play the card, or press Esc.' });
      this.spread = { ...this.spread, [id]: (this.spread[id] ?? 0) + 1 };
      return true;
    }
    if (this.from.includes(id) && !this.source) { this.source = id; return true; }
    if (this.open.includes(id)) { this.target = id; return true; }
    if (id === this.source) { this.source = null; this.target = null; return true; }
    return this.game.refuse({ message: `${this.chosen?.name ?? 'This card'} cannot be played there. A brass ring marks where it can.` });
  }

  /** What the chosen card is played as. */
  private action(): Action {
    const [use] = this.uses;
    if (use && use.kind !== 'play') return { type: use.kind, card: this.card, place: this.spreading ? Object.entries(this.placedUnits) : [] };
    return { type: 'play', card: this.card, source: this.source ?? '', target: this.target ?? '', count: this.much };
  }

  async play(): Promise<void> {
    if (this.lacks) return this.game.refuse({ message: this.lacks });
    const { source, target } = this;
    if (!(await this.send(this.action()))) return;
    this.put();
    if (source && target && this.deed === 'attack' && this.sources.has(source)) { this.start(source); if (this.targets.includes(target)) this.aim(target); }
  }

  override attackOf(source: string, target: string, dice: number, until: number | null): Action {
    const note = this.acting.find((offer) => offer.source === source && offer.targets.includes(target))?.note ?? '';
    return { type: 'attack', source, target, dice, until, leader: note === 'leader' || (note === 'may' && this.led) };
  }

  /** Let the leader come along, or leave it where it is; the odds follow. */
  lead(led: boolean): void {
    this.led = led;
    if (this.source) void this.odds.load(this.source);
  }

  override async attack(until: number | null): Promise<void> {
    if (!this.walking) return super.attack(until);
    const { source, target, amount, led, leading } = this;
    if (await this.send({ type: 'enter', source, target, count: amount, leader: leading === 'leader' || (leading === 'may' && led) })) this.clear();
  }

  override async fortify(): Promise<void> {
    const { source, target, amount, way } = this;
    const action = way === 'leader' ? { type: 'move_leader', source, target } : { type: 'fortify', source, target, count: amount, leader: way === 'led' };
    if (source && target && (await this.send(action))) this.clear();
  }

  toggle(at: number): void {
    this.dropped = this.dropped.includes(at) ? this.dropped.filter((one) => one !== at) : [...this.dropped, at];
  }

  async discard(): Promise<void> {
    const hand = this.lotr.adventure.hand;
    await this.send({ type: 'discard', cards: this.dropped.flatMap((at) => hand[at]?.id ?? []) });
  }

  override async end(): Promise<void> {
    if (this.deed === 'place') return this.placing.commit();
    const type = this.phase && this.endLabel ? ENDS[this.phase]?.[0] : undefined;
    if (type && (await this.send({ type }))) this.put();
  }

  override async main(): Promise<void> {
    if (this.deed === 'card') return this.play();
    if (this.deed === 'discard') return this.discard();
    if (this.deed === 'declare' || this.deed === 'show') return this.end();
    return super.main();
  }

  override key(event: KeyboardEvent): boolean {
    const key = event.key.toLowerCase();
    if (key === 'c') this.gallery = !this.gallery;
    else if (key === 'g') this.ringAsked();
    else if (key === 'm' && missionsIn(this.lotr).length) this.nextMission();
    else return false;
    return true;
  }

  /** Say where the Fellowship is, and light its place. */
  private ringAsked(): void {
    const { ring } = this.lotr;
    if (!ring) return;
    this.game.lit = [ring.space];
    this.game.polite = `The Fellowship is in ${this.ground.name(ring.space)}, step ${ring.step + 1} of ${ring.path.length}.`;
  }

  /** Light the place of the next mission in hand, and say how far it is. */
  private nextMission(): void {
    const missions = missionsIn(this.lotr);
    this.mission = (this.mission + 1) % missions.length;
    const card = missions[this.mission];
    if (!card) return;
    const { lead, words } = this.stateOf(card);
    this.game.lit = [card.territory];
    this.game.polite = `${card.name}, in ${this.ground.name(card.territory)}. ${lead}: ${words}`;
  }

  override moving(): string {
    return { units: String(this.amount), led: `${this.amount} and leader`, leader: 'leader' }[this.way];
  }

  override held(seat: number): string {
    const { adventure, cards } = this.lotr;
    return cards.on ? list([plural(adventure.counts[seat] ?? 0, 'adventure card'), plural(cards.counts[seat] ?? 0, 'territory card')]) : '';
  }

  override there(id: string): string[] {
    const { lotr: view, ground } = this;
    const holder = ownerOf(ground, this.view, id) === this.game.seat ? 'your' : `${this.holder(id).name}’s`;
    const sites = (ground.board.sites ?? []).filter((site) => site.space === id);
    return [
      ...(this.leaderIn(id) ? [`${holder} leader`] : []),
      ...sites.map((site) => `${site.kind === 'stronghold' ? 'stronghold' : 'site of power'} ${site.name}`),
      ...((ground.board.ports ?? []).some((port) => port.space === id) ? ['port'] : []),
      ...(view.ring?.space === id ? ['the Fellowship'] : []),
      ...missionsIn(view).filter((card) => card.territory === id).map((card) => `your mission ${card.name}`),
      ...view.in_force.filter((one) => one.spaces.includes(id)).map((one) => one.card.replaceAll('_', ' ')),
    ];
  }

  override about(id: string): string[] {
    const ranges = landmarksOf(this.ground, id).filter((words) => words.startsWith('At the foot'));
    const means: [RegExp, string][] = [[/leader$/, '+1 to the highest die here'], [/^stronghold/, '2 points, +1 in defence'], [/^site/, 'a leader that comes here earns an adventure card']];
    return [...this.there(id).map((words) => { const mean = means.find(([kind]) => kind.test(words)); return `${capital(words)}${mean ? `: ${mean[1]}` : ''}`; }), ...ranges];
  }
}

export default { type: 'lotr-risk', make: (game, ground) => new LotrCommand(game, ground) } satisfies Variant;

/** The command of a game of the variant, known for what it is. */
export function ours(command: Command): LotrCommand {
  if (!(command instanceof LotrCommand)) throw new Error('This is no game of Lord of the Rings Risk.');
  return command;
}

/** What a power has before it: the position, its orders and money as they are written, what was judged, and the flag. */
import type { Account } from '../../../generated/machiavelli';
import type { BoardGeometry } from '../../../lib/types';
import { capital, list, plural } from '../../../lib/words';
import type { Draft } from '../frame/draft.svelte';
import type { Host } from '../frame/host';
import { Writing } from '../frame/writing.svelte';
import type { Game } from '../game.svelte';
import { Choices } from './choices';
import { defaultWords, purse, type Purse } from './money';
import { notation, raiseText, spotOf, unitOf, type AnyOrder, type CampaignOrder } from './orders';
import { eliteOf, ringOf, yearCosts, type LotrView } from './ring/figures';
import { Pen } from './pen.svelte';
import { formOf, type Asks, type Sheet } from './sheet';
import { TreasuryDesk } from './treasury.svelte';
import { told, type Fact, type Told } from './verdict';
import { coloursOf, nameOf, STEP, Survey, type MachiavelliView, type Unit } from './view';

export class Desk<G extends Host = Host> extends Writing<Sheet, G> {
  readonly survey: Survey;
  readonly pen: Pen;
  readonly treasury: TreasuryDesk;
  layers = $state({ mine: true, quoted: true, last: true, dangers: true, ring: true, names: true });
  /** Whether the tables of disasters are open in place of the board. */
  tables = $state(false);
  /** Which fact of the verdict is told; null: none. */
  fact = $state<number | null>(null);

  constructor(game: G, readonly board: BoardGeometry, draft?: Draft<Sheet>) {
    super(game, formOf(() => this.asks, () => this.ring?.position.figures?.['Z'] ?? ''), draft);
    this.survey = new Survey(board);
    this.pen = new Pen(this);
    this.treasury = new TreasuryDesk(this);
    this.layers.ring = !this.shared;
  }

  readonly view: MachiavelliView = $derived.by(() => this.game.view as MachiavelliView);
  /** The same moment, where there are figures. */
  readonly ring: LotrView | null = $derived.by(() => ringOf(this.view));
  readonly asks: Asks = $derived.by(() => (this.view.asks === 'bans' ? 'campaign' : this.view.asks || 'campaign'));
  readonly colours: Record<string, number> = $derived.by(() => coloursOf(this.view, this.game.colours));
  readonly choices: Choices = $derived.by(() => new Choices(this.writing ? this.game.offers : []));
  readonly orders: AnyOrder[] = $derived.by(() => (this.writing ? Object.values(this.draft.sheet.orders) : []));
  readonly account: Account = $derived.by(() => this.view.position.accounts[this.view.power ?? ''] ?? {});
  readonly purse: Purse = $derived.by(() => purse(this.view, this.account, this.writing && this.asks === 'campaign' ? this.draft.sheet : { banking: [], expenses: [] }));
  /** Whether money is written now. */
  readonly spending: boolean = $derived.by(() => this.writing && this.asks === 'campaign' && this.view.money);
  /** Units without an order, in phases in which each needs one. */
  readonly missing: string[] = $derived.by(() => (this.asks === 'year' || this.asks === 'shifts' ? [] : this.choices.sources.filter((source) => !this.draft.sheet.orders[source])));
  /** What the year costs: units that are kept, and units that are raised; what is paid of it, unit by unit as far as money goes, and what cities that are taxed bring. */
  readonly year: { kept: string[]; raised: string[]; costs: ReadonlyMap<string, number>; cost: number; paid: number; taxes: number; left: number } = $derived.by(() => {
    const kept = this.choices.sources.filter((source) => this.draft.sheet.orders[source]?.type !== 'dismiss');
    const raised = this.orders.filter((order) => order.type === 'build').map(raiseText);
    const costs = yearCosts(this.view, this.choices, kept, raised);
    const cost = [...costs.values()].reduce((sum, ducats) => sum + ducats, 0);
    const taxes = this.writing ? this.draft.sheet.taxes.reduce((sum, place) => sum + (this.view.cities[place]?.value ?? 0), 0) : 0;
    const treasury = (this.account.treasury ?? 0) + taxes;
    const paid = [...costs.values()].reduce((sum, ducats) => (sum + ducats > treasury ? sum : sum + ducats), 0);
    return { kept, raised, costs, cost, paid, taxes, left: treasury - cost };
  });
  /** What was judged last, fact by fact. */
  readonly told: Told = $derived.by(() => told(this.game.replay.on ? this.game.log.filter((line) => line.step <= this.game.replay.at) : this.game.log, this.view, this.survey, (text) => this.game.named(text)));
  readonly shownFact: Fact | null = $derived.by(() => (this.fact === null ? null : this.told.facts[this.fact] ?? null));

  get half(): boolean { return this.pen.half || this.treasury.aim !== null || this.treasury.heir !== null; }

  /** The unit that can be ordered by a name; dislodged ones have the attacker in their place. */
  private unit(source: string): Unit | undefined {
    const { kind, place } = unitOf(source);
    const named = (unit: Unit) => unit.kind === kind && unit.place === place;
    const lost = this.asks === 'retreats' ? this.view.dislodged.find((one) => named(one.unit))?.unit : undefined;
    return lost ?? this.view.position.units.find(named);
  }

  /** "Army Pavia", "Worg riders Nurn", "Garrison Nurn, worg riders". */
  title(source: string): string {
    const unit = this.unit(source);
    const elite = unit && eliteOf(this.view, unit)?.name;
    const plain = this.survey.unit(unitOf(source));
    if (!elite) return plain;
    return unit.kind === 'G' ? `${plain}, ${elite}` : `${capital(elite)} ${this.survey.place(unit.place)}`;
  }

  colourOf(owner: string): number {
    return this.colours[owner] ?? 0;
  }

  /** The colour of a unit that can be ordered, dislodged or not. */
  colourOfSource(source: string): number {
    return this.colourOf(this.unit(source)?.owner ?? this.view.power ?? '');
  }

  /** The shape that a unit which can be ordered is drawn as. */
  glyph(source: string): string {
    const unit = this.unit(source);
    return (unit?.kind === 'A' ? eliteOf(this.view, unit)?.letter : undefined) ?? unitOf(source).kind;
  }

  whose(power: string): string {
    return nameOf(this.view, power);
  }

  /** Units that the power tries to buy, which it may order already. */
  readonly hoped: string[] = $derived.by(() => (this.spending ? [...new Set(this.draft.sheet.expenses.flatMap((one) => (one.unit && ['H', 'K', 'L', 'M'].includes(one.letter) ? [`${one.unit.kind} ${one.unit.place}`] : [])))] : []));

  /** Whether a unit of nobody is paid for single orders only. */
  hires(source: string): boolean {
    return this.draft.sheet.expenses.some((one) => one.letter === 'L' && one.unit && `${one.unit.kind} ${one.unit.place}` === source);
  }

  /** The unit that can be ordered at a spot: one's own, or one that the power tries to buy. */
  sourceAt(spot: string): string | null {
    return this.choices.sourceAt(spot) ?? this.hoped.find((source) => spotOf(unitOf(source)) === spot && this.choices.orders(source).length > 0) ?? null;
  }

  get campaign(): CampaignOrder[] {
    return this.orders.filter((order): order is CampaignOrder => !['build', 'dismiss', 'maintain', 'retreat', 'call', 'shift'].includes(order.type));
  }

  override clear(): void {
    super.clear();
    this.treasury.open = this.tables = false;
    this.fact = null;
    this.layers.ring = !this.shared;
  }

  /** Orders for units of nobody that cost more than is paid for them, in words. */
  get dear(): string[] {
    return this.draft.sheet.expenses.flatMap((one) => {
      if (one.letter !== 'L' || !one.unit) return [];
      const order = this.draft.sheet.orders[`${one.unit.kind} ${one.unit.place}`];
      const price = order ? this.choices.cost(notation(order)) : 0;
      if (order && !price && order.type !== 'hold') return [`${this.survey.unit(one.unit)} cannot be hired for this order.`];
      const worth = one.ducats - (one.ducats % STEP);
      return price > worth ? [`${this.survey.unit(one.unit)} costs ${price} ducats for this order, and you pay only ${worth}.`] : [];
    });
  }

  /** Leave what is half entered, and the fact that is told. */
  drop(): boolean {
    const aimed = this.treasury.aim !== null || this.treasury.heir !== null;
    this.treasury.aim = this.treasury.heir = null;
    return this.pen.drop() || aimed;
  }

  /** What must be given up before units are raised, in words; empty where the treasury pays for them. */
  get unpaid(): string {
    if (this.asks !== 'year' || !this.writing || this.draft.ready || !this.view.money || !this.year.raised.length || this.year.left >= 0) return '';
    return `${plural(-this.year.left, 'ducat')} ${this.year.left === -1 ? 'is' : 'are'} missing: raise less, or disband a unit.`;
  }

  /** What it is to be ready, on the button: units of the year are paid for with it. */
  get deed(): string {
    return this.asks === 'year' && this.view.money ? `Pay ${plural(this.year.paid, 'ducat')}` : 'I am ready';
  }

  /** What is left to the rules, in words. */
  get omissions(): string[] {
    if (this.asks === 'year') return this.year.left < 0 ? [`You have ${plural(this.year.left + this.year.cost, 'ducat')} and this costs ${this.year.cost}: the oldest units are paid as far as money goes.`] : [];
    const fate = this.asks === 'retreats' ? 'will be disbanded' : 'will hold';
    const units = this.missing.map((source) => this.title(source));
    const found = units.length ? [`${list(units)} ${units.length === 1 ? 'has' : 'have'} no order and ${fate}.`] : [];
    found.push(...this.dear);
    if (this.purse.unpaid > 0) found.push(defaultWords(this.account, this.purse));
    else if (this.purse.short > 0) found.push(`You plan to spend ${plural(this.purse.short, 'ducat')} more than you have: the last expenses get less, or nothing.`);
    return found;
  }
}

/** The desk of a player at a table. */
export type TableDesk = Desk<Game>;
const desks = new WeakMap<Game, TableDesk>();

/** The desk of a game; board and rail share it. */
export function deskOf(game: Game): TableDesk {
  const known = desks.get(game);
  if (known) return known;
  if (!game.around.board) throw new Error('Machiavelli needs its board.');
  const made = new Desk(game, game.around.board);
  desks.set(game, made);
  return made;
}

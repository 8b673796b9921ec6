/** The entry of orders on the game page: the unit chosen, what it should do, the question in between, and the routes of convoys. */
import { api, ApiError } from '../../../lib/api';
import { capital, list, plural } from '../../../lib/words';
import { withTyped } from '../frame/votes';
import { provinceOf } from './board/marks';
import type { Kind } from './choices';
import type { Desk } from './desk.svelte';
import { keyOf, sheetOf } from './sheet';
import * as steps from './entry';
import { afloat, oversea, takenPort, uncarried } from './facts';
import { deed, notation, unitOf, unitText, type AnyOrder, type Move } from './orders';
import { hasOrHave } from './kinds';
import { kindWord, unitAt } from './view';

export interface Option { label: string; strong?: boolean; run: () => void }
export interface Ask { title: string; options: Option[] }

export class Pen {
  entry = $state.raw<steps.Entry | null>(null);
  ask = $state.raw<Ask | null>(null);
  /** Whether somebody is choosing where a unit would retreat if it had to. */
  fallback = $state(false);
  /** The army over the sea whose fleets are being chosen. */
  carrying = $state.raw<Move | null>(null);

  /** Provinces that an arrow was dragged through so far. */
  passed = $state.raw<readonly string[]>([]);

  constructor(private readonly desk: Desk) {}

  /** The source being ordered: a unit, or a centre to build in. */
  readonly source: string | null = $derived.by(() => this.entry?.source ?? null);
  readonly kind: 'move' | 'support' | 'convoy' | null = $derived.by(() => this.entry?.kind ?? null);
  private readonly ground: steps.Ground = $derived.by(() => ({
    choices: this.desk.choices, say: this.desk.survey, orders: this.desk.orders,
    foe: (province: string) => this.desk.foe(province),
  }));
  /** Orders that are half entered. */
  readonly half: boolean = $derived.by(() => this.entry !== null && (this.kind !== null || this.ask !== null));
  /** Provinces that can be clicked now. */
  readonly targets: string[] = $derived.by(() => {
    if (this.carrying) return this.fleets(this.carrying);
    if (!this.entry) return [];
    return this.fallback ? this.exits(this.entry.source) : steps.lit(this.ground, this.entry);
  });
  /** What to choose from for the unit helped, for the fly-out. */
  readonly helped: Ask | null = $derived.by(() => {
    const { entry } = this;
    if (!entry?.of) return null;
    return { title: this.question, options: steps.next(this.ground, entry).map((choice) => this.option(choice)) };
  });
  readonly question: string = $derived.by(() => (this.fallback ? 'If it is dislodged, where should it go first?' : this.entry ? steps.question(this.ground, this.entry) : ''));

  /** The order as far as it is entered, with the place pointed to. */
  sketch(where: string | null): AnyOrder | null {
    return this.entry && !this.fallback && !this.ask ? steps.sketch(this.ground, this.entry, where, this.passed) : null;
  }

  private option(choice: steps.Choice): Option {
    return { label: choice.title, strong: choice.strong, run: () => this.take(choice) };
  }

  /** Where a unit could ever retreat to: next to it, and no place it could only reach over the sea. */
  private exits(source: string): string[] {
    const at = provinceOf(unitOf(source).at);
    const reach = this.desk.ring?.reach[source];
    if (reach) return this.desk.choices.reach(source).filter((province) => reach.near.includes(province));
    const near = (this.desk.board.borders ?? []).flatMap(([a, b]) => (a === at ? [b] : b === at ? [a] : []));
    return this.desk.choices.reach(source).filter((province) => near.includes(province));
  }

  /** Provinces of the fleets that could carry an army on its way: its own power's that may be ordered so, and those of others. */
  fleets(army: Move): string[] {
    const { board, view } = this.desk;
    return afloat(board, view, army.unit.at, army.to);
  }

  /** Leave what is half entered. */
  drop(): boolean {
    const something = this.entry !== null || this.carrying !== null;
    this.entry = this.ask = this.carrying = null;
    this.passed = [];
    this.fallback = false;
    return something;
  }

  /** One level back. */
  back(): boolean {
    if (this.ask) this.ask = null;
    else if (this.fallback) this.fallback = false;
    else if (this.entry && steps.back(this.entry)) this.entry = steps.back(this.entry);
    else return this.drop();
    return true;
  }

  select(source: string): void {
    this.desk.drop();
    if (!this.desk.editable()) return;
    this.desk.warned = false;
    if (this.desk.choices.removals) return this.toggle(source);
    this.entry = steps.begin(source);
    const kinds = this.desk.choices.kinds(source);
    if (kinds[0] === 'build') this.askBuild(source);
    else this.desk.game.assertive = `${this.desk.title(source)}. ${list(kinds.map((kind) => capital(kind)), 'or')}?`;
  }

  /** Removals are named by a click and taken back by another. */
  private toggle(source: string): void {
    const [order] = this.desk.choices.orders(source, 'disband');
    if (this.desk.draft.sheet.orders[source]) this.remove(source);
    else if (order) this.put(order);
  }

  /** Choose what the unit should do. */
  choose(kind: Kind): void {
    const { entry } = this;
    if (!entry || !this.desk.choices.kinds(entry.source).includes(kind)) return;
    this.ask = null;
    this.fallback = false;
    const ways = steps.first(this.ground, steps.begin(entry.source), kind);
    if (ways[0] && ways.length === 1) this.take(ways[0]);
    else this.settle(ways);
  }

  /** Ask where the unit should go if it is dislodged. */
  askFallback(): void {
    if (this.entry) this.entry = steps.begin(this.entry.source);
    this.ask = null;
    this.fallback = true;
  }

  /** A place was clicked, dragged to, or chosen by keyboard. */
  place(province: string): void {
    this.desk.reason = null;
    if (this.carrying && this.pickFleet(this.carrying, province)) return;
    const { entry } = this;
    if (!entry) return this.start(province);
    if (this.fallback) return this.exit(province);
    if (!entry.kind && province === steps.placeOf(entry)) return void this.desk.drop();
    const found = steps.narrowed(steps.meant(this.ground, entry, province), this.passed);
    if (found.length) return this.settle(found, province);
    const other = entry.kind ? null : this.desk.choices.sourceIn(province);
    if (other) return this.select(other);
    this.unreachable(province);
  }

  private start(province: string): void {
    const { desk } = this;
    if (!desk.writing) return;
    const source = desk.choices.sourceIn(province);
    if (source) return this.select(source);
    const there = unitAt(desk.view, province);
    if (!there || !desk.mayEdit) return;
    const title = desk.title(unitText(there.unit));
    const own = desk.led.includes(there.power);
    desk.game.refuse({ message: own ? `${title} has nothing to decide now.` : `${title} belongs to ${desk.whose(there.power)}. Choose one of your units first.` });
  }

  /** Take the only way on, or ask which. */
  private settle(found: readonly steps.Choice[], province = ''): void {
    const only = this.entry ? steps.certain(this.entry, found) : null;
    if (only) return this.take(only);
    const there = province ? unitAt(this.desk.view, province) : null;
    const where = there ? this.desk.title(unitText(there.unit)) : province ? this.desk.survey.place(province) : '';
    const helping = found.some((choice) => choice.kind === 'support' || choice.kind === 'convoy');
    const ways = found.length > 1 && found.every((choice) => choice.order?.type === 'move' && choice.order.path.length);
    const title = ways ? `To ${this.desk.survey.place(province)}, two provinces. By which way?` : helping && this.source !== null && !this.kind ? `${where}: what should ${this.desk.title(this.source)} do?` : 'Which one?';
    this.ask = { title, options: found.map((choice, at) => ({ ...this.option(choice), ...(ways && at === 0 ? { strong: true } : {}) })) };
  }

  /** Something that flies or is hidden was met: it is chosen, or stands for its place while an order is entered. */
  figure(kind: string, province: string): void {
    const source = this.desk.choices.figure(kind);
    if (this.entry || !source || !this.desk.writing) return this.place(province);
    this.select(source);
  }

  /** An arrow is dragged over a province: where several ways lead on, it goes by the one it came through. */
  pass(province: string | null): void {
    if (province && province !== this.passed.at(-1)) this.passed = [...this.passed, province];
  }

  /** The next way of a move over two provinces, of the unit chosen or the one ordered last; false where there is none. */
  nextWay(): boolean {
    const { orders } = this.desk.draft.sheet;
    const order = this.source === null ? Object.values(orders).at(-1) : orders[this.source];
    const next = this.desk.choices.nextWay(order);
    if (next && this.desk.editable()) this.put(next);
    return next !== null;
  }

  private take(choice: steps.Choice): void {
    this.ask = null;
    if (choice.order) this.put(choice.order);
    else this.entry = choice.next;
  }

  private unreachable(province: string): void {
    const { desk, entry } = this;
    if (!entry) return;
    const [title, place] = [desk.title(entry.source), desk.survey.place(province)];
    if (desk.ring && takenPort(desk.board, desk.view, entry.source, province)) return desk.game.refuse({ message: `${place} is taken now, so no army can land there this turn.` });
    if (entry.kind === 'support' || entry.kind === 'convoy') {
      if (!entry.of) return desk.game.refuse({ message: `${title} cannot ${entry.kind} anything in ${place}.` });
      const verb = entry.kind === 'support' ? 'support into' : 'convoy to';
      return desk.game.refuse({ message: `${title} cannot ${verb} ${place}${entry.kind === 'support' ? ', because it could not move there itself' : ''}.` });
    }
    const reach = desk.choices.reach(entry.source).map((one) => desk.survey.place(one));
    const can = reach.length ? ` ${hasOrHave(entry.source.split(' ')[0] ?? '') === 'have' ? 'They' : 'It'} can reach ${list(reach.slice(0, 8), 'or')}${reach.length > 8 ? ' among others' : ''}.` : '';
    desk.game.refuse({ message: `${title} cannot reach ${place}.${can}` });
  }

  private askBuild(centre: string): void {
    const { desk } = this;
    const there = desk.draft.sheet.orders[centre];
    if (!there && !desk.open) {
      this.entry = null;
      return desk.game.refuse({ message: `All ${plural(desk.choices.builds, 'build')} are ordered. Take one back first.` });
    }
    const options = steps.next(this.ground, steps.begin(centre)).map((choice): Option => ({ ...this.option(choice), strong: there !== undefined && notation(there) === choice.key }));
    if (there) options.push({ label: 'Build nothing here', run: () => this.remove(centre) });
    this.ask = { title: 'What should be built?', options };
  }

  put(order: AnyOrder): void {
    const { desk } = this;
    const key = keyOf(order);
    if (desk.choices.removals && !desk.draft.sheet.orders[key] && !desk.open) {
      desk.drop();
      return desk.game.refuse({ message: `${plural(desk.choices.removals, 'unit')} must go, and all are named. Take one back first.` });
    }
    desk.draft.change((sheet) => ({ ...sheet, orders: { ...sheet.orders, [key]: order } }));
    desk.game.polite = `${desk.title(key)} ${deed(order, desk.survey)}.`;
    desk.drop();
    desk.warned = false;
    desk.summary = null; // who orders has read it
    if (order.type === 'move' && (desk.ring ? order.via : oversea(desk.board, order))) this.carry(order);
  }

  /** Light the fleets that could carry an army, where any of one's own could. */
  private carry(army: Move): void {
    if (!this.lacksFleets(army) || !this.desk.choices.carriers(army).length) return;
    this.carrying = army;
    this.desk.game.assertive = `${this.desk.title(unitText(army.unit))} needs a convoy to ${this.desk.survey.place(army.to)}. Choose the fleets that carry it.`;
  }

  private lacksFleets(army: Move): boolean {
    return uncarried(this.desk.board, this.desk.orders, this.desk.choices).some((one) => one.army.unit.at === army.unit.at);
  }

  /** A fleet of the route was chosen: true where that settles the click. */
  private pickFleet(army: Move, province: string): boolean {
    const { desk } = this;
    if (!this.fleets(army).includes(province)) {
      this.carrying = null;
      return false;
    }
    const there = unitAt(desk.view, province);
    const order = there ? desk.choices.convoy(unitText(there.unit), army) : null;
    if (order) {
      this.put(order);
      this.carry(army);
    } else if (there) desk.game.refuse({ message: `${desk.title(unitText(there.unit))} belongs to ${desk.whose(there.power)}; only they can order it to carry your army.` });
    return true;
  }

  remove(key: string): void {
    const { desk } = this;
    if (!desk.editable()) return;
    desk.draft.change((sheet) => ({ ...sheet, orders: Object.fromEntries(Object.entries(sheet.orders).filter(([one]) => one !== key)) }));
    desk.drop();
  }

  waive(count: number): void {
    if (this.desk.editable()) this.desk.draft.change((sheet) => ({ ...sheet, waives: Math.max(0, count) }));
  }

  /** Where a unit goes first if it is dislodged. */
  private exit(province: string): void {
    const { desk, source } = this;
    if (source === null || !this.exits(source).includes(province)) return this.unreachable(province);
    const [to] = desk.choices.into(source, province);
    if (!to || !('to' in to)) return;
    const retreat: AnyOrder = { type: 'retreat', unit: unitOf(source), to: to.to };
    desk.draft.change((sheet) => ({ ...sheet, ahead: { ...sheet.ahead, retreats: [...sheet.ahead.retreats, retreat] } }));
    desk.drop();
  }

  dropAhead(kind: 'retreats' | 'adjustments', at: number): void {
    if (!this.desk.editable()) return;
    this.desk.draft.change((sheet) => ({ ...sheet, ahead: { ...sheet.ahead, [kind]: sheet.ahead[kind].filter((_, number) => number !== at) } }));
  }

  /** Enter what was typed; the sentence why not, or nothing. */
  async type(text: string): Promise<string> {
    const { desk } = this;
    const seat = desk.game.asked;
    if (seat === null || !desk.editable()) return '';
    try {
      const read = sheetOf((await api.read(desk.game.table.id, seat, text)).action);
      const found = Object.values(read.orders);
      const unfit = found.find((order) => !desk.choices.knows(keyOf(order)));
      if (unfit) return this.foreign(unfit);
      desk.draft.change((sheet) => ({
        orders: { ...sheet.orders, ...read.orders }, waives: sheet.waives + read.waives, ...withTyped(sheet, read),
        ahead: { retreats: [...sheet.ahead.retreats, ...read.ahead.retreats], adjustments: [...sheet.ahead.adjustments, ...read.ahead.adjustments] },
      }));
      desk.game.polite = found.map((order) => `${desk.title(keyOf(order))} ${deed(order, desk.survey)}.`).join(' ');
      desk.drop();
      return '';
    } catch (error) {
      return error instanceof ApiError ? error.problem.message : 'The order could not be read. Try again.';
    }
  }

  private foreign(order: AnyOrder): string {
    const { desk } = this;
    const there = unitAt(desk.view, provinceOf(order.unit.at));
    if (!there) return `You have no ${kindWord(order.unit.kind)} in ${desk.survey.place(order.unit.at)}.`;
    const title = desk.title(unitText(there.unit));
    return desk.led.includes(there.power) ? `${title} cannot be ordered so now.` : `${title} belongs to ${desk.whose(there.power)}.`;
  }
}

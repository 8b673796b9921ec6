/** Writing orders: which unit, what it should do, where; the questions in between; and when all of it is ready. */
import { api, ApiError } from '../../../lib/api';
import type { BoardGeometry } from '../../../lib/types';
import { capital, list, plural } from '../../../lib/words';
import type { Game } from '../game.svelte';
import { provinceOf } from './board/marks';
import { Choices, type Kind } from './choices';
import { Draft, keyOf, sheetOf } from './draft.svelte';
import { deed, notation, unitOf, type AnyOrder } from './orders';
import { KIND, Survey, unitAt, unitText, type DiplomacyView, type ReportView } from './view';

export interface Option { label: string; strong?: boolean; run: () => void }
export interface Ask { title: string; options: Option[] }

export class Desk {
  readonly survey: Survey;
  readonly draft: Draft;
  /** The source being ordered: a unit, or a centre to build in. */
  source = $state<string | null>(null);
  kind = $state<Kind | null>(null);
  /** The province of the unit helped. */
  of = $state<string | null>(null);
  ask = $state.raw<Ask | null>(null);
  /** Whether somebody is choosing where a unit would retreat if it had to. */
  fallback = $state(false);
  /** What would be left to the rules, told before the flag goes up. */
  warned = $state(false);
  /** The key of a judged order whose reason is shown. */
  reason = $state<string | null>(null);
  layers = $state({ mine: true, last: true, names: true });
  /** The name of the first phase; known later where the game was opened in its midst. */
  beginning = $state('');
  /** The summary of the last phase is open for this turn. */
  summary = $state<number | null>(null);

  constructor(readonly game: Game, readonly board: BoardGeometry) {
    this.survey = new Survey(board);
    this.draft = new Draft(game);
  }

  readonly view: DiplomacyView = $derived.by(() => this.game.view as DiplomacyView);
  /** Phases judged since the viewer last had something to decide, as far as this page saw them. */
  private since = $state.raw<{ turn: number; reports: ReportView[]; asked: boolean } | null>(null);
  readonly reports: ReportView[] = $derived.by(() =>
    this.game.replay.on || this.since?.turn !== this.game.shown.turn ? this.view.last : this.since.reports);
  readonly choices: Choices = $derived.by(() => new Choices(this.writing ? this.game.offers : []));
  /** Whether a seat of this screen is asked, and may see what it writes. */
  readonly writing: boolean = $derived.by(() =>
    this.game.asked !== null && this.game.asked === this.game.seat && !this.game.replay.on && this.game.curtain === null && !this.game.over);
  readonly mayEdit: boolean = $derived.by(() => this.writing && !this.draft.ready && this.game.mayAct);
  readonly orders: AnyOrder[] = $derived.by(() => (this.writing ? Object.values(this.draft.sheet.orders) : []));
  /** How many builds or removals are still open. */
  readonly open: number = $derived.by(() => {
    const due = this.choices.builds || this.choices.removals;
    return due ? Math.max(0, due - this.orders.length - this.draft.sheet.waives) : 0;
  });
  /** Units without an order, in phases in which each needs one. */
  readonly missing: string[] = $derived.by(() =>
    this.choices.builds || this.choices.removals ? [] : this.choices.sources.filter((source) => !this.draft.sheet.orders[source]));
  readonly left: number = $derived.by(() => this.missing.length + this.open);
  /** Orders that are half entered. */
  readonly half: boolean = $derived.by(() => this.source !== null && (this.kind === 'move' || this.kind === 'support' || this.kind === 'convoy' || this.ask !== null));
  /** Provinces that can be clicked now, for the unit chosen. */
  readonly targets: string[] = $derived.by(() => this.lit());

  private lit(): string[] {
    const { source, kind, of, choices } = this;
    if (source === null) return [];
    if (this.fallback) return this.exits(source);
    if (kind === 'support' || kind === 'convoy') {
      if (of === null) return choices.helpable(source, kind);
      return [...new Set(choices.helping(source, kind, of).map((order) => ('to' in order ? provinceOf(order.to) : of)))];
    }
    return choices.reach(source);
  }

  /** Where a unit could ever retreat to: next to it, and no place it could only reach over the sea. */
  exits(source: string): string[] {
    const at = provinceOf(unitOf(source).at);
    const near = (this.board.borders ?? []).flatMap(([a, b]) => (a === at ? [b] : b === at ? [a] : []));
    return this.choices.reach(source).filter((province) => near.includes(province));
  }

  /** "Army Burgundy". */
  title(source: string): string {
    if (!source.includes(' ')) return this.survey.place(source);
    const unit = unitOf(source);
    return `${capital(KIND[unit.kind])} ${this.survey.place(unit.at)}`;
  }

  /** Ask for the name of the first phase, which no event announced. */
  async recall(): Promise<void> {
    const { game } = this;
    if (game.shown.turn === 0) this.beginning = this.view.phase.title;
    else await api.at(game.table.id, 0, game.look).then((moment) => { this.beginning = (moment.view as DiplomacyView).phase.title; }, () => undefined);
  }

  /** Keep what was judged; phases that passed without the viewer are told together with the one before. */
  note(): void {
    const { turn } = this.game.shown;
    const view = this.game.shown.view as DiplomacyView;
    if (this.since?.turn === turn) return;
    const before = this.since && !this.since.asked && turn > this.since.turn ? this.since.reports : [];
    const asked = view.power === null || view.powers.some((power) => power.id === view.power && power.due !== 0);
    this.since = { turn, asked, reports: [...before, ...view.last] };
  }

  /** Take up the draft of whoever is asked; called whenever that may have changed. */
  follow(): void {
    if (!this.writing || this.game.seat === null) return;
    void this.draft.open(this.game.seat, this.game.shown.turn);
  }

  clear(): void {
    this.draft.clear();
    this.drop();
    this.warned = false;
    this.reason = null;
  }

  /** Leave what is half entered. */
  drop(): boolean {
    const something = this.source !== null || this.reason !== null;
    this.source = this.kind = this.of = this.ask = this.reason = null;
    this.fallback = false;
    return something;
  }

  /** One level back. */
  back(): boolean {
    if (this.ask) this.ask = null;
    else if (this.of !== null) this.of = null;
    else if (this.fallback) this.fallback = false;
    else if (this.kind !== null) this.kind = null;
    else return this.drop();
    return true;
  }

  select(source: string): void {
    this.drop();
    if (!this.editable()) return;
    this.warned = false;
    if (this.choices.removals) return this.toggle(source);
    this.source = source;
    if (this.choices.kinds(source)[0] === 'build') this.askBuild(source);
    else this.game.assertive = `${this.title(source)}. ${list(this.choices.kinds(source).map((kind) => capital(kind)), 'or')}?`;
  }

  /** Removals are named by a click and taken back by another. */
  private toggle(source: string): void {
    if (this.draft.sheet.orders[source]) this.remove(source);
    else this.settle(this.choices.orders(source, 'disband'));
  }

  private editable(): boolean {
    if (this.mayEdit) return true;
    if (this.draft.ready && this.writing) this.game.refuse({ message: 'You are ready. Press Change orders first.' });
    return false;
  }

  /** Choose what the unit should do. */
  choose(kind: Kind): void {
    const { source } = this;
    if (source === null || !this.choices.kinds(source).includes(kind)) return;
    this.of = this.ask = null;
    this.fallback = false;
    const orders = this.choices.orders(source, kind);
    if (kind === 'hold' || kind === 'disband') return this.settle(orders);
    if (kind === 'convert') return this.settle(orders);
    this.kind = kind;
  }

  /** A place was clicked, dragged to, or chosen by keyboard. */
  place(province: string): void {
    this.reason = null;
    if (this.source === null) return this.start(province);
    const at = provinceOf(this.source.split(' ')[1] ?? this.source);
    if (this.fallback) return this.exit(province);
    if (this.kind === 'support' || this.kind === 'convoy') return this.help(this.kind, province);
    if (this.kind === 'move') return this.go(province);
    if (province === at) return void this.drop();
    this.shortcut(province);
  }

  private start(province: string): void {
    if (!this.writing) return;
    const source = this.choices.sourceIn(province);
    if (source) return this.select(source);
    const there = unitAt(this.view, province);
    if (there && this.mayEdit) {
      const whose = this.view.powers.find((power) => power.id === there.power)?.name ?? there.power;
      const own = there.power === this.view.power;
      this.game.refuse({ message: own ? `${this.title(unitText(there.unit))} has nothing to decide now.` : `${this.title(unitText(there.unit))} belongs to ${whose}. Choose one of your units first.` });
    }
  }

  /** A move where nobody stands or nobody can be helped; else the question what is meant. */
  private shortcut(province: string): void {
    const source = this.source ?? '';
    const going = this.choices.into(source, province);
    const helps = [...this.choices.helping(source, 'support', province), ...this.choices.helping(source, 'convoy', province)];
    if (!going.length && !helps.length) {
      const other = this.choices.sourceIn(province);
      if (other) return this.select(other);
      return this.unreachable(province);
    }
    if (!helps.length) return this.settle(going);
    const there = unitAt(this.view, province);
    const foe = there?.power !== this.view.power;
    const moves = going.map((order): Option => ({ label: `${foe ? 'Attack' : 'Move to'} ${this.survey.place('to' in order ? order.to : '')}`, strong: foe, run: () => this.put(order) }));
    const title = `${there ? this.title(unitText(there.unit)) : this.survey.place(province)}: what should ${this.title(source)} do?`;
    const options = this.helpOptions(helps);
    this.ask = { title, options: foe ? [...moves, ...options] : [...options, ...moves] };
  }

  private helpOptions(helps: readonly AnyOrder[]): Option[] {
    const current = (order: AnyOrder): boolean => {
      if (!('of' in order)) return false;
      const own = this.draft.sheet.orders[unitText(order.of)];
      if (order.type === 'support_hold') return own?.type === 'hold' || own?.type === 'support_hold' || own?.type === 'support_move' || own?.type === 'convoy';
      return own?.type === 'move' && provinceOf(own.to) === provinceOf(order.to);
    };
    const label = (order: AnyOrder): string => {
      if (order.type === 'support_hold') return `Support it to stay in ${this.survey.place(order.of.at)}`;
      const to = 'to' in order ? this.survey.place(order.to) : '';
      const its = current(order) ? 'its move' : 'a move';
      return order.type === 'convoy' ? `Convoy it to ${to}` : `Support ${its} to ${to}`;
    };
    return helps.map((order) => ({ label: label(order), strong: current(order), run: () => this.put(order) })).toSorted((a, b) => Number(b.strong) - Number(a.strong));
  }

  private go(province: string): void {
    const going = this.choices.into(this.source ?? '', province);
    if (going.length) this.settle(going);
    else this.unreachable(province);
  }

  private help(kind: 'support' | 'convoy', province: string): void {
    const source = this.source ?? '';
    if (this.of === null) {
      const helps = this.choices.helping(source, kind, province);
      if (!helps.length) return this.game.refuse({ message: `${this.title(source)} cannot ${kind} anything in ${this.survey.place(province)}.` });
      if (helps.length === 1) return this.settle(helps);
      this.of = province;
      return;
    }
    const found = this.choices.helping(source, kind, this.of).filter((order) => provinceOf('to' in order ? order.to : (this.of ?? '')) === province);
    if (found.length) return this.settle(found);
    const verb = kind === 'support' ? 'support into' : 'convoy to';
    this.game.refuse({ message: `${this.title(source)} cannot ${verb} ${this.survey.place(province)}${kind === 'support' ? ', because it could not move there itself' : ''}.` });
  }

  /** The options of the unit helped, for the fly-out. */
  get helped(): Ask | null {
    if (this.source === null || this.of === null || (this.kind !== 'support' && this.kind !== 'convoy')) return null;
    const there = unitAt(this.view, this.of);
    const name = there ? this.title(unitText(there.unit)) : this.survey.place(this.of);
    return { title: `${capital(this.kind)} ${name}. What should it do?`, options: this.helpOptions(this.choices.helping(this.source, this.kind, this.of)) };
  }

  private unreachable(province: string): void {
    const source = this.source ?? '';
    const reach = this.choices.reach(source).map((one) => this.survey.place(one));
    const can = reach.length ? ` It can reach ${list(reach.slice(0, 8), 'or')}${reach.length > 8 ? ' among others' : ''}.` : '';
    this.game.refuse({ message: `${this.title(source)} cannot reach ${this.survey.place(province)}.${can}` });
  }

  /** Enter an order where only one fits; else ask which, a coast for one. */
  private settle(orders: readonly AnyOrder[]): void {
    const [first] = orders;
    if (!first) return;
    if (orders.length === 1) return this.put(first);
    const label = (order: AnyOrder) => ('to' in order ? this.survey.place(order.to) : capital(deed(order, this.survey)));
    this.ask = { title: 'Which one?', options: orders.map((order) => ({ label: label(order), run: () => this.put(order) })) };
  }

  private askBuild(centre: string): void {
    const there = this.draft.sheet.orders[centre];
    if (!there && !this.open) {
      this.source = null;
      return this.game.refuse({ message: `All ${plural(this.choices.builds, 'build')} are ordered. Take one back first.` });
    }
    const label = (order: AnyOrder) => `${order.unit.kind === 'A' ? 'Build an army' : 'Build a fleet'}${order.unit.at.includes('/') ? `, ${this.survey.place(order.unit.at)}` : ''}`;
    const options: Option[] = this.choices.orders(centre, 'build').map((order) => ({ label: label(order), strong: there !== undefined && notation(there) === notation(order), run: () => this.put(order) }));
    if (there) options.push({ label: 'Build nothing here', run: () => this.remove(centre) });
    this.ask = { title: 'What should be built?', options };
  }

  put(order: AnyOrder): void {
    const key = keyOf(order);
    if (this.choices.removals && !this.draft.sheet.orders[key] && !this.open) {
      this.drop();
      return this.game.refuse({ message: `${plural(this.choices.removals, 'unit')} must go, and all are named. Take one back first.` });
    }
    this.draft.change((sheet) => ({ ...sheet, orders: { ...sheet.orders, [key]: order } }));
    this.game.polite = `${this.title(key)} ${deed(order, this.survey)}.`;
    this.drop();
    this.warned = false;
  }

  remove(key: string): void {
    if (!this.editable()) return;
    this.draft.change((sheet) => ({ ...sheet, orders: Object.fromEntries(Object.entries(sheet.orders).filter(([one]) => one !== key)) }));
    this.drop();
  }

  waive(count: number): void {
    if (this.editable()) this.draft.change((sheet) => ({ ...sheet, waives: Math.max(0, count) }));
  }

  /** Where a unit goes first if it is dislodged. */
  private exit(province: string): void {
    const { source } = this;
    if (source === null || !this.exits(source).includes(province)) return this.unreachable(province);
    const unit = unitOf(source);
    const to = this.choices.reach(source).includes(province) ? (this.choices.into(source, province)[0] ?? null) : null;
    if (!to || !('to' in to)) return;
    this.draft.change((sheet) => ({ ...sheet, ahead: { ...sheet.ahead, retreats: [...sheet.ahead.retreats, { type: 'retreat', unit, to: to.to }] } }));
    this.drop();
  }

  dropAhead(kind: 'retreats' | 'adjustments', at: number): void {
    if (!this.editable()) return;
    this.draft.change((sheet) => ({ ...sheet, ahead: { ...sheet.ahead, [kind]: sheet.ahead[kind].filter((_, number) => number !== at) } }));
  }

  /** Enter what was typed; the sentence why not, or nothing. */
  async type(text: string): Promise<string> {
    const seat = this.game.asked;
    if (seat === null || !this.editable()) return '';
    try {
      const read = sheetOf((await api.read(this.game.table.id, seat, text)).action);
      const found = Object.values(read.orders);
      const unfit = found.find((order) => !this.choices.sources.includes(keyOf(order)));
      if (unfit) return this.foreign(unfit);
      this.draft.change((sheet) => ({
        orders: { ...sheet.orders, ...read.orders }, waives: sheet.waives + read.waives, draw: sheet.draw || read.draw, concedeTo: read.concedeTo || sheet.concedeTo,
        ahead: { retreats: [...sheet.ahead.retreats, ...read.ahead.retreats], adjustments: [...sheet.ahead.adjustments, ...read.ahead.adjustments] },
      }));
      this.game.polite = found.map((order) => `${this.title(keyOf(order))} ${deed(order, this.survey)}.`).join(' ');
      this.drop();
      return '';
    } catch (error) {
      return error instanceof ApiError ? error.problem.message : 'The order could not be read. Try again.';
    }
  }

  private foreign(order: AnyOrder): string {
    const there = unitAt(this.view, provinceOf(order.unit.at));
    if (!there) return `You have no ${KIND[order.unit.kind]} in ${this.survey.place(order.unit.at)}.`;
    const whose = this.view.powers.find((power) => power.id === there.power)?.name ?? there.power;
    return there.power === this.view.power ? `${this.title(unitText(there.unit))} cannot be ordered so now.` : `${this.title(unitText(there.unit))} belongs to ${whose}.`;
  }

  /** What is left to the rules, in words. */
  get omissions(): string[] {
    const { choices } = this;
    if (choices.builds && this.open) return [`${capital(plural(this.open, 'build'))} will be left unused.`];
    if (choices.removals && this.open) return [`${capital(plural(this.open, 'more unit'))} must go; the rule will choose.`];
    const fate = this.view.phase.kind === 'retreats' ? 'will be disbanded' : 'will hold';
    return this.missing.map((source) => `${this.title(source)} has no order and ${fate}.`);
  }

  /** "I am ready": what is missing is told first; on a shared screen the next player gets it. */
  async ready(): Promise<void> {
    if (!this.mayEdit || this.half) return;
    await this.draft.opening;
    if (!this.mayEdit || !this.draft.loaded) return;
    if (this.omissions.length && !this.warned) {
      this.warned = true;
      this.game.assertive = this.omissions.join(' ');
      return;
    }
    this.warned = false;
    this.drop();
    if (!(await this.draft.declare(true))) return;
    this.game.polite = 'You are ready.';
    this.pass();
  }

  async unready(): Promise<void> {
    if (this.writing && this.draft.ready) await this.draft.declare(false);
  }

  /** Hand the screen to the next of its players who is not ready. */
  pass(): void {
    const { game } = this;
    const next = game.mine.filter((seat) => game.live.to_act.includes(seat) && !game.live.ready.includes(seat) && seat !== game.seat)[0];
    if (next === undefined || game.live.turn !== game.shown.turn) return;
    this.clear();
    game.curtain = next;
  }
}

const desks = new WeakMap<Game, Desk>();

/** The desk of a game; board and rail share it. */
export function deskOf(game: Game): Desk {
  const known = desks.get(game);
  if (known) return known;
  if (!game.around.board) throw new Error('Diplomacy needs its board.');
  const made = new Desk(game, game.around.board);
  desks.set(game, made);
  return made;
}

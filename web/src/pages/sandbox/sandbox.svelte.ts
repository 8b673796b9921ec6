/** The sandbox at work: what is shown, what the server answered about it, and every change the reader makes. */
import { boardOf } from '../../lib/board/boards';
import { toast } from '../../lib/toasts.svelte';
import type { BoardGeometry } from '../../lib/types';
import { NO_UNDO } from '../../lib/words';
import { judged, mapRead, maps, possible, readings, variantFacts, type OrderRead, type Possible, type Situation } from './calls';
import { Names } from './drawn';
import { Choices } from '../game/diplomacy/choices';
import type { Entry, Ground } from '../game/diplomacy/entry';
import { orderFrom, type AnyOrder } from '../game/diplomacy/orders';
import type { Example } from './examples';
import * as model from './model';
import type { Bench, Orders, Position, Stage, Variant, Verdict } from './model';
import { bad, good, halted, told, withRead, written } from './reading';
import { asText, withOrder, without } from './sheet';

export const RULEBOOKS = ['2023', '2000', '1982', '1971', 'webdip'] as const;
const MOST_STEPS = 200;
const EMPTY: Bench = model.begin('standard', '2023', { phase: 'spring 1901 movement', units: {}, centres: {}, dislodged: [] });

/** The board a map is drawn on: its own, or one of this server that has all its provinces; null where there is none. */
async function drawing(variant: Variant): Promise<BoardGeometry | null> {
  if (variant.board) return boardOf(variant.board);
  for (const { key } of await maps()) {
    const { board } = await variantFacts(key);
    const found = board ? await boardOf(board) : null;
    const drawn = new Set(found?.spaces.map((space) => space.id));
    if (found && Object.keys(variant.provinces).every((code) => drawn.has(code))) return found;
  }
  return null;
}

export class Sandbox {
  bench: Bench = $state.raw(EMPTY);
  variant: Variant | null = $state.raw(null);
  board: BoardGeometry | null = $state.raw(null);
  /** The order being entered, and the power it is for. */
  entry: Entry | null = $state.raw(null);
  ordering = $state('');
  /** What to look at in the example that is shown. */
  lesson: { title: string; look: string } | null = $state.raw(null);
  trouble = $state('');
  busy = $state(false);
  /** Orders in the box of each phase that are not given yet, and how the text that is shown was read. */
  private boxes: ReadonlyMap<number, string> = $state.raw(new Map());
  reading: { text: string; lines: OrderRead[] } = $state.raw({ text: '', lines: [] });
  /** What was done with the text, and why nothing was judged. */
  said = $state('');
  halted = $state('');
  /** Answers by question; a question asked again is answered at once. */
  private verdicts: ReadonlyMap<string, Verdict> = $state.raw(new Map());
  private offers: ReadonlyMap<string, Possible> = $state.raw(new Map());
  private past: Bench[] = $state.raw([]);

  readonly stage: Stage = $derived.by(() => model.stage(this.bench, this.bench.at) ?? (this.bench.stages[0] as Stage));
  readonly position: Position = $derived.by(() => this.stage.position);
  readonly verdict: Verdict | null = $derived.by(() => (this.stage.judged ? (this.verdicts.get(this.question(this.stage)) ?? null) : null));
  readonly possible: Possible | null = $derived.by(() => this.offers.get(this.asked(this.stage)) ?? null);
  readonly names: Names | null = $derived.by(() => (this.variant ? new Names(this.variant) : null));
  /** All orders given in this phase. */
  readonly given: AnyOrder[] = $derived.by(() => Object.values(this.stage.orders).flat().flatMap((line) => {
    const order = orderFrom(line);
    return order && order.type !== 'waive' ? [order] : [];
  }));
  /** What the power that is ordering can choose from; null until the map and its offers are there. */
  readonly ground: Ground | null = $derived.by(() => (this.names ? {
    choices: new Choices(this.possible?.offers[this.ordering] ?? [], this.possible?.reach ?? {}, (where) => ![undefined, this.ordering].includes(model.standing(this.position, where)?.power)), say: this.names, orders: this.given,
    foe: (where: string) => model.standing(this.position, where)?.power !== this.ordering,
  } : null));
  readonly canUndo: boolean = $derived.by(() => this.past.length > 0);
  readonly parent: number | null = $derived.by(() => this.stage.parent);

  get text(): string {
    return this.boxes.get(this.stage.id) ?? '';
  }
  set text(text: string) {
    this.boxes = new Map(this.boxes).set(this.stage.id, text);
    this.halted = '';
  }

  situation(one: Stage = this.stage): Situation {
    return { variant: this.bench.map ?? this.bench.variant, rules: this.bench.rules, issues: this.bench.issues, position: one.position };
  }
  private asked(one: Stage): string {
    return JSON.stringify(this.situation(one));
  }
  private question(one: Stage): string {
    return JSON.stringify([this.situation(one), one.orders]);
  }

  /** Show a bench; the map is fetched where it is another one. What may be ordered there is asked for unless it is `known`. */
  async open(bench: Bench, remember = true, known: Possible | null = null): Promise<void> {
    if (bench.map ? bench.map !== this.variant : bench.variant !== this.variant?.key || this.bench.map) {
      const variant = bench.map ?? (await variantFacts(bench.variant));
      const board = await drawing(variant);
      this.variant = variant;
      this.board = board;
    }
    if (remember) this.past = [...this.past, this.bench].slice(-MOST_STEPS);
    this.boxes = new Map();
    this.put(bench);
    if (known) this.offers = new Map(this.offers).set(this.asked(this.stage), known);
  }

  private put(bench: Bench): void {
    if (bench.at !== this.bench.at) this.entry = null;
    this.bench = bench;
    this.boxes = new Map([...this.boxes].filter(([id]) => model.stage(bench, id)));
    this.trouble = this.said = this.halted = '';
  }
  /** Change the bench in a way that can be taken back. */
  private step(bench: Bench): void {
    if (bench === this.bench) return;
    this.past = [...this.past, this.bench].slice(-MOST_STEPS);
    this.put(bench);
  }

  /** The first position of a map. */
  async start(variant: string, remember = true, issues: Record<string, string> = {}): Promise<void> {
    await this.guard(async () => {
      const rules = (await variantFacts(variant)).rulings ?? '2023';
      const first = await possible({ variant, rules, issues, position: null });
      this.lesson = null;
      await this.open(model.begin(variant, rules, model.whole(first.position), {}, issues), remember, first);
    });
  }

  /** A map file somebody brings, with its first position; what of the file could not be taken over is said. */
  async bringMap(name: string, text: string): Promise<void> {
    const { variant, notes } = await mapRead(name, text);
    const rules = variant.rulings ?? '2023';
    const first = await possible({ variant, rules, issues: {}, position: null });
    this.lesson = null;
    await this.open({ ...model.begin(variant.key, rules, model.whole(first.position)), map: variant }, true, first);
    toast([`${variant.title}: ${Object.keys(variant.provinces).length} provinces, ${Object.keys(variant.powers).length} powers.`, ...(notes ?? [])].join(' '), 'good', 8000);
  }

  /** A position somebody brings, or a phase saved here, in the map that is shown; refusals are thrown to whoever asks. */
  async bring(given: object | string): Promise<void> {
    const phase = typeof given === 'object' && 'position' in given ? (given as { position: object | string; orders?: unknown }) : { position: given };
    const read = await possible({ ...this.situation(), position: phase.position });
    this.lesson = null;
    this.change({ position: model.whole(read.position), orders: model.isOrders(phase.orders) ? phase.orders : {} });
  }

  async example(example: Example, remember = true): Promise<void> {
    await this.guard(async () => {
      const read = await possible({ variant: example.variant, rules: example.rules, issues: {}, position: example.position });
      await this.open(model.begin(example.variant, example.rules, model.whole(read.position), example.orders), remember, read);
      this.lesson = { title: example.title, look: example.look };
    });
  }

  /** Ask what may be ordered here, and again for a verdict a link told of. */
  async inform(): Promise<void> {
    const one = this.stage;
    const key = this.asked(one);
    if (!this.variant || (this.bench.map ?? this.variant.key) !== (this.bench.map ? this.variant : this.bench.variant)) return;
    await this.attempt(async () => {
      if (one.judged && !this.verdicts.has(this.question(one))) await this.ask(one);
      if (!this.offers.has(key)) this.offers = new Map(this.offers).set(key, await possible(this.situation(one)));
    });
  }

  private async ask(one: Stage): Promise<Verdict> {
    const key = this.question(one);
    const known = this.verdicts.get(key);
    if (known) return known;
    const { verdict } = await judged(this.situation(one), one.orders);
    this.verdicts = new Map(this.verdicts).set(key, verdict);
    return verdict;
  }

  /** Give what can be read of the text; what cannot stays in the box, under the heading it stood under. Returns how many lines stay. */
  async give(): Promise<number> {
    const { names, stage: one, text } = this;
    if (!names || !text.trim()) return 0;
    const read = await readings(this.situation(one), text);
    if (this.stage !== one || this.text !== text) throw new Error('The phase or its orders changed while they were read. Try again.');
    const given = good(read);
    const stay = bad(read);
    this.text = '';
    if (given.length) this.change({ orders: withRead(one.orders, given) });
    this.text = written(stay, names.power);
    this.reading = { text: this.text, lines: stay };
    this.said = told(read);
    return stay.length;
  }
  /** Give an order though it could never work, as a player may have sent it; all other lines stay as they are. */
  giveAnyway(line: OrderRead): void {
    if (!line.order || !this.names) return;
    const rest = this.reading.lines.filter((one) => one !== line);
    this.text = '';
    this.order(line.power, line.order);
    this.text = written(rest, this.names.power);
    this.reading = { text: this.text, lines: rest };
  }
  /** Take all orders back into the box, above what stands there already. */
  editAsText(): void {
    if (!this.names) return;
    const text = [this.text.trim(), asText(this.stage.orders, this.names.power)].filter(Boolean).join('\n\n');
    this.text = '';
    this.clearOrders();
    this.text = text;
  }

  /** Judge the phase by all orders there are, those in the box among them; while some of these are none, nothing is judged. */
  async adjudicate(): Promise<void> {
    await this.working(async () => {
      const stay = await this.give();
      if (stay) { this.halted = halted(stay); return; }
      const one = this.stage;
      await this.ask(one);
      this.entry = null;
      this.step(model.judge(this.bench, one.id));
    });
  }
  /** Read what is in the box before the orders are used otherwise, as in a report; throws where lines of it are no orders. */
  async settle(): Promise<void> {
    const stay = this.verdict ? 0 : await this.give();
    if (stay) throw new Error(`Under Orders ${stay === 1 ? 'one line of text is no order' : `${stay} lines of text are no orders`} yet. Correct or delete ${stay === 1 ? 'it' : 'them'} first.`);
  }
  /** Do something that keeps the box of orders closed meanwhile. */
  async working(work: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    await this.guard(work);
    this.busy = false;
  }

  /** Go on to the phase the verdict led to. */
  goOn(): void {
    if (this.verdict) this.step(model.goOn(this.bench, this.stage.id, model.whole(this.verdict.next)));
  }
  /** Back to the phase before this one; the lines stay. */
  stepBack(): void {
    if (this.parent !== null) this.look(this.parent);
  }
  look(id: number): void {
    this.put({ ...this.bench, at: id });
  }
  fork(): void {
    const { text } = this;
    this.step(model.fork(this.bench, this.stage.id));
    this.text = text;
  }
  drop(): void {
    this.step(model.drop(this.bench, this.stage.id));
  }
  undo(): void {
    const last = this.past.at(-1);
    if (!last) { toast(NO_UNDO); return; }
    this.past = this.past.slice(0, -1);
    if (last.variant === this.bench.variant && last.map === this.bench.map) this.put(last);
    else void this.guard(() => this.open(last, false));
  }
  /** Take the verdict off, to change orders. */
  reopen(): void {
    this.step(model.reopen(this.bench, this.stage.id));
  }

  change(made: { position?: Position; orders?: Orders }): void {
    const { text } = this;
    const { bench, forked } = model.change(this.bench, this.stage.id, made);
    this.step(bench);
    if (forked) this.text = text;
    if (forked) toast('The line played so far is kept. Your change begins a second one beside it.');
  }
  place(position: Position): void {
    this.change({ position, orders: model.fitting(this.stage.orders, position) });
  }
  order(power: string, order: string): void {
    const given = this.stage.orders[power] ?? [];
    this.change({ orders: { ...this.stage.orders, [power]: withOrder(given, order) } });
    this.entry = null;
  }
  unorder(power: string, where: string): void {
    const given = this.stage.orders[power] ?? [];
    this.change({ orders: { ...this.stage.orders, [power]: without(given, where) } });
  }
  clearOrders(): void {
    this.change({ orders: {} });
    this.entry = null;
  }

  /** Another rulebook or ruling: what was judged is judged again. */
  async rule(rules: string, issues: Record<string, string>): Promise<void> {
    const basic = issues.advanced === 'false'; // the basic game has nothing beside units
    const stages = basic ? this.bench.stages.map((one) => ({ ...one, position: { ...one.position, beside: [] } })) : this.bench.stages;
    this.step({ ...this.bench, rules, issues, stages });
    await this.inform();
  }

  /** Do something that may be refused; the refusal is shown. */
  async guard(work: () => Promise<void>): Promise<void> {
    this.trouble = '';
    await this.attempt(work);
  }
  /** The same, beside what was refused before. */
  private async attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : 'That did not work. Try again.';
    }
  }
}

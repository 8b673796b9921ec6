/** The sandbox at work: what is shown, what the server answered about it, and every change the reader makes. */
import { boardOf } from '../../lib/board/boards';
import { toast } from '../../lib/toasts.svelte';
import type { BoardGeometry } from '../../lib/types';
import { judged, mapRead, maps, possible, variantFacts, type Possible, type Situation } from './calls';
import { Names } from './drawn';
import { Choices } from '../game/diplomacy/choices';
import type { Entry, Ground } from '../game/diplomacy/entry';
import { orderFrom, type AnyOrder } from '../game/diplomacy/orders';
import type { Example } from './examples';
import * as model from './model';
import type { Bench, Orders, Position, Stage, Variant, Verdict } from './model';
import { provinceOfUnit, withOrder, without } from './sheet';

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
    choices: new Choices(this.possible?.offers[this.ordering] ?? []), say: this.names, orders: this.given,
    foe: (where: string) => model.standing(this.position, where)?.power !== this.ordering,
  } : null));
  readonly canUndo: boolean = $derived.by(() => this.past.length > 0);
  readonly parent: number | null = $derived.by(() => this.stage.parent);

  situation(one: Stage = this.stage): Situation {
    return { variant: this.bench.map ?? this.bench.variant, rules: this.bench.rules, issues: this.bench.issues, position: one.position };
  }
  private asked(one: Stage): string {
    return JSON.stringify(this.situation(one));
  }
  private question(one: Stage): string {
    return JSON.stringify([this.situation(one), one.orders]);
  }

  /** Show a bench; the map is fetched where it is another one. */
  async open(bench: Bench, remember = true): Promise<void> {
    if (bench.map ? bench.map !== this.variant : bench.variant !== this.variant?.key || this.bench.map) {
      const variant = bench.map ?? (await variantFacts(bench.variant));
      const board = await drawing(variant);
      this.variant = variant;
      this.board = board;
    }
    if (remember) this.past = [...this.past, this.bench].slice(-MOST_STEPS);
    this.put(bench);
  }

  private put(bench: Bench): void {
    if (bench.at !== this.bench.at) this.entry = null;
    this.bench = bench;
    this.trouble = '';
  }
  /** Change the bench in a way that can be taken back. */
  private step(bench: Bench): void {
    if (bench === this.bench) return;
    this.past = [...this.past, this.bench].slice(-MOST_STEPS);
    this.put(bench);
  }

  /** The first position of a map. */
  async start(variant: string, remember = true): Promise<void> {
    await this.guard(async () => {
      const rules = (await variantFacts(variant)).rulings ?? '2023';
      const first = await possible({ variant, rules, issues: {}, position: null });
      this.lesson = null;
      await this.open(model.begin(variant, rules, model.whole(first.position)), remember);
    });
  }

  /** A map file somebody brings, with its first position; what of the file could not be taken over is said. */
  async bringMap(name: string, text: string): Promise<void> {
    const { variant, notes } = await mapRead(name, text);
    const first = await possible({ variant, rules: '', issues: {}, position: null });
    this.lesson = null;
    await this.open({ ...model.begin(variant.key, variant.rulings ?? '2023', model.whole(first.position)), map: variant });
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
      await this.open(model.begin(example.variant, example.rules, model.whole(read.position), example.orders), remember);
      this.lesson = { title: example.title, look: example.look };
    });
  }

  /** Ask what may be ordered here, and again for a verdict a link told of. */
  async inform(): Promise<void> {
    const one = this.stage;
    const key = this.asked(one);
    if (!this.variant || (this.bench.map ?? this.variant.key) !== (this.bench.map ? this.variant : this.bench.variant)) return;
    await this.guard(async () => {
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

  async adjudicate(): Promise<void> {
    const one = this.stage;
    this.busy = true;
    await this.guard(async () => {
      await this.ask(one);
      this.entry = null;
      this.step(model.judge(this.bench, one.id));
    });
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
    this.step(model.fork(this.bench, this.stage.id));
  }
  drop(): void {
    this.step(model.drop(this.bench, this.stage.id));
  }
  undo(): void {
    const last = this.past.at(-1);
    if (!last) return;
    this.past = this.past.slice(0, -1);
    if (last.variant === this.bench.variant && last.map === this.bench.map) this.put(last);
    else void this.guard(() => this.open(last, false));
  }
  /** Take the verdict off, to change orders. */
  reopen(): void {
    this.step({ ...this.bench, stages: this.bench.stages.map((one) => (one.id === this.stage.id ? { ...one, judged: false } : one)) });
  }

  change(made: { position?: Position; orders?: Orders }): void {
    const { bench, forked } = model.change(this.bench, this.stage.id, made);
    this.step(bench);
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
    this.step({ ...this.bench, rules, issues });
    await this.inform();
  }

  /** Do something that may be refused; the refusal is shown. */
  async guard(work: () => Promise<void>): Promise<void> {
    try {
      this.trouble = '';
      await work();
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : 'That did not work. Try again.';
    }
  }
}

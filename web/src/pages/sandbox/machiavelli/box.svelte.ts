/** The sandbox of Machiavelli at work: what is shown, what the server answered about it, and every change the reader makes. */
import { boardOf } from '../../../lib/board/boards';
import { api } from '../../../lib/api';
import { toast } from '../../../lib/toasts.svelte';
import type { BoardGeometry, GameInfo, LogLine, Offer, View } from '../../../lib/types';
import { NO_UNDO } from '../../../lib/words';
import { Draft, type Form } from '../../game/frame/draft.svelte';
import type { Host } from '../../game/frame/host';
import { Desk } from '../../game/machiavelli/desk.svelte';
import type { AnyOrder } from '../../game/machiavelli/orders';
import { actionOf, formOf, sheetOf, type Asks, type Sheet } from '../../game/machiavelli/sheet';
import { nameOf } from '../../game/machiavelli/view';
import * as tree from '../tree';
import * as steps from './steps';
import type { Bench, DeskView, MachiavelliView, Moment, Stage, StepOffers, StepTold } from './steps';

const MOST_UNDONE = 200;
const ASKS: Readonly<Record<steps.Step, Asks>> = { year: 'campaign', units: 'year', campaign: 'campaign', retreats: 'retreats', shifts: 'shifts' };

/** A sheet that is kept in the sandbox: nothing is saved on a server. */
class Loose extends Draft<Sheet> {
  constructor(host: Host, form: Form<Sheet>, private readonly keep: (sheet: Sheet) => void, private readonly back: () => void) {
    super(host, form);
    this.loaded = true;
  }
  override change(change: (sheet: Sheet) => Sheet): void { this.keep(change(this.sheet)); }
  override undo(): void { this.back(); }
  override clear(): void { /* what is written belongs to the step, not to the page */ }
}

export class Box implements Host {
  bench: Bench | null = $state.raw(null);
  info: GameInfo | null = $state.raw(null);
  board: BoardGeometry | null = $state.raw(null);
  desk: Desk | null = $state.raw(null);
  /** Whose decisions are written. */
  power = $state('');
  /** Whether the position is set up: clicks order nothing then. */
  setting = $state(false);
  trouble = $state('');
  busy = $state(false);
  /** Text of orders that is not read yet, and what was wrong with it. */
  text = $state('');
  unread: string[] = $state.raw([]);
  said = $state('');
  lit: string[] = $state.raw([]);
  polite = $state('');
  assertive = $state('');
  drafted = null;
  private sheets: Loose | null = null;
  private past: Bench[] = $state.raw([]);
  private offersBy: ReadonlyMap<string, StepOffers> = $state.raw(new Map());
  private verdicts: ReadonlyMap<string, StepTold> = $state.raw(new Map());
  /** What is known of the board by the latest answer: it is drawn until the next one comes. */
  private known: StepOffers | null = $state.raw(null);

  readonly stage: Stage | null = $derived.by(() => (this.bench ? (tree.stage(this.bench, this.bench.at) ?? null) : null));
  readonly moment: Moment | null = $derived.by(() => this.stage?.position ?? null);
  readonly found: StepOffers | null = $derived.by(() => (this.stage ? (this.offersBy.get(this.asking(this.stage)) ?? null) : null));
  readonly offered = true;
  readonly verdict: StepTold | null = $derived.by(() => (this.stage?.judged ? (this.verdicts.get(this.question(this.stage)) ?? null) : null));
  readonly canUndo: boolean = $derived.by(() => this.past.length > 0);
  /** The position as pages of the game know it. */
  private readonly plain: MachiavelliView | null = $derived.by(() => {
    const { moment, known, verdict } = this;
    if (!moment || !known) return null;
    if (verdict) return verdict.view as unknown as MachiavelliView;
    const asks = moment.step === 'year' ? '' : ASKS[moment.step];
    return { ...(known.view as unknown as MachiavelliView), position: moment.position, dislodged: moment.dislodged, asks };
  });
  readonly powers: MachiavelliView['powers'] = $derived.by(() => this.plain?.powers ?? []);
  /** Powers that decide something now. */
  readonly deciding: string[] = $derived.by(() => Object.keys(this.found?.offers ?? {}).filter((power) => this.moment?.step !== 'retreats' || (this.found?.offers[power] ?? []).some((offer) => offer.source)));

  // --- what a desk asks of its game

  readonly view: View = $derived.by(() => ({ ...this.plain, power: this.power, desk: ((this.found?.desks ?? {})[this.power] ?? null) as DeskView | null }) as unknown as View);
  readonly offers: Offer[] = $derived.by(() => (this.found?.offers[this.power] ?? []));
  readonly colours: number[] = $derived.by(() => this.powers.map((_, at) => at + 1));
  readonly log: LogLine[] = $derived.by(() => (this.verdict?.lines ?? []).map(steps.logLine));
  readonly seat: number = $derived.by(() => this.powers.findIndex((power) => power.id === this.power));
  readonly asked: number | null = $derived.by(() => (this.setting || this.stage?.judged || !(this.power in (this.found?.offers ?? {})) ? null : this.seat));
  readonly mayAct: boolean = $derived.by(() => this.asked !== null);
  readonly mine: number[] = $derived.by(() => [this.seat]);
  readonly curtain = null;
  readonly over = false;
  readonly framed = false;
  readonly replay = { on: false, at: 0 };
  readonly playback = { on: false, frame: null };
  readonly table = $derived.by(() => ({ id: '', options: (this.bench?.options ?? {}) as Host['table']['options'] }));
  named = (text: string): string => text;
  reload = (): Promise<void> => Promise.resolve();
  refuse(problem: { message: string }): void {
    this.assertive = problem.message;
    toast(problem.message, 'danger');
  }

  // --- asking the server

  situation(one: Stage): steps.Situation {
    const { game, rules, options } = this.bench as Bench;
    return { game, rules, options, position: one.position };
  }
  private asking(one: Stage): string {
    return JSON.stringify(this.situation(one));
  }
  private question(one: Stage): string {
    return JSON.stringify([this.situation(one), one.orders, one.dice, one.seed, one.riders]);
  }
  /** Orders of a step as the server reads them: powers by their ids. */
  private written(one: Stage): string {
    return steps.asText(one, (power) => power);
  }

  /** Ask what may be written here, and again for a verdict a link told of. */
  async inform(): Promise<void> {
    const one = this.stage;
    if (!one) return;
    await this.guard(async () => {
      const key = this.asking(one);
      const found = this.offersBy.get(key) ?? (await steps.offered(this.situation(one)));
      this.offersBy = new Map(this.offersBy).set(key, found);
      if (this.stage !== one) return;
      await this.learn(found);
      if (one.judged && !this.verdicts.has(this.question(one))) await this.ask(one);
    }, false);
  }

  private async learn(found: StepOffers): Promise<void> {
    const view = found.view as unknown as MachiavelliView & { board: string };
    const board = this.board?.key === view.board ? this.board : await boardOf(view.board);
    this.known = found;
    if (!(this.power in found.offers)) this.power = Object.keys(found.offers)[0] ?? view.powers[0]?.id ?? '';
    if (board !== this.board || !this.desk) {
      this.board = board;
      const nazgul = () => (this.moment?.position as { figures?: Record<string, string> } | undefined)?.figures?.['Z'] ?? '';
      this.sheets = new Loose(this, formOf(() => ASKS[this.moment?.step ?? 'campaign'], nazgul), (sheet) => { this.write(this.power, sheet); }, () => { this.undo(); });
      this.desk = new Desk<Host>(this, board, this.sheets);
    }
    this.follow();
  }

  private async ask(one: Stage): Promise<void> {
    const key = this.question(one);
    if (this.verdicts.has(key)) return;
    const told = await steps.judged(this.situation(one), this.written(one), one.dice, one.seed);
    this.verdicts = new Map(this.verdicts).set(key, told);
  }

  /** The first position of a scenario. */
  async start(game: steps.GameKey, rules = '', options: Record<string, unknown> = {}, remember = true): Promise<void> {
    await this.guard(async () => {
      const { info, preset } = await this.rulesOf(game, rules);
      const first = await steps.offered({ game, rules: preset, options, position: null });
      this.info = info;
      this.open(steps.begin(game, preset, options, steps.momentOf(first)), remember);
    });
  }
  private async rulesOf(game: steps.GameKey, rules: string): Promise<{ info: GameInfo; preset: string }> {
    const info = this.info?.key === game ? this.info : (await api.games()).find((one) => one.key === game);
    if (!info) throw new Error('This server has no such game.');
    return { info, preset: rules || (info.presets[0]?.key ?? '') };
  }
  /** Show a bench that came with a link. */
  async enter(bench: Bench, remember: boolean): Promise<void> {
    this.info = (await this.rulesOf(bench.game, bench.rules)).info;
    this.open(bench, remember);
  }
  private open(bench: Bench, remember: boolean): void {
    if (remember && this.bench) this.past = [...this.past, this.bench].slice(-MOST_UNDONE);
    this.put(bench);
  }

  /** Other rules for the same positions; another scenario begins anew. */
  async rule(rules: string, options: Record<string, unknown>): Promise<void> {
    if (!this.bench) return;
    const place = (given: Record<string, unknown>, preset: string) => JSON.stringify([given['scenario'], given['powers'], this.info?.presets.find((one) => one.key === preset)?.options['scenario']]);
    if (place(options, rules) !== place(this.bench.options, this.bench.rules)) return this.start(this.bench.game, rules, options);
    await this.guard(async () => {
      const bench = { ...(this.bench as Bench), rules, options };
      await steps.offered({ game: bench.game, rules, options, position: (this.stage as Stage).position }); // refused before it is taken over
      this.step(bench);
    });
  }

  /** A position somebody brings, as text or JSON; refusals are thrown to whoever asks. */
  async bring(text: string): Promise<void> {
    const read = await steps.offered({ ...this.situation(this.stage as Stage), position: text.trimStart().startsWith('{') ? (JSON.parse(text) as Moment) : text });
    this.change({ position: steps.momentOf(read), orders: {} });
  }

  // --- changes

  private put(bench: Bench): void {
    if (bench.at !== this.bench?.at) {
      this.desk?.drop();
      this.text = '';
    }
    this.bench = bench;
    this.trouble = this.said = '';
    this.unread = [];
    this.lit = [];
    if (this.desk) this.desk.fact = null;
    this.follow();
  }
  /** What is written now is that of this step and power. */
  private follow(): void {
    if (this.sheets && this.stage) this.sheets.sheet = steps.sheetIn(this.stage, this.power);
  }
  private step(bench: Bench): void {
    if (!this.bench || bench === this.bench) return;
    this.past = [...this.past, this.bench].slice(-MOST_UNDONE);
    this.put(bench);
  }
  change(made: Partial<Stage>): void {
    if (!this.bench || !this.stage) return;
    const { bench, forked } = tree.change<Stage, Bench>(this.bench, this.stage.id, made);
    this.step(bench);
    if (forked) toast('The line played so far is kept. Your change begins a second one beside it.');
  }
  /** Set a position up; orders for units that are gone go with them. */
  place(position: Moment): void {
    this.change({ position });
  }
  choose(power: string): void {
    this.desk?.drop();
    this.power = power;
    this.follow();
  }
  private write(power: string, sheet: Sheet): void {
    if (!this.stage) return;
    const { [power]: _, ...others } = this.stage.orders;
    const empty = steps.linesOf(sheet).length === 0;
    this.change({ orders: empty ? others : { ...others, [power]: actionOf(sheet, ASKS[this.stage.position.step]) } });
  }

  /** Read the text: where every line makes sense it becomes orders; else it stays. True when nothing stays. */
  async give(): Promise<boolean> {
    const one = this.stage;
    const { text } = this;
    if (!one || !text.trim()) return true;
    const read = await steps.readings(this.situation(one), text);
    this.unread = [...read.unread];
    if (read.unread.length) return false;
    const orders = { ...one.orders };
    for (const [power, given] of Object.entries(read.given)) {
      const sheet = steps.joined(steps.sheetIn(one, power), sheetOf({ type: '', ...given }));
      orders[power] = actionOf(sheet, ASKS[one.position.step]);
    }
    const riders = one.riders || /^\s*riders\s+go/im.test(text);
    this.change({ orders, riders });
    this.text = '';
    const powers = Object.keys(read.given).map((power) => nameOf(this.view as unknown as MachiavelliView, power));
    this.said = powers.length ? `Read: ${powers.join(', ')}.` : 'There was no order in it.';
    return true;
  }
  /** Take all orders back into the box. */
  editAsText(): void {
    if (!this.stage) return;
    const text = steps.asText(this.stage, (power) => nameOf(this.view as unknown as MachiavelliView, power));
    this.change({ orders: {}, riders: false });
    this.text = [this.text.trim(), text].filter(Boolean).join('\n\n');
  }

  async adjudicate(): Promise<void> {
    await this.working(async () => {
      if (!(await this.give())) return;
      const one = this.stage;
      if (!one || !this.bench) return;
      await this.ask(one);
      this.desk?.drop();
      if (this.desk) this.desk.treasury.open = false;
      this.step(tree.judge<Stage, Bench>(this.bench, one.id));
    });
  }
  goOn(): void {
    const next = this.verdict?.next;
    if (next && this.bench && this.stage) this.step(steps.goOn(this.bench, this.stage.id, steps.whole(next)));
  }
  stepBack(): void {
    if (this.bench && this.stage && this.stage.parent !== null) this.put({ ...this.bench, at: this.stage.parent });
  }
  look(id: number): void {
    if (this.bench) this.put({ ...this.bench, at: id });
  }
  fork(): void {
    if (this.bench && this.stage) this.step(tree.fork<Stage, Bench>(this.bench, this.stage.id));
  }
  drop(): void {
    if (this.bench && this.stage) this.step(tree.drop<Stage, Bench>(this.bench, this.stage.id));
  }
  reopen(made: Partial<Stage> = {}): void {
    if (!this.bench || !this.stage) return;
    const bench = tree.reopen<Stage, Bench>(this.bench, this.stage.id);
    this.step({ ...bench, stages: bench.stages.map((one) => (one.id === this.stage?.id ? { ...one, ...made } : one)) });
  }
  undo(): void {
    const last = this.past.at(-1);
    if (!last) { toast(NO_UNDO); return; }
    this.past = this.past.slice(0, -1);
    this.put(last);
  }

  /** What the other powers of this step are told to do, for the board. */
  readonly others: { colour: number; orders: AnyOrder[] }[] = $derived.by(() => {
    const { stage, desk } = this;
    if (!stage || !desk || stage.judged) return [];
    return Object.keys(stage.orders).filter((power) => power !== this.power || this.setting).map((power) => ({ colour: desk.colourOf(power), orders: Object.values(steps.sheetIn(stage, power).orders) }));
  });

  async working(work: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    await this.guard(work);
    this.busy = false;
  }
  /** Do something that may be refused; the refusal is shown. */
  private async guard(work: () => Promise<void>, anew = true): Promise<void> {
    if (anew) this.trouble = '';
    try {
      await work();
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : 'That did not work. Try again.';
    }
  }
}

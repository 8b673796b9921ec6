/** What a seat of secret orders has before it: the position, its draft, what is missing, what was judged, and the flag. */
import type { BoardGeometry } from '../../../lib/types';
import { capital, plural } from '../../../lib/words';
import type { Game } from '../game.svelte';
import { Choices } from './choices';
import { Writing } from '../frame/writing.svelte';
import { orderForm, type Sheet } from './sheet';
import { provinceOf, sitesOn, type Site } from './board/marks';
import { FLYERS, hasOrHave } from './kinds';
import { notation, type AnyOrder } from './orders';
import { Pen } from './pen.svelte';
import { staged } from './ring/stages';
import { coloursOf, ledBy, powerOf, ringOf, Survey, unitAt, type DiplomacyView, type ReportView, type RingView } from './view';

export class Desk extends Writing<Sheet> {
  readonly survey: Survey;
  readonly pen: Pen;
  /** The key of a judged order whose reason is shown. */
  reason = $state<string | null>(null);
  layers = $state({ mine: true, quoted: true, last: true, names: true, ring: true });
  /** Goes on or back by so many stages of what is told, where it is told stage by stage. */
  walk: ((by: number) => void) | null = null;
  /** The summary of the last phase is open for this turn. */
  summary = $state<number | null>(null);
  /** The vote that went with one's last orders, as far as this page saw it. */
  vote = $state.raw<{ turn: number; draw: boolean } | null>(null);

  constructor(game: Game, readonly board: BoardGeometry) {
    super(game, orderForm);
    this.survey = new Survey(board);
    this.pen = new Pen(this);
    this.layers.ring = !this.shared;
  }

  /** Ring diplomacy with its figures, whose last phase is told stage by stage, unless a single reason is asked for; null for all else. */
  readonly stages: RingView | null = $derived.by(() => (this.reason === null && !this.game.over && this.ring && staged(this.ring, this.reports).length ? this.ring : null));
  /** Whether it is told why an order ended as it did, or what happened in the last phase. */
  readonly telling: boolean = $derived.by(() => {
    const { game } = this;
    return !game.playback.on && !game.replay.on && game.curtain === null && (this.reason !== null || (this.summary !== null && this.pen.source === null && !(this.ring && game.over)));
  });
  readonly view: DiplomacyView = $derived.by(() => this.game.view as DiplomacyView);
  /** Phases judged since the viewer last had something to decide, as far as this page saw them. */
  private since = $state.raw<{ turn: number; question: boolean; reports: ReportView[]; asked: boolean } | null>(null);
  readonly reports: ReportView[] = $derived.by(() =>
    this.game.replay.on || this.since?.turn !== this.game.shown.turn ? this.view.last : this.since.reports);
  /** The same moment, where the game is ring diplomacy. */
  readonly ring: RingView | null = $derived.by(() => ringOf(this.view));
  readonly led: readonly string[] = $derived.by(() => ledBy(this.view));
  readonly choices: Choices = $derived.by(() => new Choices(this.writing ? this.game.offers : [], this.ring?.reach ?? {}, (place) => this.foe(place)));
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

  /** "Army Burgundy". */
  title(source: string): string {
    return this.survey.unit(source);
  }

  /** Whether a unit of a power that the viewer does not lead stands in a province. */
  foe(province: string): boolean {
    const there = unitAt(this.view, province);
    return there !== null && !this.led.includes(there.power);
  }

  /** The player colour of a unit that can be ordered, of what flies, or of a centre to build in. */
  colourOf(source: string): number {
    const [kind = '', at = ''] = source.includes(' ') ? source.split(' ') : ['', source];
    const colours = coloursOf(this.view);
    if (kind === 'Z') return colours['mordor'] ?? 0;
    if (kind === 'GEG') return colours[this.ring?.eagles ?? ''] ?? 0;
    const lost = this.view.phase.kind === 'retreats' ? this.view.dislodged.find((one) => one.unit.at === at)?.power : undefined;
    return colours[lost ?? unitAt(this.view, provinceOf(at))?.power ?? this.view.centres[at] ?? this.view.power ?? ''] ?? 0;
  }

  /** The supply centres and where they are drawn: the board's, or those that the game puts on its sites. */
  readonly sites: readonly Site[] = $derived.by(() => {
    const drawn = this.board.sites ?? [];
    const { ring } = this;
    if (!ring) return drawn.filter((site) => site.kind === 'centre' || site.kind === 'fortress');
    return sitesOn(this.board, ring.sites, this.survey);
  });

  isCentre(province: string): boolean {
    return this.sites.some((site) => site.space === province);
  }

  /** An order in notation as people write it, with codes of provinces where these have longer names. */
  line(order: AnyOrder): string {
    return notation(order).replace(/[a-z_]{3,}/g, (id) => this.ring?.codes[id] ?? id);
  }

  /** The name of a place that was written as a code. */
  named(code: string): string {
    return this.survey.place(this.codes.get(code) ?? code);
  }

  private readonly codes: ReadonlyMap<string, string> = $derived.by(() => new Map(Object.entries(this.ring?.codes ?? {}).map(([id, code]) => [code, id])));

  /** That one's vote on the end of the game has not come about; empty where none was given. */
  readonly unmet: string = $derived.by(() => {
    if (this.vote === null || this.game.over || this.vote.turn >= this.game.shown.turn) return '';
    return this.vote.draw ? 'Not everybody voted for your draw, so the game goes on.' : 'Not everybody conceded, so the game goes on.';
  });

  /** The name of a power. */
  whose(power: string): string {
    return powerOf(this.view, power)?.name ?? power;
  }

  /** Keep what was judged; phases that passed without the viewer are told together with the one before. */
  note(): void {
    const { turn } = this.game.shown;
    const view = this.game.shown.view as DiplomacyView;
    const question = ringOf(view)?.asked_riders ?? false; // the phase is judged, and the next has not begun
    if (this.since?.turn === turn && this.since.question === question) return;
    const before = this.since && !this.since.asked && turn > this.since.turn ? this.since.reports : [];
    const asked = view.power === null || view.powers.some((power) => power.id === view.power && power.due !== 0);
    const known = new Set(view.last.map((one) => one.title));
    this.since = { turn, question, asked, reports: [...before.filter((one) => !known.has(one.title)), ...view.last] };
  }

  override clear(): void {
    super.clear();
    this.layers.ring = !this.shared;
  }

  get half(): boolean { return this.pen.half; }

  /** Leave what is half entered, and the reason that is shown. */
  drop(): boolean {
    const told = this.reason !== null;
    this.reason = null;
    return this.pen.drop() || told;
  }

  /** What is left to the rules, in words. */
  get omissions(): string[] {
    const { choices } = this;
    if (choices.builds && this.open) return [`${capital(plural(this.open, 'build'))} will be left unused.`];
    if (choices.removals && this.open) return [`${capital(plural(this.open, 'more unit'))} must be removed; the rules will choose.`];
    const fate = this.view.phase.kind === 'retreats' ? 'will be disbanded' : 'will hold';
    return this.missing.map((source) => {
      const [kind = ''] = source.split(' ');
      const lack = choices.cornered(source) ? 'nowhere to go' : 'no order';
      return `${this.title(source)} ${hasOrHave(kind)} ${lack} and ${FLYERS.has(kind) ? 'will stay' : fate}.`;
    });
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

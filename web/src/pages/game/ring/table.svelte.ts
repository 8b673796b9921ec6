/** What the viewer has before him on a table of figures: where he looks, what is chosen, which tool he holds. */
import { Viewport, type XY } from '../board/viewport.svelte';
import { screen } from '../frame/screen.svelte';
import type { Game } from '../game.svelte';
import type { Ground } from './ground';
import { Crowd } from './board/crowd';
import { outlinesOf, type Outlined } from './board/outlines';
import { NEAR } from './board/paint';
import type { FigureView, RingView, Spot } from './view';

export type Tool = 'select' | 'force' | 'rectangle' | 'ruler';
export interface Layers { terrain: boolean; zones: boolean; rings: boolean; names: boolean; moves: boolean }
/**
 * What a press on the table met; `spot` is where, in 1/1000 inch. `insider` is the nearest figure of the force within whose
 * line the press lies, be it on nobody.
 */
export interface Hit { figure: number | null; insider: number | null; place: string | null; spot: Spot; at: XY; touch: boolean; shift: boolean; double: boolean }
/**
 * What a part of the interface does with the table before selecting does; true: it was used.
 * `drag` answers on its first call (`phase` start) whether it takes the drag; else the table pans.
 */
export interface Hand {
  pick?(hit: Hit): boolean;
  point?(hit: Hit | null): void;
  drag?(phase: 'start' | 'move' | 'end' | 'cancel', hit: Hit): boolean;
  back?(): boolean;
  key?(event: KeyboardEvent, letters: boolean): boolean;
}

const INCH = 1000;
/** Pixels between the dock and the lower edge of the board, at most. */
const BENEATH = 20;
/** What steps and tools take of a wide board at the top and left, and the scale at its foot, in pixels. */
const BESIDE = { top: 66, left: 66 };
const SCALE = 36;
/** Pixels around what is brought into sight. */
const FREE = 40;
/** How wide the overview is that lies on an upright phone's table from its top, in pixels. */
export const OVERVIEW = 104;
/** Pixels to an inch when nearest. */
const NEAREST = 72;
/** Pixels to an inch at which figures can be told apart. */
const CLEAR = 30;

export class TableDesk {
  readonly viewport: Viewport;
  /** The picture under the figures, in the colours of the theme. */
  ground = $state.raw() as Ground;
  /** Chosen figures by id; the first leads. */
  chosen = $state.raw<readonly number[]>([]);
  tool = $state<Tool>('select');
  layers = $state<Layers>({ terrain: true, zones: true, rings: false, names: true, moves: true });
  /** The figure and the place under the pointer. */
  over = $state<number | null>(null);
  overPlace = $state<string | null>(null);
  /** The place whose panel is open. */
  place = $state<string | null>(null);
  /** Whether the dock is wanted outside of combat: MovingDock sets it while it has something to ask there. */
  docked = $state(false);
  /** What a phone's sheet says when it is low, and its main button; set by whoever fills the dock. */
  peek = $state.raw<{ title: string; label: string; run: () => void } | null>(null);
  /** What ends the step that the viewer is in, as the button at the top right; set by whoever knows. */
  ending = $state.raw<{ label: string; run: () => void } | null>(null);
  /** Height of the dock, which the table keeps free of what is decided. */
  dock = $state(0);
  /** Figures drawn elsewhere than they stand (ghosts do not count): by id, while something moves. */
  shift = $state.raw<ReadonlyMap<number, Spot>>(new Map());
  /** How strongly figures are drawn that are not drawn fully, 0 to 1. */
  faded = $state.raw<ReadonlyMap<number, number>>(new Map());
  /** Places that the goal under the pointer is about. */
  lit = $state.raw<readonly string[]>([]);
  /** Figures with the brass edge of those that may act. */
  bright = $state.raw<ReadonlySet<number>>(new Set());
  private readonly hands: Hand[] = [];

  constructor(readonly game: Game, ground: Ground) {
    this.ground = ground;
    this.viewport = new Viewport(ground.table[0] / INCH, ground.table[1] / INCH);
    this.viewport.nearest = NEAREST;
  }

  readonly view: RingView = $derived.by(() => this.game.view as RingView);
  readonly crowd: Crowd = $derived.by(() => new Crowd(this.view));
  /** Pixels to an inch. Positions on the sheet are in pixels from the table's north-west corner; panning does not change them. */
  readonly scale: number = $derived.by(() => this.viewport.scale);
  readonly selected: readonly FigureView[] = $derived.by(() => this.chosen.map((id) => this.crowd.byId.get(id)).filter((one) => one !== undefined));
  /** The player of the scenario whom the viewer is asked to move or decide for; null when nobody of his is. */
  readonly player: number | null = $derived.by(() => {
    const { question } = this.view;
    const seat = this.game.asked;
    return question && seat !== null && !this.game.replay.on && this.view.players[question.player]?.seat === seat ? question.player : null;
  });

  /** Whether the table is seen from so far that forces are shields. */
  readonly far: boolean = $derived.by(() => this.scale < NEAR);
  /** The sides of the viewer's seats; none for who only watches. */
  readonly own: ReadonlySet<string> = $derived.by(() => new Set(this.view.players.filter((player) => player.seat !== null && this.game.mine.includes(player.seat)).map((player) => player.side)));
  /** The same; for who only watches, the side of the player who moves. */
  readonly sides: ReadonlySet<string> = $derived.by(() => {
    const mover = this.view.players[this.view.mover];
    return this.own.size || !mover ? this.own : new Set([mover.side]);
  });

  /** Whether a player is on another side than the viewer. */
  enemy(player: number): boolean {
    return this.sides.size > 0 && !this.sides.has(this.view.players[player]?.side ?? '');
  }

  /** The lines round forces. */
  readonly outlines: readonly Outlined[] = $derived.by(() => outlinesOf(this.crowd, (spot) => this.inches(spot)));

  /** Where a point of the table is, in inches from its north-west corner. */
  inches(spot: Spot): [number, number] {
    return [spot[0] / INCH, (this.ground.table[1] - spot[1]) / INCH];
  }
  /** Where a point of the table is on the sheet, in pixels. */
  px(spot: Spot): [number, number] {
    const [x, y] = this.inches(spot);
    return [x * this.scale, y * this.scale];
  }
  /** A length of 1/1000 inch in pixels. */
  length(mil: number): number {
    return (mil / INCH) * this.scale;
  }
  /** Path data on the sheet through points of the table. */
  d(path: readonly Spot[], closed = false): string {
    return path.length ? `M${path.map((spot) => this.px(spot).map((part) => part.toFixed(1)).join(' ')).join('L')}${closed ? 'Z' : ''}` : '';
  }
  /** Where a point of the table is on the board, in pixels from its top left corner. */
  toScreen(spot: Spot): XY {
    const [x, y] = this.px(spot);
    return { x: x + this.viewport.origin.x, y: y + this.viewport.origin.y };
  }
  /** The point of the table under a point of the board. */
  toTable(at: XY): Spot {
    const [x, y] = this.viewport.toMap(at);
    return [Math.round(x * INCH), Math.round(this.ground.table[1] - y * INCH)];
  }
  /** Bring points of the table into the free part of the board. */
  reveal(spots: readonly Spot[], close = 0): void {
    const { viewport } = this;
    const points = spots.map((spot) => this.inches(spot));
    const under = screen.landscape ? 0 : this.dock + (screen.layout === 'phone' ? 0 : BENEATH); // sideways it stands at the right
    const bottom = this.dock ? Math.max(viewport.insets.bottom, under) : viewport.insets.bottom;
    const phone = screen.layout === 'phone';
    const over = phone && !screen.landscape ? (OVERVIEW * viewport.mapHeight) / viewport.mapWidth : 0;
    const beside = phone ? { ...viewport.insets, top: viewport.insets.top + over, bottom } : { ...viewport.insets, ...BESIDE, bottom: bottom + SCALE };
    viewport.reveal(points, beside, phone ? FREE / 2 : FREE, close);
  }

  /** How near a fight is looked at, where it fits: so many times the whole table, or near enough to tell figures apart. */
  near(times: number): number {
    return Math.max(times, CLEAR / this.viewport.fitScale);
  }

  choose(ids: readonly number[]): void {
    this.chosen = ids.filter((id) => this.crowd.byId.has(id));
    this.place = null;
  }
  /** All figures of the viewer's player, or of its owner, that stand together with one; it leads. */
  chooseForce(id: number): void {
    this.choose(this.crowd.forceOf(id));
  }
  clear(): void {
    this.chosen = [];
    this.place = null;
  }

  /** Let a part of the interface have presses and keys first; the newest is asked first. Returns how to end that. */
  lend(hand: Hand): () => void {
    this.hands.unshift(hand);
    return () => { this.hands.splice(this.hands.indexOf(hand), 1); };
  }
  /** The first hand that uses something; undefined: nobody. */
  used(ask: (hand: Hand) => boolean | undefined): Hand | undefined {
    return this.hands.find((hand) => ask(hand));
  }
  point(hit: Hit | null): void {
    for (const hand of this.hands) hand.point?.(hit);
  }
}

/** Where the desk of a game will be; null until its ground is there. */
class Setting { desk = $state.raw<TableDesk | null>(null); }
const settings = new WeakMap<Game, Setting>();

/** The setting of a game, shared by board and rail: to be fetched when a component is made, not while something is worked out. */
export function settingOf(game: Game): Setting {
  const known = settings.get(game) ?? new Setting();
  settings.set(game, known);
  return known;
}

/** Lay a ground on the table, the first one or that of another theme. */
export function lay(game: Game, ground: Ground): void {
  const setting = settingOf(game);
  if (setting.desk) setting.desk.ground = ground;
  else setting.desk = new TableDesk(game, ground);
}

/** The move being planned: who goes, by which points, where to, and what the server says of it. Lengths are 1/1000 inch. */
import { ApiError } from '../../../../lib/api';
import type { Action, Problem } from '../../../../lib/types';
import { plural } from '../../../../lib/words';
import { screen } from '../../frame/screen.svelte';
import { inquire, type Battle, type Deed, type Inquiries, type Reach, type Way } from '../inquire';
import type { GroundPlace } from '../ground';
import type { TableDesk } from '../table.svelte';
import type { FigureView, Path, Spot } from '../view';
import { measured } from '../board/ruler.svelte';
import { apart, onRing, type Aim } from './aim';
import { Latest } from './latest';
import { moverOf, ownForces, teamOf, type OwnForce, type Team } from './teams';
import { split } from './trace';
import { used } from './words';

type WayQuestion = Inquiries['way']['ask'];
type BattleQuestion = Inquiries['battle']['ask'];
/** Milliseconds between two questions about ways, and about odds, which take longer. */
const WAY_PAUSE = 75;
const ODDS_PAUSE = 160;
/** Milliseconds after which a question is put again that came too soon after others. */
const PATIENCE = 400;
const TOO_MANY = 429;
/** Within this one meets an enemy, or stands at a wall (E1, K2). */
const CONTACT = 1000;
/** Who goes as far as he can stops so much before the very end: points are rounded. */
const MARGIN = 30;
/** How near a phone looks at most when a force is chosen. */
const CLOSE = 2.6;

export class March {
  /** Points pressed, in order; the last is where the way ends. */
  stops = $state.raw<readonly Aim[]>([]);
  /** Where the pointer is, as long as nothing was pressed. */
  hover = $state.raw<readonly Aim[]>([]);
  reach = $state.raw<Reach | null>(null);
  way = $state.raw<Way | null>(null);
  battle = $state.raw<Battle | null>(null);
  /** Rounds that the odds are for; 0: to the end. */
  rounds = $state<0 | 1>(1);
  deeds = $state.raw<readonly Deed[]>([]);
  /** How far the chosen figures may go by boat; 0: not at all. Whether they are to: every point but the last is on the water. */
  boats = $state(0);
  boat = $state(false);
  /** Why the server did not take the move, said where it was to end. */
  refused = $state.raw<Problem | null>(null);
  /** Whether it was said that forces have not moved; the next press ends the movement. */
  warned = $state(false);
  /** What Enter does where nothing is aimed at: the main button of a question. */
  main: (() => void) | null = null;
  /** The aim that the way answers; an answer to another is on its way. */
  private answered = $state.raw<readonly Aim[] | null>(null);
  /** Send the move as soon as its way is known. */
  private eager = false;
  /** Whether the force was chosen by its name, so that it may lie anywhere. */
  private called = false;
  /** Way-points as they were before one was dragged. */
  private before: readonly Aim[] | null = null;

  constructor(readonly desk: TableDesk) {}

  readonly team: Team = $derived.by(() => teamOf(this.desk.crowd, this.desk.chosen));
  readonly lead: FigureView | null = $derived.by(() => this.desk.crowd.byId.get(this.team.go[0] ?? -1) ?? null);
  /** Whether the viewer is asked to move. */
  readonly moving: boolean = $derived.by(() => this.desk.player !== null && this.desk.view.question?.kind === 'movement');
  /** Whether the chosen figures are those that the viewer moves now. */
  readonly planning: boolean = $derived.by(() => this.moving && this.lead !== null && moverOf(this.lead) === this.desk.player);
  /** Whether they are aboard a ship, so that they can only land: at one point, without way-points. */
  readonly landing: boolean = $derived.by(() => Boolean(this.lead?.figure.aboard));
  /** What the main button does where the way ends in the open. */
  readonly verb: string = $derived.by(() => (this.landing ? 'Land here' : 'Move here'));
  readonly aims: readonly Aim[] = $derived.by(() => (this.stops.length ? this.stops : this.hover));
  /** Whether what is shown belongs to where the way is to go now. */
  readonly fresh: boolean = $derived.by(() => this.way !== null && this.answered === this.aims);
  /** Weapons whose crew walks off. */
  readonly abandoned: readonly FigureView[] = $derived.by(() => {
    const { byId } = this.desk.crowd;
    const served = new Set(this.team.go.flatMap((id) => byId.get(id)?.figure.serves ?? []));
    return [...served].filter((weapon) => !this.team.go.includes(weapon)).flatMap((weapon) => byId.get(weapon) ?? []);
  });
  /** Whether the move parts figures or weapons from those who go: that is said before it can be made. */
  readonly parts: boolean = $derived.by(() => Boolean(this.way?.move) && ((this.way?.left.length ?? 0) > 0 || this.abandoned.length > 0));
  readonly line: Path = $derived.by(() => this.way?.paths.find(([id]) => id === this.team.go[0])?.[1] ?? []);
  /** What the figures chosen and the position are, also figures that cannot move; everything asked belongs to one of these. */
  readonly key: string = $derived.by(() => `${this.desk.game.replay.on ? 'past' : this.desk.game.shown.step} ${this.desk.player ?? ''} ${this.desk.chosen.join()}`);
  /** Ids of the figures that may be moved at all this turn. */
  private readonly movable: ReadonlySet<number> = $derived.by(() =>
    new Set(this.moving ? this.desk.game.offers.filter((offer) => offer.kind === 'move').map((offer) => Number(offer.source)) : []));
  readonly forces: readonly OwnForce[] = $derived.by(() =>
    this.desk.player === null ? [] : ownForces(this.desk.crowd, this.desk.player, this.movable, (id) => this.placeName(id)));
  /** Who moves, where the viewer plays several players: "Gondor"; else empty. */
  readonly mover: string = $derived.by(() => {
    const { players } = this.desk.view;
    const now = players[this.desk.player ?? -1];
    return now && players.filter((one) => one.seat === now.seat).length > 1 ? now.name : '';
  });
  readonly left: readonly OwnForce[] = $derived.by(() => this.forces.filter((force) => force.open.length));

  /** The walled place that is looked into, or where the chosen figures are. */
  readonly place: string | null = $derived.by(() => {
    const id = this.desk.place ?? this.desk.selected[0]?.figure.inside ?? null;
    return this.desk.ground.places.some((one) => one.id === id && one.walled) ? id : null;
  });

  /** The place of an enemy at whose wall somebody ends. */
  readonly wall: string | null = $derived.by(() => {
    const { way, desk, lead } = this;
    if (!way?.move || !lead) return null;
    const side = desk.crowd.side(lead);
    const held = new Map(desk.view.places.map((place) => [place.id, place.holder]));
    const ends = way.paths.map(([, path]) => path.at(-1)).filter((spot) => spot !== undefined);
    const at = (place: GroundPlace) => ends.some((spot) => apart(onRing(place.ring, spot), spot) <= CONTACT);
    return desk.ground.places.find((place) => place.walled && held.get(place.id) && held.get(place.id) !== side && at(place))?.id ?? null;
  });

  private readonly reaches = new Latest<readonly number[], Reach>(
    (figures) => inquire(this.desk.game, 'reach', { figures }), (reach) => { this.reach = reach; this.approach(reach); });
  private readonly ways = new Latest<{ question: WayQuestion; aims: readonly Aim[] }, Way>(
    ({ question }) => inquire(this.desk.game, 'way', question),
    (way, { aims }) => this.hear(way, aims),
    (error, { aims }) => this.fail(error, aims),
    WAY_PAUSE,
  );
  private readonly battles = new Latest<BattleQuestion, Battle | null>(
    (question) => inquire(this.desk.game, 'battle', question), (battle) => { this.battle = battle; }, () => { this.battle = null; }, ODDS_PAUSE);
  private readonly menus = new Latest<readonly number[], Inquiries['deeds']['answer']>(
    (figures) => inquire(this.desk.game, 'deeds', { figures }), (answer) => { this.deeds = answer.deeds; this.boats = answer.boats; });

  placeName(id: string): string {
    return this.desk.ground.places.find((place) => place.id === id)?.name ?? id;
  }

  /** Begin anew with the figures chosen now; called whenever they, or the position, have changed. */
  begin(): void {
    this.drop();
    this.reach = null;
    this.deeds = [];
    this.boats = 0;
    this.boat = this.warned = false;
    this.reaches.drop();
    this.menus.drop();
    const { go } = this.team;
    if (this.desk.game.replay.on || this.desk.game.over) return;
    if (go.length && this.desk.view.question?.kind !== 'combat') this.reaches.ask(go);
    // Also those who cannot move may do something, or have it done to them, as the wounded.
    if (this.moving) this.menus.ask(this.desk.selected.filter((one) => moverOf(one) === this.desk.player).map((one) => one.figure.id));
  }

  /** On a phone, and for a force chosen by name, the table moves so that the whole reach is seen from nearby. */
  private approach(reach: Reach): void {
    const spots = reach.areas.flatMap((area) => area.outer);
    if (this.planning && spots.length && (this.called || screen.layout === 'phone')) this.desk.reveal(spots, CLOSE);
    this.called = false;
  }

  /** Forget where to go; true where there was anything to forget. */
  drop(): boolean {
    const any = this.aims.length > 0;
    this.stops = [];
    this.hover = [];
    this.before = null;
    this.forget();
    return any;
  }

  private forget(): void {
    this.ways.drop();
    this.battles.drop();
    this.way = this.answered = this.battle = this.refused = null;
    this.eager = false;
  }

  /** Look at the way to where the pointer is. */
  look(aim: Aim | null): void {
    if (this.stops.length || this.boat || !this.planning || same(aim, this.hover[0] ?? null)) return;
    this.hover = aim ? [aim] : [];
    if (aim) this.ask();
    else this.forget();
  }

  /**
   * Go to a point: after those pressed before, which become way-points. A point that could not be reached, or that went
   * into a place, is replaced, and so is any where `instead` is given.
   */
  press(aim: Aim, instead = false): void {
    const last = this.stops.at(-1);
    const kept = this.boat ? this.stops : instead || this.landing || !last ? [] : last.goal || (this.fresh && this.way?.fault) ? this.stops.slice(0, -1) : this.stops;
    this.stops = [...kept, aim];
    this.hover = [];
    this.ask();
  }

  /** Whether a way by boat has not come to its bank yet. */
  readonly afloat: boolean = $derived.by(() => this.boat && this.way?.fault?.code === 'ring.no_bank');
  /** How far a way by boat leads along the water. */
  readonly rowed: number = $derived.by(() => measured(this.line.slice(1, this.afloat ? undefined : -1)));
  /** Why the way cannot be gone; null also while it is not at its end. */
  readonly trouble: Problem | Way['fault'] = $derived.by(() => this.refused ?? (this.afloat ? null : (this.way?.fault ?? null)));

  /** Where a way that is too long would have to end; null for any other. */
  readonly limit: Spot | null = $derived.by(() => {
    const { way, line } = this;
    if (!way?.fault?.at || way.fault.code !== 'ring.too_long') return null;
    const [from, to] = split(line, way.fault.at).fine.slice(-2);
    if (!from || !to) return null;
    const share = Math.max(0, 1 - MARGIN / Math.max(apart(from, to), 1));
    return [Math.round(from[0] + share * (to[0] - from[0])), Math.round(from[1] + share * (to[1] - from[1]))];
  });

  /** Go as far as the move lets them, by the same way-points; pressed again before the answer comes it adds no more. */
  shorten(): void {
    const { limit } = this;
    if (limit && this.fresh) this.press({ to: limit, goal: null });
  }

  /** Take the last way-point back; false where there was none. */
  back(): boolean {
    this.refused = null;
    if (!this.stops.length) return false;
    this.stops = this.stops.slice(0, -1);
    if (this.stops.length) this.ask();
    else this.forget();
    return true;
  }

  /** Drag a way-point, or a new one out of the line before it. */
  bend(at: number, aim: Aim, added: boolean): void {
    this.before ??= this.stops;
    this.stops = added ? [...this.stops.slice(0, at), aim, ...this.stops.slice(at)] : this.stops.map((stop, index) => (index === at ? aim : stop));
    this.ask();
  }
  letGo(keep: boolean): void {
    if (!keep && this.before) {
      this.stops = this.before;
      this.ask();
    }
    this.before = null;
  }

  private ask(): void {
    const { aims } = this;
    const last = aims.at(-1);
    if (!last || !this.team.go.length) return;
    this.refused = null;
    const { goal } = last;
    const question: WayQuestion = {
      figures: this.team.go, through: aims.slice(0, -1).map((aim) => aim.to), to: last.to,
      ...(goal ? { into: goal.place, tower: goal.tower, out: goal.out } : {}), ...(this.boat ? { boat: true } : {}),
    };
    this.ways.ask({ question, aims });
  }

  private hear(way: Way, aims: readonly Aim[]): void {
    this.way = way;
    this.answered = aims;
    this.reckon();
    if (this.stops.length) this.desk.game.polite = this.boat && !this.trouble ? `${(this.rowed / 1000).toFixed(1)} inches by boat.` : told(way);
    if (this.eager && this.fresh && !this.parts) void this.go();
    else if (this.fresh) this.eager = false;
  }

  private fail(error: unknown, aims: readonly Aim[]): void {
    if (!(error instanceof ApiError)) return;
    if (error.status === TOO_MANY) setTimeout(() => { if (this.aims === aims) this.ask(); }, PATIENCE);
    else {
      this.eager = false;
      if (!error.offline) this.refused = error.problem;
    }
  }

  /** Ask for the odds of the battle that the way leads to. */
  reckon(): void {
    const { way } = this;
    if (way?.move && (way.foes.length || this.wall)) this.battles.ask({ move: way.move, rounds: this.rounds });
    else {
      this.battles.drop();
      this.battle = null;
    }
  }

  /** Move as shown; where the way is still being asked for, as soon as it is known. */
  async go(): Promise<void> {
    const { desk, way } = this;
    if (!this.planning || !this.aims.length || !desk.game.mayAct) return;
    this.eager = !this.fresh;
    if (this.eager || !way) return;
    if (!way.move) {
      desk.game.refuse(way.fault ?? { message: 'They are there already.' });
      return;
    }
    await this.send(way.move);
  }

  /** Send a decision; a refusal is said where it belongs. */
  async send(action: Action): Promise<boolean> {
    const { game } = this.desk;
    if (!game.mayAct) return false;
    const done = await game.act(action);
    if (done) this.desk.clear();
    else this.refused = game.refusal;
    return done;
  }

  /** Go by boat, or on foot again. */
  row(): void {
    this.drop();
    this.boat = !this.boat;
  }

  /** Choose a force that has still to move, and look at it; who serves a weapon in a garrison is left at it. */
  choose(force: OwnForce | null): void {
    if (!force) return;
    this.called = true;
    const free = force.open.filter(({ figure }) => !figure.inside || !(figure.weapon || figure.serves));
    this.desk.choose((free.length ? free : force.open).map((one) => one.figure.id));
    this.desk.reveal(force.figures.map((one): Spot => [one.figure.x, one.figure.y]));
  }

  /** Take back the last decision, after what is planned. */
  undo(all = false): void {
    if (!all && this.stops.length) {
      this.back();
      return;
    }
    this.desk.game.takeBack(all);
  }

  /** End the movement; forces that have not moved are told first, since what follows cannot be taken back. */
  async end(): Promise<void> {
    if (!this.moving || !this.desk.game.mayAct) return;
    if (this.left.length && !this.warned) {
      this.warned = true;
      return;
    }
    this.warned = false;
    this.desk.clear();
    await this.desk.game.act({ type: 'done' });
  }
}

/** A way as it is read out. */
function told(way: Way): string {
  if (way.fault) return way.fault.message;
  const met = way.foes.length ? ` It ends within 1 inch of ${plural(way.foes.length, 'enemy', 'enemies')}.` : '';
  return `${(used(way) / 1000).toFixed(1)} of ${way.allowance / 1000} inches.${met}`;
}

const same = (a: Aim | null, b: Aim | null): boolean => a === b || (a !== null && b !== null && apart(a.to, b.to) < 1 && a.goal?.place === b.goal?.place && a.goal?.tower === b.goal?.tower);

const marches = new WeakMap<TableDesk, March>();
/** The march of a table, shared by board, rail and dock. */
export function marchOf(desk: TableDesk): March {
  const known = marches.get(desk) ?? new March(desk);
  marches.set(desk, known);
  return known;
}

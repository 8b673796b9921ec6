/** The viewer's part in a combat: the answer he is drafting, where his beaten go, which step he looks at. */
import type { Event } from '../../../../generated/ring-of-power';
import type { RingFrame } from '../board/frames';
import { inquire, type Paths } from '../inquire';
import type { Hit, TableDesk } from '../table.svelte';
import type { Decision, Path, Spot } from '../view';
import { begin, give, lacks, named, toggle, usual, type Answer } from './answers';
import { stepOf, stepOfRow, stepsOf, type CombatView, type Ended, type Row, type SideLuck, type StepKey } from './view';

export interface Closing { step: number; ended: Ended; sides: readonly SideLuck[] }
/** Distance in pixels within which a press takes hold of a ghost. */
const GRASP = 22;
/** How far an arrow key moves a ghost, in 1/1000 inch. */
const NUDGE = 500;

export class CombatDesk {
  /** The step whose dice are looked at; null: the one under way. */
  looked = $state<StepKey | null>(null);
  /** The kind of hit that was chosen last. */
  picked = $state(0);
  /** The beaten figure that a tap or the arrow keys would send elsewhere. */
  fleeing = $state<number | null>(null);
  /** Why the retreat as it is drawn is not allowed, and whose it is. */
  fault = $state.raw<{ figure: number | null; message: string; rule: string } | null>(null);
  private drafted = $state.raw<{ of: Decision; answer: Answer } | null>(null);
  private led = $state.raw<{ of: unknown; paths: ReadonlyMap<number, Path> } | null>(null);
  private dismissed = $state(-1);
  private closed = $state.raw<Closing | null>(null);
  private held: number | null = null;

  constructor(readonly desk: TableDesk) {}

  readonly view: CombatView | null = $derived.by(() => this.desk.view.combat);
  readonly decision: Decision | null = $derived.by(() => (this.desk.view.question?.kind === 'combat' ? this.desk.view.question.decision : null));
  /** Whether the viewer is the one who is asked, and may answer. */
  readonly mine: boolean = $derived.by(() => this.desk.player !== null && (this.decision !== null || this.retreating));
  readonly retreating: boolean = $derived.by(() => this.desk.view.question?.kind === 'retreat');
  readonly answer: Answer | null = $derived.by(() => (this.decision ? (this.drafted?.of === this.decision ? this.drafted.answer : begin(this.decision)) : null));
  readonly changed: boolean = $derived.by(() => (this.decision && this.answer ? !usual(this.decision, this.answer) : this.led !== null && this.led.of === this.desk.view.question));
  /** The kind of hit that a click deals out: the one chosen, where there are such hits. */
  readonly kind: number = $derived.by(() => {
    const kinds = this.decision?.batches ?? [];
    return kinds[this.picked]?.count ? this.picked : kinds.findIndex((batch) => batch.count);
  });
  readonly lack: string = $derived.by(() => (this.decision && this.answer ? lacks(this.decision, this.answer) : (this.fault?.message ?? '')));
  readonly step: StepKey | null = $derived.by(() => {
    if (this.frame?.ended && this.view) return 'outcome';
    const thrown = this.frame?.rows.at(-1);
    if (thrown && this.view) return stepOfRow(thrown);
    return this.view ? (this.retreating ? 'retreat' : stepOf(this.view)) : null;
  });
  readonly steps = $derived.by(() => (this.view && this.step ? stepsOf(this.view, this.step) : []));
  /** Dice that are being shown just now. */
  readonly frame = $derived.by(() => (this.desk.game.playback.frame as Partial<RingFrame> | null)?.combat ?? null);
  /** Where the beaten go: as proposed, but for those whom the viewer sent elsewhere. */
  readonly ghosts: ReadonlyMap<number, Path> = $derived.by(() => {
    const { question } = this.desk.view;
    if (question?.kind !== 'retreat') return new Map<number, Path>();
    return new Map([...question.retreat, ...(this.led?.of === question ? this.led.paths : [])]);
  });
  /** Beaten figures with no way out. */
  readonly trapped: readonly number[] = $derived.by(() => (this.desk.view.question?.figures ?? []).filter((id) => !this.ghosts.has(id)));
  /** The combat that is over, until the viewer has done with it. */
  readonly closing: Closing | null = $derived.by(() => (this.closed && this.closed.step !== this.dismissed ? this.closed : null));
  /** Whether the dock of combat has something to show. */
  readonly open: boolean = $derived.by(() => this.view !== null || this.frame !== null || this.closing !== null);
  /** Figures that a click names. */
  readonly nameable: readonly number[] = $derived.by(() => {
    if (!this.mine || !this.decision || !this.view) return [];
    const { kind, figures } = this.decision;
    if (kind === 'hide' || kind === 'search') return this.view.ranks.filter((rank) => figures.includes(rank.force)).flatMap((rank) => rank.figures);
    if (kind === 'hold') {
      // Who has no dice, as a ship, cannot hold them back.
      const dice = new Map(this.view.ranks.flatMap((rank) => rank.figures.map((id) => [id, rank.dice] as const)));
      return figures.filter((id) => dice.get(id) !== 0);
    }
    return kind === 'aim' || kind === 'enchant' || kind === 'serve' ? [] : figures;
  });
  readonly chosen: readonly number[] = $derived.by(() => (this.answer ? named(this.answer) : []));

  draft(answer: Answer): void {
    if (this.decision && this.mine) this.drafted = { of: this.decision, answer };
  }
  /** A figure was pressed, on the table or in the list. */
  press(id: number): void {
    const { decision, view, answer } = this;
    if (!decision || !view || !answer || !this.mine) return;
    if (decision.kind === 'allocate') this.draft(give(decision, view, answer, id, this.kind));
    else if (decision.kind === 'hide') this.draft(toggle(decision, view, answer, view.ranks.find((rank) => rank.figures.includes(id))?.force ?? -1));
    else this.draft(toggle(decision, view, answer, id));
  }
  /** Back to what was proposed; true if there was anything to take back. */
  reset(): boolean {
    const changed = this.changed || this.fleeing !== null;
    this.drafted = this.led = this.fault = this.fleeing = null;
    return changed;
  }

  async next(): Promise<void> {
    const { game } = this.desk;
    if (!this.mine) { this.dismiss(); return; }
    if (this.lack) { game.refuse({ message: this.lack, rule: this.fault?.rule ?? '' }); return; }
    this.looked = null;
    if (this.answer) await game.act({ type: 'choose', choice: this.answer });
    else await game.act({ type: 'fall_back', paths: this.led?.of === this.desk.view.question ? [...this.ghosts] : [] });
  }
  async resolve(): Promise<void> {
    if (!this.mine) return;
    this.looked = null;
    if (this.retreating) await this.desk.game.act({ type: 'fall_back', paths: [] });
    else await this.desk.game.act({ type: 'resolve' });
  }
  dismiss(): void {
    this.dismissed = this.closed?.step ?? -1;
  }
  /** Take note of a combat that ended in what was shown last. */
  note(): void {
    const { step } = this.desk.game.shown;
    const events = this.desk.game.shown.events as Event[];
    const ended = events.findLast((event) => event.type === 'battle_ended');
    if (ended) this.closed = { step, ended, sides: events.findLast((event) => event.type === 'battle_luck')?.sides ?? [] };
    else if (events.some((event) => event.type === 'moved')) this.closed = null;
  }

  /** Send a beaten figure straight to a point, and ask whether that is a retreat. */
  send(id: number, to: Spot): void {
    const path = this.ghosts.get(id);
    const from = path?.[0] ?? this.spot(id);
    if (!from || !this.mine) return;
    const paths = new Map(this.led?.of === this.desk.view.question ? this.led.paths : []);
    this.led = { of: this.desk.view.question, paths: paths.set(id, [from, to]) };
  }
  private spot(id: number): Spot | null {
    const figure = this.desk.crowd.byId.get(id)?.figure;
    return figure ? [figure.x, figure.y] : null;
  }
  /** Let the judge look at the retreat as it is drawn now. */
  async judge(): Promise<void> {
    const { led } = this;
    if (!led) return;
    const paths: Paths = [...this.ghosts];
    const verdict = await inquire(this.desk.game, 'retreat', { paths }).catch(() => null);
    if (this.led === led) this.fault = verdict?.fault ? { figure: verdict.fault.figure, message: verdict.fault.message, rule: verdict.fault.rule } : null;
  }
  private ghostAt(hit: Hit): number | null {
    const far = [...this.ghosts].map(([id, path]): [number, number] => {
      const end = path[path.length - 1];
      const at = end ? this.desk.toScreen(end) : { x: -1e6, y: -1e6 };
      return [id, Math.hypot(at.x - hit.at.x, at.y - hit.at.y)];
    }).sort((a, b) => a[1] - b[1])[0];
    return far && far[1] <= GRASP ? far[0] : null;
  }

  // What the table asks of whoever may use a press, a drag or a key (`Hand`).
  pick = (hit: Hit): boolean => {
    if (!this.mine) return false;
    if (this.retreating) {
      const ghost = this.ghostAt(hit);
      if (ghost !== null) this.fleeing = this.fleeing === ghost ? null : ghost;
      else if (this.fleeing !== null) { this.send(this.fleeing, hit.spot); void this.judge(); } else return false;
      return true;
    }
    if (hit.figure === null || !this.nameable.includes(hit.figure)) return false;
    this.press(hit.figure);
    return true;
  };
  drag = (phase: 'start' | 'move' | 'end' | 'cancel', hit: Hit): boolean => {
    if (phase === 'start') {
      this.held = this.mine && this.retreating ? this.ghostAt(hit) : null;
      this.fleeing = this.held ?? this.fleeing;
      return this.held !== null;
    }
    if (this.held === null) return false;
    if (phase !== 'cancel') this.send(this.held, hit.spot);
    if (phase === 'end') void this.judge();
    if (phase !== 'move') this.held = null;
    return true;
  };
  back = (): boolean => this.mine && this.reset();
  key = (event: KeyboardEvent, letters: boolean): boolean => {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.open) return false;
    // Whoever answers by Enter goes on by Enter while dice are still shown; the next press answers.
    if (event.key === 'Enter' && this.frame) { if (!event.repeat) this.desk.game.playback.skip(); return true; }
    if (event.key === 'Enter' && (this.mine || (this.closing && !this.view))) { if (!event.repeat) void this.next(); return true; }
    if (!this.mine) return false;
    if (event.key === 'Escape') return this.reset();
    if (letters && event.key.toLowerCase() === 'a') { if (!event.repeat) void this.resolve(); return true; }
    return false;
  };
  /** Move where a beaten figure goes by an arrow key; true if it was one. */
  nudge(id: number, key: string): boolean {
    const by = ({ ArrowLeft: [-NUDGE, 0], ArrowRight: [NUDGE, 0], ArrowUp: [0, NUDGE], ArrowDown: [0, -NUDGE] } as Record<string, [number, number]>)[key];
    const end = this.ghosts.get(id)?.at(-1);
    if (!by || !end) return false;
    this.fleeing = id;
    this.send(id, [end[0] + by[0], end[1] + by[1]]);
    void this.judge();
    return true;
  }

  /** The dice to show: those being thrown, or those of the step that is looked at. */
  rows(all: (step: StepKey) => Row[]): readonly Row[] {
    if (this.frame) return this.frame.rows;
    return this.looked ? all(this.looked) : [];
  }
}

const desks = new WeakMap<TableDesk, CombatDesk>();
/** The combat desk of a table. */
export function combatOf(desk: TableDesk): CombatDesk {
  const known = desks.get(desk) ?? new CombatDesk(desk);
  desks.set(desk, known);
  return known;
}

/** What a seat writes in a simultaneous round, and what the page tells of it: drafts, ready flags, the story of the moves. */
import { capital, list, plural } from '../../../../lib/words';
import { Draft } from '../../frame/draft.svelte';
import type { Status } from '../../frame/status';
import type { Command } from '../command.svelte';
import type { Peek } from '../peek';
import { notYours } from '../refusals';
import { armiesOf, NOBODY, ownerOf, spread } from '../view';
import { bonusOf, faultOf, firstAims, total, type Dice } from './aims';
import { extent, storyOf, type Collision, type Story } from './collisions';
import type { RoundFrame } from './frames';
import { Onward } from './onward.svelte';
import { find, left, put, unordered, usual, without } from './orders';
import { Outlook } from './outlook.svelte';
import { Sets } from './sets.svelte';
import { BLANK, formOf, leadingTo, roundOf, sideOf, TASKS, together, type BattleView, type MarchView, type Order, type RoundFought, type RoundView, type Sheet, type SideView, type Task } from './view';

export class Rounds {
  draft = $state.raw<Draft<Sheet> | null>(null);
  /** The question that the draft is of. */
  private question = '';
  /** How far the story has been read: by each seat at this screen, and by all before the page was opened. */
  private reads = $state.raw<Readonly<Record<number, number>>>({});
  private readBefore = $state(-1);
  private noted = false;
  /** Which collision of the story is looked at; -1 for all. */
  looked = $state(-1);
  /** The last round of a battle that was told of. */
  fought = $state.raw<RoundFought | null>(null);
  /** The last moves that were laid open, where the position shows them no more. */
  private kept = $state.raw<{ turn: number; moves: MarchView[] }>({ turn: -1, moves: [] });
  readonly outlook: Outlook;
  readonly sets: Sets;
  readonly onward: Onward;

  constructor(readonly command: Command) {
    this.outlook = new Outlook(this);
    this.sets = new Sets(this);
    this.onward = new Onward(this);
  }

  readonly round: RoundView | null = $derived.by(() => roundOf(this.command.view));
  readonly on: boolean = $derived.by(() => this.round !== null);
  /** What is asked of the viewer, in secret and of all at once; null: nothing that is asked so. */
  readonly task: Task | null = $derived.by(() => {
    const { game, phase } = this.command;
    const asked = game.shown.asked;
    if (!this.on || phase === null || !asked?.secret || game.asked !== game.seat) return null;
    return TASKS[asked.about] ?? null;
  });
  readonly strategic: boolean = $derived.by(() => this.command.game.shown.asked?.about === 'round.strategic');
  readonly battle: BattleView | null = $derived.by(() => this.round?.battles[0] ?? null);
  readonly side: SideView | null = $derived.by(() => (this.battle && sideOf(this.battle, this.command.game.seat)) ?? null);
  readonly sheet: Sheet = $derived.by(() => this.draft?.sheet ?? BLANK);
  readonly ready: boolean = $derived.by(() => this.draft?.ready ?? false);
  readonly mayEdit: boolean = $derived.by(() => this.task !== null && this.draft !== null && !this.ready && this.command.game.mayAct);
  readonly waiting: string[] = $derived.by(() => {
    const { game } = this.command;
    return game.shown.to_act.filter((seat) => seat !== game.seat && !game.shown.ready.includes(seat)).map((seat) => game.card(seat)?.name ?? '');
  });
  readonly story: Story | null = $derived.by(() => (this.on ? storyOf(this.command.game.log) : null));
  readonly frame: RoundFrame | null = $derived.by(() => {
    const frame = this.command.game.playback.frame as RoundFrame | null;
    return frame?.marches || frame?.fought ? frame : null;
  });
  /** Whether the page tells what collided, before it asks anything else, or while others fight. */
  readonly telling: boolean = $derived.by(() => {
    const { game } = this.command;
    if (!this.on || !this.story || game.replay.on || game.curtain !== null || game.over) return false;
    return (this.reads[game.seat ?? NOBODY] ?? this.readBefore) < extent(this.story) || (this.fighting && this.task === null && this.story.turn === this.command.view.turn);
  });
  /** Whether battles of the round are still fought. */
  readonly fighting: boolean = $derived.by(() => (this.round?.battles.length ?? 0) > 0);
  /** Moves laid open that the map shows. */
  readonly moves: readonly MarchView[] = $derived.by(() => {
    const { story, round, battle } = this;
    const shown = round?.moves.length ? round.moves : this.kept.turn === story?.turn ? this.kept.moves : [];
    if (this.telling || this.command.game.replay.on) return shown;
    return this.fighting && battle ? leadingTo(shown, battle) : [];
  });
  /** Own orders not sent yet, which the map shows. */
  readonly written: readonly Order[] = $derived.by(() => (this.task === 'orders' ? this.sheet.orders : []));
  /** Armies written for each place. */
  readonly placed: Readonly<Record<string, number>> = $derived.by(() => {
    const sums: Record<string, number> = {};
    for (const [id, count] of this.task === 'write' ? this.sheet.place : []) sums[id] = (sums[id] ?? 0) + count;
    return sums;
  });
  /** Armies that are still to be placed. */
  readonly toPlace: number = $derived.by(() => this.sets.due - Object.values(this.placed).reduce((sum, count) => sum + count, 0));
  /** Armies that have no order. */
  readonly staying: number = $derived.by(() => {
    const { ground, view, game } = this.command;
    const all = ground.board.spaces.reduce((sum, { id }) => sum + (ownerOf(ground, view, id) === game.seat ? armiesOf(ground, view, id) : 0), 0);
    return all - this.sheet.orders.reduce((sum, order) => sum + order.count, 0);
  });
  readonly order: Order | null = $derived.by(() => find(this.written, this.command.source, this.command.target) ?? null);

  // --- what may be chosen on the board

  readonly sources: Set<string> = $derived.by(() => {
    if (this.task === 'write') return new Set(this.toPlace > 0 && !this.ready ? this.offered('placements') : []);
    if (this.task !== 'orders' || this.ready) return new Set();
    return new Set(this.command.game.offers.flatMap((offer) => (offer.source && offer.kind === 'orders' ? [offer.source] : [])));
  });
  readonly targets: string[] = $derived.by(() => {
    const { source, target } = this.command;
    return this.task === 'orders' && source && !target ? this.reach(source) : [];
  });
  /** The collision of the story that is looked at. */
  readonly told: Collision | null = $derived.by(() => (this.telling && !this.frame ? (this.story?.collisions[this.looked] ?? null) : null));
  /** Places that are to be seen while a battle is decided, or one is told of. */
  readonly watched: string[] = $derived.by(() => {
    const { battle, task } = this;
    const fought = battle && (task === 'aims' || task === 'withdraw') && !this.telling ? battle : this.told;
    return fought ? [fought.place, ...(fought.border ? [fought.border] : []), ...leadingTo(this.moves, fought).map((move) => move.source)] : [];
  });

  private offered(kind: string): string[] {
    return this.command.game.offers.flatMap((offer) => (offer.kind === kind ? offer.targets : []));
  }

  reach(source: string): string[] {
    return [...new Set(this.command.game.offers.flatMap((offer) => (offer.kind === 'orders' && offer.source === source ? offer.targets : [])))];
  }

  /** Armies of a place that may leave it, by what the rules offer. */
  most(source: string): number {
    return Math.max(0, ...this.command.game.offers.map((offer) => (offer.kind === 'orders' && offer.source === source ? offer.most : 0)));
  }

  /** Armies of a place that have no order yet. */
  free(source: string): number { return left(this.sheet.orders, source, this.most(source)); }

  /** Most that an order may take: what it has, and what is free beside it. */
  readonly mostOf: number = $derived.by(() => (this.order ? this.order.count + this.free(this.order.source) : 0));

  /** Whether a leader of the place may be sent along, one that no other order has taken. */
  leaderFree(source: string, target: string): boolean {
    const may = this.command.game.offers.some((offer) => offer.source === source && offer.note === 'leader') || (this.strategic && this.command.leaderIn(source));
    return may && !this.sheet.orders.some((order) => order.source === source && order.target !== target && order.leader);
  }

  // --- writing

  /** Take up the draft of the question that is asked now. */
  follow(): void {
    const { game } = this.command;
    const asked = game.live.asked;
    const question = this.task && asked && game.seat !== null ? `${game.seat} ${asked.step}` : '';
    if (question === this.question) return;
    this.draft?.close();
    this.draft = null;
    this.question = question;
    this.command.game.calm(); // what was refused before says nothing of this, and was said to another perhaps
    this.command.clear();
    if (!this.task || !asked || game.seat === null) return;
    const first = this.task === 'aims' && this.battle ? { ...BLANK, ...firstAims(this.battle, game.seat) } : BLANK;
    const draft = new Draft<Sheet>(game, formOf(this.task, first));
    this.draft = draft;
    void draft.open(game.seat, asked.step);
    if (this.task === 'aims' || this.task === 'withdraw') void this.outlook.load();
    if (this.task === 'write') this.sets.begin();
  }

  /** Take note of the position: what was laid open, and whether it was so before this page was opened. */
  note(): void {
    const { round, story } = this;
    this.fought = (this.command.game.shown.events as unknown as ({ type: string } & RoundFought)[]).findLast((event) => event.type === 'round_fought') ?? this.fought;
    if (round?.moves.length && story) this.kept = { turn: story.turn, moves: round.moves };
    if (!this.noted && this.on) {
      this.noted = true;
      if (story && !this.fighting) this.readBefore = extent(story);
    }
    this.follow();
  }

  change(change: Partial<Sheet>): void {
    if (!this.editable()) return;
    this.draft?.change((sheet) => ({ ...sheet, ...change }));
  }

  editable(): boolean {
    if (this.mayEdit) return true;
    if (this.ready) this.command.game.refuse({ message: 'You are ready. Press Change it first.' });
    return false;
  }

  choose(id: string, many = false): unknown {
    if (this.telling) return this.command.game.refuse({ message: 'Read what collided, then go on.' });
    if (this.task === 'write') return this.place(id, many ? 5 : 1);
    if (this.task === 'orders') return this.chooseOrder(id);
    return this.command.game.refuse({ message: this.command.game.prompt || notYours(this.command.game) });
  }

  private chooseOrder(id: string): unknown {
    const { command } = this;
    const { source, target, game, ground } = command;
    if (!this.editable()) return;
    const reached = source !== null && this.reach(source).includes(id);
    if (source && reached && (!target || !this.sources.has(id))) return this.send(source, id);
    if (id === source && !target) return command.clear();
    if (this.sources.has(id)) {
      command.clear();
      command.source = id;
      return;
    }
    if (source && !target) return this.tooFar(source, id);
    const fought = ownerOf(ground, command.view, id) === game.seat ? (this.round?.fought[ground.index.get(id) ?? -1] ?? 0) : null;
    return game.refuse({ message: unordered(ground.name(id), fought, command.unit, this.strategic) });
  }

  /** Say that a place cannot be reached from another. */
  tooFar(source: string, target: string): void {
    const { ground, game } = this.command;
    const near = this.reach(source).map(ground.name);
    const works = near.length ? `From there you reach ${list(near)}.` : `Nothing of ${ground.name(source)} can be ordered.`;
    game.refuse({ message: `${ground.name(target)} is out of reach of ${ground.name(source)}. ${works}` });
  }

  /** Write an order of all that are free but one, or look at the one that is written. */
  private send(source: string, target: string): void {
    const { command } = this;
    const { game, ground, unit } = command;
    const known = find(this.sheet.orders, source, target);
    const free = this.free(source);
    const alone = this.strategic && this.leaderFree(source, target);
    if (!known && free < 1 && !alone) return game.refuse({ message: `All ${unit[1]} of ${ground.name(source)} have an order or may not move. Take some back first.` });
    command.target = target;
    if (known) return;
    // A second leader in the same place would add nothing, so that it goes only where the player says so.
    const led = this.sheet.orders.some((order) => order.target === target && order.leader);
    const leader = this.leaderFree(source, target) && (free < 1 || (!led && (free === 1 || !this.strategic)));
    this.change({ orders: put(this.sheet.orders, { source, target, count: free < 1 ? 0 : usual(free), leader }) });
  }

  /** Look at an order that is written. */
  select(order: Order): void {
    this.command.clear();
    this.command.source = order.source;
    this.command.target = order.target;
  }

  setCount(count: number): void {
    const { order } = this;
    if (!order) return;
    const least = this.strategic && order.leader ? 0 : 1;
    this.change({ orders: put(this.sheet.orders, { ...order, count: Math.max(least, Math.min(this.mostOf, count)) }) });
  }

  lead(leader: boolean): void {
    if (this.order) this.change({ orders: put(this.sheet.orders, { ...this.order, leader, count: leader ? this.order.count : Math.max(1, this.order.count) }) });
  }

  drop(): void {
    const { source, target } = this.command;
    this.change({ orders: without(this.sheet.orders, source, target) });
    this.command.clear();
  }

  place(id: string, count: number): void {
    const { game, unit, ground } = this.command;
    if (!this.editable()) return;
    if (!this.offered('placements').includes(id)) return game.refuse({ message: `${ground.name(id)} is not yours. Place in your own territories.` });
    const fits = Math.min(count, this.toPlace);
    if (fits <= 0) return game.refuse({ message: `All your ${unit[1]} are placed. Say that you are ready, or take some back.` });
    this.change({ place: [...this.sheet.place, [id, fits]] });
  }

  take(id: string): void {
    const at = this.sheet.place.findLastIndex(([one]) => one === id);
    const found = this.sheet.place[at];
    if (!found) return;
    const less: [string, number][] = found[1] > 1 ? [[id, found[1] - 1]] : [];
    this.change({ place: [...this.sheet.place.slice(0, at), ...less, ...this.sheet.place.slice(at + 1)] });
  }

  /** Spread what is left over the own borders. */
  suggest(): void {
    const { ground, view, game } = this.command;
    const some = spread(ground, view, game.seat ?? NOBODY, this.toPlace, { ...this.placed }).map((id): [string, number] => [id, 1]);
    if (some.length) this.change({ place: [...this.sheet.place, ...some] });
  }

  aim(dice: Dice, bonus: number | null = this.sheet.bonus): void {
    this.change({ dice, bonus: this.side?.bonus ? bonusOf(dice, bonus) : null });
  }

  suggested(): void {
    const found = this.outlook.suggestion;
    if (found) this.change({ dice: [...found.dice], bonus: found.bonus });
  }

  // --- ready

  /** Why one cannot be ready, in words; empty: one can. */
  readonly fault: string = $derived.by(() => {
    const { game, unit } = this.command;
    if (this.task === 'write' && this.toPlace > 0) return `${capital(plural(this.toPlace, ...unit))} left to place.`;
    if (this.task === 'aims' && this.battle && game.seat !== null) return faultOf(this.battle, game.seat, this.sheet.dice);
    return '';
  });

  /** Say that what is written may count; on a shared screen the next player gets it. */
  async declare(change: Partial<Sheet> = {}): Promise<void> {
    const { draft } = this;
    const { game } = this.command;
    if (this.fault) return game.refuse({ message: this.fault });
    if (!draft || !this.mayEdit) return;
    await draft.opening;
    if (Object.keys(change).length) this.change(change);
    const step = game.live.asked?.step;
    if (!(await draft.declare(true))) return;
    game.calm();
    game.polite = 'You are ready.';
    this.command.clear();
    if (game.live.asked?.step === step) game.handOn();
  }

  async unready(): Promise<void> {
    if (this.draft?.ready) await this.draft.declare(false);
  }

  /** Take the last change back, or say that there is none. */
  undo(all = false): void {
    this.command.clear();
    this.draft?.undo(all);
  }

  // --- the story

  /** Leave the story, or show it again. */
  tell(again = false): void {
    this.looked = -1;
    this.reads = { ...this.reads, [this.command.game.seat ?? NOBODY]: again ? NOBODY : extent(this.story) };
  }

  look(by: number): void {
    const count = this.story?.collisions.length ?? 0;
    if (count) this.looked = Math.max(0, Math.min(count - 1, this.looked + by));
  }

  // --- the frame

  readonly peek: Peek = $derived.by(() => {
    const { task } = this;
    if (this.telling) return { title: 'What collided', label: this.task || !this.fighting ? 'Go on' : '', run: () => this.tell() };
    const title = task === 'write' ? (this.toPlace > 0 ? `${this.toPlace} to place` : 'All placed') : task === 'orders' ? plural(this.sheet.orders.length, 'order') : task === 'aims' ? `${total(this.sheet.dice)} dice named` : 'Fight on, or withdraw';
    if (this.ready) return { title: 'You are ready', label: 'Change it', run: () => void this.unready() };
    return { title, label: task === 'withdraw' ? 'Fight on' : this.fault ? '' : 'I am ready', run: () => void this.declare() };
  });

  readonly status: Status | null = $derived.by(() => {
    const { task, command: { game, unit } } = this;
    if (game.playback.on && together(game.shown.view)) return { text: this.fighting ? 'A battle is fought' : 'All moves are shown', tone: 'plain' };
    if (this.telling) return { text: this.task === 'aims' ? 'Your dice' : this.fighting ? 'Battles' : 'What collided', tone: task ? 'brass' : 'plain' };
    if (task && !this.ready) {
      const words = {
        write: this.toPlace > 0 ? `${this.toPlace} to place` : 'Ready? All placed',
        orders: `Ready? ${plural(this.sheet.orders.length, 'order')}, ${plural(this.staying, ...unit)} ${this.staying === 1 ? 'stays' : 'stay'}`,
        aims: 'Your dice', withdraw: 'Fight on?',
      };
      return { text: words[task], tone: 'brass' };
    }
    const { shown } = game;
    if (!shown.asked?.secret || !(shown.asked.about in TASKS)) return null;
    return { text: `${shown.to_act.filter((seat) => shown.ready.includes(seat) || (seat === game.seat && this.ready)).length} of ${shown.to_act.length} ready`, tone: 'plain' };
  });

  main(): unknown {
    if (this.telling) return this.task || !this.fighting ? this.tell() : undefined;
    if (this.task === 'aims' && !this.ready) return void this.declare();
    if (this.task === 'withdraw' && !this.ready) return void this.declare({ leaves: false });
    if (this.task === 'orders' && this.command.target) return this.command.clear();
    return undefined;
  }
}

/** One game as this browser knows it: the confirmed position, what is on the way, and what the reader looks at. */
import { api, ApiError, newKey, type Look } from '../../lib/api';
import { watch } from '../../lib/dice';
import { ring } from '../../lib/notify';
import { leisurely, settings } from '../../lib/settings.svelte';
import { follow, type LinkState } from '../../lib/stream';
import { toast } from '../../lib/toasts.svelte';
import type {
  Action, BoardGeometry, ChartPoint, ChatLine, DraftNotice, GameInfo, LogLine, Offer, Overview, Problem, Rules, SeatCard, SeatNumber, Series, Snapshot, Table,
  TurnMark, Update, View,
} from '../../lib/types';
import { list, NO_UNDO, plural } from '../../lib/words';
import type { Family, Step } from './family';
import { Playback } from './playback.svelte';
import { Replay } from './replay.svelte';
import { GivenUp, Sending } from './sending.svelte';

export interface Around { invite: string; info: GameInfo | null; rules: Rules | null; board: BoardGeometry | null; family: Family }
export interface Trouble { message: string; details: string; retry: () => void }

/** An order to quote, while it is entered: whoever knows all of it hands it over in notation with `take`. */
export interface Quoting { take(text: string): void; said?: string; ways?: { title: string; on: boolean; pick: () => void }[] }

const REFUSAL_LIFE = 4000;
const BANNER_LIFE = 2500;

export class Game {
  table = $state.raw() as Table;
  /** The last confirmed position, also while older moves are still being shown. */
  live = $state.raw() as Update;
  /** The position on the board. */
  shown = $state.raw() as Update;
  log = $state.raw<LogLine[]>([]);
  /** The step after which the log that is here begins; what was before comes by pages. */
  logStart = $state(0);
  chat = $state.raw<ChatLine[]>([]);
  marks = $state.raw<TurnMark[]>([]);
  series = $state.raw() as Series;
  commitment = '';
  /** Which of the viewer's seats the board is seen through; null for spectators. */
  seat = $state<SeatNumber | null>(null);
  /** The curtain hangs until this seat's player says so. */
  curtain = $state<SeatNumber | null>(null);
  link = $state.raw<{ state: LinkState; since: number }>({ state: 'connecting', since: 0 });
  busy = $state(false);
  trouble = $state.raw<Trouble | null>(null);
  refusal = $state.raw<Problem | null>(null);
  /** Spaces named by the log line under the pointer. */
  lit = $state.raw<string[]>([]);
  unread = $state(0);
  /** The last line of the chat that the reader has read, by its number. */
  private heard = 0;
  banner = $state('');
  /** Sentences for the live regions. */
  polite = $state('');
  assertive = $state('');
  /** First step not yet seen by the viewer when he last could act: what happened since is "while you were away". */
  awaySince = $state(0);
  /** Whether the table twin stands in for the board. */
  asTable = $state(false);
  /** Keys of the stage; the frame asks here first. */
  stageKeys: ((event: KeyboardEvent, letters: boolean) => boolean) | null = null;
  readonly replay: Replay = new Replay(this);
  /** Hears of drafts saved in other windows; null after the link was lost, when some may have been missed. */
  drafted: ((notice: DraftNotice | null) => void) | null = null;
  /** Hears in which conversations of one's own something is new. */
  lettered: ((conversations: string[]) => void) | null = null;
  /** What a game master sees of all sides. */
  overview = $state.raw<Overview | null>(null);
  /** A letter waits for an order to quote: the stage takes clicks for it, and says what it waits for. */
  quoting = $state.raw<Quoting | null>(null);
  /** The free seat that is looked at beside the board; no number where none is. */
  taking = $state(Number.NaN);
  readonly playback: Playback = new Playback(this);
  /** What has not gone out yet. */
  readonly sending: Sending = new Sending();

  /** The view chosen by hand, once a game is over; undefined: none yet. */
  private chosen: SeatNumber | null | undefined;
  private seen = 0;
  private ended = false;
  /** Ends when all of the log that was wanted so far is here. */
  private reaching: Promise<void> = Promise.resolve();
  private stop: () => void = () => undefined;
  private bannerTimer: ReturnType<typeof setTimeout> | undefined;
  private refusalTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(snapshot: Snapshot, readonly around: Around) {
    this.take(snapshot);
    this.cover();
    this.listen();
  }

  readonly family = $derived.by(() => this.around.family);
  readonly view: View = $derived.by(() => this.replay.moment?.view ?? this.shown.view);
  /** The steps of the turn. While moves of others are shown, which may be of any step, none is the current one. */
  readonly steps: Step[] = $derived.by(() => {
    const steps = this.family.steps(this.view);
    return this.playback.watching && !this.family.together?.(this.view) ? steps.map((step): Step => ({ ...step, state: 'ahead', line: '' })) : steps;
  });
  readonly names: string[] = $derived.by(() => this.table.seats.map((seat) => seat.name));
  readonly colours: number[] = $derived.by(() => {
    const seats = this.table.seats.map((seat) => seat.colour);
    return this.family.colours?.(this.shown.view, seats) ?? seats;
  });
  readonly mine: SeatNumber[] = $derived.by(() => this.table.my_seats);
  /** Whether a free seat stands beside the board, for somebody who may take one. */
  readonly takes: boolean = $derived.by(() => this.table.seats[this.taking] !== undefined && !this.mine.length && !this.over && !this.leads && !this.table.seats.some((card) => card.you));
  readonly over: boolean = $derived.by(() => this.shown.outcome !== null);
  /** Whether the viewer still decides for a seat, not having given all of them up. */
  get plays(): boolean { return this.mine.some((seat) => !this.card(seat)?.resigned && this.family.alive(this.live.view, seat)); }
  /** The seat of the viewer that is asked in the shown position; null when nobody of his is. */
  readonly asked: SeatNumber | null = $derived.by(() => {
    const seats = this.shown.to_act.filter((seat) => this.mine.includes(seat));
    return seats.includes(this.seat ?? -1) ? this.seat : (seats[0] ?? null);
  });
  /** Whether the frame asks, and not the family's stage: out of turn, or in secret. */
  readonly framed: boolean = $derived.by(() => this.asked !== null && this.shown.asked !== null && !this.family.serves(this.shown.asked));
  /** Whether it is known what whoever is asked may do: on a screen that is handed over it comes a moment after the sight. */
  readonly offered: boolean = $derived.by(() => this.asked !== null && String(this.asked) in this.shown.offers);
  readonly offers: Offer[] = $derived.by(() => (this.asked === null ? [] : (this.shown.offers[String(this.asked)] ?? [])));
  readonly prompt: string = $derived.by(() => (this.asked === null ? '' : (this.shown.prompts[String(this.asked)] ?? '')));
  /** Why nothing is rolled yet: those at the table add to the dice; empty once they roll. */
  readonly mixing: string = $derived.by(() => {
    const { phase, parts } = this.table.dice;
    if (phase === 'sealing') return 'The dice are being made: waiting for those who add to them.';
    return phase === 'opening' ? `The dice are being made: waiting for ${list(parts.filter((part) => !part.opened).map((part) => this.name(part.seat)))}.` : '';
  });
  readonly offline: boolean = $derived.by(() => this.link.state === 'lost');
  /** Whether an action can be sent now. */
  readonly mayAct: boolean = $derived.by(() =>
    this.asked !== null && !this.replay.on && !this.busy && !this.playback.on && !this.offline && this.curtain === null);

  /** Whether letters stand in for the chat: sides may write to each other, or nobody may write at all. */
  get press(): boolean { return this.table.press.mode !== 'public' || this.mastered; }
  /** Whether a game master is at the table, and be it who looks. */
  get mastered(): boolean { return this.table.master === 'taken' || this.table.master === 'mine'; }

  /** Whether the names of those who play are hidden: until the end the sides speak. */
  get anonymous(): boolean { return this.table.sides.anonymous && !this.over; }

  /** Whether the reader is game master: plays no side, and sees all. */
  get leads(): boolean { return this.table.master === 'mine' && !this.over; }

  /** What a turn is called in the history and the log; empty where turns are only counted. */
  turnTitle(turn: number): string {
    return this.family.turnTitle?.(this, turn) || (this.marks.find((mark) => mark.turn === turn)?.title ?? '');
  }

  get look(): Look {
    return { seat: this.seat, invite: this.around.invite };
  }

  card(seat: SeatNumber | null): SeatCard | null {
    const card = seat === null ? undefined : this.table.seats[seat];
    return card ? { ...card, colour: this.colours[card.seat] ?? card.colour } : null;
  }
  name(seat: SeatNumber | null): string {
    if (seat !== null && this.mine.includes(seat) && this.mine.length === 1) return 'you';
    return this.card(seat)?.name ?? 'Nobody';
  }

  /** A text of the rules, which know players as "seat 2", with their names. */
  named(text: string): string {
    return text.replace(/\bseat (\d+)\b/gi, (found, number: string) => this.names[Number(number) - 1] ?? found);
  }

  private take(snapshot: Snapshot): void {
    this.hearOf(snapshot.table);
    if (!snapshot.update) throw new Error('This game has not begun.');
    this.live = this.shown = snapshot.update;
    this.log = snapshot.log;
    this.logStart = snapshot.log_start;
    this.chat = snapshot.chat;
    this.heard = snapshot.heard ?? 0;
    this.unread = this.mine.length ? this.chat.filter((line) => line.id > this.heard && line.colour).length : 0;
    this.marks = snapshot.marks;
    this.series = snapshot.series;
    this.commitment = snapshot.commitment;
    this.seen = snapshot.seq;
    if (this.chosen !== undefined) this.seat = this.chosen;
    else if (this.seat === null || !this.mine.includes(this.seat)) this.seat = this.asked ?? this.mine[0] ?? null;
    this.awaySince = this.lastOwnStep();
  }

  private lastOwnStep(): number {
    return this.log.findLast((line) => line.mine && !line.bot && line.kind !== 'turn_began')?.step ?? 0;
  }

  private listen(): void {
    this.stop();
    this.stop = follow(this.table.id, this.seat, () => this.seen, {
      update: (update) => this.receive(update),
      table: (table) => this.hearOf({ ...table, my_seats: table.my_seats ?? this.table.my_seats }),
      chat: (line) => this.hear(line),
      reload: () => void this.catchUp(),
      draft: (notice) => this.drafted?.(notice),
      letters: (conversations) => this.lettered?.(conversations),
      link: (state, since) => this.linked(state, since),
      refused: ({ code, message }) => { this.trouble = { message, details: code, retry: () => location.reload() }; },
    }, this.around.invite);
  }

  private hearOf(table: Table): void {
    this.table = table;
    void watch(table);
  }

  private linked(state: LinkState, since: number): void {
    const before = this.link;
    this.link = { state, since };
    if (state === 'open' && before.state === 'lost') this.drafted?.(null);
    if (state === 'open' && before.state === 'lost' && Date.now() - before.since > 2000) {
      const from = this.seen;
      setTimeout(() => toast(`Back. ${plural(this.seen - from, 'event')} caught up.`, 'good', 3000), 400);
    }
  }

  private hear(line: ChatLine): void {
    if (this.chat.some((one) => one.id === line.id)) return;
    this.chat = [...this.chat, line];
    this.unread += 1;
    if (!this.press && line.colour && !this.table.seats.some((card) => card.you && card.name === line.name)) ring(settings, `${this.table.id}-letters`, `${line.name} wrote to the table`, this.table.title);
  }

  /** The chat is looked at: what it says is read now, on all devices. */
  hearAll(): void {
    if (document.hidden) return;
    this.unread = 0;
    const last = this.chat.at(-1)?.id ?? 0;
    if (!this.mine.length || last <= this.heard) return;
    this.heard = last;
    void api.chatRead(this.table.id, last).catch(() => undefined); // it only counts as new once more
  }

  /** Take in a new position, from the stream or as the answer to an own action. */
  receive(update: Update, own = false): void {
    if (update.seq === this.seen && update.asked?.step === this.live.asked?.step) this.learn(update.ready);
    if (this.ended || update.seq <= this.seen) return;
    if (own && update.from_step > this.live.step) return; // something is missing before it: the stream brings both
    this.seen = update.seq;
    this.live = update;
    this.playback.add(update);
  }

  /** Take note of which of one's own seats have answered where no entry tells of it. */
  private learn(ready: Update['ready']): void {
    if (ready.join() === this.live.ready.join()) return;
    if (this.shown.seq === this.live.seq) this.shown = { ...this.shown, ready };
    this.live = { ...this.live, ready };
    this.changeSeats();
  }

  /** Put a position on the board for good; called by the playback in order. */
  settle(update: Update): void {
    const before = this.asked;
    const from = update.from_step;
    const known = this.log;
    this.log = [...this.log.filter((line) => line.step <= from), ...update.log];
    this.marks = [...this.marks.filter((mark) => mark.step <= from), ...update.marks];
    this.series = extend(this.series, from, update.points);
    this.shown = update;
    if (update.outcome) this.curtain = null; // nothing is secret any more
    this.table = { ...this.table, status: update.status };
    if (before !== null && this.asked === null) this.awaySince = update.step;
    this.announce(update, known);
    this.speak(update, before);
    this.tellEnd(update);
    this.changeSeats();
  }

  /** Fetch what was told before, as far back as a step; one page after the other, however often it is asked for. */
  reach(step: number): Promise<void> {
    this.reaching = this.reaching.catch(() => undefined).then(async () => { while (this.logStart > step) await this.earlier(); });
    return this.reaching;
  }

  /** Fetch a page of what was before the log that is here. */
  async earlier(): Promise<void> {
    const before = this.logStart;
    const page = await api.log(this.table.id, before, this.look);
    if (before !== this.logStart) return; // two clicks, or all was loaded anew meanwhile
    this.log = [...page.lines, ...this.log];
    this.logStart = page.start;
  }

  /** What ends something for somebody is said to all, in one line. */
  private announce(update: Update, known: LogLine[]): void {
    const last = update.log.findLast((line) => line.kind === 'eliminated' || (line.kind === 'resigned' && !known.some((one) => one.kind === line.kind && one.seat === line.seat)));
    if (!last || this.replay.on) return;
    this.banner = this.family.tell([last], this) || last.text;
    clearTimeout(this.bannerTimer);
    this.bannerTimer = setTimeout(() => { this.banner = ''; }, leisurely(BANNER_LIFE));
  }

  private speak(update: Update, before: SeatNumber | null): void {
    const others = update.log.filter((line) => !line.mine).map((line) => line.text);
    if (others.length) this.polite = others.slice(-3).join(' ');
    const own = update.log.filter((line) => line.mine).map((line) => line.text);
    if (own.length) this.polite = own.join(' ');
    if (before === null && this.asked !== null) {
      this.assertive = `${this.framed ? 'You are asked' : 'Your turn'}. ${this.prompt}`;
      if (settings.sound && document.hidden) void import('./sound').then((sound) => sound.chime());
      ring(settings, this.table.id, `${this.around.info?.title ?? this.table.title}, ${this.turnTitle(update.turn) || `turn ${update.turn + 1}`}: your turn`, this.prompt);
    }
  }

  /** The end is told once to whoever sits at the table. */
  private tellEnd(update: Update): void {
    if (!update.outcome || !this.mine.length) return;
    const names = update.outcome.winners.map((seat) => this.card(seat)?.name ?? '');
    ring(settings, this.table.id, `${this.around.info?.title ?? this.table.title} is over`, names.length ? `${list(names)} ${names.length === 1 ? 'won' : 'are first'}.` : 'Nobody won.');
  }

  /** Whether several people sit at this screen and one of them holds, or decides, something that the others must not see. */
  private get guarded(): boolean {
    const { family, mine } = this;
    const { view, asked } = this.shown;
    return mine.length > 1 && (Boolean(asked?.secret) || (family.holds ? family.holds(view, mine) : family.hides(view)));
  }

  /** Begin behind the curtain of the next who is to decide: who has opened the page need not be that player. */
  private cover(): void {
    const waiting = this.mine.filter((seat) => this.live.to_act.includes(seat));
    if (this.guarded) this.curtain = waiting.find((seat) => !this.live.ready.includes(seat)) ?? waiting[0] ?? null;
  }

  /** Hand the screen to the next of its players who decides in secret and is not ready; say whether there is one. */
  handOn(): boolean {
    const next = this.mine.find((seat) => this.live.to_act.includes(seat) && !this.live.ready.includes(seat) && seat !== this.seat);
    if (next === undefined) return false;
    this.curtain = next;
    return true;
  }

  /** On one screen for several people: look through the seat that is asked, behind a curtain where something is secret. */
  private changeSeats(): void {
    const next = this.asked;
    if (this.framed && this.shown.asked?.secret && this.shown.ready.includes(this.seat ?? -1) && this.handOn()) return;
    if (next === null || next === this.seat || this.mine.length < 2) return;
    if (this.guarded) this.curtain = next;
    else void this.lookThrough(next);
  }

  /** See the game as another of one's own seats. */
  async lookThrough(seat: SeatNumber): Promise<void> {
    this.seat = seat;
    await this.attempt(async () => this.fetch(), () => void this.lookThrough(seat));
    this.curtain = null;
  }

  /** See a game that is over through any of its seats (null: as everybody), at the moment being looked at. */
  async see(seat: SeatNumber | null): Promise<void> {
    const { step } = this.replay;
    this.replay.now();
    this.chosen = this.seat = seat;
    await this.attempt(async () => this.fetch(), () => void this.see(seat));
    if (step !== null) await this.replay.go(step);
  }

  /** After an absence so long that the stream does not tell all of it. */
  private async catchUp(): Promise<void> {
    await this.attempt(async () => this.reload(), () => void this.catchUp());
  }

  /** Fetch everything anew, and hand the screen on where somebody else at it is asked by now. */
  async reload(): Promise<void> {
    await this.fetch();
    this.changeSeats();
  }

  private async fetch(): Promise<void> {
    const snapshot = await api.snapshot(this.table.id, this.seat, this.around.invite);
    this.playback.clear();
    this.take(snapshot);
    this.listen();
  }

  /** Send a decision of the asked seat; true when it was accepted. The same key is kept for every retry. */
  async act(action: Action, key = newKey()): Promise<boolean> {
    const seat = this.asked;
    if (seat === null || !this.mayAct) return false;
    this.calm();
    this.busy = true;
    const done = await this.attempt(
      async () => {
        const body = { seat, action, key, seq: this.seen };
        this.receive(await this.sending.deliver(action.type.replaceAll('_', ' '), () => api.act(this.table.id, body)), true);
      },
      () => void this.act(action, key),
    );
    this.busy = false;
    if (done) await this.playback.idle();
    return done;
  }

  /** Send a decision in the game's own notation, as the server reads it. */
  async actByText(text: string): Promise<boolean> {
    const action = await this.read(text);
    return action !== null && this.act(action);
  }

  /** A decision of the asked seat in the game's own notation; null where it cannot be read, which has then been said. */
  async read(text: string): Promise<Action | null> {
    const seat = this.asked;
    if (seat === null || !this.mayAct) return null;
    this.calm();
    let action: Action | null = null;
    await this.attempt(async () => { action = (await api.read(this.table.id, seat, text)).action; }, () => void this.read(text));
    return action;
  }

  /** Take the last decision back, with `all` every one that may be; say why where none may. */
  takeBack(all = false): void {
    const { allowed, reason, earliest } = this.shown.undo;
    if (allowed) void this.undo(all ? earliest : undefined);
    else this.refuse({ message: reason || NO_UNDO });
  }

  /** Take back to the last thing that may be taken back, or to a step. */
  async undo(to?: number): Promise<boolean> {
    const seat = this.shown.undo.seat ?? this.asked ?? this.seat;
    if (seat === null || this.busy) return false;
    this.calm();
    const body = { seat, key: newKey(), ...(to === undefined ? {} : { to }) };
    this.busy = true;
    const done = await this.attempt(
      async () => this.receive(await this.sending.deliver('undo', () => api.undo(this.table.id, body)), true),
      () => void this.undo(to),
    );
    this.busy = false;
    return done;
  }

  private async attempt(work: () => Promise<void>, retry: () => void): Promise<boolean> {
    this.trouble = null;
    try {
      await work();
      return true;
    } catch (error) {
      this.fail(error, retry);
      return false;
    }
  }

  private fail(error: unknown, retry: () => void): void {
    if (error instanceof GivenUp) {
      void this.reload().catch(() => undefined); // it may have arrived all the same: the board says
      return;
    }
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) {
      this.refuse(error.problem);
      if (error.problem.code.startsWith('seq') || error.status === 412) void this.reload();
      return;
    }
    const message = error instanceof Error ? error.message : 'Something went wrong.';
    const details = error instanceof ApiError ? `${error.problem.code} (${error.status})` : String(error);
    this.trouble = { message, details, retry };
  }

  /** Say for four seconds, or as long as the reader wants, why something cannot be done. */
  refuse(problem: Partial<Problem> & { message: string }): void {
    clearTimeout(this.refusalTimer);
    this.refusal = { code: '', rule: '', fix: [], ...problem };
    this.assertive = problem.message;
    this.refusalTimer = setTimeout(() => this.calm(), leisurely(REFUSAL_LIFE));
  }

  calm(): void {
    clearTimeout(this.refusalTimer);
    this.refusal = null;
  }

  end(): void {
    this.ended = true;
    this.stop();
    this.playback.clear();
    clearTimeout(this.refusalTimer);
    clearTimeout(this.bannerTimer);
  }
}

/** Add points to the chart, after dropping those beyond `from` (they were taken back). */
export function extend(series: Series, from: number, points: ChartPoint[]): Series {
  const keep = series.steps.filter((step) => step <= from).length;
  const names = series.names.length ? series.names : Object.keys(points[0]?.values ?? {});
  const rows = (name: string) => [...(series.values[name] ?? []).slice(0, keep), ...points.map((point) => point.values[name] ?? [])];
  return {
    names,
    turns: [...series.turns.slice(0, keep), ...points.map((point) => point.turn)],
    steps: [...series.steps.slice(0, keep), ...points.map((point) => point.step)],
    values: Object.fromEntries(names.map((name) => [name, rows(name)])),
  };
}

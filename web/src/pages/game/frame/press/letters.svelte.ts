/** The letters of one seat: its conversations, the one that is open, what is being written, and the orders spoken of. */
import type { Quote } from '../../../../generated/api';
import { api, newKey } from '../../../../lib/api';
import { ring } from '../../../../lib/notify';
import { settings } from '../../../../lib/settings.svelte';
import { toast } from '../../../../lib/toasts.svelte';
import type { ConversationCard, Letter, Press, SeatNumber } from '../../../../lib/types';
import { list } from '../../../../lib/words';
import type { Game } from '../../game.svelte';
import { markAt } from '../../replay.svelte';
import { bracketed, canonical, keyOf } from './quotes';

const KEEP_AFTER = 700;
export const EVERYBODY = 'all';
export const WATCHERS = 'watchers';
export const LONGEST = 2000;
const MASTER = 'master.';
/** The seat whose conversation with the game master this is; null where it is another's. */
export const withMaster = (conversation: string | null): SeatNumber | null => (conversation?.startsWith(MASTER) ? Number(conversation.slice(MASTER.length)) : null);

/** A quoted order on the board: its number, and whether it is the one that is looked at. */
export interface Quoted { quote: Quote; number: number; lit: boolean }

/** The name of the conversation of some seats, as the server has it; that of nobody by name is everybody's. */
export const conversationOf = (seat: SeatNumber, to: readonly SeatNumber[]): string => (to.length ? [...new Set([seat, ...to])].sort((a, b) => a - b).join('.') : EVERYBODY);

export class Letters {
  private loaded = $state.raw<{ seat: SeatNumber | null; press: Press } | null>(null);
  /** The conversation that is looked at; `new` while its readers are still chosen. */
  open = $state<string | null>(null);
  letters = $state.raw<readonly Letter[]>([]);
  more = $state(false);
  /** Who has read the last own letter of the open conversation, where the table tells that. */
  readBy = $state.raw<readonly SeatNumber[]>([]);
  /** To whom a new letter goes, while that is chosen. */
  to = $state.raw<readonly SeatNumber[]>([]);
  text = $state('');
  /** Whether a letter to everybody hides who wrote it. */
  unsigned = $state(false);
  sending = $state(false);
  trouble = $state('');
  /** Whether a letter goes out as soon as the server is back. */
  waiting = $state(false);
  /** When what is written was last kept, by the reader's clock; empty while it is not. */
  kept = $state('');
  /** The quote that is looked at, by its key, and the letter that was looked for. */
  lit = $state('');
  sought = $state('');
  /** Whether a quote is being entered, on the board or by its line. */
  quoting = $state(false);
  /** What was typed as an order: the quote, or the sentence why it is none. */
  private checks = $state.raw<ReadonlyMap<string, Quote | string>>(new Map());
  private checkedIn = -1;
  /** The turn in which what is written was begun; null while nothing is. */
  private begun = $state<number | null>(null);
  private key = newKey();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly game: Game) {
    game.lettered = (conversations) => void this.heard(conversations);
    if (game.press) void this.load(); // else the first letter that comes would be no news
  }

  readonly seat: SeatNumber | null = $derived.by(() => (this.game.mine.length ? this.game.seat : null));
  /** Whether who looks is the game master, who writes without a seat. */
  readonly leads: boolean = $derived.by(() => this.game.table.master === 'mine' && this.seat === null);
  /** What the seat that looks has; what another player of this screen had is not shown, nor counted, nor anything behind the curtain. */
  readonly press: Press | null = $derived.by(() => (this.loaded && this.loaded.seat === this.seat && this.game.curtain === null ? this.loaded.press : null));
  /** The conversations. Who looks on finds what players say to everybody, and that of the spectators, before a letter is written there. */
  readonly cards: readonly ConversationCard[] = $derived.by(() => {
    if (!this.press) return [];
    const { conversations, watches } = this.press;
    const open = [...(this.seat === null && !this.game.press ? [EVERYBODY] : []), ...(watches ? [WATCHERS] : [])];
    const bare = open.filter((one) => !conversations.some((card) => card.conversation === one));
    return [...conversations, ...bare.map((conversation) => ({ conversation, seats: [], unread: 0, last: null, draft: '' }))];
  });
  readonly unread: number = $derived.by(() => this.cards.reduce((sum, card) => sum + card.unread, 0));
  readonly muted: readonly SeatNumber[] = $derived.by(() => this.press?.muted ?? []);
  /** The readers of the open conversation besides the one who writes; nobody by name where it is everybody's. */
  readonly readers: readonly SeatNumber[] = $derived.by(() => {
    if (this.open === 'new') return this.to;
    const asked = withMaster(this.open);
    if (asked !== null) return this.leads ? [asked] : [];
    return this.open === null || this.open === EVERYBODY || this.open === WATCHERS ? [] : this.open.split('.').map(Number).filter((seat) => seat !== this.seat);
  });
  /** Why the rules of the game let the seat not write to those readers now; empty where they do. */
  readonly barred: string = $derived.by(() => {
    if (!this.press || this.open === WATCHERS || withMaster(this.open) !== null) return '';
    return (this.readers.length ? this.readers.map((seat) => this.press?.barred[seat]).find(Boolean) : this.press.barred[EVERYBODY]) ?? '';
  });
  /** Why nothing can be sent in the conversation that is open; empty where something can. */
  readonly closed: string = $derived.by(() => {
    if (!this.press || this.open === WATCHERS) return '';
    return withMaster(this.open) === null ? this.press.closed || this.barred : this.press.master;
  });
  /** Whether something can be sent in the conversation that is open. */
  readonly writes: boolean = $derived.by(() => {
    if (!this.press) return false;
    if (this.open === WATCHERS) return this.press.watches;
    if (this.leads) return !this.closed && (this.open === 'new' || this.open === EVERYBODY || withMaster(this.open) !== null);
    return this.seat !== null && !this.closed;
  });
  readonly signs: boolean = $derived.by(() => Boolean(this.press?.rule.unsigned) && !this.leads && !this.readers.length && this.open !== WATCHERS && withMaster(this.open) === null);
  /** The conversation with the game master, where there is one to write to. */
  readonly toMaster: string | null = $derived.by(() => (this.seat !== null && this.press && !this.press.master ? `${MASTER}${this.seat}` : null));
  /** Orders in what is written, once the server knows them. */
  readonly drafted: readonly Quote[] = $derived.by(() => bracketed(this.text).flatMap((typed) => this.quoteOf(typed) ?? []));
  /** Why something in brackets is no quote. */
  readonly unquoted: readonly string[] = $derived.by(() => bracketed(this.text).flatMap((typed) => { const found = this.checks.get(typed); return typeof found === 'string' ? [found] : []; }));
  /** Numbers of the orders that the open conversation speaks of, each in the order of its first mention. */
  readonly numbers: ReadonlyMap<string, number> = $derived.by(() => {
    const all = [...this.letters.flatMap((letter) => (this.hidden(letter) ? [] : letter.quotes)), ...this.drafted].map(keyOf);
    return new Map([...new Set(all)].map((key, at) => [key, at + 1]));
  });
  private readonly turn: number = $derived.by(() => (this.game.replay.on ? this.game.replay.turn : this.game.shown.turn));
  /** The quoted orders of the moment on the board, and the one that is looked at. */
  readonly quoted: readonly Quoted[] = $derived.by(() => {
    if (this.open === null || this.press === null) return [];
    const now = this.letters.flatMap((letter) => (this.hidden(letter) ? [] : letter.quotes.filter((quote) => this.turnOf(letter) === this.turn || keyOf(quote) === this.lit)));
    const all = new Map([...now, ...(this.game.replay.on ? [] : this.drafted)].map((quote) => [keyOf(quote), quote]));
    return [...all].map(([key, quote]) => ({ quote, number: this.numbers.get(key) ?? 0, lit: key === this.lit }));
  });
  /** Whether the phase in which the letter was begun has closed meanwhile; its name. */
  readonly outdated: string = $derived.by(() => (this.begun === null || !this.text.trim() || this.begun === this.game.shown.turn ? '' : this.moment(this.begun)));

  /** The turn in which a letter was written; null where that is not told. */
  turnOf(letter: Letter): number | null {
    return letter.step === null ? null : (markAt(this.game.marks, letter.step)?.turn ?? 0);
  }
  /** A turn in the words of the game. */
  moment(turn: number): string {
    return this.game.turnTitle(turn) || `Turn ${turn + 1}`;
  }
  hidden(letter: Letter): boolean { return letter.seat !== null && this.muted.includes(letter.seat); }

  /** What a seat is called in letters: the side it plays, else its player. */
  called(seat: SeatNumber | null): string {
    if (seat === null) return 'Unsigned';
    return this.game.table.roles[seat] || (this.game.card(seat)?.name ?? 'Nobody');
  }
  by(letter: Letter): string { return letter.mine ? 'You' : letter.name || this.called(letter.seat); }
  title(conversation: string): string {
    if (conversation === EVERYBODY) return 'Everybody';
    if (conversation === WATCHERS) return 'Spectators';
    const asks = withMaster(conversation);
    if (asks !== null) return asks === this.seat ? 'Game master' : this.called(asks);
    return list(conversation.split('.').map(Number).filter((seat) => seat !== this.seat).map((seat) => this.called(seat)));
  }
  get send(): string {
    const { readers } = this;
    if (this.open === WATCHERS) return 'Send';
    if (!this.leads && withMaster(this.open) !== null) return 'Send to the game master';
    if (!readers.length) return 'Send to all';
    return readers.length === 1 ? `Send to ${this.called(readers[0] ?? null)}` : readers.length === 2 ? 'Send to both' : `Send to ${readers.length}`;
  }

  async load(): Promise<void> {
    const { seat } = this;
    const found = await api.press(this.game.table.id, { seat, invite: this.game.around.invite }).catch(() => null);
    if (found && seat === this.seat) this.loaded = { seat, press: found };
  }

  /** What another player of this screen has written must not stay on it. */
  clear(): void {
    clearTimeout(this.timer);
    this.loaded = null;
    this.open = null;
    this.letters = [];
    this.to = [];
    this.text = this.kept = this.lit = this.sought = '';
    this.unsigned = this.quoting = this.waiting = false;
    this.begun = null;
    this.checks = new Map();
  }

  private async heard(conversations: readonly string[]): Promise<void> {
    const before = this.press === null ? null : new Map(this.cards.map((card) => [card.conversation, card.unread]));
    await this.load();
    if (before) this.tell(this.cards.filter((card) => card.unread > (before.get(card.conversation) ?? 0)));
    if (this.open !== null && (conversations.includes(this.open) || this.game.table.press.receipts)) await this.page();
  }

  /** Say who has written; what, is for the page alone. */
  private tell(cards: readonly ConversationCard[]): void {
    const { game } = this;
    const names = [...new Set(cards.map((card) => (card.last ? this.by(card.last) : this.title(card.conversation))))];
    if (!names.length) return;
    game.polite = `A letter: ${list(names)}.`;
    ring(settings, `${game.table.id}-letters`, names.length === 1 ? `${names[0] ?? ''} wrote to you` : `Letters of ${list(names)}`, game.table.title);
  }

  async show(conversation: string): Promise<void> {
    await this.keep();
    this.open = conversation;
    this.letters = [];
    this.readBy = [];
    this.more = false;
    this.trouble = this.kept = this.lit = this.sought = '';
    this.quoting = this.unsigned = false;
    this.take(this.cards.find((card) => card.conversation === conversation)?.draft ?? '');
    if (conversation !== 'new') await this.page();
  }

  /** Take up what was begun before. */
  private take(text: string): void {
    this.text = text;
    this.begun = text ? this.game.shown.turn : null;
    void this.check();
  }

  /** The conversation of some readers, by name. */
  private named(to: readonly SeatNumber[]): string {
    const [first] = to;
    if (this.leads) return first === undefined ? EVERYBODY : `${MASTER}${first}`;
    return this.seat === null ? EVERYBODY : conversationOf(this.seat, to);
  }

  begin(to: readonly SeatNumber[] = []): void {
    this.to = to;
    void this.show('new');
  }

  /** Write to one side: in the conversation with it where there is one. */
  async address(seat: SeatNumber): Promise<void> {
    if (this.seat === null && !this.leads) return;
    const known = this.named([seat]);
    const there = this.cards.some((card) => card.conversation === known);
    if (!there) this.to = [seat];
    await this.show(there ? known : 'new');
  }

  /** The next or last conversation with something unread. */
  async walk(by: 1 | -1): Promise<void> {
    const unread = this.cards.filter((card) => card.unread);
    const at = unread.findIndex((card) => card.conversation === this.open);
    const next = unread[at < 0 ? (by > 0 ? 0 : unread.length - 1) : (at + by + unread.length) % unread.length];
    if (next) await this.show(next.conversation);
  }

  async back(): Promise<void> {
    await this.keep();
    this.open = null;
    this.quoting = false;
    await this.load();
  }

  /** Nobody looks any more: what comes now is unread. */
  async leave(): Promise<void> {
    const { open } = this;
    await this.keep();
    if (this.open === open) this.open = null;
    this.quoting = false;
    this.lit = '';
  }

  /** The page is looked at again: what came meanwhile is read now. */
  async seen(): Promise<void> { if (!document.hidden) await this.page(); }

  /** Fetch the letters of the open conversation, and say that they have been read. */
  private async page(before = ''): Promise<void> {
    const { open, seat, game } = this;
    if (open === null || open === 'new') return;
    const found = await api.letters(game.table.id, open, { seat, invite: game.around.invite }, before).catch(() => null);
    if (!found || open !== this.open) return;
    this.letters = before ? [...found.letters, ...this.letters] : found.letters;
    this.more = found.more;
    if (!before) this.readBy = found.read_by;
    const last = this.letters.findLast((letter) => !letter.mine);
    if ((seat === null && !this.leads) || before || !last || document.hidden || !this.cards.some((card) => card.conversation === open && card.unread)) return;
    await api.lettersRead(game.table.id, { seat, conversation: open, letter: last.id }).catch(() => undefined);
    await this.load();
  }

  earlier(): Promise<void> { return this.page(this.letters[0]?.id ?? ''); }

  /** Open a letter that was looked for, however far back it lies. */
  async seek(letter: Letter): Promise<void> {
    await this.show(letter.conversation);
    while (this.more && this.open === letter.conversation && !this.letters.some((one) => one.id === letter.id)) await this.earlier();
    this.sought = letter.id;
  }

  toggle(seat: SeatNumber): void {
    if (this.leads) { this.to = this.to.includes(seat) ? [] : [seat]; return; } // to one side, or to all
    this.to = this.to.includes(seat) ? this.to.filter((one) => one !== seat) : [...this.to, seat];
  }

  /** Begin a conversation with one more reader; what was written stays with the old ones. */
  async widen(seat: SeatNumber): Promise<void> {
    const { text, readers } = this;
    this.text = '';
    await this.show('new');
    this.to = [...readers, seat];
    this.take(text);
  }

  /** Keep what is written a moment after the last key. */
  typed(): void {
    this.kept = '';
    this.begun ??= this.game.shown.turn;
    if (!this.text.trim()) this.begun = null;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => { void this.keep(); void this.check(); }, KEEP_AFTER);
  }

  private quoteOf(typed: string): Quote | null {
    const found = this.checks.get(typed);
    return found === undefined || typeof found === 'string' ? null : found;
  }

  /** Ask for what stands in brackets and could be an order, whether it can be quoted now. */
  private async check(): Promise<void> {
    const { turn } = this.game.shown;
    if (turn !== this.checkedIn) this.checks = new Map();
    this.checkedIn = turn;
    for (const typed of bracketed(this.text)) if (!this.checks.has(typed)) await this.ask(typed);
  }

  private async ask(typed: string): Promise<Quote | string | null> {
    const { seat, game } = this;
    const whose = seat === null ? null : (game.family.quotes?.whose(game, typed) ?? null);
    if (seat === null || whose === null) return null;
    const found = await api.checkQuote(game.table.id, { seat, quote: { seat: whose, text: typed } })
      .catch((error: unknown) => (error instanceof Error ? `${typed} cannot be quoted: ${error.message}` : ''));
    if (found) this.checks = new Map([...this.checks, [typed, found]]);
    return found || null;
  }

  /** An order as a quote to put into the letter; the sentence why it cannot be one. */
  async quote(typed: string): Promise<Quote | string> {
    const found = (await this.ask(typed)) ?? `No known unit stands where ${typed} says. Write it as ${this.game.family.quotes?.example(this.game) ?? 'an order'}.`;
    if (typeof found !== 'string') this.checks = new Map([...this.checks, [found.text, found]]);
    return found;
  }

  /** Look at a quote: on the board of its moment, which the history opens where it is past. */
  async look(quote: Quote, letter: Letter | null): Promise<void> {
    const key = keyOf(quote);
    const turn = letter && this.turnOf(letter);
    if (turn !== null && turn !== this.turn) await this.openMoment(turn);
    else if (this.lit === key) { this.lit = ''; return; }
    this.lit = key;
  }

  /** Whether the table has opened its letters to a game master, who is there. */
  get readByMaster(): boolean { return this.game.table.press.master && this.game.mastered && !this.leads && this.open !== WATCHERS && withMaster(this.open) === null; }

  /** Open a turn in the history; the present is the board itself. */
  async openMoment(turn: number): Promise<void> {
    const { replay, shown, marks } = this.game;
    if (turn === shown.turn) replay.now();
    else await replay.go(marks.find((mark) => mark.turn === turn)?.step ?? 0);
  }

  async mute(seat: SeatNumber, silent: boolean): Promise<void> {
    if (this.seat === null) return;
    const others = this.muted.filter((one) => one !== seat);
    await this.tried(api.mute(this.game.table.id, { seat: this.seat, muted: silent ? [...others, seat] : others }));
    await this.load();
  }

  async report(letter: Letter, why: string): Promise<void> {
    const { seat, game } = this;
    const done = await this.tried(api.reportLetter(game.table.id, { seat, conversation: letter.conversation, letter: letter.id, why }, game.around.invite));
    if (done) toast('Reported to the host, with this letter and the five before it.', 'good');
  }

  private async tried(work: Promise<unknown>): Promise<boolean> {
    return work.then(() => true, (error: unknown) => { toast(error instanceof Error ? error.message : 'That did not work.', 'danger'); return false; });
  }

  private async keep(): Promise<void> {
    clearTimeout(this.timer);
    const { seat, open } = this;
    if ((seat === null && !this.leads) || open === null || open === WATCHERS || (open === 'new' && !this.to.length) || this.game.offline) return;
    const conversation = open === 'new' ? this.named(this.to) : open;
    if (this.leads && conversation !== EVERYBODY && withMaster(conversation) === null) return; // only opened to them
    const known = this.cards.find((card) => card.conversation === conversation)?.draft ?? '';
    if (known === this.text.trim()) return;
    const done = await api.letterDraft(this.game.table.id, { seat, conversation, text: this.text }).then(() => true, () => false);
    if (done) this.kept = new Date().toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  }

  private async sent(): Promise<Letter | null> {
    const { seat, game, key, text } = this;
    if (this.open === WATCHERS) return api.watcherLetter(game.table.id, { text, key }, game.around.invite);
    if (this.leads) return api.masterWord(game.table.id, { to: this.readers[0] ?? null, text, key });
    if (seat === null) return null;
    await this.check();
    const quotes = [...new Map(this.drafted.map((quote) => [keyOf(quote), { seat: quote.seat, text: quote.text }])).values()];
    const written = canonical(text, (typed) => this.quoteOf(typed));
    return api.writeLetter(game.table.id, { seat, to: [...this.readers], text: written, quotes, unsigned: this.unsigned && this.signs, master: withMaster(this.open) !== null, key });
  }

  async write(): Promise<void> {
    const { seat } = this;
    if (!this.writes || !this.text.trim() || this.sending) return;
    clearTimeout(this.timer);
    this.sending = true;
    this.trouble = '';
    this.waiting = false;
    try {
      const sent = await this.sent();
      this.key = newKey();
      this.sending = false;
      if (seat !== this.seat || !sent) return; // the screen has gone to another player meanwhile
      this.text = this.kept = '';
      this.begun = null;
      this.game.quoting = null;
      this.open = sent.conversation;
      if (sent.seat === null && !sent.name) toast(`Unsigned letters appear together, at ${new Date(sent.at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })}.`);
      await this.load();
      await this.page();
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : 'Not sent. What you wrote is still here.';
      this.waiting = this.game.offline;
    }
    this.sending = false;
  }
}

const known = new WeakMap<Game, Letters>();

/** The letters of a game; the tab that counts them, the panel that shows them and the board share them. */
export function lettersOf(game: Game): Letters {
  const there = known.get(game);
  if (there) return there;
  const made = new Letters(game);
  known.set(game, made);
  return made;
}

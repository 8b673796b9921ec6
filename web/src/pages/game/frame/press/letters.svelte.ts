/** The letters of one seat: its conversations, the one that is open, and what is being written. */
import { api, newKey } from '../../../../lib/api';
import { toast } from '../../../../lib/toasts.svelte';
import type { ConversationCard, Letter, Press, SeatNumber } from '../../../../lib/types';
import { list } from '../../../../lib/words';
import type { Game } from '../../game.svelte';

const KEEP_AFTER = 700;
export const EVERYBODY = 'all';
export const LONGEST = 2000;

/** The name of the conversation of some seats, as the server has it; that of nobody by name is everybody's. */
export const conversationOf = (seat: SeatNumber, to: readonly SeatNumber[]): string => (to.length ? [...new Set([seat, ...to])].sort((a, b) => a - b).join('.') : EVERYBODY);

export class Letters {
  private loaded = $state.raw<{ seat: SeatNumber | null; press: Press } | null>(null);
  /** The conversation that is looked at; `new` while its readers are still chosen. */
  open = $state<string | null>(null);
  letters = $state.raw<readonly Letter[]>([]);
  more = $state(false);
  /** To whom a new letter goes, while that is chosen. */
  to = $state.raw<readonly SeatNumber[]>([]);
  text = $state('');
  sending = $state(false);
  trouble = $state('');
  /** When what is written was last kept, by the reader's clock; empty while it is not. */
  kept = $state('');
  private key = newKey();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly game: Game) {
    game.lettered = (conversations) => void this.heard(conversations);
  }

  readonly seat: SeatNumber | null = $derived.by(() => (this.game.mine.length ? this.game.seat : null));
  /** What the seat that looks has; what another player of this screen had is not shown, nor counted, nor anything behind the curtain. */
  readonly press: Press | null = $derived.by(() => (this.loaded && this.loaded.seat === this.seat && this.game.curtain === null ? this.loaded.press : null));
  readonly cards: readonly ConversationCard[] = $derived.by(() => this.press?.conversations ?? []);
  readonly unread: number = $derived.by(() => this.cards.reduce((sum, card) => sum + card.unread, 0));
  /** The readers of the open conversation besides the one who writes; nobody by name where it is everybody's. */
  readonly readers: readonly SeatNumber[] = $derived.by(() => {
    if (this.open === 'new') return this.to;
    return this.open === null || this.open === EVERYBODY ? [] : this.open.split('.').map(Number).filter((seat) => seat !== this.seat);
  });

  /** What a seat is called in letters: the side it plays, else its player. */
  called(seat: SeatNumber | null): string {
    if (seat === null) return 'Unsigned';
    return this.game.table.roles[seat] || (this.game.card(seat)?.name ?? 'Nobody');
  }
  title(conversation: string): string {
    if (conversation === EVERYBODY) return 'Everybody';
    return list(conversation.split('.').map(Number).filter((seat) => seat !== this.seat).map((seat) => this.called(seat)));
  }
  get send(): string {
    const { readers } = this;
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
    this.text = '';
    this.kept = '';
  }

  private async heard(conversations: readonly string[]): Promise<void> {
    await this.load();
    if (this.open !== null && conversations.includes(this.open)) await this.page();
  }

  async show(conversation: string): Promise<void> {
    await this.keep();
    this.open = conversation;
    this.letters = [];
    this.more = false;
    this.trouble = '';
    this.kept = '';
    this.text = this.cards.find((card) => card.conversation === conversation)?.draft ?? '';
    if (conversation !== 'new') await this.page();
  }

  begin(): void {
    this.to = [];
    void this.show('new');
  }

  async back(): Promise<void> {
    await this.keep();
    this.open = null;
    await this.load();
  }

  /** Fetch the letters of the open conversation, and say that they have been read. */
  private async page(before = ''): Promise<void> {
    const { open, seat, game } = this;
    if (open === null || open === 'new') return;
    const found = await api.letters(game.table.id, open, { seat, invite: game.around.invite }, before).catch(() => null);
    if (!found || open !== this.open) return;
    this.letters = before ? [...found.letters, ...this.letters] : found.letters;
    this.more = found.more;
    const last = this.letters.findLast((letter) => !letter.mine);
    if (seat === null || before || !last || !this.cards.some((card) => card.conversation === open && card.unread)) return;
    await api.lettersRead(game.table.id, { seat, conversation: open, letter: last.id }).catch(() => undefined);
    await this.load();
  }

  earlier(): Promise<void> { return this.page(this.letters[0]?.id ?? ''); }

  toggle(seat: SeatNumber): void {
    this.to = this.to.includes(seat) ? this.to.filter((one) => one !== seat) : [...this.to, seat];
  }

  /** Keep what is written a moment after the last key. */
  typed(): void {
    this.kept = '';
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.keep(), KEEP_AFTER);
  }

  private async keep(): Promise<void> {
    clearTimeout(this.timer);
    const { seat, open } = this;
    if (seat === null || open === null || (open === 'new' && !this.to.length) || this.game.offline) return;
    const conversation = open === 'new' ? conversationOf(seat, this.to) : open;
    const known = this.cards.find((card) => card.conversation === conversation)?.draft ?? '';
    if (known === this.text.trim()) return;
    const done = await api.letterDraft(this.game.table.id, { seat, conversation, text: this.text }).then(() => true, () => false);
    if (done) this.kept = new Date().toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  }

  async write(): Promise<void> {
    const { seat, open } = this;
    if (seat === null || open === null || !this.text.trim() || this.sending) return;
    clearTimeout(this.timer);
    this.sending = true;
    this.trouble = '';
    try {
      const sent = await api.writeLetter(this.game.table.id, { seat, to: [...this.readers], text: this.text, key: this.key });
      this.key = newKey();
      this.sending = false;
      if (seat !== this.seat) return; // the screen has gone to another player meanwhile
      this.text = '';
      this.kept = '';
      this.open = sent.conversation;
      await this.load();
      await this.page();
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : 'Not sent. What you wrote is still here.';
      if (this.game.offline) toast('Not sent: no connection. What you wrote is still here.', 'danger');
    }
    this.sending = false;
  }
}

const known = new WeakMap<Game, Letters>();

/** The letters of a game; the tab that counts them and the panel that shows them share them. */
export function lettersOf(game: Game): Letters {
  const there = known.get(game);
  if (there) return there;
  const made = new Letters(game);
  known.set(game, made);
  return made;
}

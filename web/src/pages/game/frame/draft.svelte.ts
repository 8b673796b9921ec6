/** What one seat means to decide in secret, as it is written: kept on the server with every change until all are ready. */
import { api, ApiError } from '../../../lib/api';
import type { Action, Draft as Stored, DraftNotice } from '../../../lib/types';
import { NO_UNDO } from '../../../lib/words';
import type { Host } from './host';

const AGAIN = 2500;

/** How a game writes its secret decision down: read from what is stored (null: nothing yet), sent, and compared. */
export interface Form<Sheet> { read(action: Action | null): Sheet; write(sheet: Sheet): Action; text(sheet: Sheet): string }

/** What a window says about the flag; with a change of the orders it falls. */
type Flag = boolean | null;
/**
 * A player's windows all write the same draft. Each save names the revision it was written upon, and the server refuses it
 * where another window has gone on: then the stored draft is fetched, the changes made here are made again upon it, and
 * both windows say so. So the later change wins, and none is lost unseen.
 */
export class Draft<Sheet> {
  sheet = $state.raw() as Sheet;
  ready = $state(false);
  /** Whether the stored draft has come; what is changed before waits for it. */
  loaded = $state(false);
  savedAt = $state.raw<Date | null>(null);
  unsaved = $state(false);
  /** Why what is written has not arrived, while it is sent again. */
  stuck = $state('');
  /** Why it could not be entered as it is. */
  problem = $state('');
  /** What another window has done, until something is changed here. */
  elsewhere = $state('');
  private seat = -1;
  private step = -1;
  /** The revision stored by the server that the sheet is written upon. */
  private base = 0;
  private noticed = 0;
  private past: Sheet[] = [];
  /** Changes that the server has not confirmed yet, in order. */
  private pending: ((sheet: Sheet) => Sheet)[] = [];
  private flag: Flag = null;
  /** What was sent without an answer: stored all the same, it is not another window's. */
  private unanswered: { text: string; ready: boolean; count: number }[] = [];
  private undoable = $state(0);
  private flushing: Promise<boolean> | null = null;
  /** Ends when the stored draft has come. */
  opening: Promise<void> = Promise.resolve();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly game: Pick<Host, 'table' | 'drafted' | 'refuse' | 'reload' | 'polite'>, private readonly form: Form<Sheet>) {
    this.sheet = form.read(null);
    this.listen();
  }

  /** Hear of other windows, where another draft of the page has heard of them meanwhile. */
  listen(): void {
    this.game.drafted = this.hear;
  }

  /** The page goes on without it: nothing is fetched, sent again or heard any more. */
  close(): void {
    this.clear();
    if (this.game.drafted === this.hear) this.game.drafted = null;
  }

  readonly mayUndo: boolean = $derived.by(() => this.undoable > 0 && !this.ready);

  /** Forget everything: another seat looks at the screen, or the phase is over. */
  clear(): void {
    clearTimeout(this.timer);
    this.sheet = this.form.read(null);
    this.ready = this.loaded = this.unsaved = false;
    this.savedAt = null;
    this.problem = this.elsewhere = this.stuck = '';
    this.past = [];
    this.pending = [];
    this.flag = null;
    this.unanswered = [];
    this.undoable = this.base = this.noticed = 0;
    this.seat = this.step = -1;
    this.flushing = null; // what is still on the way belongs to what was open: the next has a saving of its own
  }

  /** Take up the draft of a seat for a step of the game. */
  async open(seat: number, step: number): Promise<void> {
    if (seat === this.seat && step === this.step) return;
    this.clear();
    [this.seat, this.step] = [seat, step];
    this.opening = this.fetch();
    await this.opening;
  }

  /** Another window of this player may have gone on. */
  private readonly hear = (notice: DraftNotice | null): void => {
    if (notice && (notice.seat !== this.seat || notice.step !== this.step)) return;
    if (notice) this.noticed = Math.max(this.noticed, notice.revision);
    if (!this.loaded || this.flushing || (notice && notice.revision <= this.base)) return;
    void this.fetch();
  };

  private async fetch(): Promise<void> {
    const [seat, step] = [this.seat, this.step];
    if (seat < 0) return;
    try {
      const stored = await api.draft(this.game.table.id, seat, step);
      if (seat !== this.seat || step !== this.step || stored.step !== step || this.flushing || (this.loaded && stored.revision <= this.base)) return;
      this.adopt(stored);
      if (this.pending.length || this.flag !== null) void this.save();
    } catch (error) {
      if (seat !== this.seat || step !== this.step) return;
      if (error instanceof ApiError && !error.offline) return; // not asked any more: the stream tells what came instead
      this.timer = setTimeout(() => void this.fetch(), AGAIN);
    }
  }

  /** Take the stored draft for what is written upon, and make the changes of this window upon it again. */
  private adopt(stored: Stored): void {
    const own = this.ownCount(stored);
    const foreign = this.loaded && own === null;
    this.pending.splice(0, own ?? 0);
    const [before, wasReady, declared] = [this.sheet, this.ready, this.flag === true];
    this.loaded = true;
    this.take(stored);
    const theirs = this.form.read(stored.action);
    const edited = this.pending.length > 0;
    this.sheet = this.pending.reduce((sheet, change) => change(sheet), theirs);
    if (foreign && declared) this.flag = null; // nobody is ready with orders that this window has not shown
    this.ready = this.flag ?? (stored.ready && !edited);
    if (!foreign) return;
    this.past = [];
    this.undoable = 0;
    this.tell(edited, declared, wasReady, this.form.text(before) !== this.form.text(this.sheet));
  }

  /** Say what another window has done, for as long as it matters. */
  private tell(edited: boolean, declared: boolean, wasReady: boolean, changed: boolean): void {
    if (declared && !this.ready) this.elsewhere = 'Your orders were changed in another window. Check them, then say again that you are ready.';
    else if (edited) this.elsewhere = 'Your orders were changed in another window meanwhile; what you changed here was added to them.';
    else if (this.ready && !wasReady) this.elsewhere = 'You declared yourself ready in another window.';
    else if (wasReady && !this.ready) this.elsewhere = `In another window you said that you are not ready${changed ? ', and changed your orders' : ''}.`;
    else if (changed) this.elsewhere = 'Your orders were changed in another window.';
    if (this.elsewhere) this.game.polite = this.elsewhere;
  }

  /** How many of the pending changes a stored draft holds that this window sent without hearing an answer; null for another window's. */
  private ownCount(stored: Stored): number | null {
    const text = this.form.text(this.form.read(stored.action));
    return this.unanswered.find((sent) => sent.text === text && sent.ready === stored.ready)?.count ?? null;
  }

  private take(stored: Stored): void {
    this.base = stored.revision;
    this.problem = stored.problem?.message ?? '';
  }

  change(change: (sheet: Sheet) => Sheet): void {
    this.pending.push(change);
    this.elsewhere = '';
    if (!this.loaded) return; // made upon the stored draft once that has come
    this.past.push(this.sheet);
    this.undoable = this.past.length;
    this.sheet = change(this.sheet);
    void this.save();
  }

  /** Take the last change back, with `all` every one since the phase was opened here; say so where there is none. */
  undo(all = false): void {
    const before = all ? this.past[0] : this.past[this.past.length - 1];
    if (!before || this.ready) return this.game.refuse({ message: this.ready ? 'You are ready, so nothing is taken back. Say first that you want to change something.' : NO_UNDO });
    this.past = all ? [] : this.past.slice(0, -1);
    this.undoable = this.past.length;
    this.pending.push(() => before);
    this.sheet = before;
    void this.save();
  }

  /** Say whether the orders may count; true when the server has it so. */
  async declare(ready: boolean): Promise<boolean> {
    const { seat, step } = this;
    await this.opening; // what was chosen before the stored draft had come is made upon it first
    await this.flushing;
    if (!this.loaded || seat !== this.seat || step !== this.step) return false; // what was asked is over meanwhile
    const before = this.ready;
    this.elsewhere = '';
    this.flag = this.ready = ready;
    const done = await this.save();
    if (!done) this.ready = before;
    this.flag = null;
    return done && this.ready === ready;
  }

  private save(): Promise<boolean> {
    this.unsaved = true;
    if (this.flushing) return this.flushing;
    const saving = this.flush().finally(() => {
      if (this.flushing !== saving) return;
      this.flushing = null;
      if (this.loaded && this.noticed > this.base && !this.unsaved) void this.fetch();
    });
    return (this.flushing = saving);
  }

  private async flush(): Promise<boolean> {
    clearTimeout(this.timer);
    const [seat, step] = [this.seat, this.step];
    const here = (): boolean => seat === this.seat && step === this.step;
    try {
      for (let sent: Sheet | null = null, flag = false; sent !== this.sheet || flag !== this.ready;) {
        [sent, flag] = [this.sheet, this.ready];
        if (!(await this.send(sent, flag, here))) return true;
      }
      this.unsaved = false;
      this.savedAt = new Date();
      return true;
    } catch (error) {
      if (here()) this.failed(error);
      return false;
    }
  }

  /** Save once; where another window was first, take up what it has written. False once this draft is not open any more. */
  private async send(sheet: Sheet, ready: boolean, here: () => boolean): Promise<boolean> {
    const [count, revision] = [this.pending.length, this.base + 1];
    const table = this.game.table.id;
    this.unanswered.push({ text: this.form.text(sheet), ready, count });
    try {
      const stored = await api.saveDraft(table, { seat: this.seat, step: this.step, revision, base: this.base, action: this.form.write(sheet), ready });
      if (!here()) return false;
      this.take(stored);
      this.pending.splice(0, count);
    } catch (error) {
      if (!here()) return false;
      if (!(error instanceof ApiError) || error.problem.code !== 'draft.stale') throw error;
      const stored = await api.draft(table, this.seat, this.step);
      if (!here()) return false;
      this.adopt(stored);
    }
    this.unanswered = [];
    this.stuck = '';
    return true;
  }

  private failed(error: unknown): void {
    if (!(error instanceof ApiError) || error.status < 400 || error.status >= 500) {
      this.stuck = error instanceof Error ? error.message : 'The server did not accept them.';
      this.timer = setTimeout(() => void this.save(), AGAIN); // nothing typed is lost: it is sent again until it arrives
      return;
    }
    this.unsaved = false; // the server has them, or will have none of them: it has said which
    this.pending = [];
    this.game.refuse(error.problem);
    if (error.problem.code.startsWith('draft.')) void this.game.reload();
  }
}

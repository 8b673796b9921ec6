/** The orders of one seat for one phase, as they are written: kept on the server with every change, secret until all are ready. */
import { api, ApiError } from '../../../lib/api';
import type { Action, Draft as Stored } from '../../../lib/types';
import type { Game } from '../game.svelte';
import { provinceOf } from './board/marks';
import { unitText, type AnyOrder, type Waive } from './orders';

const AGAIN = 2500;

export interface Ahead { retreats: AnyOrder[]; adjustments: (AnyOrder | Waive)[] }
export interface Sheet { orders: Record<string, AnyOrder>; waives: number; draw: boolean; concedeTo: string; ahead: Ahead }
type Sent = Action & { orders?: (AnyOrder | Waive)[]; draw?: boolean; concede_to?: string; ahead?: Partial<Ahead> };

const blank = (): Sheet => ({ orders: {}, waives: 0, draw: false, concedeTo: '', ahead: { retreats: [], adjustments: [] } });
/** What an order belongs to: its unit, or for a build the centre. */
export const keyOf = (order: AnyOrder): string => (order.type === 'build' ? provinceOf(order.unit.at) : unitText(order.unit));
const isWaive = (order: AnyOrder | Waive): order is Waive => order.type === 'waive';

export function sheetOf(action: Action | null): Sheet {
  if (!action) return blank();
  const sent = action as Sent;
  const all = sent.orders ?? [];
  const orders = all.filter((order): order is AnyOrder => !isWaive(order));
  return {
    orders: Object.fromEntries(orders.map((order) => [keyOf(order), order])), waives: all.length - orders.length, draw: sent.draw ?? false,
    concedeTo: sent.concede_to ?? '', ahead: { retreats: sent.ahead?.retreats ?? [], adjustments: sent.ahead?.adjustments ?? [] },
  };
}

export function actionOf(sheet: Sheet): Action {
  const waives = Array.from({ length: sheet.waives }, (): Waive => ({ type: 'waive' }));
  return { type: 'orders', orders: [...Object.values(sheet.orders), ...waives], draw: sheet.draw, concede_to: sheet.concedeTo, ahead: sheet.ahead };
}

export class Draft {
  sheet = $state.raw<Sheet>(blank());
  ready = $state(false);
  /** Whether the stored draft has come; what is changed before waits for it. */
  loaded = $state(false);
  savedAt = $state.raw<Date | null>(null);
  unsaved = $state(false);
  /** Why it could not be entered as it is. */
  problem = $state('');
  private seat = -1;
  private turn = -1;
  private revision = 0;
  private past: Sheet[] = [];
  /** Changes made before the stored draft had come. */
  private early: ((sheet: Sheet) => Sheet)[] = [];
  private undoable = $state(0);
  private flushing: Promise<boolean> | null = null;
  /** Ends when the stored draft has come. */
  opening: Promise<void> = Promise.resolve();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly game: Game) {}

  readonly mayUndo: boolean = $derived.by(() => this.undoable > 0 && !this.ready);

  /** Forget everything: another seat looks at the screen, or the phase is over. */
  clear(): void {
    clearTimeout(this.timer);
    this.sheet = blank();
    this.ready = this.loaded = this.unsaved = false;
    this.savedAt = null;
    this.problem = '';
    this.past = [];
    this.early = [];
    this.undoable = this.revision = 0;
    this.seat = this.turn = -1;
  }

  /** Take up the draft of a seat for a turn. */
  async open(seat: number, turn: number): Promise<void> {
    if (seat === this.seat && turn === this.turn) return;
    this.clear();
    [this.seat, this.turn] = [seat, turn];
    this.opening = this.fetch();
    await this.opening;
  }

  private async fetch(): Promise<void> {
    const [seat, turn] = [this.seat, this.turn];
    try {
      const stored = await api.draft(this.game.table.id, seat);
      if (seat !== this.seat || turn !== this.turn) return;
      this.take(stored);
      this.sheet = sheetOf(stored.action);
      this.ready = stored.ready;
      this.loaded = true;
      for (const change of this.early.splice(0)) if (!this.ready) this.change(change);
    } catch (error) {
      if (seat !== this.seat || turn !== this.turn) return;
      if (error instanceof ApiError && !error.offline) return; // not asked any more: the stream tells what came instead
      this.timer = setTimeout(() => void this.fetch(), AGAIN);
    }
  }

  private take(stored: Stored): void {
    this.revision = Math.max(this.revision, stored.revision);
    this.problem = stored.problem?.message ?? '';
  }

  change(change: (sheet: Sheet) => Sheet): void {
    if (!this.loaded) {
      this.early.push(change);
      return;
    }
    this.past.push(this.sheet);
    this.undoable = this.past.length;
    this.sheet = change(this.sheet);
    void this.save();
  }

  /** Take the last change back; with `all` every one since the phase was opened here. */
  undo(all = false): boolean {
    const before = all ? this.past[0] : this.past[this.past.length - 1];
    if (!before || this.ready) return false;
    this.past = all ? [] : this.past.slice(0, -1);
    this.undoable = this.past.length;
    this.sheet = before;
    void this.save();
    return true;
  }

  /** Say whether the orders may count; true when the server has it so. */
  async declare(ready: boolean): Promise<boolean> {
    await this.flushing;
    const before = this.ready;
    this.ready = ready;
    const done = await this.save();
    if (!done) this.ready = before;
    return done;
  }

  private save(): Promise<boolean> {
    this.unsaved = true;
    this.flushing ??= this.flush().finally(() => { this.flushing = null; });
    return this.flushing;
  }

  private async flush(): Promise<boolean> {
    clearTimeout(this.timer);
    const [seat, turn] = [this.seat, this.turn];
    try {
      for (let sent: Sheet | null = null, flag = false; sent !== this.sheet || flag !== this.ready;) {
        [sent, flag] = [this.sheet, this.ready];
        const stored = await api.saveDraft(this.game.table.id, { seat, turn, revision: ++this.revision, action: actionOf(sent), ready: flag });
        if (seat !== this.seat || turn !== this.turn) return true;
        this.take(stored);
      }
      this.unsaved = false;
      this.savedAt = new Date();
      return true;
    } catch (error) {
      if (seat === this.seat && turn === this.turn) this.failed(error);
      return false;
    }
  }

  private failed(error: unknown): void {
    if (!(error instanceof ApiError) || error.status < 400 || error.status >= 500) {
      this.timer = setTimeout(() => void this.save(), AGAIN); // nothing typed is lost: it is sent again until it arrives
      return;
    }
    this.unsaved = false; // the server has them, or will have none of them: it has said which
    this.game.refuse(error.problem);
    if (error.problem.code === 'draft.stale') void this.fetch();
    else if (error.problem.code.startsWith('draft.')) void this.game.reload();
  }
}

/** Armies chosen to be placed and not yet sent, place by place. */
import { plural } from '../../../lib/words';
import type { Command } from './command.svelte';
import { ownerOf, spread } from './view';

export class Placing {
  /** Placements in the order in which they were chosen; a number for each space. */
  draft = $state.raw<{ id: string; count: number }[]>([]);
  /** Whether they are being sent, one decision after the other. */
  sending = $state(false);

  /** Whether what this tab had chosen before it was loaded again has been looked for. */
  private recalled = false;

  constructor(private readonly command: Command) {}

  readonly placed: Record<string, number> = $derived.by(() => {
    const sums: Record<string, number> = {};
    for (const { id, count } of this.draft) sums[id] = (sums[id] ?? 0) + count;
    return sums;
  });
  readonly left: number = $derived.by(() => this.command.view.to_place - this.draft.reduce((sum, one) => sum + one.count, 0));
  /** The last placement, in words, when there is one to take back. */
  readonly label: string = $derived.by(() => {
    const last = this.draft[this.draft.length - 1];
    return last ? `Undo: ${last.count} to ${this.command.ground.name(last.id)}` : '';
  });

  /** What is said to who wants the rest where nothing has been placed yet. */
  readonly first: string = $derived.by(() => `Place one ${this.command.unit[0]} first; the rest follows it.`);

  private get key(): string {
    return `wartable.placing.${this.command.game.table.id}`;
  }
  /** What placements are chosen for: in another turn, or with more or fewer to place, they mean nothing. */
  private get moment(): string {
    const { game, view, side } = this.command;
    return [game.live.turn, side, view.to_place].join();
  }
  /** Take up what was chosen in this tab before it was loaded again, where the same is asked still. */
  recall(): void {
    if (this.recalled) return;
    this.recalled = true;
    try {
      const kept = JSON.parse(sessionStorage.getItem(this.key) ?? 'null') as { moment: string; draft: { id: string; count: number }[] } | null;
      if (kept?.moment === this.moment && !this.draft.length) this.draft = kept.draft;
    } catch {
      // the storage is closed or damaged: what was chosen is chosen again
    }
  }
  /** Keep what is chosen for when the page is loaded again. */
  keep(): void {
    const { draft } = this;
    if (!this.recalled) return;
    try {
      if (draft.length) sessionStorage.setItem(this.key, JSON.stringify({ moment: this.moment, draft }));
      else sessionStorage.removeItem(this.key);
    } catch {
      // the storage is full or closed: nothing is kept
    }
  }

  async put(id: string, count: number): Promise<unknown> {
    const { game, ground, view, side } = this.command;
    if (ownerOf(ground, view, id) !== side) {
      return game.act({ type: 'place', space: id, count: 0 }); // refused with the rule's own words
    }
    const fits = Math.min(count, this.left);
    if (fits <= 0) return game.refuse({ message: `All your ${this.command.unit[1]} are placed. Press Done, or take some back.` });
    const last = this.draft[this.draft.length - 1];
    if (last?.id === id) this.draft = [...this.draft.slice(0, -1), { id, count: last.count + fits }];
    else this.draft = [...this.draft, { id, count: fits }];
  }

  take(id: string): void {
    const at = this.draft.findLastIndex((one) => one.id === id);
    const found = this.draft[at];
    if (!found) return;
    const less = found.count > 1 ? [{ id, count: found.count - 1 }] : [];
    this.draft = [...this.draft.slice(0, at), ...less, ...this.draft.slice(at + 1)];
  }

  suggest(): void {
    const { ground, view, side } = this.command;
    if (side === null) return;
    for (const id of spread(ground, view, side, this.left, this.placed)) void this.put(id, 1);
  }

  undo(all = false): boolean {
    if (!this.draft.length) return false;
    this.draft = all ? [] : this.draft.slice(0, -1);
    return true;
  }

  /** Send the placements and end placing; those that were accepted are gone from the draft when something fails. */
  async commit(): Promise<void> {
    const { command } = this;
    const { game, view, neutral } = command;
    if (view.cards.must_trade) return game.refuse({ message: `You hold ${view.cards.hand.length} cards, so trade a set first.` });
    if (this.left > 0 && !neutral) {
      return game.refuse({ message: `You are still placing: ${plural(this.left, ...command.unit)} left. Attacking comes next.` });
    }
    if (!command.free) return;
    this.sending = true;
    await this.send();
    // What the neutral army does not place is gone; and a draft that is placed goes on though tanks could be formed.
    if (command.deed === 'place' && !this.draft.length && (command.neutral || this.left <= 0)) await game.act(command.placed);
    this.sending = false;
  }

  /** Send the placements; false where one was refused. */
  async send(): Promise<boolean> {
    for (const [id, count] of Object.entries(this.placed)) {
      const rest = this.draft.filter((one) => one.id !== id);
      if (!(await this.command.game.act({ type: 'place', space: id, count }))) return false;
      this.draft = rest;
    }
    return true;
  }
}

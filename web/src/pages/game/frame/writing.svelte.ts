/** What a seat writes in secret, with the flag by which it says that it is ready: the same for every game of such orders. */
import { list } from '../../../lib/words';
import type { Game } from '../game.svelte';
import { Draft, type Form } from './draft.svelte';
import type { Host } from './host';

export abstract class Writing<Sheet, G extends Host = Game> {
  readonly draft: Draft<Sheet>;
  /** What would be left to the rules, told before the flag goes up. */
  warned = $state(false);

  constructor(readonly game: G, form: Form<Sheet>, draft = new Draft(game, form)) {
    this.draft = draft;
  }

  /** What is left to the rules, in words. */
  abstract readonly omissions: string[];
  /** Whether something is half entered. */
  abstract readonly half: boolean;
  /** Leave what is half entered. */
  abstract drop(): boolean;

  /** Whether several players look at this screen: what is secret to one is shown only when he asks for it. */
  get shared(): boolean { return this.game.mine.length > 1; }

  /** Whether a seat of this screen is asked, and may see what it writes. */
  readonly writing: boolean = $derived.by(() =>
    this.game.asked !== null && this.game.asked === this.game.seat && !this.game.replay.on && this.game.curtain === null && !this.game.over && !this.game.framed);
  readonly mayEdit: boolean = $derived.by(() => this.writing && !this.draft.ready && this.game.mayAct && this.game.offered);

  /** Whether what was written is shown to all now: it cannot be changed any more. */
  readonly revealing: boolean = $derived.by(() => this.draft.ready && this.game.playback.on);

  /** What who is ready reads in the place of buttons; `waiting` are those who are not yet. */
  readyWords(waiting: readonly string[]): string {
    if (this.revealing) return 'The orders of all are being revealed.';
    return `You are ready.${waiting.length ? ` Waiting for ${list(waiting)}.` : ''}`;
  }

  /** Take up the draft of whoever is asked; called whenever that may have changed. */
  follow(this: Writing<Sheet>): void {
    const { asked } = this.game.live;
    if (this.game.over) this.draft.close(); // else it would be fetched again with every new link
    if (!this.writing || this.game.seat === null || !asked) return;
    this.draft.listen();
    void this.draft.open(this.game.seat, asked.step);
  }

  clear(): void {
    this.draft.clear();
    this.drop();
    this.warned = false;
  }

  /** Whether orders may be changed now; says why not where they are flagged as ready. */
  editable(): boolean {
    if (this.mayEdit) return true;
    if (this.draft.ready && this.writing) this.game.refuse({ message: 'You are ready. Press Change orders first.' });
    return false;
  }

  /** "I am ready": what is missing is told first; on a shared screen the next player gets it. */
  async ready(this: Writing<Sheet>): Promise<void> {
    if (!this.mayEdit || this.half) return;
    await this.draft.opening;
    if (!this.mayEdit || !this.draft.loaded) return;
    if (this.omissions.length && !this.warned) {
      this.warned = true;
      this.game.assertive = this.omissions.join(' ');
      return;
    }
    this.warned = false;
    this.drop();
    const { turn } = this.game.shown;
    if (!(await this.draft.declare(true))) return;
    this.game.polite = 'You are ready.';
    // Where the last flag ended the phase, the news of the next one may have come before the answer.
    if (this.game.live.turn === turn && this.game.handOn()) this.clear();
  }

  async unready(): Promise<void> {
    if (this.writing && this.draft.ready && !this.revealing) await this.draft.declare(false);
  }
}

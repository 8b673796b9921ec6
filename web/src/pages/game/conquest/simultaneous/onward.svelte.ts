/** A battle of two that is fought on to its end without asking: who has only one enemy in it has nothing else to choose. */
import type { Rounds } from './rounds.svelte';

export class Onward {
  /** The battle that is fought on so; empty: none. */
  private wanted = $state('');

  constructor(private readonly rounds: Rounds) {}

  /** Whether the viewer and one other are all who fight. */
  readonly offered: boolean = $derived.by(() => this.rounds.side !== null && this.rounds.battle?.sides.length === 2);
  private readonly battle: string = $derived.by(() => {
    const { battle, command } = this.rounds;
    return battle ? `${command.game.seat} ${battle.place} ${battle.border}` : '';
  });
  readonly on: boolean = $derived.by(() => this.wanted !== '' && this.offered && this.wanted === this.battle);

  start(): void {
    const { task, fault, command } = this.rounds;
    if (!this.offered || (task !== 'aims' && task !== 'withdraw')) return;
    if (fault) return command.game.refuse({ message: fault });
    this.wanted = this.battle;
  }

  stop(): void { this.wanted = ''; }

  /** Answer what is asked now; where that is refused, the player goes on by hand. */
  async answer(): Promise<void> {
    const { rounds } = this;
    const { draft, task } = rounds;
    if (!this.on || !rounds.mayEdit) return;
    await rounds.declare(task === 'withdraw' ? { leaves: false } : {});
    if (rounds.draft === draft && !rounds.ready) this.stop();
  }
}

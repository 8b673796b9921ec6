/** The exact odds of the battle at hand: of each choice of targets, and of the round as it would be fought. */
import type { BattleOdds, Choice, TargetOdds } from '../../../../generated/risk';
import { inquire } from '../../inquire';
import { lossesOf, sameAims, type Dice } from './aims';
import type { Rounds } from './rounds.svelte';

/** Milliseconds for which the dice must lie still before the odds of the round are asked for. */
const PAUSE = 120;

export class Outlook {
  private found = $state.raw<{ key: string; odds: TargetOdds } | null>(null);
  private fought = $state.raw<{ key: string; odds: BattleOdds } | null>(null);
  /** What each of the others is taken to choose, by its place among what it may. */
  private taken = $state.raw<Readonly<Record<number, number>>>({});

  constructor(private readonly rounds: Rounds) {}

  /** The battle and its round: what is known of another is of no use. */
  private readonly key: string = $derived.by(() => {
    const { game } = this.rounds.command;
    return `${game.seat} ${game.shown.asked?.step}`;
  });
  readonly odds: TargetOdds | null = $derived.by(() => (this.found?.key === this.key ? this.found.odds : null));
  readonly suggestion: Choice | null = $derived.by(() => this.odds?.own[this.odds.suggested] ?? null);
  /** What the others are taken to aim. */
  readonly assumed: readonly { player: number; choice: Choice }[] = $derived.by(() => (this.odds?.others ?? []).flatMap(({ player, choices }) => {
    const choice = choices[this.taken[player] ?? 0];
    return choice ? [{ player, choice }] : [];
  }));
  private readonly aims = $derived.by(() => {
    const { sheet, task, command: { game } } = this.rounds;
    // Before the dice of the next round are named, those that are suggested count.
    const { dice, bonus } = (task === 'withdraw' && this.suggestion) || sheet;
    const own = { player: game.seat ?? -1, dice, bonus };
    return [own, ...this.assumed.map(({ player, choice }) => ({ player, dice: choice.dice, bonus: choice.bonus }))];
  });
  private readonly aimed: string = $derived.by(() => `${this.key} ${JSON.stringify(this.aims)}`);
  /** What the round does if all aim so; null until it is known. */
  readonly round: BattleOdds | null = $derived.by(() => (this.fought?.key === this.aimed ? this.fought.odds : null));
  /** By side: the probability to lose none in the round, one and so on. */
  readonly losses: readonly (readonly number[])[] = $derived.by(() => (this.round?.players ?? []).map((_, at) => lossesOf(this.round?.rows ?? [], at)));

  takenBy(player: number): number { return this.taken[player] ?? 0; }
  suppose(player: number, choice: number): void { this.taken = { ...this.taken, [player]: choice }; }

  /** The row of the table that is one's own choice; -1 where it is none of them. */
  rowOf(dice: Dice, bonus: number | null): number {
    return this.odds?.own.findIndex((one) => sameAims(one.dice, dice) && (one.bonus ?? null) === bonus) ?? -1;
  }

  /** The place of a case in a row: of each of the others its choice, the last one's changing fastest. */
  columnOf(choices: readonly number[]): number {
    return (this.odds?.others ?? []).reduce((at, one, number) => at * one.choices.length + (choices[number] ?? 0), 0);
  }

  async load(): Promise<void> {
    const { key } = this;
    this.taken = {};
    const odds = await inquire<TargetOdds>(this.rounds.command.game, 'targets', {}).catch(() => null); // the battle can be fought without
    if (odds && key === this.key) this.found = { key, odds };
  }

  /** Ask for the odds of the round that is chosen; returns what stops the asking. */
  follow(): () => void {
    const { aims, aimed, rounds } = this;
    if ((rounds.task !== 'aims' && rounds.task !== 'withdraw') || !this.odds || rounds.fault || this.fought?.key === aimed) return () => undefined;
    const control = new AbortController();
    const timer = setTimeout(() => {
      void inquire<BattleOdds>(rounds.command.game, 'battle', { aims }, control.signal)
        .then((odds) => { if (aimed === this.aimed) this.fought = { key: aimed, odds }; }, () => undefined);
    }, PAUSE);
    return () => { clearTimeout(timer); control.abort(); };
  }
}

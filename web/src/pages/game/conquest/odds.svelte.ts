/** The odds of the attack that is being chosen: to the end against each target, or stopping earlier against the one aimed at. */
import { api } from '../../../lib/api';
import type { Forecast } from '../../../lib/types';
import { percent } from '../../../lib/words';
import type { Command } from './command.svelte';
import { armiesOf } from './view';

export class Odds {
  /** Odds to the end for each target of the source. */
  all = $state.raw<Map<string, Forecast>>(new Map());
  /** Armies to stop at; the odds shown are those of stopping there once it was touched. */
  until = $state(2);
  stopping = $state(false);
  /** Odds for stopping earlier, when that was asked. */
  stopped = $state.raw<{ until: number; forecast: Forecast } | null>(null);
  private wanted = 0;
  /** The armies here and there that the odds of each target were counted for. */
  private counted: ReadonlyMap<string, string> = new Map();

  constructor(private readonly command: Command) {}

  readonly forecast: Forecast | null = $derived.by(() => {
    const { target } = this.command;
    if (!target) return null;
    if (this.stopping && this.stopped?.until === this.until) return this.stopped.forecast;
    return this.all.get(target) ?? null;
  });
  /** Whether the odds are still those of before a roll: the new ones come a moment later. */
  readonly stale: boolean = $derived.by(() => {
    const { target } = this.command;
    return this.forecast !== null && target !== null && this.counted.get(target) !== this.standing(target);
  });
  /** The chance of the attack that is chosen, in words; dots while it is counted anew, and empty where it is not known. */
  readonly said: string = $derived.by(() => (this.stale ? '…' : this.forecast ? percent(this.forecast.chance) : ''));
  /** Most armies an attack may stop at. */
  readonly keep: number = $derived.by(() => Math.max(1, this.armies(2) - 1));

  private armies(otherwise: number): number {
    const { ground, view, source } = this.command;
    return source ? armiesOf(ground, view, source) : otherwise;
  }

  private standing(target: string): string {
    return `${this.armies(0)} ${armiesOf(this.command.ground, this.command.view, target)}`;
  }

  clear(): void {
    this.all = new Map();
    this.stopped = null;
  }

  /** Begin with a target: to the end, until more is asked. */
  begin(): void {
    this.stopped = null;
    this.stopping = false;
    this.until = Math.max(1, Math.round(this.armies(0) / 3));
  }

  /** Ask for the odds against all targets of a place. */
  async load(source: string): Promise<void> {
    const { command } = this;
    const targets = command.within(source);
    const seat = command.game.asked;
    if (seat === null || !targets.length) return;
    const mark = ++this.wanted;
    const counted = new Map(targets.map((target) => [target, this.standing(target)]));
    const actions = targets.map((target) => command.attackOf(source, target, command.diceOn(target), 1));
    const found = await api.forecasts(command.game.table.id, seat, actions).catch(() => []);
    if (mark !== this.wanted) return;
    this.counted = counted;
    this.all = new Map(targets.flatMap((target, at) => { const one = found[at]; return one ? [[target, one]] : []; }));
    if (this.stopping) void this.stopAt(this.until);
  }

  /** Show the odds of stopping at a number of armies. */
  async stopAt(wanted: number): Promise<void> {
    const { game, source, target, dice } = this.command;
    const until = Math.max(1, Math.min(this.keep, wanted));
    this.until = until;
    this.stopping = true;
    const seat = game.asked;
    if (seat === null || !source || !target) return;
    const [forecast] = await api.forecasts(game.table.id, seat, [this.command.attackOf(source, target, dice, until)]).catch(() => [null]);
    if (forecast && this.until === until && this.command.target === target) this.stopped = { until, forecast };
  }
}

/** What is being declared at the end of movement: the assaults, who sallies out of each place, and with what odds (K2). */
import { ApiError } from '../../../../lib/api';
import type { Action } from '../../../../lib/types';
import { capital, list, plural } from '../../../../lib/words';
import type { Game } from '../../game.svelte';
import { inquire, type Battle } from '../inquire';
import type { Question } from '../view';
import { Latest } from './latest';

/** A combat that is declared: where, seen from which figure. */
export interface Target { key: string; place: string; tower: boolean; sally: boolean; of: number }
/** Its odds: null where nobody is met; a sentence where they are not told. */
export type Told = Battle | string | null;
interface Asked { action: Action; targets: readonly Target[]; rounds: 0 | 1 }

/** Milliseconds between two questions about odds. */
const PAUSE = 160;

export class Declaring {
  /** Numbers of the assaults among those that are possible. */
  assaults = $state.raw<readonly number[]>([]);
  /** Figures that sally, by place. */
  out = $state.raw<Readonly<Record<string, readonly number[]>>>({});

  rounds = $state<0 | 1>(1);
  /** The odds of each target, as far as they are known. */
  odds = $state.raw<ReadonlyMap<string, Told>>(new Map());
  private readonly asks = new Latest<Asked, ReadonlyMap<string, Told>>((asked) => this.ask(asked), (odds) => { this.odds = odds; }, undefined, PAUSE);

  constructor(readonly question: Question, private readonly placeName: (id: string) => string, private readonly game?: Game) {}

  readonly empty: boolean = $derived.by(() => !this.assaults.length && !Object.values(this.out).some((ids) => ids.length));

  assault(at: number): void {
    this.assaults = this.assaults.includes(at) ? this.assaults.filter((one) => one !== at) : [...this.assaults, at].sort((a, b) => a - b);
  }

  /** Let figures sally, or keep them in where all of them sally already. */
  sally(place: string, ids: readonly number[]): void {
    const now = this.out[place] ?? [];
    const all = ids.every((id) => now.includes(id));
    const rest = now.filter((id) => !ids.includes(id));
    this.out = { ...this.out, [place]: all ? rest : [...rest, ...ids] };
  }

  /** What is assaulted, each place and tower once, and where somebody sallies. */
  readonly targets: readonly Target[] = $derived.by(() => {
    const found = new Map<string, Target>();
    for (const [of, place, tower] of this.assaults.map((at) => this.question.assaults[at]).filter((one) => one !== undefined)) {
      const key = `${place} ${tower}`;
      if (!found.has(key)) found.set(key, { key, place, tower, sally: false, of });
    }
    for (const [place, ids] of Object.entries(this.out)) if (ids[0] !== undefined) found.set(`out ${place}`, { key: `out ${place}`, place, tower: false, sally: true, of: ids[0] });
    return [...found.values()];
  });

  /** Ask for the odds of what is declared now; called whenever that has changed. */
  reckon(): void {
    if (this.targets.length) this.asks.ask({ action: this.action, targets: this.targets, rounds: this.rounds });
    else this.asks.drop();
    this.odds = new Map([...this.odds].filter(([key]) => this.targets.some((target) => target.key === key)));
  }

  private async ask({ action, targets, rounds }: Asked): Promise<ReadonlyMap<string, Told>> {
    const odds = new Map<string, Told>();
    for (const { key, of } of targets) odds.set(key, await this.told(action, of, rounds));
    return odds;
  }

  private async told(declare: Action, of: number, rounds: 0 | 1): Promise<Told> {
    if (!this.game) return null;
    try {
      return await inquire(this.game, 'battle', { move: null, declare, of, rounds });
    } catch (error) {
      return error instanceof ApiError ? error.problem.message : 'The odds could not be loaded.';
    }
  }

  readonly action: Action = $derived.by(() => ({
    type: 'declare',
    assaults: this.assaults.map((at) => this.question.assaults[at]).filter((one) => one !== undefined).map(([figure, place, tower]) => ({ figure, place, tower })),
    sallies: Object.entries(this.out).filter(([, ids]) => ids.length),
  }));

  /** What the main button does: "Assault Helm's Deep, sally with 8", or that nothing is declared. */
  readonly label: string = $derived.by(() => {
    const places = [...new Set(this.assaults.map((at) => this.question.assaults[at]?.[1] ?? ''))].map((id) => this.placeName(id));
    const count = Object.values(this.out).reduce((sum, ids) => sum + ids.length, 0);
    const said = [...(places.length ? [`assault ${list(places)}`] : []), ...(count ? [`sally with ${count}`] : [])];
    return said.length ? capital(said.join(', ')) : 'Declare nothing';
  });

  /** What is possible, in a sentence. */
  readonly line: string = $derived.by(() => {
    const said = [
      ...(this.question.assaults.length ? [plural(this.question.assaults.length, 'assault')] : []),
      ...(this.question.sallies.length ? [plural(this.question.sallies.length, 'sally', 'sallies')] : []),
    ];
    return `${capital(list(said))} ${this.question.assaults.length + this.question.sallies.length === 1 ? 'is' : 'are'} possible. Figures that are not named do not fight at the walls.`;
  });
}

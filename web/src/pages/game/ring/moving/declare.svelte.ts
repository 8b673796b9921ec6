/** What is being declared at the end of movement: the assaults, and who sallies out of each place (K2). */
import type { Action } from '../../../../lib/types';
import { capital, list, plural } from '../../../../lib/words';
import type { Question } from '../view';

export class Declaring {
  /** Numbers of the assaults among those that are possible. */
  assaults = $state.raw<readonly number[]>([]);
  /** Figures that sally, by place. */
  out = $state.raw<Readonly<Record<string, readonly number[]>>>({});

  constructor(readonly question: Question, private readonly placeName: (id: string) => string) {}

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
    return `${capital(list(said))} ${this.question.assaults.length + this.question.sallies.length === 1 ? 'is' : 'are'} possible. Who is not named does not fight at the walls.`;
  });
}

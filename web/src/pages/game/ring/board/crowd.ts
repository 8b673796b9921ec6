/** Figures of a position sorted for the table: by id, by force, who stands in the field, who is inside what. */
import { inField, type FigureView, type KindView, type RingView } from '../view';

export interface Force { id: number; owner: number; figures: readonly FigureView[] }

export class Crowd {
  readonly byId: ReadonlyMap<number, FigureView>;
  readonly field: readonly FigureView[];
  /** Figures in the field that stand together, for each owner apart; largest first. */
  readonly forces: readonly Force[];
  private readonly of = new Map<number, Force>();

  constructor(readonly view: RingView) {
    this.byId = new Map(view.figures.map((one) => [one.figure.id, one]));
    this.field = view.figures.filter((one) => inField(one.figure));
    const groups = new Map<string, FigureView[]>();
    for (const one of this.field) {
      const key = `${one.force} ${one.figure.owner}`;
      const group = groups.get(key);
      if (group) group.push(one);
      else groups.set(key, [one]);
    }
    this.forces = [...groups.values()].map((figures) => ({ id: figures[0]?.force ?? 0, owner: figures[0]?.figure.owner ?? 0, figures }))
      .sort((a, b) => b.figures.length - a.figures.length);
    for (const force of this.forces) for (const one of force.figures) this.of.set(one.figure.id, force);
  }

  kind(one: FigureView): KindView | undefined { return this.view.kinds[one.kind]; }
  side(one: FigureView): string { return this.view.players[one.figure.owner]?.side ?? ''; }
  force(id: number): Force | undefined { return this.of.get(id); }
  /** The figures of the same owner that stand together with one, which comes first; garrisons count as one force. */
  forceOf(id: number): number[] {
    const one = this.byId.get(id);
    if (!one) return [];
    const all = this.of.get(id)?.figures ?? this.view.figures.filter((other) => other.force === one.force && other.figure.owner === one.figure.owner);
    return [id, ...all.map((other) => other.figure.id).filter((other) => other !== id)];
  }
  /** The figures of an owner in a place. */
  garrison(place: string, tower?: boolean): FigureView[] {
    return this.view.figures.filter((one) => one.figure.inside === place && (tower === undefined || Boolean(one.figure.tower) === tower));
  }
}

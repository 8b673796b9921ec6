/** Figures of a position sorted for the table: by id, by force, who stands in the field, who is inside what. */
import { inField, type FigureView, type KindView, type RingView } from '../view';

/** Figures of one owner that stand together. */
export interface Force { id: number; owner: number; figures: readonly FigureView[] }

/** Two bases are never wider together, so what is farther does not matter. */
const WIDEST = 4000;

export function grouped<T>(items: Iterable<T>, key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group) group.push(item);
    else groups.set(key(item), [item]);
  }
  return groups;
}

export class Crowd {
  readonly byId: ReadonlyMap<number, FigureView>;
  readonly field: readonly FigureView[];
  /** Figures in the field that stand together, for each owner apart; largest first. */
  readonly forces: readonly Force[];
  private readonly of = new Map<number, Force>();
  private readonly aboard = new Map<number, FigureView[]>();
  private nearest: ReadonlyMap<number, number> | null = null;

  constructor(readonly view: RingView) {
    this.byId = new Map(view.figures.map((one) => [one.figure.id, one]));
    this.field = view.figures.filter((one) => inField(one.figure));
    this.forces = [...grouped(this.field, (one) => `${one.force} ${one.figure.owner}`).values()]
      .map((figures) => ({ id: figures[0]?.force ?? 0, owner: figures[0]?.figure.owner ?? 0, figures }))
      .sort((a, b) => b.figures.length - a.figures.length);
    for (const force of this.forces) for (const one of force.figures) this.of.set(one.figure.id, force);
    for (const one of view.figures) {
      const under = one.figure.aboard;
      if (under) this.aboard.set(under, [...(this.aboard.get(under) ?? []), one]);
    }
  }

  /** Who is aboard a ship, or rides on a beast. */
  on(id: number): readonly FigureView[] { return this.aboard.get(id) ?? []; }
  /** Figures with all who are aboard them. */
  manned(figures: readonly FigureView[]): FigureView[] {
    const known = new Set(figures);
    return [...figures, ...figures.flatMap((one) => this.on(one.figure.id)).filter((one) => !known.has(one))];
  }

  kind(one: FigureView): KindView | undefined { return this.view.kinds[one.kind]; }
  /** The radius of a figure's base, in 1/1000 inch. */
  radius(one: FigureView): number { return this.kind(one)?.radius ?? 500; }
  side(one: FigureView): string { return this.view.players[one.figure.owner]?.side ?? ''; }
  force(id: number): Force | undefined { return this.of.get(id); }

  /** The figures of the same owner that stand together with one, which comes first; garrisons count as one force. */
  forceOf(id: number): number[] {
    const one = this.byId.get(id);
    if (!one) return [];
    const all = this.of.get(id)?.figures ?? this.view.figures.filter((other) => other.force === one.force && other.figure.owner === one.figure.owner);
    return [id, ...all.map((other) => other.figure.id).filter((other) => other !== id)];
  }

  /** The figures inside a place, or only those in its tower, or only those not in it. */
  garrison(place: string, tower?: boolean): FigureView[] {
    return this.view.figures.filter((one) => one.figure.inside === place && (tower === undefined || Boolean(one.figure.tower) === tower));
  }

  /** How far each figure in the field is from the nearest other one, in 1/1000 inch. */
  get apart(): ReadonlyMap<number, number> {
    return (this.nearest ??= nearestOf(this.field));
  }
}

/** By a sweep from west to east: only figures that may be near are looked at. */
function nearestOf(field: readonly FigureView[]): Map<number, number> {
  const sorted = field.map((one) => one.figure).sort((a, b) => a.x - b.x);
  const best = new Array<number>(sorted.length).fill(Infinity);
  sorted.forEach((one, at) => {
    for (let next = at + 1; next < sorted.length; next++) {
      const other = sorted[next];
      if (!other) break;
      const across = other.x - one.x;
      if (across >= WIDEST) break;
      const far = Math.hypot(across, other.y - one.y);
      if (far < (best[at] ?? 0)) best[at] = far;
      if (far < (best[next] ?? 0)) best[next] = far;
    }
  });
  return new Map(sorted.map((one, at) => [one.id, best[at] ?? Infinity]));
}

/** The ruler: legs from point to point, snapping to figures; lengths in 1/1000 inch. */
import type { Spot } from '../view';

export class Ruler {
  /** Points laid down; the last one follows the pointer while `open`. */
  points = $state.raw<readonly Spot[]>([]);
  open = $state(false);

  readonly length: number = $derived.by(() => measured(this.points));

  /** Lay down a point: the first one, a further leg, or after an end the start of a new line. */
  press(spot: Spot, further: boolean): void {
    if (this.open) this.points = [...this.points, spot];
    else this.points = further && this.points.length ? [...this.points, spot] : [spot, spot];
    this.open = true;
  }
  follow(spot: Spot): void {
    if (this.open) this.points = [...this.points.slice(0, -1), spot];
  }
  end(): void {
    this.open = false;
    if (this.length === 0) this.points = [];
  }
  clear(): boolean {
    const some = this.points.length > 0;
    this.points = [];
    this.open = false;
    return some;
  }
}

export function measured(points: readonly Spot[]): number {
  return points.slice(1).reduce((sum, spot, at) => sum + Math.hypot(spot[0] - (points[at]?.[0] ?? 0), spot[1] - (points[at]?.[1] ?? 0)), 0);
}

/** A length as it is said on the table: 7.3″. */
export const inches = (mil: number, digits = 1): string => `${(mil / 1000).toFixed(digits)}″`;

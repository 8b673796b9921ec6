/** Where enemy forces touch: there they fight this turn, if nobody goes away (E1). Lengths are 1/1000 inch. */
import type { FigureView, Spot } from '../view';
import type { Crowd } from './crowd';

export interface Contact { key: string; at: Spot }

const REACH = 1000;

/** One mark for each two forces in contact, between the figures of theirs that are nearest to each other. */
export function contactsOf(crowd: Crowd, fromEdge: boolean): Contact[] {
  const base = (one: FigureView) => (fromEdge ? (crowd.kind(one)?.radius ?? 0) : 0);
  const able = crowd.field.filter((one) => !one.figure.weapon && !one.figure.wounded && !one.badges?.includes('hidden')).sort((a, b) => a.figure.x - b.figure.x);
  const widest = REACH + 2 * Math.max(0, ...able.map(base));
  const best = new Map<string, { far: number; at: Spot }>();
  able.forEach((one, number) => {
    for (let next = number + 1; next < able.length; next++) {
      const other = able[next];
      if (!other || other.figure.x - one.figure.x > widest) break;
      if (crowd.side(one) === crowd.side(other)) continue;
      const far = Math.hypot(other.figure.x - one.figure.x, other.figure.y - one.figure.y) - base(one) - base(other);
      if (far > REACH) continue;
      const key = [one.force, other.force].sort((a, b) => a - b).join(' ');
      if (far < (best.get(key)?.far ?? Infinity)) best.set(key, { far, at: [(one.figure.x + other.figure.x) / 2, (one.figure.y + other.figure.y) / 2] });
    }
  });
  return [...best].map(([key, { at }]) => ({ key, at }));
}

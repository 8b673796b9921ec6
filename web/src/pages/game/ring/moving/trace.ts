/** Lines on the table cut where something happens on them. */
import type { Path, Spot } from '../view';
import { apart, onRing, segmentAt } from './aim';

/** A line in two at the point of it nearest to a spot. */
export function split(line: Path, at: Spot | null): { fine: Path; bad: Path } {
  const met = at ? segmentAt(line, at) : null;
  const [from, to] = met ? [line[met.segment], line[met.segment + 1]] : [];
  if (!at || !met || !from || !to) return { fine: at ? [] : line, bad: at ? line : [] };
  const spot = onRing([from, to], at);
  return { fine: [...line.slice(0, met.segment + 1), spot], bad: [spot, ...line.slice(met.segment + 1)] };
}

/** Where two groups meet: in the middle between the two points that are nearest to each other. */
export function meeting(ours: Path, theirs: Path): Spot | null {
  let best: { spot: Spot; far: number } | null = null;
  for (const one of ours) {
    for (const other of theirs) {
      const far = apart(one, other);
      if (!best || far < best.far) best = { spot: [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2], far };
    }
  }
  return best?.spot ?? null;
}

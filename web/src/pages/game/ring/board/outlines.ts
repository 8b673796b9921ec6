/** The lines round forces, and whose line a point of the table lies in. Inches from the north-west corner, y downwards. */
import { spotOf, type Spot } from '../view';
import type { Crowd, Force } from './crowd';
import { distance, encloses, outline, type Dot, type Outline } from './shapes';

export interface Outlined { force: Force; outline: Outline }

/** The distance of the line from the bases of the outermost figures. */
const PAD = 0.26;
/** Broader bases do not push the line farther out. */
const BROAD = 600;

/** The outlines of all forces of more than one figure. */
export function outlinesOf(crowd: Crowd, inches: (spot: Spot) => Dot): Outlined[] {
  return crowd.forces.filter((force) => force.figures.length > 1).map((force) => {
    const own = new Set(force.figures);
    const others = crowd.field.filter((one) => !own.has(one)).map((one) => inches(spotOf(one.figure)));
    const discs = force.figures.map((one) => {
      const [x, y] = inches(spotOf(one.figure));
      return { x, y, r: Math.min(crowd.radius(one), BROAD) / 1000 };
    });
    return { force, outline: outline(discs, others, PAD) };
  });
}

/** The figure that is nearest to a point between the figures of a force; null outside of every line. */
export function insider(outlines: readonly Outlined[], dot: Dot, inches: (spot: Spot) => Dot): number | null {
  const near = outlines.filter((one) => encloses(one.outline, dot)).flatMap((one) => one.force.figures)
    .map(({ figure }) => ({ id: figure.id, far: distance(dot, inches(spotOf(figure))) }));
  return near.sort((a, b) => a.far - b.far)[0]?.id ?? null;
}

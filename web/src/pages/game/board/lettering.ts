import type { Lettering } from '../../../generated/api';
import type { Point } from '../../../lib/types';

/** What the name of a place takes, in pixels of a token: a letter, about, and a line. */
export const LETTER = 6.1;
export const LINE = 12.5;

/** Between the letters of a region's large name, in parts of their size, and the width of one. */
export const SPACING = 0.2;
const CAPITAL = 0.62;
/** Where the worth of a region stands: after its large name; a sign takes `size`. */
export function worthAt(name: string, { at, angle, size: letters }: Lettering, size: number): Point {
  const [along, turn] = [(name.length * letters * (CAPITAL + SPACING)) / 2 + 12 * size, (angle * Math.PI) / 180];
  return [at[0] + along * Math.cos(turn), at[1] + along * Math.sin(turn)];
}

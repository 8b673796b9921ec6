import { expect, it } from 'vitest';
import { grain } from './paper';

it('the grain of paper is the same each time, uneven, and without a seam', () => {
  const side = 64;
  const tile = grain(side);
  expect(grain(side)).toEqual(tile);
  const row = (y: number) => tile.slice(y * side, (y + 1) * side);
  const apart = (a: Float32Array, b: Float32Array) => a.reduce((sum, dark, at) => sum + Math.abs(dark - (b[at] ?? 0)), 0) / side;
  expect(Math.max(...tile) - Math.min(...tile)).toBeGreaterThan(0.2);
  expect(apart(row(side - 1), row(0))).toBeLessThan(2 * apart(row(0), row(1)) + 0.05);
});

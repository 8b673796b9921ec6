import { describe, expect, it } from 'vitest';
import type { BoardGeometry, Point } from '../../../lib/types';
import { worthAt } from './lettering';
import { namesAside } from './names';

const space = (id: string, token: Point) => ({ id, name: id, short: id, d: '', token, label: [token[0], token[1] + 20] });
const board = (spaces: readonly object[], more: object = {}) => ({ unit: 1, spaces, regions: [], ...more }) as unknown as BoardGeometry;
const labelX = (given: BoardGeometry, crowded: number) => namesAside(given, crowded).spaces[0]?.label[0] ?? 0;

describe('names on a board that is seen small', () => {
  const near = board([space('Greenland', [100, 100]), space('Iceland', [125, 125])]);

  it('stay where they were placed while they are free', () => {
    expect(labelX(near, 0.5)).toBe(100);
  });

  it('go aside from a token that would lie over them', () => {
    expect(labelX(near, 1)).toBeLessThan(100 - 10);
  });

  it('do not go onto a sign instead', () => {
    const sites = [{ id: 's', space: 'Greenland', at: [55, 120] }];
    expect(labelX(board(near.spaces, { sites }), 1)).toBeGreaterThan(labelX(near, 1));
  });
});

it('the worth of a region stands after its name, however that is turned', () => {
  const title = { at: [10, 20] as Point, size: 10 };
  const [right, down] = [worthAt('Rohan', { ...title, angle: 0 }, 1), worthAt('Rohan', { ...title, angle: 90 }, 1)];
  expect(right[1]).toBe(20);
  expect(right[0]).toBeGreaterThan(10 + 12);
  expect(down[0]).toBeCloseTo(10);
  expect(down[1] - 20).toBeCloseTo(right[0] - 10);
});

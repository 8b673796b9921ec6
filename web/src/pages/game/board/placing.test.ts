import { describe, expect, it } from 'vitest';
import type { BoardGeometry, Point } from '../../../lib/types';
import { placedAnew, ringsOf } from './placing';

const square = (x: number, y: number, side: number) => `M${x} ${y}l${side} 0 0 ${side} -${side} 0z`;
const space = (id: string, x: number, y: number, side: number, token: Point) => ({ id, name: id, short: id, d: square(x, y, side), token, label: [token[0], token[1] + 20] });
const board = (more: object = {}) => ({
  width: 300, height: 200, unit: 1, spaces: [space('moria', 0, 0, 100, [95, 95]), space('lorien', 100, 0, 100, [150, 40])],
  sites: [{ id: 'gates', space: 'moria', name: 'Gates', kind: 'site_of_power', at: [95, 70] }], regions: [], bridges: [], ports: [], paths: [], ranges: [], ...more,
}) as unknown as BoardGeometry;
const inside = ([x, y]: Point, left: number, half: number) => x - half >= left && x + half <= left + 100 && y - half >= 0 && y + half <= 100;

describe('a board that is seen whole', () => {
  it('reads outlines with several rings', () => {
    expect(ringsOf('M1 2l3 .5-.5-1zM10 10l1 1z')).toEqual([[[1, 2], [4, 2.5], [3.5, 1.5]], [[10, 10], [11, 11]]]);
  });

  it('has token and sign within the outline, beside each other', () => {
    const [moria] = placedAnew(board(), { token: 1.2, sign: 1.2 }).spaces;
    const [gates] = placedAnew(board(), { token: 1.2, sign: 1.2 }).sites;
    if (!moria || !gates) throw new Error('The board has both.');
    expect(inside(moria.token, 0, 16)).toBe(true);
    expect(inside(gates.at, 0, 12)).toBe(true);
    expect(Math.hypot(gates.at[0] - moria.token[0], gates.at[1] - moria.token[1])).toBeGreaterThan(27);
  });

  it('leaves a token where it was if nothing is in its way', () => {
    const [, lorien] = placedAnew(board(), { token: 1.2, sign: 1.2 }).spaces;
    expect(Math.hypot((lorien?.token[0] ?? 0) - 150, (lorien?.token[1] ?? 0) - 40)).toBeLessThan(6);
  });

  it('keeps away from bridges', () => {
    const [, lorien] = placedAnew(board({ bridges: [{ at: [150, 40], a: 'moria', b: 'lorien' }] }), { token: 1.2, sign: 1.2 }).spaces;
    expect(Math.hypot((lorien?.token[0] ?? 0) - 150, (lorien?.token[1] ?? 0) - 40)).toBeGreaterThan(15);
  });

  it('keeps away from the worth of a region, which grows with the signs', () => {
    const spaces = [space('moria', 0, 0, 100, [50, 50]), { ...space('lorien', 100, 0, 100, [146, 40]), name: 'L', short: 'L' }];
    const regions = [{ id: 'r', name: 'R', title: { at: [100, 40], angle: 0, size: 10 } }];
    const [, lorien] = placedAnew(board({ spaces, sites: [], regions }), { token: 1, sign: 1.5 }).spaces;
    const [x, y] = lorien?.token ?? [0, 0];
    expect(x - 13 >= 138 || Math.abs(y - 40) >= 25).toBe(true);
  });
});

import { describe, expect, it } from 'vitest';
import type { BoardGeometry, BoardSpace } from '../../../../lib/types';
import { aside, namedAbove, nameSpot } from '../board/marks';

const space = (id: string, token: [number, number], label: [number, number]) => ({ id, name: id, short: id, token, label }) as unknown as BoardSpace;
const GULF = space('Gulf of Lune', [30, 300], [10, 300]);
const KEEP = space('Minas Morgul', [500, 500], [500, 473]);
const BOARD = { width: 1000, height: 1000, unit: 1, spaces: [GULF, KEEP] } as unknown as BoardGeometry;

describe('where names stand', () => {
  it('keeps the distance to the piece, whatever its size', () => {
    expect(nameSpot(BOARD, KEEP, ['Minas Morgul'], 2)).toEqual([500, 446]);
  });
  it('keeps names within the frame', () => {
    const [x] = nameSpot(BOARD, GULF, ['Gulf of Lune'], 1.5);
    expect(x).toBeGreaterThan(12 * 3 * 1.5);
    expect(nameSpot(BOARD, space('Umbar', [570, 985], [570, 1007]), ['Umbar'], 1)[1]).toBeLessThan(1000 - 6);
  });
  it('has what flies below a unit whose name is above it', () => {
    expect(namedAbove(BOARD, 'Minas Morgul')).toBe(true);
    expect(aside('Z', { unit: true, flyers: 1, hidden: 0, below: true })).toEqual([0, 33]);
    expect(aside('Z', { unit: true, flyers: 1, hidden: 0 })).toEqual([0, -33]);
  });
});

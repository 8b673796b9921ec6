import { describe, expect, it } from 'vitest';
import { margins } from '../margins';

const BOARD = { width: 1096, height: 802 };

describe('margins of a table seen as a whole', () => {
  it('keeps a table that is as wide as the board off the buttons of the zoom', () => {
    expect(margins(BOARD, { width: 120, height: 72 }).right).toBe(66);
  });
  it('keeps a table off the tools at its left, and off the steps above it where the board is low', () => {
    expect(margins(BOARD, { width: 120, height: 72 })).toMatchObject({ top: 14, left: 74 });
    expect(margins({ width: 1096, height: 658 }, { width: 120, height: 72 })).toMatchObject({ top: 74, left: 74, right: 66 });
    expect(margins({ width: 1096, height: 658 }, { width: 48, height: 48 })).toMatchObject({ top: 74, left: 14, right: 14 });
  });
  it('gives nothing away where the table lies above them or ends left of them', () => {
    expect(margins(BOARD, { width: 48, height: 24 }).right).toBe(14);
    expect(margins(BOARD, { width: 48, height: 48 }).right).toBe(14);
  });
  it('gives nothing away where something at the bottom lifts the table above them', () => {
    expect(margins(BOARD, { width: 120, height: 72 }, 200).right).toBe(14);
  });
});

import { describe, expect, it } from 'vitest';
import { margins } from '../margins';

const BOARD = { width: 1096, height: 802 };

describe('margins of a table seen as a whole', () => {
  it('keeps a table that is as wide as the board off the buttons of the zoom', () => {
    expect(margins(BOARD, { width: 120, height: 72 }).right).toBe(66);
  });
  it('gives nothing away where the table lies above them or ends left of them', () => {
    expect(margins(BOARD, { width: 48, height: 24 }).right).toBe(14);
    expect(margins(BOARD, { width: 48, height: 48 }).right).toBe(14);
  });
  it('gives nothing away where something at the bottom lifts the table above them', () => {
    expect(margins(BOARD, { width: 120, height: 72 }, 200).right).toBe(14);
  });
});

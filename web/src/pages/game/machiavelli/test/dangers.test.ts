import { describe, expect, it } from 'vitest';
import { anyStruck, dangerWords, effectWords, feared, lastRolled } from '../dangers';
import type { DangerView } from '../view';
import { logLine, survey, view } from './scene';

/** One die of severity; two places in one row, and one alone in its lines. */
const danger: DangerView = {
  disaster: 'famine', season: 'spring', since: 1455, effects: { none: [1, 6], row: [1, 3], column: [1, 3], both: [1, 6] }, cells: [[2, 7, 'pavia'], [2, 3, 'siena'], [9, 10, 'como']],
  odds: { pavia: [1, 10], siena: [1, 20], como: [3, 20] },
};

describe('tables of disasters', () => {
  it('name the places of a power, the likeliest first', () => {
    expect(feared(view, danger, survey).map((one) => [one.name, one.mine, one.now])).toEqual([['Pavia', '2 units', false], ['Siena', '1 unit', true]]);
    expect(feared(view, { ...danger, disaster: 'plague' }, survey).map((one) => one.place)).toEqual(['pavia', 'siena']);
    expect(feared({ ...view, power: null }, danger, survey)).toEqual([]);
  });
  it('strike several places of a line at once', () => {
    // Row 2 has both places: 1 throw in 36; columns 3 and 7: 2 and 6 in 36.
    const [row, column] = [1 / 36, 8 / 36];
    expect(anyStruck(danger, new Set(['pavia', 'siena']))).toBeCloseTo(row / 3 + column / 3 + (row + column - row * column) / 6, 12);
    expect(anyStruck(danger, new Set())).toBe(0);
  });
  it('say when they are rolled for, and what a year brings', () => {
    expect(dangerWords(view, danger)).toContain('start of a year, first in 1455.');
    expect(dangerWords(view, { ...danger, disaster: 'storm', season: 'summer', since: 1454 })).toBe('Rolled for after each summer. Fleets that are still in such a sea after fall sink.');
    expect(effectWords(danger)).toBe('Each year it strikes: nothing 17 %, one row 33 %, one column 33 %, a row and a column 17 %. Two dice choose each row and each column.');
  });
  it('show the last throw', () => {
    const log = [logLine('disaster_rolled', 'Famine is rolled for and strikes Como. The dice of severity give 4: column 10.'), logLine('disaster_rolled', 'Plague is rolled for, and strikes nobody. The dice of severity give 2: nothing.')];
    expect(lastRolled(log, danger)).toMatchObject({ row: 0, column: 10, struck: new Set(['como']) });
    expect(lastRolled(log, { ...danger, disaster: 'plague' })?.struck.size).toBe(0);
    expect(lastRolled([], danger)).toBeNull();
  });
});

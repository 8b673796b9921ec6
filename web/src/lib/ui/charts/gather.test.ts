import { describe, expect, it } from 'vitest';
import { barLabel, battleBars } from './gather';

describe('battleBars', () => {
  it('reads from many defenders over few to many attackers', () => {
    const bars = battleBars([[1, 0.1], [2, 0.2]], [[3, 0.4], [1, 0.3]]);
    expect(bars.map((bar) => [bar.side, bar.low])).toEqual([['held', 2], ['held', 1], ['arrived', 1], ['arrived', 3]]);
  });

  it('leaves out ends that are together rarer than one in two thousand', () => {
    const bars = battleBars([[1, 0.9], [2, 0.0002], [3, 0.0001]], [[1, 0.0997]]);
    expect(bars.map(barLabel)).toEqual(['1', '1']);
  });

  it('never shows nobody left as a bar', () => {
    expect(battleBars([[0, 0.5], [1, 0.25]], [[0, 0.25]])).toHaveLength(1);
  });

  it('gathers large battles in ranges whose chances add up', () => {
    const even = Array.from({ length: 100 }, (_, index): [number, number] => [index + 1, 0.005]);
    const bars = battleBars(even, even, 24);
    expect(bars.length).toBeLessThanOrEqual(24);
    expect(bars.reduce((sum, bar) => sum + bar.chance, 0)).toBeCloseTo(1);
    expect(bars.map(barLabel).at(-1)).toBe('91–100');
  });
});

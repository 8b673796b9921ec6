import { describe, expect, it } from 'vitest';
import type { DiceReport } from '../../lib/types';
import { normalMean, ordinary, signed } from './dice';

const report = (over: Partial<DiceReport> = {}): DiceReport => ({
  seat: 0, rolled: [50, 50, 50, 50, 50, 50], mean: 3.5, expected_mean: 3.5, gained: 10, expected: 9, luck: 1, ...over,
});

describe('dice against expectation', () => {
  it('gives two standard deviations of the mean', () => {
    const [low, high] = normalMean(report());
    expect([low.toFixed(3), high.toFixed(3)]).toEqual(['3.303', '3.697']);
  });
  it('says whether a mean is ordinary', () => {
    expect(ordinary(report(), 'Jonas')).toBe('Jonas\'s 3.50 is ordinary: 19 of 20 players average between 3.30 and 3.70 with 300 dice.');
    expect(ordinary(report({ mean: 3.1 }), 'Jonas')).toContain('unusually low');
    expect(ordinary(report({ rolled: [0, 0, 0, 0, 0, 0] }), 'Jonas')).toBe('Jonas rolled no dice.');
  });
  it('signs what was gained, and nothing as plain nought', () => {
    expect([signed(1.84), signed(-0.62), signed(-0.01)]).toEqual(['+1.8', '−0.6', '0.0']);
  });
});

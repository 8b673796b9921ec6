import { describe, expect, it } from 'vitest';
import { apart, shortened, ticks } from './scale';

describe('ticks', () => {
  it('steps in round numbers and covers the highest value', () => {
    expect(ticks(42)).toEqual([0, 10, 20, 30, 40, 50]);
    expect(ticks(4)).toEqual([0, 1, 2, 3, 4]);
    expect(ticks(130, 3)).toEqual([0, 50, 100, 150]);
  });
});

describe('apart', () => {
  it('leaves distant labels where they are', () => {
    expect(apart([10, 50, 90], 15, 100)).toEqual([10, 50, 90]);
  });
  it('spreads labels that would overlap and keeps them inside', () => {
    const placed = apart([95, 96, 97], 15, 100);
    expect(placed).toEqual([70, 85, 100]);
    expect(apart([0, 0], 15, 100)).toEqual([0, 15]);
  });
});

describe('shortened', () => {
  it('leaves names that fit and marks what is left out', () => {
    expect(shortened('Free Peoples', 12)).toBe('Free Peoples');
    expect(shortened('Gondor, Rohan and Elves', 15.4)).toBe('Gondor, Rohan…');
    expect(shortened('Saruman', 3)).toBe('Sa…');
  });
});

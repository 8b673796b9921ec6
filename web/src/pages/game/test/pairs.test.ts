import { expect, test } from 'vitest';
import { fallen } from '../frame/pairs';

test('each pair costs one army, a tie the attacker', () => {
  expect(fallen([6, 3, 1], [5, 3], [0, 0], 0, [1, 1])).toEqual({ attack: [false, true, false], defence: [true, false] });
});

test('a single defender who rolls two dice falls once', () => {
  expect(fallen([6, 5, 1], [2, 1], [0, 0], 0, [0, 1])).toEqual({ attack: [false, false, false], defence: [true, false] });
});

test('points added count for the highest dice, and only so many pairs are compared', () => {
  expect(fallen([5, 6], [5, 1], [1, 0], 1, [0, 1])).toEqual({ attack: [false, false], defence: [true, false] });
});

import { expect, test } from 'vitest';
import { ruleAt } from '../rule';

test('a rule is found on the page of its own game, by its number', () => {
  expect(ruleAt('risk D8')).toEqual({ number: 'D8', path: '/games/risk#rule-D8' });
  expect(ruleAt('ring-diplomacy Y22.3')).toEqual({ number: 'Y22.3', path: '/games/ring-diplomacy#rule-Y22.3' });
  expect(ruleAt('machiavelli 17')?.path).toBe('/games/machiavelli#rule-17');
  expect(ruleAt('ring-of-power C8-C11')).toEqual({ number: 'C8-C11', path: '/games/ring-of-power#rule-C8' });
  expect(ruleAt('risk D8, D9')).toEqual({ number: 'D8, D9', path: '/games/risk#rule-D8' });
  expect(['DATC 4.D.3', '2023 page 12', ''].map(ruleAt)).toEqual([null, null, null]);
});

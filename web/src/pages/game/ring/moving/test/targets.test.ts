import { describe, expect, it } from 'vitest';
import { targetsOf } from '../targets';
import { crowd, figure, ground } from './table';

const enemies = [figure(8, [14_000, 12_000], 2, { force: 5 }), figure(9, [15_000, 12_000], 2, { force: 5 })];

describe('where figures might go, by name', () => {
  it('are enemies and places within a move, the nearest first', () => {
    const lead = figure(1, [10_000, 12_000], 0);
    const found = targetsOf(crowd([lead, figure(2, [11_000, 12_000], 0), ...enemies]), ground, lead, 15_000);
    expect(found.map((one) => [one.words, Math.round(one.far)])).toEqual([['Against Uruk-hai (2)', 4000], ['Enter Helm\'s Deep', 10_000], ['Up to the wall of Isengard', 12_806]]);
    expect(found[0]?.aim).toEqual({ to: [14_000, 12_000], goal: null });
    expect(found[2]?.aim.to[1]).toBeGreaterThan(4000);
  });
  it('leave out where one is', () => {
    const lead = figure(1, [2000, 2000], 0, { inside: 'deep' });
    expect(targetsOf(crowd([lead, ...enemies]), ground, lead, 12_000)).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { ordersOf, unitsOf } from '../scene';

describe('the pictures of rules', () => {
  it('read units by player colour', () => {
    expect(unitsOf({ 6: 'A BUR, F STP/SC' }).map(({ kind, at, colour }) => [kind, at, colour])).toEqual([['A', 'BUR', 6], ['F', 'STP/SC', 6]]);
  });

  it('read orders with their results, and who carries a convoy', () => {
    const units = unitsOf({ 2: 'A YOR, F NTH', 7: 'A RUH' });
    const [move, convoy, cut, stay] = ordersOf(['A YOR - NWY', 'F NTH C A YOR - NWY', 'A RUH S A MUN (cut)', 'A RUH H'], units);
    expect(move).toMatchObject({ kind: 'move', unit: 'YOR', to: 'NWY', via: ['NTH'], colour: 2, outcome: 'done' });
    expect(convoy).toMatchObject({ kind: 'convoy', unit: 'NTH', of: 'YOR', to: 'NWY' });
    expect(cut).toMatchObject({ kind: 'support', of: 'MUN', to: '', colour: 7, outcome: 'cut' });
    expect(stay).toMatchObject({ kind: 'hold', unit: 'RUH' });
  });
});

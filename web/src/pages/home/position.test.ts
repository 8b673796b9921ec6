import { describe, expect, it } from 'vitest';
import type { BoardGeometry } from '../../lib/types';
import { marksOn } from '../game/conquest/balance/example';
import { example } from './position';

const space = (id: string, kind = 'land') => ({ id, kind, region: 'north_america' });
const board = (...spaces: object[]) => ({ key: 'classic', regions: [{ id: 'north_america' }], spaces }) as unknown as BoardGeometry;

describe('example positions', () => {
  const classic = board(space('alberta'), space('quebec'), space('congo'));
  it('show of the variant what is its own: capitals in their colour, cities, rough terrain, sites, and the neutral army', () => {
    const { colours, armies } = example(classic, 'balance-of-power');
    expect(colours).toEqual([1, 49, 49]);
    expect(armies).toHaveLength(3);
    expect(marksOn('alberta')).toEqual([{ kind: 'capital', colour: 1 }, { kind: 'city', colour: 0 }, { kind: 'rough', colour: 0 }]);
    expect(marksOn('congo').map((one) => one.kind)).toEqual(['city', 'rough', 'site']);
  });
  it('have nothing of it in other games on the same board, and no armies on boards with seas', () => {
    expect(example(classic, 'risk').Marks).toBeUndefined();
    expect(example(classic, 'risk').colours).not.toEqual(example(classic, 'balance-of-power').colours);
    expect(example(board(space('alberta'), space('bay', 'sea')), '').armies).toBeUndefined();
  });
});

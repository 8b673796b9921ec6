import { describe, expect, it } from 'vitest';
import type { View } from '../../../lib/types';
import { figureWords } from '../family';

describe('key figures where no title stands above them', () => {
  const said = (title: string, one: string | undefined, figure: string) => figureWords({ title, one, of: () => figure }, {} as View, 0);

  it('count what they count', () => {
    expect([said('Territories', 'territory', '12'), said('Armies', 'army', '1'), said('Places', 'place', '0')]).toEqual(['12 territories', '1 army', '0 places']);
  });
  it('are named where they count nothing', () => {
    expect(said('Score', undefined, '5')).toBe('Score 5');
  });
});

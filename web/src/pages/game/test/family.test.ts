import { describe, expect, it } from 'vitest';
import type { View } from '../../../lib/types';
import { bySide, figures, figureWords, sharedFigure } from '../family';

describe('key figures where no title stands above them', () => {
  const said = (title: string, one: string | undefined, figure: string) => figureWords({ title, one, of: () => figure }, {} as View, 0);

  it('count what they count', () => {
    expect([said('Territories', 'territory', '12'), said('Armies', 'army', '1'), said('Places', 'place', '0')]).toEqual(['12 territories', '1 army', '0 places']);
  });
  it('are named where they count nothing', () => {
    expect(said('Score', undefined, '5')).toBe('Score 5');
  });
});

it('a column of figures that nobody has is left out', () => {
  const column = (title: string, ...figures: string[]) => ({ title, of: (_: View, seat: number) => figures[seat] ?? '' });
  expect(figures({ columns: [column('Units', '3', '4'), column('Points', '', ''), column('Next', '+3', '')] }, {} as View, [0, 1]).map(({ title }) => title)).toEqual(['Units', 'Next']);
});

describe('allies in the table of players', () => {
  it('stand together, the side first that plays first', () => {
    expect(bySide([2, 0, 1, 3], [0, 1, 1, 0])).toEqual([[2, 1], [0, 3]]);
    expect(bySide([1, 0], [])).toEqual([[1], [0]]);
  });
  it('have figures together that can be added up', () => {
    const column = (shared: boolean, ...figures: string[]) => ({ title: 'Units', shared, of: (_: View, seat: number) => figures[seat] ?? '' });
    expect(sharedFigure(column(true, '3', '4', '5'), {} as View, [0, 2])).toBe('8');
    expect(sharedFigure(column(true, '3', '?'), {} as View, [0, 1])).toBe('?');
    expect(sharedFigure(column(false, '+3', '+4'), {} as View, [0, 1])).toBe('');
  });
});

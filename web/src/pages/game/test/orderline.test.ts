import { describe, expect, it } from 'vitest';
import { complete, readOrder } from '../conquest/orderline';
import { ground } from './board';

describe('the order line', () => {
  it('reads two places by arrow, by "to" and without either', () => {
    const wanted = { kind: 'pair', source: 'brazil', target: 'north_africa', count: null, to: null };
    for (const text of ['brazil > north africa', 'attack Brazil -> North_Africa', 'brazil to north africa', 'bra north afr', 'brazil north africa']) {
      expect(readOrder(ground, text), text).toEqual(wanted);
    }
  });
  it('reads where an attack stops', () => {
    expect(readOrder(ground, 'brazil > peru until 4')).toMatchObject({ target: 'peru', to: 4 });
    expect(readOrder(ground, 'brazil > peru to the end')).toMatchObject({ target: 'peru', to: 'end' });
    expect(readOrder(ground, 'brazil > peru once')).toMatchObject({ target: 'peru', to: 'once' });
  });
  it('reads placements, numbers and the end', () => {
    expect(readOrder(ground, 'place brazil x3')).toEqual({ kind: 'place', space: 'brazil', count: 3 });
    expect(readOrder(ground, 'north africa')).toEqual({ kind: 'place', space: 'north_africa', count: 1 });
    expect(readOrder(ground, '6')).toEqual({ kind: 'number', count: 6 });
    expect(readOrder(ground, 'end attacks')).toEqual({ kind: 'end' });
  });
  it('answers in words where it knows no such place', () => {
    expect(readOrder(ground, 'brasil')).toEqual({ kind: 'unknown', message: 'I know no "brasil". Did you mean Brazil?' });
    expect(readOrder(ground, 'brazil > egypd')).toEqual({ kind: 'unknown', message: 'I know no "egypd". Did you mean Egypt?' });
    expect(readOrder(ground, 'xyzzyxyzzy')).toMatchObject({ message: 'I know no "xyzzyxyzzy".' });
  });
  it('completes the name being typed', () => {
    expect(complete(ground, 'brazil > no')).toEqual(['brazil > North Africa']);
    expect(complete(ground, 'brazil 3')).toEqual([]);
  });
});

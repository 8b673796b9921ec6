import { describe, expect, it } from 'vitest';
import { complete, spelled } from '../conquest/orderline';
import { ground } from './board';

describe('the order line', () => {
  it('adds the verb of the moment where none is written', () => {
    expect(spelled('brazil > north africa', 'attack')).toBe('attack brazil > north africa');
    expect(spelled(' Brazil->peru until 4', 'attack')).toBe('attack Brazil > peru until 4');
    expect(spelled('brazil 3', 'place')).toBe('place brazil 3');
    expect(spelled('6', 'occupy')).toBe('occupy 6');
  });
  it('leaves a verb that is written, whatever the moment asks', () => {
    expect(spelled('fortify brazil → peru 2', 'attack')).toBe('fortify brazil > peru 2');
    expect(spelled('Buy recon', 'place')).toBe('Buy recon');
    expect(spelled('moves', 'place')).toBe('place moves');
  });
  it('completes the name being typed', () => {
    expect(complete(ground, 'brazil > no')).toEqual(['brazil > North Africa']);
    expect(complete(ground, 'attack bra')).toEqual(['attack Brazil']);
    expect(complete(ground, 'brazil 3')).toEqual([]);
  });
});

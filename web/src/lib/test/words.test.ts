import { describe, expect, it } from 'vitest';
import { decoded, match } from '../match';
import { does, list, percent, plural } from '../words';

describe('words', () => {
  it('never say certain of what is not', () => {
    expect([0, 0.001, 0.5, 0.999, 1].map(percent)).toEqual(['0 %', '<1 %', '50 %', '>99 %', '100 %']);
  });
  it('count and list', () => {
    expect(plural(1, 'army', 'armies')).toBe('1 army');
    expect(plural(3, 'army', 'armies')).toBe('3 armies');
    expect(list(['Brazil', 'Venezuela', 'Argentina'])).toBe('Brazil, Venezuela and Argentina');
  });
  it('let a name of several do what several do', () => {
    expect(['Rohan', 'Legolas', 'The Fellowship'].map((who) => does(who, 'attacks'))).toEqual(['attacks', 'attacks', 'attacks']);
    expect(['Goblins', 'Free Peoples', 'Dwarves and Dale'].map((who) => does(who, 'searches'))).toEqual(['search', 'search', 'search']);
  });
});

describe('routes', () => {
  it('do not match what cannot be read', () => {
    expect(match('/games/:key', '/games/%ff')).toBeNull();
    expect(match('/games/:key', '/games/100%')).toBeNull();
    expect(decoded('rule-7%')).toBeNull();
    expect(decoded('rule%207')).toBe('rule 7');
  });

  it('match whole paths only', () => {
    expect(match('/table/:id/result', '/table/a%20b/result')).toEqual({ id: 'a b' });
    expect(match('/table/:id', '/table/x/result')).toBeNull();
    expect(match('/', '/')).toEqual({});
  });
});

import { describe, expect, it } from 'vitest';
import { moved, ordered } from './wishes';

const ROLES = ['Austria', 'England', 'France'];

describe('a list of what one would like to play', () => {
  it('names all sides, those wished for first', () => {
    expect(ordered(ROLES, [])).toEqual(ROLES);
    expect(ordered(ROLES, ['France'])).toEqual(['France', 'Austria', 'England']);
  });
  it('leaves out what is not played with so many', () => expect(ordered(ROLES, ['Italy', 'England'])).toEqual(['England', 'Austria', 'France']));
  it('moves a side by one place', () => {
    expect(moved(ROLES, 2, -1)).toEqual(['Austria', 'France', 'England']);
    expect(moved(ROLES, 0, 1)).toEqual(['England', 'Austria', 'France']);
  });
});

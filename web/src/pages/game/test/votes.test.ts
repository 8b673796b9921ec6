import { describe, expect, it } from 'vitest';
import { electionsIn, readVote, sentVote, shared, withTyped } from '../frame/votes';

const offer = (kind: string, targets: string[]) => ({ kind, source: '', targets, least: 0, most: 0, note: '', free: false });
const NONE = readVote({});

describe('votes', () => {
  it('are those that the server offers', () => {
    expect(electionsIn([offer('hold', []), offer('draw', ['milan', 'naples']), offer('concede', ['naples'])])).toEqual({ mayDraw: true, sharers: ['milan', 'naples'], concede: ['naples'] });
    expect(electionsIn([])).toEqual({ mayDraw: false, sharers: [], concede: [] });
  });
  it('name who shares a draw only where not all do, and never fewer than two', () => {
    const [all, vote] = [['milan', 'naples', 'florence'], { ...NONE, draw: true }];
    const without = shared(vote, all, 'florence', false);
    expect(without).toEqual(['milan', 'naples']);
    expect(shared({ ...vote, drawOf: without ?? [] }, all, 'milan', false)).toBeNull();
    expect(shared({ ...vote, drawOf: without ?? [] }, all, 'florence', true)).toEqual([]);
  });
  it('are sent as they are read, and no names without a draw', () => {
    const sent = sentVote({ draw: true, drawOf: ['milan', 'naples'], concedeTo: '' });
    expect(readVote(sent)).toEqual({ draw: true, drawOf: ['milan', 'naples'], concedeTo: '' });
    expect(sentVote({ draw: false, drawOf: ['milan'], concedeTo: 'naples' })).toEqual({ draw: false, draw_of: [], concede_to: 'naples' });
    expect(withTyped({ ...NONE, draw: true }, { ...NONE, drawOf: ['milan', 'naples'] })).toEqual({ draw: true, drawOf: ['milan', 'naples'], concedeTo: '' });
  });
});

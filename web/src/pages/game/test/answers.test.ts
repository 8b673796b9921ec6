import { describe, expect, it } from 'vitest';
import type { Offer } from '../../../lib/types';
import { decisionWords, firstChoice, isPass, textOf, titleOf } from '../frame/answers';

const offer = (kind: string, more: Partial<Offer> = {}): Offer => ({ kind, source: '', targets: [], least: 0, most: 0, free: false, note: '', ...more });

describe('answers of the frame', () => {
  it('are written as kind, what acts, where to and how much, only as far as is asked for', () => {
    expect(textOf(offer('pass'), firstChoice(offer('pass')))).toBe('pass');
    const march = offer('march', { source: 'north', targets: ['east', 'south'], least: 1, most: 4 });
    expect(textOf(march, firstChoice(march))).toBe('march north east 1');
    expect(textOf(march, { target: 'south', amount: 3 })).toBe('march north south 3');
  });

  it('tell passing from what gives something away', () => {
    expect(isPass(offer('pass'))).toBe(true);
    expect(isPass(offer('play', { source: 'block' }))).toBe(false);
  });

  it('are named by the note of the rules, else by kind and source', () => {
    expect(titleOf(offer('play_card', { source: 'block' }))).toBe('Play card block');
    expect(titleOf(offer('play_card', { note: 'Block the attack' }))).toBe('Block the attack');
    expect(decisionWords({ type: 'bid', count: 3, on: null })).toBe('Bid 3');
    expect(decisionWords({ type: 'capital', space: 'dol_amroth' }, (id) => (id === 'dol_amroth' ? 'Dol Amroth' : id))).toBe('Capital Dol Amroth');
  });
});

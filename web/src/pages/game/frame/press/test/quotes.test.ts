import { expect, test } from 'vitest';
import type { Quote } from '../../../../../generated/api';
import { beside, bracketed, canonical, pieces } from '../quotes';

const quote = (text: string, seat = 0): Quote => ({ seat, text, action: {} });

test('a letter is cut where it speaks of its quotes, and nowhere else', () => {
  const [move, hold] = [quote('A BUR - MUN'), quote('A NWY H', 1)];
  expect(pieces('Keep [a nwy h], and [A BUR->MUN]. [sic]', [move, hold])).toEqual([
    { text: 'Keep ', quote: null }, { text: 'A NWY H', quote: hold }, { text: ', and ', quote: null }, { text: 'A BUR - MUN', quote: move }, { text: '. [sic]', quote: null },
  ]);
  expect(pieces('Nothing.', [move])).toEqual([{ text: 'Nothing.', quote: null }]);
});

test('quotes that the text does not speak of stand beside it', () => {
  const named = quote('A NWY H');
  expect(beside('Keep [A NWY H].', [named, quote('F NTH - SKA')])).toEqual([quote('F NTH - SKA')]);
});

test('what is typed in brackets is sent as the rules write it, once each', () => {
  expect(bracketed('[f lon-nth] or [f lon-nth] or [x]')).toEqual(['f lon-nth']);
  expect(canonical('Go [f lon-nth], not [home sweet].', (typed) => (typed === 'f lon-nth' ? quote('F LON - NTH') : null))).toBe('Go [F LON - NTH], not [home sweet].');
});

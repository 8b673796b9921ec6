import { expect, test } from 'vitest';
import { heldWords, prizeWords, setsWords } from './cards';
import type { ConquestView } from './view';

const cards = (more: Partial<ConquestView['cards']>): ConquestView['cards'] => ({ on: true, hand: [], counts: [1, 3], next_set: 8, deck: 40, ...more });
const view = (more: Partial<ConquestView>): ConquestView => ({ territories: [30, 1], cards: cards({}), ...more }) as ConquestView;

test('how many cards somebody holds is said, and nothing where there are none', () => {
  expect([heldWords(cards({}), 0), heldWords(cards({}), 1)]).toEqual(['1 card', '3 cards']);
  expect(heldWords(cards({ on: false }), 1)).toBe('');
});

test('growing sets have one worth, others one for each kind', () => {
  expect(setsWords(cards({}))).toBe('The next set of cards is worth 8 armies.');
  expect(setsWords(cards({ next_set: [4, 6, 8, 10] }))).toBe('Sets of cards: three infantry 4, three cavalry 6, three artillery 8, one of each 10.');
  expect(setsWords(cards({ on: false }))).toBe('');
});

test('before an attack that would eliminate somebody it is said what it brings', () => {
  expect(prizeWords(view({}), 1, 'Bo')).toBe('This is the last territory of Bo. Whoever takes it gets their 3 cards. The next set of cards is worth 8 armies.');
  expect(prizeWords(view({}), 0, 'Ada')).toBe('');
  expect(prizeWords(view({ cards: cards({ counts: [0, 0] }) }), 1, 'Bo')).toBe('This is the last territory of Bo.');
  expect(prizeWords(view({ cards: cards({ seized: false }) }), 1, 'Bo')).toBe('This is the last territory of Bo.');
  expect(prizeWords(view({}), 1, 'Bo', true)).toBe('This is the last territory of Bo.');
});

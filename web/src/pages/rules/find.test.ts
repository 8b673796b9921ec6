import { describe, expect, it } from 'vitest';
import { found, lit, type Passage } from './find';
import { marked } from './glossary';

const passage = (title: string, text: string): Passage => ({ part: 'A turn', title, text, path: '#turn' });

describe('searching the rules', () => {
  const passages = [passage('Attack', 'Éomer meets a tie.'), passage('A tie', 'The defender stays.'), passage('Fortify', 'Move once.')];
  it('finds passages that have all words, whatever their accents, names first', () => {
    expect(found(passages, 'tie').map((one) => one.title)).toEqual(['A tie', 'Attack']);
    expect(found(passages, 'EOMER tie').map((one) => one.title)).toEqual(['Attack']);
    expect(found(passages, '  ')).toEqual([]);
    expect(found(passages, 'tie fortify')).toEqual([]);
  });
  it('lights what was searched in its own letters', () => {
    expect(lit('Éomer meets Eomer.', 'eomer')).toEqual(['', 'Éomer', ' meets ', 'Eomer', '.']);
    expect(lit('A tie.', '')).toEqual(['A tie.']);
    expect(lit('homework', 'home homework')).toEqual(['', 'homework', '']);
  });
});

describe('the words of a text', () => {
  const [centre, home] = [{ term: 'centre', text: 'A place.', forms: [] }, { term: 'home centre', text: 'An own place.', forms: ['homes'] }];
  it('are found once each, the longer before the shorter, in any case and number', () => {
    const pieces = marked('Centres and home centres. A centre at homes, not a centrepiece.', [centre, home]);
    expect(pieces.filter((piece) => piece.word).map((piece) => [piece.text, piece.word?.term])).toEqual([['Centres', 'centre'], ['home centres', 'home centre']]);
    expect(pieces.map((piece) => piece.text).join('')).toBe('Centres and home centres. A centre at homes, not a centrepiece.');
  });
  it('leave a text without them whole', () => { expect(marked('Nothing.', [centre])).toEqual([{ text: 'Nothing.' }]); expect(marked('Text', [])).toEqual([{ text: 'Text' }]); });
});

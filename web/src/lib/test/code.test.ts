import { describe, expect, it } from 'vitest';
import { pieces } from '../code';

describe('code in sentences', () => {
  it('is told from the words round it', () => {
    expect(pieces('Maps come in by `wartable import`.')).toEqual([
      { text: 'Maps come in by ', code: false }, { text: 'wartable import', code: true }, { text: '.', code: false },
    ]);
  });
  it('leaves a lone backtick alone', () => {
    expect(pieces('A ` sign')).toEqual([{ text: 'A ` sign', code: false }]);
    expect(pieces('')).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { reminder } from '../frame/reminders';

const parts = {
  'attack': '<p>Attack.</p>', 'attack (defence_dice: 1)': '<p>One die.</p>', 'attack (defence_dice: 2, 3)': '<p>Dice.</p>', 'attack (seize_cards: true)': '<p>Cards.</p>',
};

describe('the rules reminder', () => {
  it('tells only what is in force at the table, in the order written', () => {
    expect(reminder(parts, 'attack', { defence_dice: 2, seize_cards: true })).toBe('<p>Attack.</p>\n<p>Dice.</p>\n<p>Cards.</p>');
    expect(reminder(parts, 'attack', { defence_dice: 1, seize_cards: false })).toBe('<p>Attack.</p>\n<p>One die.</p>');
  });
  it('has nothing to say about other steps', () => {
    expect(reminder(parts, 'fortify', { defence_dice: 1 })).toBe('');
  });
});

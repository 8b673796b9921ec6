import { describe, expect, it } from 'vitest';
import { modifiers, read, write } from './input';

describe('the battle in the address', () => {
  it('is read back as it was written', () => {
    const values = { ...read(new URLSearchParams()), attackers: 20, defenders: 3, stop: 4, attack_bonus: -1 };
    expect(read(write(values))).toEqual(values);
  });
  it('keeps what is usual out of the address', () => {
    expect(write(read(new URLSearchParams())).toString()).toBe('attackers=10&defenders=7');
  });
  it('turns absurd input into something possible', () => {
    const values = read(new URLSearchParams('attackers=-3&defenders=abc&stop=50&attack_dice=99'));
    expect([values.attackers, values.defenders, values.stop, values.attack_dice]).toEqual([1, 7, 0, 8]);
  });
  it('says modifiers in words', () => {
    expect(modifiers(read(new URLSearchParams('attack_bonus=-1&defence_dice=1')))).toEqual(['Attack: −1 top die', 'Defence: 1 die']);
  });
});

import { describe, expect, it } from 'vitest';
import { conquest, excess, inForce, MODIFIERS, modifiers, read, toggled, write } from './input';

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
  it('keeps forces that are too large and says so, instead of asking about others', () => {
    const values = read(new URLSearchParams('attackers=12000&defenders=7&stop=11000'));
    expect([values.attackers, values.stop, write(values).get('attackers')]).toEqual([12_000, 11_000, '12000']);
    expect(excess(values)).toBe('Odds are worked out for up to 10,000 armies a side.');
    expect(excess({ ...values, attackers: 10_000 })).toBe('');
  });
  it('tells the impossible from what is only too rare to be followed', () => {
    const odds = { conquered: 0, stopped: 0, repelled: 1, attackers_left: [], defenders_left: [], attacker_losses: 9, defender_losses: 3, expected_rolls: 9 };
    expect([conquest(odds) > 0, conquest({ ...odds, defender_losses: 0 }), conquest({ ...odds, conquered: 0.4 })]).toEqual([true, 0, 0.4]);
  });
  it('puts in and takes out what the Balance of Power variant knows', () => {
    const fields = (title: string) => MODIFIERS.find(([one]) => one === title)?.[1] ?? {};
    const plain = read(new URLSearchParams());
    const rough = toggled(plain, fields('Rough terrain'));
    expect([rough.attack_dice, rough.defence_least, inForce(rough, fields('Rough terrain'))]).toEqual([2, 2, true]);
    expect(toggled(rough, fields('Rough terrain'))).toEqual(plain);
    const both = toggled(toggled(plain, fields('Improved attack')), fields('Improved defence'));
    expect(modifiers(both)).toEqual(['Attack: 1 extra die', 'Defence: 1 extra die', '2 pairs at most']);
    expect(toggled(both, fields('Improved defence'))).toMatchObject({ attack_extra: 1, defence_extra: 0, pairs: 2 });
  });
  it('says modifiers in words', () => {
    expect(modifiers(read(new URLSearchParams('attack_bonus=-1&defence_dice=1')))).toEqual(['Attack: −1 top die', 'Defence: 1 die']);
  });
});

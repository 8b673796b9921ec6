import { describe, expect, it } from 'vitest';
import { add, bars, read, readForce, shelves, wish, words, write, type Question, type Stock } from './ring';

const unit = (key: string, nation: string, character = false) => ({ key, name: key, nation, character, foot: [1, 4, 5], mounted: null, abilities: [], leadership: 0, wizardry: 0 });
const stock = {
  units: [unit('uruk_hai', 'isengard'), unit('rohan_rider', 'rohan'), unit('eomer', 'rohan', true)], weapons: [{ key: 'ram', name: 'Ram', crew: 4 }], grounds: [], walls: [],
} as unknown as Stock;

describe('a force in words', () => {
  it('is read back as it was written', () => {
    const text = 'eomer, 3 rohan_rider on foot, ram with uruk_hai in deep_woods';
    expect(words(readForce(text))).toBe(text);
    expect(readForce('6 rohan_foot in fortress').where).toBe('fortress');
    expect(readForce('Éomer, 2 Orc in weak wall')).toEqual(readForce('eomer, 2 orc in weak_wall'));
  });
  it('is as much of what was written as makes sense', () => {
    expect(words(readForce('3 orcs!, , 99999 orc, 0 troll'))).toBe('999 orc, troll');
    expect(words({ teams: [], where: 'woods' })).toBe('');
  });
});

describe('the question in the address', () => {
  it('is read back as it was written', () => {
    const question: Question = { ...read(new URLSearchParams()), rounds: 4, stop: { attackers: { casualties: 2, character: 'eomer' }, defenders: { casualties: 0, character: '' } } };
    expect(read(write(question))).toEqual(question);
  });
  it('is the worked example where it is empty, and only then', () => {
    expect(words(read(new URLSearchParams()).attackers)).toBe('eomer, 3 rohan_rider');
    expect(read(new URLSearchParams('attackers=orc')).defenders.teams).toEqual([]);
  });
  it('asks to break off only where there is more than one round', () => {
    const question = { ...read(new URLSearchParams('attackers=3+orc&defenders=orc&attackers_stop=2|lurtz')), rounds: 1 };
    expect(wish(question)).toMatchObject({ stop: [] });
    expect(wish({ ...question, rounds: 2 })).toMatchObject({ stop: [{ side: 'attackers', casualties: 2 }, { side: 'attackers', character: 'lurtz' }] });
  });
});

describe('putting a force together', () => {
  it('counts up what is there, but has a character once', () => {
    const one = add(add(readForce('eomer'), 'rohan_rider', stock), 'rohan_rider', stock);
    expect(words(one)).toBe('eomer, 2 rohan_rider');
    expect(add(one, 'eomer', stock)).toBe(one);
  });
  it('gives a weapon a crew of the force', () => {
    expect(words(add(readForce('eomer, 4 rohan_rider'), 'ram', stock))).toBe('eomer, 4 rohan_rider, ram with rohan_rider');
  });
  it('offers armies by nation, then characters, then artillery', () => {
    expect(shelves(stock).map((shelf) => shelf.title)).toEqual(['Isengard', 'Rohan', 'Rohan, characters', 'Artillery']);
  });
});

describe('the plot of casualties', () => {
  it('leaves out what nobody sees, and joins neighbours where there are too many', () => {
    expect(bars([0, 0.0001, 0.4, 0.6, 0.00001])).toEqual([{ low: 2, high: 2, chance: 0.4 }, { low: 3, high: 3, chance: 0.6 }]);
    const many = bars(Array.from({ length: 100 }, () => 0.01), 40);
    expect(many).toHaveLength(34);
    expect(many.reduce((sum, bar) => sum + bar.chance, 0)).toBeCloseTo(1);
  });
});

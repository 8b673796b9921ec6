import { describe, expect, it } from 'vitest';
import type { GameInfo, OptionField, Table } from '../../lib/types';
import { atOdds, chosen, differing, grouped, idle, inRow, needWords, players, same, speaksOf, titled, toggled, usual, wayWords, words } from './draft';

const field = (name: string, over: Partial<OptionField> = {}): OptionField => ({
  name, label: name, sentence: '', rule: '', group: 'Battle', kind: 'int', default: 3, least: 1, most: 3, choices: [], open: false, lead: false, needs: [], demands: [], seats: [], by_seats: [], ...over,
});
const dice = field('dice');
const cards = field('cards', { label: 'Cards', kind: 'choice', default: 'off', group: 'Cards', choices: [['off', 'No cards'], ['fixed', 'Fixed sets']] });
const parts = field('parts', { kind: 'set', default: ['leaders'], choices: [['leaders', 'Leaders'], ['ports', 'Ports'], ['ring', 'The Ring']] });
const hand = field('hand', { default: 5, by_seats: [[2, 5], [4, 4]] });
const seize = field('seize', {
  kind: 'bool', default: true, label: 'Cards of the eliminated', sentence: 'Who eliminates a player takes their cards.', rule: 'risk D12',
  needs: [{ why: 'this game has no cards', any_of: [{ option: 'cards', values: ['off'], other: true }] }],
});
const ring = field('roll', { needs: [{ why: 'there is no Ring', any_of: [{ option: 'parts', values: ['ring'], other: false }, { option: 'dice', values: [1], other: false }] }] });
const neutral = field('neutral', { kind: 'bool', default: false, seats: [2] });
const preset = { key: 'classic', title: 'Classic', line: '', options: { cards: 'fixed' }, counts: [2], usual: 2 };
const game = { options: [dice, cards, parts, hand, seize], presets: [preset] } as unknown as GameInfo;
const any: [number, number] = [1, 6];

describe('options of a table', () => {
  it('groups fields in their order', () => {
    expect(grouped([dice, cards, field('more')]).map((group) => [group.title, group.fields.length])).toEqual([['Battle', 2], ['Cards', 1]]);
  });
  it('takes the preset before the game default, and of that the one for the seats', () => {
    expect([usual(preset, cards, 3), usual(preset, dice, 3)]).toEqual(['fixed', 3]);
    expect([2, 3, 4, 6].map((seats) => usual(preset, hand, seats))).toEqual([5, 5, 4, 4]);
    expect(usual({ ...preset, options: { hand: 7 } }, hand, 4)).toBe(7);
  });
  it('sends only what differs from the preset', () => {
    expect(differing(game, preset, { dice: 2, cards: 'fixed', hand: 4 }, 4)).toEqual({ dice: 2 });
    expect(differing(game, preset, { dice: 3, cards: 'off', hand: 4 }, 3)).toEqual({ cards: 'off', hand: 4 });
  });
  it('takes sets as the same whatever their order', () => {
    expect([same(['ring', 'ports'], ['ports', 'ring']), same(['ring'], ['ports']), same([], ['ports'])]).toEqual([true, false, false]);
    expect(differing(game, preset, { parts: ['leaders'] }, 2)).toEqual({});
  });
  it('says values in words', () => {
    expect([words(cards, 'fixed'), words(dice, 2), words(seize, false), words(parts, ['ports', 'ring']), words(parts, [])])
      .toEqual(['Fixed sets', '2', 'off', 'Ports, The Ring', 'none']);
  });
  it('adds to a set and takes from it, in the order of the choices', () => {
    expect([toggled(parts, ['ring'], 'leaders'), toggled(parts, ['leaders', 'ring'], 'ring')]).toEqual([['leaders', 'ring'], ['leaders']]);
  });
  it('has buttons in a row for a few short choices', () => {
    const long = field('long', { kind: 'choice', default: 'a', choices: [['a', 'Between two neighbouring territories'], ['b', 'Along any chain of their own territories']] });
    expect([inRow(cards), inRow(long), inRow(dice), inRow(parts)]).toEqual([true, false, false, false]);
  });
});

describe('an option that depends on others', () => {
  it('has no effect without them, and says why', () => {
    expect([idle(seize, { cards: 'off' }, any), idle(seize, { cards: 'fixed' }, any)]).toEqual(['No effect: this game has no cards.', '']);
  });
  it('is content with one of several, and with one of a set', () => {
    const at = (chosenParts: string[], dice: number) => idle(ring, { parts: chosenParts, dice }, any);
    expect([at(['ports', 'ring'], 3), at([], 1), at(['ports'], 3)]).toEqual(['', '', 'No effect: there is no Ring.']);
  });
  it('says for how many players it is', () => {
    expect([idle(neutral, {}, [2, 4]), idle(neutral, {}, [3, 4])]).toEqual(['', 'Only with 2 players.']);
  });
  it('counts who sits there and whoever may come', () => {
    const table = { seats: [{ kind: 'human' }, { kind: 'bot' }, { kind: 'open' }] } as unknown as Table;
    expect(players(table)).toEqual([2, 3]);
  });
  it('says what it needs in the words of the form', () => {
    const said = seize.needs.concat(ring.needs).map((need) => needWords(game, need));
    expect(said).toEqual(['Cards other than No cards', 'parts The Ring, or dice 1']);
  });
});

describe('a search among options', () => {
  it('looks in labels, sentences, rules, values and groups, whatever the case', () => {
    const found = (search: string) => [dice, cards, parts, seize].filter((one) => speaksOf(one, search)).map((one) => one.name);
    expect([found('ELIMINATES'), found('d12'), found('fixed'), found('  the ring '), found('cards player'), found('none such')])
      .toEqual([['seize'], ['seize'], ['cards'], ['parts'], ['seize'], []]);
  });
});

describe('a contradiction', () => {
  const found = { conflicts: [{ options: ['seize', 'cards'], reason: { code: '', message: '', rule: '', fix: [] } }], ways: [] };
  it('is told where the finger is, else at the first option at odds', () => {
    expect([atOdds(found, 'cards'), atOdds(found, 'dice')]).toEqual(['cards', 'seize']);
  });
  it('has ways out in words', () => {
    expect([wayWords(game, { cards: 'fixed' }), wayWords(game, { seize: true, dice: 3 })]).toEqual(['Cards: Fixed sets', 'Cards of the eliminated: on, and dice: 3']);
  });
});

describe('a choice of something one brought oneself', () => {
  const scenario = field('scenario', { kind: 'choice', default: 'raid', choices: [['raid', 'Raid: two sides, 48 by 36 inches'], ['siege', 'Siege: Good against Evil: a long one']] });
  it('is found by the key it is offered by', () => {
    expect([chosen(scenario, 'siege@3f2a9c41d07b'), chosen(scenario, 'raid'), chosen(scenario, 'gone')]).toEqual(['siege', 'raid', 'gone']);
    expect(words(scenario, 'siege@3f2a9c41d07b')).toBe('Siege: Good against Evil: a long one');
  });
  it('has its title apart', () => {
    expect(titled(scenario)).toEqual([
      { value: 'raid', title: 'Raid', line: 'two sides, 48 by 36 inches' },
      { value: 'siege', title: 'Siege', line: 'Good against Evil: a long one' },
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import type { GameInfo, OptionField } from '../../lib/types';
import { chosen, differing, grouped, titled, usual, words } from './draft';

const field = (name: string, over: Partial<OptionField> = {}): OptionField => ({
  name, label: name, sentence: '', rule: '', group: 'Battle', kind: 'int', default: 3, least: 1, most: 3, choices: [], open: false, lead: false, needs: [], demands: [], seats: [], by_seats: [], ...over,
});
const dice = field('dice');
const cards = field('cards', { kind: 'choice', default: 'off', group: 'Cards', choices: [['off', 'No cards'], ['fixed', 'Fixed sets']] });
const preset = { key: 'classic', title: 'Classic', line: '', options: { cards: 'fixed' }, counts: [2] };
const game = { options: [dice, cards], presets: [preset] } as unknown as GameInfo;

describe('options of a table', () => {
  it('groups fields in their order', () => {
    expect(grouped([dice, cards, field('more')]).map((group) => [group.title, group.fields.length])).toEqual([['Battle', 2], ['Cards', 1]]);
  });
  it('takes the preset before the game default', () => {
    expect([usual(preset, cards), usual(preset, dice)]).toEqual(['fixed', 3]);
  });
  it('sends only what differs from the preset', () => {
    expect(differing(game, preset, { dice: 2, cards: 'fixed' })).toEqual({ dice: 2 });
    expect(differing(game, preset, { dice: 3, cards: 'off' })).toEqual({ cards: 'off' });
  });
  it('says values in words', () => {
    expect([words(cards, 'fixed'), words(dice, 2), words(field('b', { kind: 'bool' }), false)]).toEqual(['Fixed sets', '2', 'off']);
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

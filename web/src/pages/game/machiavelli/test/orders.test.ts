import { describe, expect, it } from 'vitest';
import { Choices, fits, lit, meant } from '../choices';
import { siegeWords, strengths } from '../facts';
import { completions } from '../lines';
import { deed, markOf, notation, orderFrom, type AnyOrder, type CampaignOrder } from '../orders';
import { actionOf, formOf, sheetOf } from '../sheet';
import { coloursOf, unitAt, withCities } from '../view';
import { board, offer, survey, view } from './scene';

const order = (line: string): CampaignOrder => orderFrom(line) as CampaignOrder;

describe('orders', () => {
  it.each([
    'A pavia H', 'A pavia - como', 'A pisa - ligurian_sea - corsica', 'F provence/nc - marseille', 'A siena B', 'A siena L', 'A siena C 0', 'G pavia C A', 'G pavia C F/sc', 'A pavia C G',
    'A como S A pavia H', 'A como S A pavia - milan', 'A como S G pavia C A', 'F ligurian_sea T A pisa - corsica', 'A como S pavia (france)', 'A como S pavia',
  ])('are read from notation as they are written: %s', (line) => expect(notation(order(line))).toBe(line));
  it('are nothing where the notation is none', () => {
    expect([orderFrom('hello'), orderFrom('F ligurian_sea T A pisa H'), orderFrom('A pavia C X'), orderFrom('A pavia - ')]).toEqual([null, null, null, null]);
  });
  it('are said in words', () => {
    expect(deed(order('A como S G pavia C A'), survey)).toBe('supports garrison Pavia coming out');
    expect(deed(order('A pavia - ligurian_sea - siena'), survey)).toBe('moves to Siena over Ligurian Sea');
    expect(deed({ type: 'retreat', unit: { kind: 'A', place: 'pavia' }, to: 'city' }, survey)).toBe('retreats into the city');
  });
  it('are drawn from the city for garrisons, and at the city for sieges and conversions', () => {
    const more = { colour: 0, title: '' };
    expect(markOf(order('G pavia H'), more)).toMatchObject({ kind: 'hold', unit: 'pavia/CITY' });
    expect(markOf(order('A como S G pavia C A'), more)).toMatchObject({ kind: 'support', of: 'pavia/CITY', to: 'pavia' });
    expect(markOf(order('A pavia - como'), { ...more, result: 'bounces' })?.outcome).toBe('bounced');
    expect([markOf(order('A siena B'), more), markOf(order('G pavia C A'), more)]).toEqual([null, null]);
  });
});

describe('what may be ordered', () => {
  const choices = new Choices([
    offer('hold', 'A pavia', ['A pavia H']), offer('advance', 'A pavia', ['A pavia - como', 'A pavia - siena']), offer('support', 'A pavia', ['A pavia S A como H', 'A pavia S A como - siena', 'A pavia S G siena C A']),
    offer('besiege', 'A pavia', ['A pavia B']), offer('convert', 'A pavia', ['A pavia C G']), offer('convert', 'G pavia', ['G pavia C A', 'G pavia C F']),
    offer('expense', 'H', ['autonomous G siena'], 9), offer('pay', '', ['naples']),
  ]);
  it('is known unit by unit, field and city apart', () => {
    expect([choices.sourceAt('pavia'), choices.sourceAt('pavia/CITY'), choices.sourceAt('como')]).toEqual(['A pavia', 'G pavia', null]);
    expect(choices.kinds('A pavia')).toEqual(['hold', 'advance', 'support', 'besiege', 'convert']);
    expect([choices.spending('H')?.least, choices.payees]).toEqual([9, ['naples']]);
  });
  it('lights where a unit can go first, and whom it can help once that is asked', () => {
    expect(lit(choices, 'A pavia', null)).toEqual(['como', 'siena', 'pavia/CITY']);
    expect(lit(choices, 'A pavia', 'support')).toEqual(['como', 'siena/CITY']);
    expect(lit(choices, 'G pavia', null)).toEqual(['pavia']);
    const first = new Choices([offer('convert', 'A pavia', ['A pavia C G']), offer('advance', 'A pavia', ['A pavia - como'])]);
    expect(lit(first, 'A pavia', null)).toEqual(['como', 'pavia/CITY']);
  });
  it('takes a click on a place for a move or for help, and one on the city for siege or garrison', () => {
    expect(meant(choices, 'A pavia', null, 'como').map(notation)).toEqual(['A pavia - como', 'A pavia S A como H', 'A pavia S A como - siena']);
    expect(meant(choices, 'A pavia', null, 'pavia/CITY').map(notation)).toEqual(['A pavia B', 'A pavia C G']);
    expect(meant(choices, 'A pavia', 'support', 'siena/CITY').map(notation)).toEqual(['A pavia S G siena C A']);
  });
  it('knows which help fits what the other unit is told', () => {
    expect(fits(order('A pavia S A como - siena'), [order('A como - siena')])).toBe(true);
    expect(fits(order('A pavia S A como H'), [order('A como - siena')])).toBe(false);
    expect(fits(order('A pavia S G siena C A'), [order('G siena C A')])).toBe(true);
  });
  it('has retreats, and units of the year', () => {
    const retreats = new Choices([offer('retreat', 'A pavia', ['como', 'city']), offer('disband', 'A pavia')]);
    expect(retreats.orders('A pavia').map(notation)).toEqual(['A pavia - como', 'A pavia C G', 'A pavia D']);
    const year = new Choices([offer('maintain', 'A pavia', [], 3), offer('disband', 'A pavia'), offer('build', 'G pavia', [], 3), offer('build', 'F pavia', [], 3)]);
    expect(year.orders('A pavia').map(notation)).toEqual(['MAINTAIN A pavia', 'DISBAND A pavia']);
    expect(year.sites.get('pavia')?.map(notation)).toEqual(['BUILD G pavia', 'BUILD F pavia']);
    expect([year.cost('A pavia'), year.cost('F pavia')]).toEqual([3, 3]);
  });
});

describe('a sheet', () => {
  it('is sent as what is asked, and read back the same', () => {
    const form = formOf(() => 'campaign');
    const sheet = { draw: true, drawOf: ['milan', 'naples'], concedeTo: '', orders: { 'A pavia': order('A pavia - como') }, banking: [{ type: 'pay' as const, ducats: 6, to: 'bank' }], expenses: [{ number: 3, ducats: 9, letter: 'A' as const, place: 'siena' }], allow: ['naples'], taxes: [], fleets: [], ahead: [{ type: 'retreat' as const, unit: { kind: 'A' as const, place: 'pavia' }, to: 'como' }] };
    const sent = form.write(sheet);
    expect(sent).toMatchObject({ type: 'campaign', orders: [{ type: 'advance', to: 'como' }], expenses: [{ number: 1, letter: 'A' }], allow: ['naples'], retreats: [{ to: 'como' }], draw: true, draw_of: ['milan', 'naples'] });
    const shifting = formOf(() => 'shifts');
    const shifts = shifting.write({ ...shifting.read(null), orders: { 'A pavia': { type: 'shift', unit: { kind: 'A', place: 'pavia' }, to: 'como' } } });
    expect(shifts).toEqual({ type: 'shifts', orders: [{ unit: { kind: 'A', place: 'pavia' }, to: 'como' }] });
    expect(Object.values(shifting.read(shifts).orders).map(notation)).toEqual(['SHIFT A pavia - como']);
    expect(form.text(form.read(sent))).toBe(form.text(sheet));
  });
  it('keeps only what the phase knows', () => {
    const all: AnyOrder[] = [order('A pavia H'), { type: 'dismiss', unit: { kind: 'A', place: 'como' } }, { type: 'retreat', unit: { kind: 'A', place: 'siena' }, to: '' }];
    const sheet = { ...sheetOf(null), orders: Object.fromEntries(all.map((one) => [notation(one), one])) };
    expect(actionOf(sheet, 'year')).toEqual({ type: 'year', orders: [all[1]] });
    expect(actionOf(sheet, 'retreats')).toEqual({ type: 'retreats', orders: [all[2]] });
  });
});

describe('the board', () => {
  it('has the city beside its field, clear of it at any size, and in it where it fills its place', () => {
    const at = (size: number, place: string) => withCities(board, view, size).spaces.find((one) => one.id === place)?.coasts?.[0]?.at;
    expect(at(1, 'pavia')).toEqual([29, 0]);
    expect(at(1, 'siena')).toEqual([200, -60]);
    expect(at(3, 'siena')).toEqual([200, -87]);
    expect(at(1, 'venice')).toEqual([400, 0]);
    expect(at(1, 'como')).toBeUndefined();
  });
  it('finds units in fields and cities', () => {
    expect([unitAt(view, 'pavia')?.number, unitAt(view, 'pavia/CITY')?.number, unitAt(view, 'venice')?.number]).toEqual([1, 2, 5]);
    expect(coloursOf(view, [2, 3])).toEqual({ milan: 2, naples: 5 });
  });
});

describe('facts', () => {
  it('say what a siege comes to', () => {
    const [, , besieger] = view.position.units;
    expect(besieger && siegeWords(view, survey, 'siena', besieger)).toContain('Second order: the independent garrison falls');
    expect(siegeWords(view, survey, 'siena', { owner: 'naples', kind: 'A', place: 'siena', number: 8 })).toContain('two campaigns');
  });
  it('add up supports with what units count', () => {
    expect(strengths(view, [order('A pavia - como'), order('A siena S A pavia - como')], survey)).toEqual([{ place: 'Como', text: 'you come with strength 3, or 1 if a support is cut.' }]);
    expect(strengths(view, [order('A pavia - como'), order('A siena S A pavia H')], survey)).toEqual([]);
  });
  it('complete what is typed by notation or names', () => {
    const lines = ['A pavia - como', 'A pavia H', 'A pavia S A siena - como'];
    expect(completions('a pavia -', lines, survey)[0]).toBe('A pavia - como');
    expect(completions('army pav com', lines, survey)).toEqual(['A pavia - como', 'A pavia S A siena - como']);
    expect([completions('', lines, survey), completions('x', lines, survey)]).toEqual([[], []]);
  });
});

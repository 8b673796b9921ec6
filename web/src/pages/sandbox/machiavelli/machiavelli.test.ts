import { describe, expect, it } from 'vitest';
import type { Position } from '../../../generated/machiavelli';
import { sheetOf } from '../../game/machiavelli/sheet';
import { pack, unpack } from '../share';
import { amend, calm, inStep, standing, use, type Ground, type Tool } from './setup';
import { asText, begin, facesOf, goOn, joined, linesOf, packed, stepCode, stepTitle, unpacked, type Moment } from './steps';

const position = {
  year: 1454, season: 'summer', provinces: { pavia: 'milan' }, cities: { pavia: 'milan' }, countries: {}, sieges: [], rebellions: [], famine: [], storms: [], accounts: { milan: { treasury: 9 } }, extra: {},
  units: [{ owner: 'milan', kind: 'A', place: 'pavia', number: 1 }, { owner: 'autonomous', kind: 'G', place: 'siena', number: 2 }],
} as unknown as Position;
const moment: Moment = { step: 'campaign', position, dislodged: [] };
const city = { value: 1, walled: true, port: false, fills: false };
const NEAR: Record<string, string[]> = { pavia: ['como', 'sea'], siena: ['como'] };
const ground: Ground = { power: 'venice', unitClass: 'regular', cities: { pavia: city, siena: city }, sea: (place) => place === 'sea', coasts: (place) => (place === 'provence' ? ['nc', 'sc'] : []), near: (place) => NEAR[place] ?? [] };
const done = (tool: Tool, spot: string, at = moment, on = ground) => use(tool, spot, at, on);
const after = (tool: Tool, spot: string, at = moment, on = ground): Moment => { const { moment: made } = done(tool, spot, at, on); if (!made) throw new Error(done(tool, spot, at, on).refusal); return made; };

describe('a position set up by clicks', () => {
  it('has one unit in a field and one in a city, and the same click takes them away', () => {
    const army = after('A', 'pavia');
    expect(standing(army, 'pavia', 'field')).toEqual({ owner: 'venice', kind: 'A', place: 'pavia', number: 3 });
    expect(standing(after('A', 'pavia', army), 'pavia', 'field')).toBeUndefined();
    expect(standing(after('G', 'pavia'), 'pavia', 'field')?.owner).toBe('milan');
    expect(done('G', 'como').refusal).toContain('walls');
    expect(done('F', 'provence').coasts).toEqual(['nc', 'sc']);
  });
  it('gives land with its city, or the city alone', () => {
    const held = after('land', 'siena').position;
    expect([held.provinces?.['siena'], held.cities?.['siena']]).toEqual(['venice', 'venice']);
    expect(after('city', 'pavia').position).toMatchObject({ provinces: { pavia: 'milan' }, cities: { pavia: 'venice' } });
    expect(done('land', 'sea').refusal).toBe('A sea has no owner.');
  });
  it('has a siege only where somebody else is inside, and ends it with the besieger', () => {
    expect(done('siege', 'siena').refusal).toContain('needs a unit');
    const siege = after('siege', 'siena', after('A', 'siena'));
    expect(siege.position.sieges).toEqual([{ place: 'siena', by: 3 }]);
    expect(after('remove', 'siena', siege).position.sieges).toEqual([]);
  });
  it('marks rebels against the holder, famine on land and storms at sea', () => {
    expect(after('rebels', 'pavia/CITY').position.rebellions).toEqual([{ place: 'pavia', space: 'city', against: 'milan' }]);
    expect(done('rebels', 'siena').refusal).toContain('somebody holds');
    const bad = after('storms', 'sea', after('famine', 'pavia'));
    expect([bad.position.famine, bad.position.storms]).toEqual([['pavia'], ['sea']]);
    expect(calm(bad).position).toMatchObject({ famine: [], storms: [] });
    expect(done('famine', 'sea').refusal).toBeDefined();
  });
  it('lets a dislodged unit go to empty places, and brings it back', () => {
    const retreats = inStep(moment, 'retreats', 'fall', 1455);
    const lost = after('dislodged', 'pavia', retreats);
    expect(lost.dislodged[0]?.retreats).toEqual(['como', 'city']);
    expect(amend(lost, lost.dislodged[0]?.unit as never, { retreats: ['como'] }).dislodged[0]?.retreats).toEqual(['como']);
    expect(standing(after('dislodged', 'pavia', lost), 'pavia', 'field')?.owner).toBe('milan');
    expect(inStep(lost, 'units', 'fall', 1455)).toMatchObject({ step: 'units', dislodged: [], position: { season: 'spring', year: 1455 } });
  });
});

describe('a step of a year', () => {
  it('is named, and goes on once', () => {
    expect([stepTitle(moment), stepCode(moment)]).toEqual(['Summer 1454', 'Su1454']);
    expect([stepTitle({ ...moment, step: 'units' }), stepCode({ ...moment, step: 'retreats' })]).toEqual(['Units of 1454', 'Su1454R']);
    const bench = goOn(begin('machiavelli', 'classic', {}, moment), 1, { ...moment, step: 'retreats' });
    expect([bench.at, goOn({ ...bench, at: 1 }, 1, { ...moment, step: 'retreats' }).stages.length]).toEqual([2, 2]);
  });
  it('has its decisions as text, and joins what is read', () => {
    const orders = [{ type: 'hold', unit: { kind: 'A', place: 'pavia' } }];
    const one = { type: 'campaign', orders, banking: [{ type: 'pay', ducats: 3, to: 'bank' }], allow: ['venice'], retreats: [{ type: 'retreat', unit: { kind: 'A', place: 'pavia' }, to: 'como' }] };
    expect(linesOf(sheetOf(one))).toEqual(['PAY 3 TO BANK', 'ALLOW venice', 'RETREAT A pavia - como', 'A pavia H']);
    const more = joined(sheetOf(one), sheetOf({ type: '', orders: [{ type: 'besiege', unit: { kind: 'A', place: 'pavia' } }], allow: ['venice', 'naples'] }));
    expect(linesOf(more)).toEqual(['PAY 3 TO BANK', 'ALLOW venice, naples', 'RETREAT A pavia - como', 'A pavia B']);
    const [stage] = begin('machiavelli', 'classic', {}, moment).stages;
    if (stage) expect(asText({ ...stage, orders: { milan: one }, riders: true }, (power) => power.toUpperCase())).toMatch(/^MILAN\nPAY 3 TO BANK[^]*riders go$/);
  });
  it('reads faces of dice', () => {
    expect([facesOf('3 4,1'), facesOf(''), facesOf('3 x')]).toEqual([[3, 4, 1], [], null]);
  });
  it('comes back whole from a link, and nothing else does', async () => {
    const bench = begin('lotr-machiavelli', 'standard', { famine: true }, moment);
    expect(unpacked(await unpack(await pack(packed(bench))))).toEqual(bench);
    expect([unpacked([1, { ...bench, at: 7 }]), unpacked([2, bench]), unpacked('x')]).toEqual([null, null, null]);
  });
});

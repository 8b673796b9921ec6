import { describe, expect, it } from 'vitest';
import { Choices, lit, meant } from '../choices';
import { hopes } from '../hopes';
import { expenseFor, expenseTitle } from '../money';
import { deed, markOf, notation, raiseText, spotOf, unitOf } from '../orders';
import { asRing, figureAt, figuresOn, ringOf, yearCosts, type LotrView } from '../ring/figures';
import { leaderOf } from '../../diplomacy/kinds';
import { ordersIn } from '../quoting.svelte';
import { actionOf, sheetOf } from '../sheet';
import { told } from '../verdict';
import { raisedWords, type MachiavelliView } from '../view';
import { logLine, offer, survey, view } from './scene';

const why = { code: '', facts: {}, rule: 'ring-diplomacy Y21', sentence: 'It strikes nobody.' };
const ring = {
  ...view, type: 'lotr_machiavelli', leads_bearer: true, ring: true, eagles: 'milan', seen: { place: 'como', year: 3001, season: 'summer' }, doom: { como: 3 }, last: { year: 3001, season: 'summer', judged: [] },
  elites: [{ id: 'trolls_orcs', letter: 'T', name: 'trolls and orcs', strength: 2, moves: 1, cost: 7, further: 7, owners: {} }],
  went: [{ power: 'naples', order: { type: 'move', unit: { kind: 'Z', at: 'pavia' }, to: 'como', path: [], via: false }, result: 'moves', dislodged: false, why }],
  position: { ...view.position, figures: { RB: 'pavia', Z: 'como', DEAD: 'siena' } },
} as unknown as MachiavelliView;
const choices = new Choices([
  offer('hold', 'A pavia', ['A pavia H']), offer('hold', 'RB pavia'), offer('figure', 'RB pavia', ['RB pavia - como', 'RB pavia - siena - como']), offer('call', 'DEAD', ['siena']),
  offer('build', 'trolls_orcs A pavia', [], 7), offer('fleet', '', ['venice']),
]);

describe('figures of Middle-earth', () => {
  it('are ordered apart from units, by a spot of their own', () => {
    expect([choices.sources, choices.figures, choices.ports]).toEqual([['A pavia'], ['RB pavia', 'DEAD'], ['venice']]);
    expect([spotOf(unitOf('RB pavia')), choices.sourceAt('pavia/RB'), choices.sourceAt('pavia')]).toEqual(['pavia/RB', 'RB pavia', 'A pavia']);
    expect(lit(choices, 'RB pavia', null)).toEqual(['como']);
    expect(meant(choices, 'RB pavia', null, 'como').map((order) => deed(order, survey))).toEqual(['moves to Como', 'moves to Como through Siena']);
    expect(meant(choices, 'DEAD', null, 'siena').map((order) => `${notation(order)}: ${deed(order, survey)}`)).toEqual(['DEAD AT siena: rise in Siena']);
  });
  it('are sent and read in their own list', () => {
    const [, through] = meant(choices, 'RB pavia', null, 'como');
    const [call] = meant(choices, 'DEAD', null, 'siena');
    if (!through || !call) throw new Error('nothing to order');
    const sent = actionOf({ ...sheetOf(null), orders: { 'RB pavia': through, 'DEAD': call, 'A pavia': { type: 'hold', unit: unitOf('A pavia') } } }, 'campaign');
    expect(sent).toMatchObject({ orders: [{ type: 'hold' }], figures: [{ type: 'move', unit: { kind: 'RB', at: 'pavia' }, to: 'como', path: ['siena'] }, { type: 'call', unit: { kind: 'DEAD', at: 'siena' } }] });
    expect(Object.keys(sheetOf(sent).orders)).toEqual(['A pavia', 'RB pavia', 'DEAD']);
    expect(markOf(through, { colour: 0, title: '', path: ['siena'] })).toMatchObject({ unit: 'pavia', to: 'como', figure: 'RB', path: ['siena'] });
  });
  it('retreat beside the units, and the start of a year keeps fleets and taxes', () => {
    const flees = { type: 'retreat' as const, unit: unitOf('Z como'), to: 'pavia' };
    const sent = actionOf({ ...sheetOf(null), orders: { 'Z como': flees } }, 'retreats');
    expect(sent).toEqual({ type: 'retreats', orders: [], nazgul: 'pavia' });
    expect(sheetOf(sent, () => 'como').orders).toEqual({ 'Z como': flees });
    expect(actionOf({ ...sheetOf(null), taxes: ['pavia'], fleets: ['venice'] }, 'year')).toEqual({ type: 'year', orders: [], taxes: ['pavia'], fleets: ['venice'] });
  });
  it('are quoted in letters as what their leader would order', () => {
    const action = actionOf({ ...sheetOf(null), orders: { 'Z como': { type: 'advance', unit: unitOf('Z como'), to: 'pavia' } } }, 'campaign');
    expect([ordersIn(action).map(notation), ordersIn({ type: 'retreats' })]).toEqual([['Z como - pavia'], []]);
    const knows = { eagles: 'milan', leads_bearer: true, power: 'naples' };
    expect(['Z', 'BRC', 'GEG', 'RB', 'DEAD', 'A'].map((kind) => leaderOf(knows, kind))).toEqual(['mordor', 'mordor', 'milan', 'naples', 'gondor', '']);
    expect(leaderOf({ ...knows, leads_bearer: false }, 'RB')).toBe('');
    expect([figureAt(ring, 'como/Z', false), figureAt(ring, 'pavia/RB', false), figureAt(ring, 'pavia/RB', true)]).toEqual([unitOf('Z como'), undefined, unitOf('RB pavia')]);
  });
  it('are shown to whom they belong, but the Dead to nobody', () => {
    expect([figuresOn(ring, false), figuresOn(ring, true)]).toEqual([[['Z', 'como']], [['RB', 'pavia'], ['Z', 'como']]]);
    expect([ringOf(view), asRing(ring as unknown as LotrView).seen?.phase]).toEqual([null, 'Summer 3001']);
  });
  it('cost more where a power keeps or raises a second of a class, whichever goes', () => {
    const riders = { ...ring, elites: [{ id: 'cavalry', letter: 'C', name: 'cavalry', strength: 1, moves: 2, cost: 3, further: 6, owners: {} }], position: { ...ring.position, units: [{ owner: 'milan', kind: 'A', place: 'pavia', number: 1, unit_class: 'cavalry' }, { owner: 'milan', kind: 'A', place: 'como', number: 2, unit_class: 'cavalry' }] } } as unknown as MachiavelliView;
    const offered = new Choices([offer('maintain', 'A pavia', [], 3), offer('maintain', 'A como', [], 6), offer('maintain', 'G siena', [], 3)]);
    const costs = (kept: string[], raised: string[] = []) => [...yearCosts(riders, offered, kept, raised).values()];
    expect([costs(['A pavia', 'A como', 'G siena']), costs(['A como', 'G siena']), costs(['G siena'], ['cavalry A como', 'cavalry A siena'])]).toEqual([[3, 6, 3], [3, 3], [3, 3, 6]]);
    expect(hopes(riders, survey, [{ type: 'disband', unit: unitOf('A pavia') }], { banking: [], expenses: [] }).upkeep).toBe(-6);
  });
  it('are named by their class where money is for them', () => {
    const riders = { ...ring, elites: [{ id: 'trolls_orcs', letter: 'T', name: 'trolls and orcs', strength: 2, moves: 1, cost: 7, further: 7, owners: {} }], position: { ...ring.position, units: [{ owner: 'naples', kind: 'A', place: 'pavia', number: 1, unit_class: 'trolls_orcs' }] } } as unknown as MachiavelliView;
    expect(expenseTitle(riders, survey, expenseFor(1, 12, 'J', 'naples A pavia'))).toBe('Disband trolls and orcs Pavia');
    expect(expenseTitle(riders, survey, expenseFor(1, 9, 'H', 'autonomous G siena'))).toBe('Buy garrison Siena');
  });
  it('have a step of the verdict of their own, and elites their names', () => {
    const facts = told([logLine('campaign_opened', ''), logLine('orders_revealed', '')], ring, survey, (text) => text).facts;
    expect(facts.map((fact) => [fact.stage, fact.title, fact.text])).toEqual([['figures', 'Naples: Nazgûl Pavia moves to Como', 'It strikes nobody.']]);
    const [raised] = choices.sites.get('pavia') ?? [];
    if (raised?.type !== 'build') throw new Error('nothing to raise');
    expect([raiseText(raised), raisedWords(ring, raised), choices.cost('trolls_orcs A pavia')]).toEqual(['trolls_orcs A pavia', 'trolls and orcs, army', 7]);
  });
});

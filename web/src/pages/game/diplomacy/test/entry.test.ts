import { describe, expect, it } from 'vitest';
import type { BoardGeometry, Offer } from '../../../../lib/types';
import { Choices } from '../choices';
import { back, begin, certain, first, lit, meant, next, question, type Entry, type Ground } from '../entry';
import { afloat, oversea, uncarried } from '../facts';
import { orderFrom, type AnyOrder, type Move } from '../orders';

const say = { place: (at: string) => at, unit: (unit: string) => unit };
const offer = (kind: string, source: string, targets: string[] = [], note = ''): Offer => ({ kind, source, targets, note, most: 0, least: 0, free: false });
const offers = [
  offer('hold', 'A PAR'), offer('move', 'A PAR', ['BUR', 'GAS']), offer('support_hold', 'A PAR', ['F BRE']), offer('support_move', 'A PAR', ['BUR', 'GAS'], 'A MAR'), offer('hold', 'F BRE'),
  offer('move', 'A NWY', ['SWE', 'FIN']), offer('move_via', 'A NWY', ['SWE', 'DEN']), offer('convoy', 'F SKA', ['DEN', 'SWE'], 'A NWY'),
];
const ground = (orders: string[] = [], foes: string[] = []): Ground =>
  ({ choices: new Choices(offers), say, orders: orders.map((line) => orderFrom(line) as AnyOrder), foe: (where) => foes.includes(where) });
const entry = begin('A PAR');
const helping: Entry = { ...entry, kind: 'support', of: 'A MAR' };

describe('entering an order', () => {
  it('offers only kinds that could work', () => {
    expect(next(ground(), entry).map((one) => one.title)).toEqual(['Hold', 'Move', 'Support']);
    expect(first(ground(), entry, 'hold').map((one) => one.key)).toEqual(['A PAR H']);
  });
  it('puts what the other unit is ordered to do first', () => {
    expect(next(ground(['A MAR - GAS']), helping).map((one) => [one.key, one.title, one.strong])).toEqual([
      ['A PAR S A MAR - GAS', 'Support its move to GAS', true], ['A PAR S A MAR - BUR', 'Support a move to BUR', false],
    ]);
  });
  it('takes a click on a neighbour for a move, on a unit for help, and asks where it may be both', () => {
    expect(meant(ground(), entry, 'BUR').map((one) => one.key)).toEqual(['A PAR - BUR']);
    expect(meant(ground(), entry, 'BRE').map((one) => one.key)).toEqual(['A PAR S F BRE']);
    expect(meant(ground(), entry, 'MOS')).toEqual([]);
    expect(meant(ground([], ['GAS']), entry, 'GAS')[0]?.title).toBe('Attack GAS');
    const bearer = { ...ground([], ['BUR']), choices: new Choices([offer('move', 'RB PAR', ['BUR'])]) };
    expect(meant(bearer, begin('RB PAR'), 'BUR').map((one) => one.title)).toEqual(['Move to BUR']); // it hides, and fights nobody
  });
  it('gives no help by a single click right after the unit', () => {
    expect(certain(entry, meant(ground(), entry, 'BRE'))).toBeNull();
    expect(certain(entry, meant(ground(), entry, 'BUR'))?.key).toBe('A PAR - BUR');
  });
  it('chooses the unit helped, then what it is helped to', () => {
    const support: Entry = { ...entry, kind: 'support' };
    expect(meant(ground(), support, 'MAR')[0]?.next).toEqual(helping);
    expect(meant(ground(), support, 'BRE')[0]?.key).toBe('A PAR S F BRE');
    expect(meant(ground(), helping, 'GAS')[0]?.key).toBe('A PAR S A MAR - GAS');
  });
  it('lights what can be reached', () => {
    expect(lit(ground(), entry)).toEqual(['BUR', 'GAS']);
    expect(lit(ground(), { ...entry, kind: 'support' })).toEqual(['BRE', 'MAR']);
  });
  it('asks one thing at a time, and goes back one step at a time', () => {
    expect(question(ground(), helping)).toBe('Support A MAR. What should it do?');
    expect([back(helping)?.of, back({ ...entry, kind: 'move' })?.kind, back(entry)]).toEqual(['', null, null]);
  });
  it('says of a dislodged unit without a way out what becomes of it, and asks of one that may be removed', () => {
    const asked = (most: number) => question({ ...ground(), choices: new Choices([{ ...offer('disband', 'A PAR'), most }]) }, entry);
    expect([asked(0), asked(1)]).toEqual(['It has nowhere to go and will be disbanded.', 'What should it do?']);
  });
  it('asks an army that can walk or sail which, only where an own fleet could carry it', () => {
    const titles = (all: Ground) => meant(all, { source: 'A NWY', kind: 'move', of: '' }, 'SWE').map((one) => one.title);
    expect(titles(ground())).toEqual(['Move to SWE', 'Move to SWE by convoy']);
    expect(titles({ ...ground(), choices: new Choices(offers.filter((one) => one.kind !== 'convoy')) })).toEqual(['Move to SWE']);
  });
});

describe('convoys', () => {
  const spaces = ['NWY', 'SWE', 'DEN', 'SKA', 'NTH', 'BAL'].map((id) => ({ id, name: id, kind: ['SKA', 'NTH', 'BAL'].includes(id) ? 'sea' : 'land' }));
  const board = { spaces, links: [], borders: [['NWY', 'SWE'], ['NWY', 'SKA'], ['SWE', 'SKA'], ['DEN', 'SKA'], ['NTH', 'NWY'], ['NTH', 'SKA'], ['BAL', 'SWE']] } as unknown as BoardGeometry;
  const fleet = (at: string) => ({ kind: 'F' as const, at });
  const sail = orderFrom('A NWY - DEN VIA') as Move;

  it('know a way over the sea from one by land', () => {
    expect([oversea(board, orderFrom('A NWY - DEN') as Move), oversea(board, orderFrom('A NWY - SWE') as Move), oversea(board, orderFrom('F NWY - DEN') as Move)]).toEqual([true, false, false]);
  });
  it('find the fleets of all powers that form a chain', () => {
    expect(afloat(board, { units: { england: [fleet('SKA'), fleet('BAL')], russia: [fleet('NTH')] } }, 'NWY', 'DEN')).toEqual(['SKA', 'NTH']);
    expect(afloat(board, { units: { russia: [fleet('BAL')] } }, 'NWY', 'DEN')).toEqual([]);
  });
  it('tell who could still carry an army, until it is carried', () => {
    const choices = new Choices(offers);
    expect(uncarried(board, [sail], choices)[0]?.fleets).toEqual(['F SKA']);
    expect(uncarried(board, [sail, orderFrom('F SKA C A NWY - DEN') as AnyOrder], choices)).toEqual([]);
  });
});

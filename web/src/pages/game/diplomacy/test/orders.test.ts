import { describe, expect, it } from 'vitest';
import type { BoardGeometry, Offer } from '../../../../lib/types';
import { numberSpots, orderLines, seaWay } from '../board/orderlines';
import type { OrderMark } from '../board/marks';
import { Choices } from '../choices';
import { completions } from '../complete';
import { actionOf, keyOf, sheetOf } from '../sheet';
import { strengths } from '../facts';
import { deed, markOf, moveTo, notation, orderedUnit, orderFrom, type AnyOrder } from '../orders';
import { Survey, type DiplomacyView } from '../view';

const space = (id: string, name: string, x: number, kind = 'land') => ({ id, name, short: name, region: '', kind, token: [x, 0], label: [x, 10], d: '', coasts: [] });
const board = {
  key: 'test', title: 'Test', style: 'atlas', width: 400, height: 100, unit: 1, regions: [], links: [], lines: {}, sites: [],
  spaces: [space('BUR', 'Burgundy', 0), space('PIC', 'Picardy', 100), space('BEL', 'Belgium', 200), space('ENG', 'English Channel', 300, 'sea'), space('LON', 'London', 400)],
  borders: [['BUR', 'BEL'], ['BUR', 'PIC'], ['PIC', 'BEL'], ['ENG', 'BEL'], ['ENG', 'LON'], ['ENG', 'PIC']],
} as unknown as BoardGeometry;
const survey = new Survey(board);
const offer = (kind: string, source: string, targets: string[], note = '', most = 0): Offer => ({ kind, source, targets, note, most, least: 0, free: false });
const army = (at: string) => ({ kind: 'A' as const, at });

describe('orders', () => {
  const support: AnyOrder = { type: 'support_move', unit: army('PIC'), of: army('BUR'), to: 'BEL' };

  it('are written in notation and in words', () => {
    expect(notation(support)).toBe('A PIC S A BUR - BEL');
    expect(deed(support, survey)).toBe('supports Burgundy to Belgium');
    expect(notation({ type: 'convert', unit: army('BEL'), coast: 'NC' })).toBe('A BEL = F/NC');
  });

  it.each(['A PAR H', 'A LON - BEL VIA', 'F STP/SC - BOT', 'A MUN S A BER - KIE', 'A MUN S A BER', 'F NTH C A LON - BEL', 'A BEL = F/NC', 'A MUN R TYR', 'B F STP/NC', 'D A MUN'])(
    'are read from notation as they are written: %s', (line) => expect(notation(orderFrom(line) as AnyOrder)).toBe(line));

  it('are nothing where the notation is none', () => {
    expect([orderFrom('hello'), orderFrom('F NTH C A LON'), orderFrom('A PAR -')]).toEqual([null, null, null]);
    expect([orderFrom('WAIVE'), orderedUnit('WAIVE'), orderedUnit('B F STP/NC')]).toEqual([{ type: 'waive' }, '', 'F STP/NC']);
  });

  it('go to the server and come back the same, builds by their centre', () => {
    const build: AnyOrder = { type: 'build', unit: { kind: 'F', at: 'STP/SC' } };
    expect(keyOf(build)).toBe('STP');
    const sheet = { orders: { STP: build }, waives: 2, draw: false, drawOf: [], concedeTo: '', ahead: { retreats: [], adjustments: [] } };
    expect(sheetOf(actionOf(sheet))).toEqual(sheet);
  });
});

describe('choices', () => {
  const choices = new Choices([
    offer('hold', 'A BUR', []), offer('move', 'A BUR', ['BEL', 'PIC']), offer('support_hold', 'A BUR', ['A PIC']), offer('support_move', 'A BUR', ['BEL'], 'A PIC'), offer('convoy', 'F ENG', []),
    offer('move', 'F SPA/SC', ['STP/NC', 'STP/SC']), offer('draw', '', []),
  ]);

  it('leave out kinds without a useful target', () => {
    expect(choices.kinds('A BUR')).toEqual(['hold', 'move', 'support']);
    expect(choices.kinds('F ENG')).toEqual([]);
  });

  it('know two coasts where two are possible', () => {
    expect(choices.into('F SPA/SC', 'STP').map(notation)).toEqual(['F SPA/SC - STP/NC', 'F SPA/SC - STP/SC']);
    expect(choices.into('A BUR', 'BEL')).toHaveLength(1);
  });

  it('find who can be helped and to what', () => {
    expect(choices.helping('A BUR', 'support', 'PIC').map(notation)).toEqual(['A BUR S A PIC', 'A BUR S A PIC - BEL']);
    expect(choices.elections.mayDraw).toBe(true);
  });

  it('complete what is typed, by codes and by names', () => {
    const all = choices.all('A BUR');
    expect(completions('bur - b', all, (code) => survey.place(code))).toContain('A BUR - BEL');
    expect(completions('army burgundy to picardy', all, (code) => survey.place(code))).toContain('A BUR - PIC');
    expect(completions('', all, (code) => survey.place(code))).toEqual([]);
  });
  it('offer nothing for a whole order that no other goes on from', () => {
    const orders = ['A VEN - TYR', 'A VEN S A VIE', 'A VEN S A VIE - TYR'].map((line) => orderFrom(line)).filter((one) => one !== null && one.type !== 'waive');
    expect(completions('A VEN - TYR', orders, (code) => code)).toEqual([]);
    expect(completions('A VEN S A VIE', orders, (code) => code)).toEqual(['A VEN S A VIE - TYR']);
  });
});

describe('strengths', () => {
  const view = {
    fortress_strength: 2, power: 'france', units: { france: [army('BUR'), army('PIC')], germany: [army('BEL')] },
    powers: [{ id: 'germany', name: 'Germany', fortresses: ['BEL'] }],
  } as unknown as DiplomacyView;

  it('count own supports and tell of fortresses', () => {
    const orders: AnyOrder[] = [moveTo(army('BUR'), 'BEL'), { type: 'support_move', unit: army('PIC'), of: army('BUR'), to: 'BEL' }];
    expect(strengths(view, orders, survey)).toEqual([
      { place: 'Belgium', text: 'you attack with strength 2, or 1 if your support is cut. It is a fortress: its own unit defends with strength 2, so you need 3.' },
    ]);
    expect(strengths(view, [moveTo(army('BUR'), 'PIC')], survey)).toEqual([]);
  });
});

describe('lines', () => {
  it('are none for a unit ordered to where it is', () => {
    expect(markOf(moveTo(army('BUR'), 'BUR'), { colour: 1, title: '' }).kind).toBe('hold');
  });

  const mark = (order: AnyOrder, result = ''): OrderMark => markOf(order, { colour: 1, title: '', ...(result ? { result } : {}) });

  it('end a support on the arrow it helps and cut it where it was cut', () => {
    const move: AnyOrder = moveTo(army('BUR'), 'BEL');
    const lines = orderLines(board, [mark({ type: 'support_move', unit: army('PIC'), of: army('BUR'), to: 'BEL' }, 'cut'), mark(move, 'bounces')], new Set(['BUR', 'PIC']), 1);
    expect(lines.map((line) => line.mark.kind)).toEqual(['move', 'support']);
    expect(lines.every((line) => line.red !== '')).toBe(true);
  });

  it('have their numbers in letters side by side where two speak of one unit', () => {
    const two = [army('BUR'), army('BUR'), army('PIC')].map((unit, at) => ({ ...mark({ type: 'hold', unit }), key: `quote ${at + 1}`, number: at + 1 }));
    const spots = [...numberSpots(orderLines(board, [...two, mark(moveTo(army('PIC'), 'BEL'))], new Set(['BUR', 'PIC']), 1), 1)];
    expect(spots.map(([key]) => key)).toEqual(['quote 1', 'quote 2', 'quote 3']);
    const [first, second] = spots.map(([, spot]) => spot);
    expect([(second?.[0] ?? 0) - (first?.[0] ?? 0), second?.[1]]).toEqual([22, first?.[1]]);
    const [unit, figure] = orderLines(board, [undefined, 'Z'].map((kind) => ({ ...mark({ type: 'hold', unit: army('BUR') }), key: kind ?? '', ...(kind ? { figure: kind } : {}) })), new Set(['BUR']), 1);
    expect((unit?.middle[1] ?? 0) - (figure?.middle[1] ?? 0)).toBe(33);
  });

  it('lead a convoy over the fleets that carry it', () => {
    expect(seaWay(board, 'LON', 'BEL', ['ENG'])).toEqual(['ENG']);
    expect(seaWay(board, 'LON', 'BEL', [])).toEqual([]);
  });
});

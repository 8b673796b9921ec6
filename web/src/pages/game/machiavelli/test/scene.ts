/** A small Italy for tests: four places with their cities, two powers with money. */
import type { BoardGeometry, LogLine, Offer } from '../../../../lib/types';
import { Survey, type DeskView, type MachiavelliView } from '../view';

const space = (id: string, name: string, x: number, kind = 'land') => ({ id, name, short: name, region: '', kind, token: [x, 0], label: [x, 10], d: '', coasts: [] });
export const board = {
  key: 'test', title: 'Test', style: 'atlas', width: 400, height: 100, unit: 1, regions: [], links: [], lines: {},
  spaces: [space('pavia', 'Pavia', 0), space('como', 'Como', 100), space('siena', 'Siena', 200), space('ligurian_sea', 'Ligurian Sea', 300, 'sea'), space('venice', 'Venice', 400)],
  sites: [{ id: 'city_pavia', name: 'Pavia', space: 'pavia', kind: 'centre', at: [10, 0] }, { id: 'city_siena', name: 'Siena', space: 'siena', kind: 'centre', at: [200, -60] }],
  borders: [['pavia', 'como'], ['como', 'siena'], ['siena', 'ligurian_sea']],
} as unknown as BoardGeometry;
export const survey = new Survey(board);

export const deskView: DeskView = {
  spring: { seas: 1, provinces: 4, cities: 5, dice: [[2, 1, 6], [3, 1, 3], [5, 1, 2]], upkeep: 12, due: 0 }, credit: 25, interest: { 1: 20, 2: 50 },
  reach: { pavia: 'A pavia', siena: 'A como' }, rivals: { siena: [{ power: 'naples', reach: 'F ligurian_sea', treasury: 17 }, { power: 'rome', reach: 'A siena', treasury: 5 }] },
  prices: { 'autonomous G siena': { F: 3, G: 6, H: 9 }, 'naples A siena': { F: 3, J: 12, K: 18 }, 'milan A pavia': { F: 3 } }, tie: 'fail', counters: 'sum', murders: [[12, 1, 6], [24, 2, 6], [36, 3, 6]], rebels: { home_guarded: 1, home_empty: 3, conquered_guarded: 3, conquered_empty: 5 },
};

export const view = {
  type: 'machiavelli', power: 'milan', asks: 'campaign', money: true, phase: 'spring 1454', secret_accounts: false, target: 15, countries: 2, desk: deskView, dislodged: [], last: null, ending: null,
  straits: { siena: ['ligurian_sea', 'como'] }, dangers: [], cities: { pavia: { value: 1, walled: true, port: false, fills: false }, siena: { value: 1, walled: true, port: false, fills: false }, venice: { value: 3, walled: true, port: true, fills: true } },
  powers: [
    { id: 'milan', name: 'Milan', seat: 0, cities: 3, homes: ['milan'], units: 2, out: false, asked: true, colour: 0 },
    { id: 'naples', name: 'Naples', seat: 1, cities: 3, homes: ['naples'], units: 2, out: false, asked: true, colour: 5 },
  ],
  position: {
    year: 1454, season: 'spring', accounts: { milan: { treasury: 14, loans: [{ year: 1455, season: 'fall', principal: 5, interest: 1 }] } }, allowed: [], born: 9, cities: { pavia: 'milan' }, countries: {},
    famine: ['siena'], provinces: { pavia: 'milan', siena: 'naples' }, rebellions: [], sieges: [{ place: 'siena', by: 3 }], storms: [], target: 15,
    units: [
      { owner: 'milan', kind: 'A', place: 'pavia', number: 1 }, { owner: 'milan', kind: 'G', place: 'pavia', number: 2 }, { owner: 'milan', kind: 'A', place: 'siena', number: 3, unit_class: 'elite_mercenaries' },
      { owner: 'autonomous', kind: 'G', place: 'siena', number: 4 }, { owner: 'naples', kind: 'G', place: 'venice', number: 5 },
    ],
  },
} as unknown as MachiavelliView;

export const offer = (kind: string, source: string, targets: string[] = [], least = 0): Offer => ({ kind, source, targets, note: '', most: least, least, free: false });
export const logLine = (kind: string, text: string, more: Partial<LogLine> = {}): LogLine =>
  ({ step: 1, decision: 1, turn: 0, seat: null, against: null, text, kind, spaces: [], dice: null, chance: null, mine: false, bot: false, rules: false, ...more });

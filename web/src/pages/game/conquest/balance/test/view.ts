/** A position of the variant on five places in a row, for tests. */
import type { BalanceView, Ware } from '../view';

export const ware = (more: Partial<Ware>): Ware => ({ what: 'recon', title: 'Recon mission', cost: 2, rule: 0, now: 'It helps.', reason: null, wants: '', choices: [], amount: 0, ...more });

const card = (id: string, stars: number) => ({ id, space: id, symbol: 'infantry' as const, stars });
export const TABLE: [number, number][] = [[2, 2], [3, 4], [4, 7], [5, 10], [6, 13], [7, 17], [8, 21], [9, 25], [10, 30]];
export const HAND = [card('brazil', 1), card('peru', 2), card('egypt', 1)];

export const position = (more: Partial<BalanceView> = {}): BalanceView => ({
  edition: 'core', goal: { kind: '', text: '', mission: null, missions: [], progress: [], target: null },
  type: 'balance-of-power', board: 'row', turn: 2, seat: 0, phase: 'buy', owners: [0, 0, -1, 1, 0], armies: [5, 4, 15, 3, 2], to_place: 0, placed: 0,
  territories: [3, 1], totals: [11, 3], income: [3, 3], alive: [true, true], order: [0, 1], regions: [], occupy: null,
  cards: { on: true, hand: HAND, counts: [3, 1], deck: 38, star_table: TABLE, limit: 5 },
  maneuvers: 1, acting: 0, course: ['neutral_reinforce', 'buy', 'reinforce', 'attack', 'collect', 'fortify'],
  marks: { cities: ['brazil', 'egypt'], rough: ['brazil'], sites: ['north_africa'], site_effects: [], airfields: [], capitals: [{ seat: 0, space: 'brazil' }], tanks: [0, 2, 0, 0, 0] },
  neutral: { territories: 1, armies: 15, pile: 4 }, piles: [7, 3, 4], standing: { scores: [4, 6], winning: 1, losing: 0, why: 'fewest territories and cities: 4 against 6' },
  shop: [ware({}), ware({ what: 'espionage', cost: 8, reason: { code: 'buy.short', message: 'This costs 8.', rule: '', fix: [] } }), ware({ what: 'draft', cost: 5 })],
  funds: { pile: 7, stars: 4 },
  objectives: [
    { id: 'o01', title: 'Asia', text: 'Control all of Asia.', reward: null, progress: [0.5, 0], by: null },
    { id: 'o06', title: 'Eight cities', text: 'Control eight cities.', reward: null, progress: [1, 1], by: 0 },
  ],
  needed: 3, earned: [[], []], effects: [], give: null, ...more,
});

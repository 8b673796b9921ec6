import { describe, expect, it } from 'vitest';
import { moved, plansOf, toggled, waysOut, without } from '../ahead';
import { Choices } from '../choices';
import { gains, hopes, NO_GAIN } from '../hopes';
import { expenseFor, forecast } from '../money';
import { notation, unitOf, type Retreat } from '../orders';
import { board, offer, survey, view } from './scene';

const unit = unitOf('A pavia');
const other = unitOf('A siena');
const way = (to: string, of = unit): Retreat => ({ type: 'retreat', unit: of, to });
const ways = (all: readonly Retreat[]) => all.map((one) => one.to);

describe('retreats in advance', () => {
  const plans = [way('como'), way('siena', other), way('city')];
  it('come in the order of the clicks, and leave with a second one', () => {
    expect(ways(toggled(plans, unit, ''))).toEqual(['como', 'siena', 'city', '']);
    expect(ways(toggled(plans, unit, 'como'))).toEqual(['siena', 'city']);
    expect(ways(without(plans, way('city')))).toEqual(['como', 'siena']);
  });
  it('change places with the neighbour of the same unit only', () => {
    const later = moved(plans, way('como'), 1);
    expect(ways(plansOf(later, unit))).toEqual(['city', 'como']);
    expect(ways(plansOf(later, other))).toEqual(['siena']);
    expect(moved(plans, way('como'), -1)).toEqual(plans);
  });
  it('may lead where the unit could go, into its city, and from a siege to neighbours on land', () => {
    const choices = new Choices([offer('advance', 'A pavia', ['A pavia - como', 'A pavia - ligurian_sea - siena'])]);
    expect(waysOut({ board, choices, survey, view }, unit)).toEqual(['como', 'city']);
    expect(waysOut({ board, choices: new Choices([]), survey, view }, other)).toEqual(['como', 'city']);
  });
});

describe('what comes if all works', () => {
  const nothing = { banking: [], expenses: [] };
  it('counts provinces that are entered, with their cities once a siege is through', () => {
    expect(hopes(view, survey, [], nothing)).toEqual({ ...NO_GAIN, provinces: 1 }); // the army in Siena, which Naples held
    const moves = hopes(view, survey, [{ type: 'advance', unit, to: 'como' }, { type: 'besiege', unit: other }], nothing);
    expect(moves).toEqual({ seas: 0, provinces: 2, cities: 1, upkeep: 0 });
  });
  it('counts what is bought, and what it costs to keep', () => {
    const bought = hopes(view, survey, [], { banking: [], expenses: [expenseFor(1, 9, 'H', 'autonomous G siena')] });
    expect(bought).toEqual({ seas: 0, provinces: 1, cities: 1, upkeep: 3 });
    expect(hopes(view, survey, [], { banking: [{ type: 'give_province', place: 'pavia', to: 'naples' }], expenses: [] })).toEqual({ ...NO_GAIN, cities: -1 });
  });
  it('is added to next spring as it stands', () => {
    const gain = { seas: 1, provinces: 2, cities: 3, upkeep: 3 };
    const [now, hoped] = [forecast(view, 2, []), forecast(view, 2, [], gain)];
    expect((hoped?.least ?? 0) - (now?.least ?? 0)).toBe(3);
    expect(hoped?.rows.find((row) => row.title === 'Upkeep')?.words).toBe('−15');
    expect(gains(NO_GAIN)).toBe(false);
  });
});

describe('units of nobody', () => {
  const choices = new Choices([offer('hold', 'A pavia', ['A pavia H']), offer('hire', 'G siena', ['G siena C A'], 6), offer('expense', 'L', ['autonomous G siena'], 6)]);
  it('that obey for money are apart from one\'s own, with the price of each order', () => {
    expect(choices.sources).toEqual(['A pavia']);
    expect(choices.hirable).toEqual(['G siena']);
    expect(choices.kinds('G siena')).toEqual(['convert']);
    expect(choices.cost('G siena C A')).toBe(6);
  });
  it('and units that money can buy obey all that their kind can, each order once', () => {
    const bought = new Choices([offer('hire', 'G siena', ['G siena C A'], 6), offer('buy', 'G siena', ['G siena H', 'G siena C A'], 9), offer('buy', 'A como', ['A como - siena'], 18)]);
    expect([bought.sources, bought.buyable]).toEqual([[], ['G siena', 'A como']]);
    expect(bought.orders('G siena').map(notation)).toEqual(['G siena C A', 'G siena H']);
    expect(bought.kinds('A como')).toEqual(['advance']);
  });
  it('and bodyguards are expenses for a power, not a place', () => {
    expect(expenseFor(1, 6, 'O', 'milan')).toEqual({ number: 1, ducats: 6, letter: 'O', victim: 'milan' });
  });
});

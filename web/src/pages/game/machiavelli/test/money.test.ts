import { describe, expect, it } from 'vitest';
import { defaultWords, dueWords, expenseFor, expenseTitle, expenseWords, fault, forecast, loanOf, numbered, outbidders, outbidWords, priceOf, purse, repaid, targetText, treasuriesTold, type Money } from '../money';
import { deskView, survey, view } from './scene';

const account = view.position.accounts['milan'] ?? {};
const buy = (ducats: number, target = 'autonomous G siena') => expenseFor(1, ducats, target.startsWith('autonomous') ? 'H' : 'K', target);
const nothing: Money = { banking: [], expenses: [] };

describe('expenses', () => {
  it('name a unit, a place or a power', () => {
    expect(targetText(buy(9))).toBe('autonomous G siena');
    expect(expenseFor(2, 3, 'A', 'siena')).toEqual({ number: 2, ducats: 3, letter: 'A', place: 'siena' });
    expect(expenseFor(3, 12, 'E', 'naples')).toEqual({ number: 3, ducats: 12, letter: 'E', victim: 'naples' });
    expect(numbered([{ ...buy(9), number: 4 }])[0]?.number).toBe(1);
    expect([expenseTitle(view, survey, buy(9)), expenseTitle(view, survey, expenseFor(1, 12, 'E', 'naples'))]).toEqual(['Buy garrison Siena', 'Murder the ruler of Naples']);
  });
  it('cost what the unit costs, and say what they lack', () => {
    expect([priceOf(deskView, 'H', 'autonomous G siena', 9), priceOf(deskView, 'A', 'siena', 3)]).toEqual([9, 3]);
    expect(expenseWords(view, buy(6), 9)).toBe('It costs 9: with 6 it fails, and the money is lost.');
    expect(expenseWords(view, buy(10), 9)).toBe('Expenses go in threes: 10 counts as 9.');
    expect(expenseWords(view, buy(9), 9)).toBe('From 9. Yours if no bid is higher or equal.');
    expect(expenseWords(view, expenseFor(1, 26, 'E', 'naples'), 12)).toBe('A chance of 2 in 6. The chit is spent.');
    expect(expenseWords(view, expenseFor(1, 9, 'E', 'naples'), 12)).toBe('It buys no assassin: 12 is the least.');
    expect([fault(view, survey, expenseFor(1, 3, 'A', 'como')), fault(view, survey, expenseFor(1, 3, 'A', 'siena'))]).toEqual(['You have no unit in Como or next to it.', '']);
  });
});

describe('who could outbid', () => {
  it('are those whose money reaches the unit and suffices', () => {
    expect(outbidders(deskView, buy(9), 9).map((one) => one.power)).toEqual(['naples', 'rome']);
    expect(outbidders(deskView, buy(18), 9).map((one) => one.power)).toEqual(['naples']);
    expect(outbidders(deskView, buy(30), 9)).toEqual([]);
    expect(outbidders(deskView, expenseFor(1, 3, 'A', 'siena'), 3)).toEqual([]);
  });
  it('include who must guard with so much only as its owner', () => {
    // A bid of 30 on a unit that costs 18: its owner has to find 15, others need 15 as well, and 17 are enough.
    expect(outbidders(deskView, buy(30, 'naples A siena'), 18).map((one) => one.power)).toEqual(['naples']);
    expect(outbidders(deskView, buy(39, 'naples A siena'), 18)).toEqual([]);
  });
  it('are named with what is public', () => {
    expect(outbidWords(view, survey, buy(18), 9)).toBe('Naples (fleet Ligurian Sea, 17 ducats) could outbid or guard it, more only with a loan.');
    const secret = { ...view, desk: { ...deskView, rivals: { siena: [{ power: 'naples', reach: 'F ligurian_sea', treasury: -1 }] } } };
    expect(outbidWords(secret, survey, buy(60), 9)).toBe('Naples (fleet Ligurian Sea) could outbid or guard it; what they have is secret.');
    expect(outbidWords(view, survey, buy(30), 9)).toBe('Only with a loan: Naples (fleet Ligurian Sea, 17 ducats) or Rome (army Siena, 5 ducats).');
  });
  it('must spend more where a unit is guarded', () => {
    expect(outbidWords({ ...view, desk: { ...deskView, prices: { 'milan A pavia': { F: 3, K: 18 } } } }, survey, expenseFor(1, 3, 'F', 'milan A pavia'), 3)).toBe('Buying it would cost 21 instead of 18.');
  });
});

describe('the purse', () => {
  it('takes bank, gifts, loans and expenses in their order', () => {
    const money: Money = { banking: [{ type: 'borrow', ducats: 15, years: 2 }, { type: 'pay', ducats: 3, to: 'naples' }, { type: 'pay', ducats: 6, to: 'bank' }], expenses: [buy(9), expenseFor(2, 3, 'A', 'siena')] };
    const found = purse(view, account, money);
    expect(found.lines).toEqual([
      { title: 'To the bank', ducats: -6 }, { title: 'To Naples', ducats: -3 }, { title: 'New loan, two years', ducats: 15 }, { title: 'Two expenses', ducats: -12 },
    ]);
    expect([found.treasury, found.left, found.short]).toEqual([14, 8, 0]);
    expect(found.loans).toEqual([{ year: 1456, season: 'spring', principal: 15, interest: 8 }]);
  });
  it('says how much is written that is not there', () => {
    const found = purse(view, account, { ...nothing, expenses: [buy(9), buy(9)] });
    expect([found.left, found.short]).toEqual([0, 4]);
  });
  it('pays no more to the bank than is owed, and has what is due collected', () => {
    expect(purse(view, account, { ...nothing, banking: [{ type: 'pay', ducats: 9, to: 'bank' }] })).toMatchObject({ left: 8, short: 0, loans: [] });
    const due = { treasury: 4, loans: [{ year: 1454, season: 'spring' as const, principal: 5, interest: 1 }] };
    expect(purse(view, due, nothing)).toMatchObject({ left: 0, short: 2, unpaid: 2, loans: [] });
    expect(defaultWords(due, purse(view, due, nothing))).toBe('The bank wants 2 ducats more than you have. Not paid, it empties your treasury, sends its assassins, and never lends to you again: pay with a new loan, if it lends you so much.');
    expect(purse(view, due, { ...nothing, banking: [{ type: 'borrow', ducats: 2, years: 1 }] })).toMatchObject({ left: 0, unpaid: 0 });
  });
  it('is due now from its season on', () => {
    const loan = { year: 1455, season: 'summer' as const, principal: 5, interest: 1 };
    expect([dueWords(loan), dueWords(loan, { year: 1455, season: 'spring' }), dueWords(loan, { year: 1455, season: 'summer' })]).toEqual(['summer 1455', 'summer 1455', 'now']);
  });
  it('pays interest before principal, and owes interest rounded up', () => {
    expect(repaid([{ year: 1455, season: 'fall', principal: 5, interest: 1 }], 4)).toEqual([{ year: 1455, season: 'fall', principal: 2, interest: 0 }]);
    expect(loanOf(deskView, 7, 1, 1454, 'summer')).toEqual({ year: 1455, season: 'summer', principal: 7, interest: 2 });
  });
});

describe('next spring', () => {
  it('is foreseen line by line', () => {
    const found = forecast(view, 14, []);
    expect(found?.rows.map((row) => `${row.title} ${row.words}`)).toEqual(['Provinces 4', 'Cities 5', 'Fleets at sea 1', 'Dice 2 to 5', 'Income 12 to 15', 'Left over 14', 'Upkeep −12']);
    expect([found?.least, found?.most, found?.risk]).toEqual([14, 17, '']);
  });
  it('tells the chance of falling short, and loans that fall due', () => {
    const poor = { ...view, desk: { ...deskView, spring: { ...deskView.spring, upkeep: 15 } } };
    expect(forecast(poor, 2, [])?.risk).toBe('1 throw in 6 leaves you 1 short for your units.');
    expect(forecast(poor, 1, [])?.risk).toBe('50 % of throws leave you up to 2 short for your units.');
    const loans = [{ year: 1455, season: 'spring' as const, principal: 5, interest: 1 }, { year: 1454, season: 'fall' as const, principal: 5, interest: 1 }];
    expect(forecast(view, 14, loans)).toMatchObject({ least: 8, risk: 'In that spring the bank collects 6.' });
    expect(forecast({ ...view, desk: null }, 14, [])).toBeNull();
  });
});

it('does not tell spectators that they see a treasury of their own', () => {
  expect(treasuriesTold({ secret_accounts: true, power: null })).toBe('Treasuries are secret in this game.');
  expect(treasuriesTold({ secret_accounts: true, power: 'milan' })).toBe('Treasuries are secret in this game: you see your own.');
});

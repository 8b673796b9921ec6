import { describe, expect, it } from 'vitest';
import type { Judged } from '../../../../generated/machiavelli';
import { slides } from '../frames';
import { incomes } from '../ledger';
import { orderFrom, type CampaignOrder } from '../orders';
import { counts, judgedTitle, stageTitle, told } from '../verdict';
import { logLine, survey, view } from './scene';

const judged = (power: string, line: string, result: Judged['result'], more: Partial<Judged> = {}): Judged =>
  ({ power, order: orderFrom(line) as CampaignOrder, result, why: { code: '', sentence: `${line} ${result}.`, facts: {}, rule: 'machiavelli 5' }, dislodged: false, ...more });
const last = { year: 1454, season: 'spring' as const, judged: [judged('naples', 'A como - pavia', 'bounces'), judged('milan', 'A pavia H', 'holds'), judged('milan', 'A siena B', 'takes'), judged('naples', 'G venice H', 'holds')] };
const seen = { ...view, last };
const log = [
  logLine('disaster_rolled', 'Famine is rolled for and strikes Siena.'), logLine('earned', 'Milan earns 17 ducats. 1 for seas, 4 for provinces, 5 for cities, 7 by dice: 17.'), logLine('earned', 'Naples earns 20 ducats. 20.'),
  logLine('campaign_opened', 'Spring 1454 begins.'),
  logLine('repaid', 'Milan pays 6 ducats to the bank. 1 for interest, 5 for what was lent.', { mine: true }), logLine('charged', 'Milan spends 9 ducats on expense 1 (H).', { mine: true }),
  logLine('expense_judged', 'Expense 1 (H) of Milan fails. A bribe of 12 is larger than 9.', { mine: true }), logLine('unit_lost', 'The independent garrison in Siena is lost. Disbanded by a bribe.'),
  logLine('orders_revealed', 'Milan ordered: …'), logLine('orders_revealed', 'Naples ordered: …'), logLine('siege_ended', 'The siege of Siena is over. The garrison fell.'),
  logLine('retreated', 'Naples\'s army in Como retreats. It had room.'), logLine('disaster_rolled', 'Plague is rolled for, and strikes nobody.'), logLine('control_changed', 'Siena passes from Naples to Milan. Milan holds it.'),
  logLine('campaign_opened', 'Summer 1454 begins.'),
];
const found = told(log, seen, survey, (text) => text);

describe('the verdict', () => {
  it('goes through the steps of the campaign, one fact after the other', () => {
    expect(found.facts.map((fact) => [fact.stage, fact.title])).toEqual([
      ['bank', 'Milan pays 6 ducats to the bank'], ['expenses', 'Milan spends 9 ducats on expense 1 (H)'], ['expenses', 'Expense 1 (H) of Milan fails'], ['expenses', 'The independent garrison in Siena is lost'],
      ['moves', 'Naples: Army Como moves to Pavia: bounces'], ['sieges', 'Milan: Army Siena besieges the city: the city falls'], ['sieges', 'The siege of Siena is over'],
      ['retreats', 'Naples\'s army in Como retreats'], ['dangers', 'Plague is rolled for, and strikes nobody'], ['control', 'Siena passes from Naples to Milan'],
    ]);
    expect(found.title).toBe('Spring 1454');
  });
  it('tells under expenses that a bribe took a garrison, also where nobody is told whose it was', () => {
    const unseen = [logLine('campaign_opened', 'Spring 1454 begins.'), logLine('unit_lost', 'The independent garrison in Siena is lost. Disbanded by a bribe.'), logLine('orders_revealed', 'Milan ordered: …')];
    expect(told(unseen, seen, survey, (text) => text).facts[0]?.stage).toBe('expenses');
  });
  it('tells under disasters what starved', () => {
    const starved = [logLine('campaign_opened', 'Spring 1454 begins.'), logLine('orders_revealed', 'Milan ordered: …'), logLine('unit_lost', 'Milan\'s army in Pavia is lost. Starved in Pavia.', { spaces: ['pavia'] })];
    expect(told(starved, { ...seen, last: null }, survey, (text) => text).facts.map((fact) => [fact.stage, fact.spaces])).toEqual([['dangers', ['pavia']]]);
  });
  it('tells the throw that raises rebels once, with them', () => {
    const rolled = [
      logLine('campaign_opened', 'Spring 1454 begins.'), logLine('murdered', 'The ruler of Naples is murdered.'), logLine('loyalty_rolled', 'Siena is put to the test. 4 was rolled.', { spaces: ['siena'] }),
      logLine('loyalty_rolled', 'Pavia is put to the test. 1 was rolled.', { spaces: ['pavia'] }), logLine('rebellion_began', 'Rebels rise against Naples in the field of Pavia. 1 was rolled.', { spaces: ['pavia'] }), logLine('orders_revealed', 'Milan ordered: …'),
    ];
    expect(told(rolled, seen, survey, (text) => text).facts.filter((fact) => fact.stage === 'murder').map((fact) => fact.title))
      .toEqual(['The ruler of Naples is murdered', 'Siena is put to the test', 'Rebels rise against Naples in the field of Pavia']);
  });
  it('tells why, marks what failed, and outlines where', () => {
    const [, , failed] = found.facts;
    expect([failed?.bad, failed?.text, failed?.mine]).toEqual([true, 'A bribe of 12 is larger than 9.', true]);
    expect(found.facts.find((fact) => fact.stage === 'moves')?.spaces).toEqual(['como', 'pavia']);
    expect(counts(view, found.facts).map((step) => step.count)).toEqual([1, 3, 0, 1, 2, 1, 1, 1]);
  });
  it('names the disasters that strike after such a campaign', () => {
    const dangers = [{ disaster: 'famine', season: 'spring' }, { disaster: 'plague', season: 'spring' }, { disaster: 'storm', season: 'summer' }] as unknown as typeof view.dangers;
    const title = (season: 'spring' | 'summer' | 'fall') => stageTitle({ ...view, dangers, last: { ...last, season } }, 'dangers');
    expect([title('spring'), title('summer'), title('fall'), stageTitle(view, 'dangers')]).toEqual(['Famine, plague', 'Storms', 'Storms', 'Disasters']);
  });
  it('is empty before the first campaign, and has the year it stands in', () => {
    expect(told(log.slice(0, 4), view, survey, (text) => text).facts).toEqual([]);
    expect(incomes(found.ledger, view).map((one) => [one.power, one.ducats])).toEqual([['naples', 20], ['milan', 17]]);
    expect(incomes(found.ledger, view)[1]?.parts).toBe('1 for seas, 4 for provinces, 5 for cities, 7 by dice.');
  });
  it('keeps a new year out of the campaign before it', () => {
    const later = [...log.slice(0, -1), logLine('disaster_rolled', 'Famine is rolled for, and strikes nobody.'), logLine('earned', 'Milan earns 9 ducats. 9.')];
    const again = told(later, seen, survey, (text) => text);
    expect([again.facts.length, again.ledger.length]).toEqual([found.facts.length, 2]);
  });
  it('names results in words', () => {
    expect(judgedTitle(judged('milan', 'A pavia - como', 'no_path', { dislodged: true }), survey)).toBe('Army Pavia moves to Como: finds no transport, and is dislodged');
  });
  it('lets units slide between fields and cities', () => {
    expect([...slides([judged('milan', 'A pavia - como', 'moves'), judged('milan', 'G pavia C A', 'converts'), judged('milan', 'A como C G', 'converts'), judged('naples', 'A como - siena', 'bounces')])])
      .toEqual([['pavia', 'como'], ['pavia/CITY', 'pavia'], ['como', 'como/CITY']]);
  });
});

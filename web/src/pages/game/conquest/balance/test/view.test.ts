import { describe, expect, it } from 'vitest';
import { board, ground } from '../../../test/board';
import { setsOf } from '../../trade';
import { marksAt } from '../marks';
import { rimOf, SIDES, spotsOf } from '../spots';
import { bestTrade, fewestCards, payment, starsOf, worth } from '../stars';
import { addressed, collectedBy, forSale, fundsWords, neededWords, openObjectives, standingWords, stepOf, stepsOf } from '../words';
import { HAND, position, TABLE } from './view';

const ids = (cards: { id: string }[] | null) => cards?.map((one) => one.id);

describe('cards by stars', () => {
  it('are worth what the table says, and nothing outside it', () => {
    expect([1, 2, 4, 10, 11].map((stars) => worth(TABLE, stars))).toEqual([0, 2, 7, 30, 0]);
    expect(starsOf(HAND)).toBe(4);
  });
  it('bring most together, but never more than are taken', () => {
    expect(ids(bestTrade(HAND, TABLE))).toEqual(['brazil', 'peru', 'egypt']);
    const rich = Array.from({ length: 6 }, (_, at) => ({ id: String(at), space: null, symbol: 'wild' as const, stars: 2 }));
    expect(starsOf(bestTrade(rich, TABLE))).toBe(10);
    expect(bestTrade(HAND.slice(0, 1), TABLE)).toEqual([]);
  });
  it('pay only what the pile lacks', () => {
    expect(fewestCards(6, 7, HAND)).toEqual([]);
    expect(ids(fewestCards(8, 7, HAND))).toEqual(['brazil']);
    expect(ids(fewestCards(9, 7, HAND))).toEqual(['peru']);
    expect(fewestCards(12, 7, HAND)).toBeNull();
  });
  it('go before the pile, and give no change', () => {
    expect(payment(6, 7, HAND)).toEqual({ pile: 2, stars: 4, short: 0, wasted: 0 });
    expect(payment(2, 7, HAND)).toEqual({ pile: 0, stars: 4, short: 0, wasted: 2 });
    expect(payment(10, 3, HAND.slice(0, 1))).toEqual({ pile: 3, stars: 1, short: 6, wasted: 0 });
  });
  it('can be chosen for a trade where the rules allow one', () => {
    const offer = { kind: 'trade', source: '', targets: [], least: 0, most: 0, free: false, note: '' };
    expect(setsOf([], position(), [])).toEqual([]);
    expect(setsOf([offer], position(), []).map((set) => set.armies)).toEqual([7]);
    expect(setsOf([offer], position(), ['peru', 'egypt']).map((set) => [set.cards.length, set.armies])).toEqual([[3, 7], [2, 4]]);
    expect(setsOf([offer], position(), ['brazil'])).toHaveLength(1);
  });
});

describe('marks', () => {
  const at = (id: string, more = {}) => marksAt(position(more), ground, id, (seat) => (seat === 0 ? 'your' : 'Jonas\'s'), (seat) => seat + 2);
  it('stand in one order, a capital in its owner\'s colour, tanks with their number', () => {
    expect(at('brazil').map((mark) => [mark.kind, mark.words, mark.colour])).toEqual([['capital', 'your capital', 2], ['city', 'city', 0], ['rough', 'rough terrain', 0]]);
    expect(at('peru').map((mark) => [mark.words, mark.count])).toEqual([['2 tanks', 2]]);
    expect(at('alaska')).toEqual([]);
  });
  it('show what a site is beside being one, an airfield once', () => {
    const marks = { cities: [], rough: [], capitals: [], tanks: [], sites: ['egypt', 'peru'], airfields: ['peru'], site_effects: [
      { space: 'egypt', effect: 'barracks', title: 'Barracks', text: 'Its holder gets 2 more armies with each draft.' },
      { space: 'peru', effect: 'airfield', title: 'Airfield', text: 'It lifts.' },
    ] };
    expect(at('egypt', { marks }).map((mark) => [mark.kind, mark.words, mark.means])).toEqual([
      ['site', 'site', 'Matters for objectives and for recon missions.'], ['barracks', 'barracks', 'Its holder gets 2 more armies with each draft.']]);
    expect(at('peru', { marks }).map((mark) => mark.kind)).toEqual(['site', 'airfield']);
  });
  it('show where a general was killed', () => {
    const effect = { what: 'kill_general', text: 'may not attack seat 1 from Egypt', seat: 1, against: 0, space: 'egypt', ends: 'until the next turn of seat 2 ends' };
    expect(at('egypt', { effects: [effect] }).map((mark) => mark.kind)).toEqual(['city', 'general']);
  });
  const spots = (counts: Record<string, number>, place = board) => spotsOf(place, new Map(Object.entries(counts)), 1);
  it('stand in two rows right of the token, one alone in the middle', () => {
    expect(spots({ brazil: 1, egypt: 3 })).toEqual(new Map([['brazil', [[23, 0]]], ['egypt', [[23, -8], [23, 8], [39, -8]]]]));
  });
  it('give way to names, to other tokens, and to the glyphs of other places', () => {
    const moved = (id: string, token: [number, number], label: [number, number]) => ({
      ...board, spaces: board.spaces.map((space) => (space.id === id ? { ...space, token, label } : space)),
    });
    const side = (counts: Record<string, number>, place: typeof board) => Object.keys(counts).map((id) => (spots(counts, place).get(id)?.[0]?.[0] ?? 0) > 0 ? 'right' : 'left');
    expect(spots({ brazil: 2 }).get('brazil')).toEqual([[23, -13], [23, 3]]); // a little up, off the end of its own name
    expect(side({ brazil: 2 }, moved('egypt', [60, 0], [60, 20]))).toEqual(['right']);
    expect(side({ brazil: 2 }, moved('egypt', [40, 0], [60, 40]))).toEqual(['left']); // a token
    expect(side({ brazil: 2 }, moved('egypt', [60, -20], [40, 0]))).toEqual(['left']); // a name
    // Egypt's own go left, for Peru stands at its right; so Brazil's do.
    expect(side({ egypt: 2, brazil: 2 }, moved('egypt', [60, 0], [60, 20]))).toEqual(['left', 'left']);
  });
  it('keep off their own token, or cling to its rim where all is too small', () => {
    for (const side of SIDES) for (const at of [0, 1]) expect(Math.hypot(...side(at, 2))).toBeGreaterThan(20);
    const rim = [0, 1, 2, 3].map(rimOf);
    expect(new Set(rim.map(String)).size).toBe(4);
    for (const spot of rim) expect(Math.hypot(...spot)).toBeCloseTo(14.8, 0);
  });
});

describe('the steps of a turn', () => {
  const states = (more = {}) => stepsOf(position(more)).map((step) => `${step.title} ${step.state}`);
  it('follow the course of the turn', () => {
    expect(states()).toEqual(['Neutral army done', 'Actions current', 'Draft ahead', 'Attack ahead', 'Objective ahead', 'Maneuver ahead']);
    expect(states({ course: ['reinforce', 'attack', 'fortify'], phase: 'attack' })).toEqual(['Draft done', 'Attack current', 'Maneuver ahead']);
    expect(states({ phase: 'capital' })).toEqual(['Set up current']);
    expect(states({ phase: 'over' }).every((step) => step.endsWith('done'))).toBe(true);
  });
  it('know to which of them an interruption belongs', () => {
    expect(stepOf(position({ phase: 'neutral_attack' }))).toBe('neutral_reinforce');
    expect(stepOf(position({ phase: 'neutral_attack', course: ['buy', 'reinforce'] }))).toBe('buy');
    expect(stepOf(position({ phase: 'occupy', acting: -1 }))).toBe('neutral_reinforce');
    expect(stepOf(position({ phase: 'occupy', acting: 0 }))).toBe('attack');
  });
});

describe('words', () => {
  const name = (seat: number) => (seat === 0 ? 'you' : 'Jonas');
  it('say who is losing and why', () => {
    const said = standingWords(position(), name);
    expect(said.losing).toBe('You are the losing player, fewest territories and cities: 4 against 6.');
    expect(said.why).toContain('Jonas is winning. Territories and cities: You 4 and Jonas 6. In their turn the losing player commands the neutral army');
    expect(standingWords(position({ neutral: null, cards: { ...position().cards, limit: 0 } }), name).losing).toBe('');
    expect(standingWords(position({ phase: 'over' }), name).losing).toBe('');
    expect(standingWords(position({ standing: { scores: [4, 4], winning: -1, losing: -1, why: '' } }), name).losing).toBe('');
  });
  it('speak to the reader of what is in force', () => {
    expect(addressed('may not attack seat 1 from Egypt, until the next turn of seat 2 ends', name)).toBe('may not attack you from Egypt, until the next turn of Jonas ends');
    expect(addressed('until the next turn of seat 1', name)).toBe('until your next turn');
  });
  it('say what is needed to win', () => {
    expect(neededWords(position(), 0)).toBe('To win, collect two more objectives and hold your own capital.');
    expect(neededWords(position({ needed: 1 }), 0)).toContain('hold your capital');
    expect([1, 3].map((needed) => neededWords(position({ needed }), null))).toEqual(['To win, collect 1 objective and hold your own capital.', 'To win, collect 3 objectives and hold your own capital.']);
    expect(neededWords(position({ needed: 1, alive: [false, true] }), 0)).toBe('To win, collect 1 objective and hold your own capital.');
    expect([collectedBy(position(), 0), openObjectives(position()).length]).toEqual([1, 1]);
  });
  it('put first what can be bought', () => {
    expect(forSale(position().shop).map((one) => one.what)).toEqual(['recon', 'draft', 'espionage']);
    expect(fundsWords({ pile: 1, stars: 0 })).toBe('You can pay with 1 army of your pile.');
    expect(fundsWords({ pile: 0, stars: 0 })).toContain('nothing to pay with');
    expect(fundsWords(null)).toBe('');
    expect(fundsWords({ pile: 7, stars: 2 })).toBe('You can pay with 7 armies of your pile and 2 stars on your cards.');
  });
});

import { describe, expect, it } from 'vitest';
import type { Offer, Update } from '../../../../../lib/types';
import { ground } from '../../../test/board';
import { cardFrames, type CardFrame } from '../frames';
import { turnSteps } from '../steps';
import { standing, sumOf } from '../score';
import type { Way } from '../../../../../generated/lotr-risk';
import { likely, wayWords } from '../reach.svelte';
import { holds, occasions, proposals } from '../standing';
import { comingSeats, movesAgain, type AdventureCard, type LotrView } from '../view';
import { effectWords, rewardWords, ringWords, rolledWords, searchWords, starWords, stateOf, whenWords } from '../words';

const card = (more: Partial<AdventureCard>): AdventureCard => ({
  id: 'one', name: 'One', kind: 'mission', words: 'It does something.', territory: 'peru', stars: 2, side_stars: [2, 1], reconstructed: true, copies: 1, small: true,
  moment: '', reward: 'units', units: [2, 4], place: 'region', ...more,
});
const power = (moment: AdventureCard['moment'], more: Partial<AdventureCard> = {}) => card({ kind: 'power', moment, reward: '', place: '', territory: '', ...more });
const offer = (more: Partial<Offer>): Offer => ({ kind: 'play', source: 'one', targets: [], least: 0, most: 0, free: false, note: '', ...more });
const view = (more: Partial<LotrView> = {}) => ({
  phase: 'attack', owners: [0, 0, 1, 1, 0], leaders: [1, 0, 0, 0, 0], sides: ['good', 'evil'], tired: [], order: [0, 1, 2], seat: 0, alive: [true, true, true], ...more,
}) as unknown as LotrView;
const ROUND = {} as NonNullable<LotrView['round']>;
const look = (more: Partial<Parameters<typeof stateOf>[1]> = {}) => ({ view: view(), ground, offers: [], seat: 0, mine: true, holder: () => 'Jonas’s', ...more });

describe('a card in words', () => {
  it('tells when, what for each side, and which stars are reconstructed', () => {
    expect(whenWords(card({}), ground.name)).toBe('A leader of yours in Peru');
    expect(whenWords(power('sea_battle'), ground.name)).toBe('When an enemy attacks you over sea');
    expect([whenWords(power('start'), ground.name), whenWords(power('start'), ground.name, true)]).toEqual(['At the start of your turn', 'When your missions and cards come']);
    expect(effectWords({ ...power('start'), words: 'At the start of your turn: close a bridge until your next turn begins.' }, '', true)).toBe('When your missions and cards come: close a bridge until they come again.');
    expect(stateOf(power('start'), look({ view: view({ round: ROUND }) })).words).toBe('When your missions and cards come, after the strategic moves.');
    expect(stateOf(power('rolled'), look({ view: view({ round: ROUND }) })).words).toContain('At the end of a round');
    expect(stateOf(card({ territory: 'brazil' }), look({ view: view({ round: ROUND }) })).words).toContain('after the strategic moves');
    expect([rewardWords(card({}), 0), rewardWords(card({}), 1), rewardWords(card({ reward: 'card' }), 1)]).toEqual(['2 units', '4 units', 'a territory card']);
    expect(effectWords(card({}), 'West')).toBe('Place them anywhere of yours in West.');
    expect(starWords(card({ reconstructed: false, side_stars: [2, 2] }))).toBe('2 stars');
    expect(starWords(card({}))).toBe('2 stars for you, reconstructed');
  });

  it('can be played now where the rules offer it', () => {
    expect(stateOf(power('attack'), look({ offers: [offer({ note: 'brazil', targets: ['north_africa'] })] }))).toEqual({ state: 'now', lead: 'Play now', words: 'For an attack from Brazil.' });
    expect(stateOf(card({}), look({ offers: [offer({ kind: 'mission' })] })).words).toBe('Your leader stands in Peru: 2 units and 2 stars.');
  });

  it('is within reach where a leader may come to its place', () => {
    const attack = offer({ kind: 'attack', source: 'brazil', targets: ['north_africa'], note: 'may' });
    expect(stateOf(card({ territory: 'north_africa' }), look({ offers: [attack] })).lead).toBe('Met if you take North Africa');
    expect(stateOf(card({ territory: 'north_africa' }), look({ offers: [{ ...attack, note: '' }] })).words).toBe('North Africa is Jonas’s. Take it with a leader.');
    expect(stateOf(card({}), look({ offers: [offer({ kind: 'move_leader', source: 'brazil', targets: ['peru'] })] })).state).toBe('reach');
    expect(stateOf(card({}), look()).words).toBe('A leader of yours must be in Peru. You could fortify one there.');
  });

  it('says why not now, by its moment', () => {
    const why = (moment: AdventureCard['moment'], phase: LotrView['phase'] = 'attack', mine = true) => stateOf(power(moment), look({ view: view({ phase }), mine })).words;
    expect(why('attacked')).toBe('It is your own turn. You will be asked when you are attacked, or answer in advance.');
    expect(why('sea_battle', 'attack', false)).toBe('No enemy attacks you over sea.');
    expect(why('start')).toBe('Only at the start of your turn, before anything else.');
    expect(why('attack', 'fortify')).toBe('Your attacks of this turn are over.');
    expect(why('fortify')).toBe('In your fortify step.');
    expect(why('attack', 'attack', false)).toBe('In your own turn.');
  });
});

describe('how far a mission is', () => {
  const step = (kind: Way['steps'][number]['kind'], source: string, target: string, leader = true) => ({ kind, source, target, leader, chance: 1, defenders: 0, attack_bonus: 0, defence_bonus: 0, sea: false });
  const way = (chance: number, ...steps: Way['steps']): Way => ({ chance, leader: 'brazil', reason: null, space: 'egypt', steps });

  it('is said step by step', () => {
    expect(wayWords(way(0.4, step('attack', 'brazil', 'north_africa'), step('attack', 'north_africa', 'egypt')), ground.name)).toBe('Your leader in Brazil takes North Africa, then takes Egypt.');
    expect(wayWords(way(0.4, step('attack', 'peru', 'north_africa', false), step('enter', 'north_africa', 'egypt', false), step('move_leader', 'brazil', 'egypt')), ground.name))
      .toBe('Units from Peru take North Africa, then walk into Egypt, then your leader in Brazil goes to Egypt.');
    expect(wayWords(way(1, step('declare', 'brazil', 'brazil'), step('fortify', 'brazil', 'peru')), ground.name)).toBe('Your leader in Brazil is declared, then goes to Peru.');
  });

  it('stands on its card, and so does that no way leads there', () => {
    const far = { ...way(0), leader: '', reason: { code: 'way.none', message: '', rule: '', fix: [] } } as unknown as Way;
    const mission = card({ territory: 'egypt' });
    expect([likely(way(0.43)), likely(way(1))]).toEqual(['43 %', '']);
    expect(stateOf(mission, look({ way: way(0.43, step('attack', 'brazil', 'north_africa'), step('attack', 'north_africa', 'egypt')) })).lead).toBe('Within reach: 43 %');
    expect(stateOf(mission, look({ way: way(0.79, step('attack', 'brazil', 'egypt')) })).lead).toBe('Met if you take Egypt: 79 %');
    expect(stateOf(card({ territory: 'north_africa' }), look({ way: far })).words).toBe('North Africa is Jonas’s. No leader of yours gets there in this turn.');
  });
});

describe('what follows by itself after the steps of a turn', () => {
  const told = (more: Partial<LotrView>) => turnSteps(view({ earned: [], moves: 0, ring: null, ...more })).filter((step) => step.follows).map((step) => `${step.title}: ${step.line}, ${step.state}`);

  it('says what it is for, that it is earned, and that it came', () => {
    expect(told({})).toEqual(['Card: for a conquest, ahead', 'Adventure card: if a leader takes a site, ahead']);
    expect(told({ earned: ['territory'] })).toEqual(['Card: earned, done', 'Adventure card: if a leader takes a site, ahead']);
    const ring = { dice: [], step: 0 } as unknown as LotrView['ring'];
    expect([told({ ring }).length, told({ ring, phase: 'over' }).length]).toEqual([3, 2]);
    expect(told({ earned: ['territory', 'adventure'], phase: 'fellowship' })).toEqual(['Card: drawn, done', 'Adventure card: drawn, done']);
  });
});

it('allies have their points together, and no rule on ties orders them', () => {
  const points = [12, 9, 8, 12].map((total) => ({ territories: total - 2, strongholds: 2, regions: 0, cards: 0, total }));
  expect(sumOf(points.slice(0, 2))).toEqual({ territories: 17, strongholds: 4, regions: 0, cards: 0, total: 21 });
  expect(standing(view({ points, allied: false }), [1, 2, 3, 2])).toEqual({ order: [0, 3, 1, 2], tie: '0 3' });
  expect(standing(view({ points, allied: true }), [1, 1, 2, 2]).tie).toBe('');
});

describe('the Ring', () => {
  const ring = { path: ['brazil', 'peru'], dice: [1], step: 0, space: 'brazil', needed: 4, doom: true, arrival: [0, 0.5, 0.75, 0.875, 0.9375], search: null, roll: null };

  it('is told by its next step', () => {
    expect(ringWords(view({ ring }), ground.name)).toBe('Leaves Brazil at the end of this turn.');
    expect(ringWords(view({ ring, round: ROUND }), ground.name)).toBe('Leaves Brazil at the end of this round.');
    expect(ringWords(view({ ring: { ...ring, step: 1, space: 'peru' } }), ground.name)).toBe('The Ring is destroyed on 4 or more.');
    expect(ringWords(view({ ring, phase: 'claim', turn: 0 }), ground.name)).toBe('Leaves Brazil at the end of the first turn.');
    expect(ringWords(view({ ring: null }), ground.name)).toBe('');
    expect(ringWords(view({ ring: { ...ring, roll: [3, 1] } }), ground.name)).toBe('A 3 was rolled. That is enough: it leaves, unless a card changes it.');
    expect(rolledWords({ ...ring, roll: [3, 0] })).toBe('That is too little: it stays, unless a card changes it.');
    expect(rolledWords({ ...ring, step: 1, roll: [4, 0] })).toBe('That is enough: the Ring is destroyed, unless a card changes it.');
  });

  it('is searched for by whom the place belongs to, at the end of their own turn', () => {
    const said = (seat: number | null, more: Partial<LotrView> = {}, at: Partial<typeof ring> = {}) =>
      searchWords(view({ seat: 1, ring: { ...ring, search: { seat: 1, ways: 3 }, ...at }, ...more }), seat, ground.name, () => 'Jonas');
    expect(said(0)).toBe('Jonas owns Brazil and finds the Ring in 3 of 36 throws at the end of their turn.');
    expect(said(1)).toContain('You own Brazil and find the Ring in 3 of 36 throws at the end of your turn. A leader there');
    expect(said(0, { seat: 0 })).toBe(''); // it has gone on by then
    expect(said(0, { seat: 0 }, { dice: [0] })).toContain('if the Fellowship is still there');
    expect(said(0, { round: ROUND })).toContain('at the end of a round');
  });
  it('lets one move again while it is under way until then', () => {
    expect(comingSeats(view({ seat: 1, alive: [true, true, false] }), 3)).toEqual([1, 0, 1]);
    expect(movesAgain(view(), ring, 0)).toBeCloseTo(0.25); // three turns from now
    expect(movesAgain(view(), ring, 1)).toBe(1); // after this turn already
    expect(movesAgain(view({ order: [0, 1, 2, 3, 4, 5], alive: Array<boolean>(6).fill(true) }), ring, 0)).toBeNull();
  });
});

it('answers ahead stand by their occasion', () => {
  const row = (key: string, on = false) => ({ key, title: key, lasts: 'game' as const, on, proposed: false });
  const found = occasions([row('pass fellowship'), row('card courage_alone attack.declared@brazil', true), row('card faramir-2 fellowship.rolled'), row('card away>peru attack.declared'), row('card gollum fellowship.rolled@peru')]);
  expect(found.map((one) => [one.about, one.on, one.choices.map((choice) => choice.words(ground.name, (id) => id.toUpperCase()))])).toEqual([
    ['fellowship', '', ['Pass']],
    ['attack.declared', 'card courage_alone attack.declared@brazil', ['Play COURAGE_ALONE, for Brazil', 'Play AWAY to Peru']],
    ['fellowship.rolled', '', ['Play FARAMIR −2', 'Play GOLLUM, in Peru']],
  ]);
  expect(found.map((one) => holds(one))).toEqual(['', 'Until you change it.', '']);
});

it('an answer is proposed where nothing has been settled', () => {
  const pass = (on: boolean) => occasions([{ key: 'pass fellowship', title: '', lasts: 'game', on, proposed: true }, { key: 'card faramir-2 fellowship.rolled', title: '', lasts: 'once', on: true, proposed: false }]);
  expect([proposals(pass(false)).map((choice) => choice.key), proposals(pass(true))]).toEqual([['pass fellowship'], []]);
  expect(holds(pass(true)[1] ?? { about: '', title: '', choices: [], on: '' }, true)).toBe('The first time that it fits; after that you pass.'); // at one screen nobody is asked
  expect(holds(pass(true)[1] ?? { about: '', title: '', choices: [], on: '' })).toBe('The first time that it fits; after that you are asked.');
});

it('each place that an event bears on flashes with what it gains or loses, after the card', () => {
  const events = [{ type: 'event_drawn', seat: 1, card: 'entmoot' }, { type: 'reward_placed', seat: 0, card: 'entmoot', space: 'peru', count: 2 }, { type: 'reward_placed', seat: 1, card: 'entmoot', space: 'egypt', count: -1 }, { type: 'turned_up', seat: 1, card: 'winter_storms', spaces: ['peru', 'brazil'] }];
  const frames = cardFrames({ events, seat: 1 } as unknown as Update, [0]);
  expect(frames.map((frame) => { const { card: shown, flash = [], gains, losses } = frame.data as CardFrame; return [shown?.id ?? '', flash, gains, losses]; })).toEqual([
    ['entmoot', [], [], []], ['', ['peru'], [{ id: 'peru', count: 2 }], []], ['', ['egypt'], [], [{ id: 'egypt', count: 1 }]], ['', ['peru', 'brazil'], [], []],
  ]);
  expect(frames.every((frame) => (frame.least ?? 0) > 0)).toBe(true);
});

it('a card that another shows is held up before what follows, and the reader’s own is not', () => {
  const events = [
    { type: 'placed', seat: 1, space: 'peru', count: 2 }, { type: 'power_played', seat: 1, card: 'wormtongue' }, { type: 'power_played', seat: 0, card: 'ambush' },
    { type: 'conquered', seat: 1, source: 'peru', target: 'brazil', defender: 0 }, { type: 'event_drawn', seat: 0, card: 'entmoot' },
  ];
  const frames = cardFrames({ events, seat: 1 } as unknown as Update, [0]);
  expect(frames.map((frame) => (frame.data as CardFrame).card?.id ?? '')).toEqual(['', 'wormtongue', '', 'entmoot']);
  expect((frames[3]?.data as CardFrame).owners).toEqual({ brazil: 1 }); // what was conquered stays so while the card is shown
});

it('the best stands first, and of equal ones it is told who', () => {
  const points = (total: number) => ({ territories: total, strongholds: 0, regions: 0, cards: 0, total });
  expect(standing(view({ points: [points(20), points(27), points(27)] }), [3, 1, 2])).toEqual({ order: [1, 2, 0], tie: '1 2' });
  expect(standing(view({ points: [points(20), points(27), points(26)] }), [3, 1, 2])).toEqual({ order: [1, 2, 0], tie: '' });
});

it('a battle that is heard of by one of its ends shows its dice, and what is left there stays unknown', () => {
  const roll = { type: 'battle_heard', seat: 1, source: 'peru', target: 'brazil', defender: 0, attack: [6, 2], defence: [5], attacker_loss: 0, defender_loss: 1, attack_bonus: 0, defence_bonus: 0 };
  const frames = cardFrames({ events: [roll, { ...roll, attack: [3], defence: [4], attacker_loss: 1, defender_loss: 0 }, { type: 'departed', space: 'peru', empty: true }, { type: 'sighted', seat: 1 }], seat: 1 } as unknown as Update, [0]);
  const shown = frames.map((frame) => frame.data as CardFrame);
  expect(shown.map((frame) => [frame.throw?.attack ?? [], frame.losses, frame.flash ?? [], frame.armies])).toEqual([
    [[6, 2], [{ id: 'brazil', count: 1 }], [], {}], [[3], [{ id: 'peru', count: 1 }], [], {}], [[], [], ['peru'], {}],
  ]);
  expect((frames[0]?.ms ?? 0) > (frames[1]?.ms ?? 0)).toBe(true);
});

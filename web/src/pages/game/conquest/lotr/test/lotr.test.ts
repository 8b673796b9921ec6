import { describe, expect, it } from 'vitest';
import type { Offer, Update } from '../../../../../lib/types';
import { ground } from '../../../test/board';
import { cardFrames, type CardFrame } from '../frames';
import { standing } from '../score';
import { occasions } from '../standing';
import { comingSeats, movesAgain, type AdventureCard, type LotrView } from '../view';
import { effectWords, rewardWords, ringWords, starWords, stateOf, whenWords } from '../words';

const card = (more: Partial<AdventureCard>): AdventureCard => ({
  id: 'one', name: 'One', kind: 'mission', words: 'It does something.', territory: 'peru', stars: 2, side_stars: [2, 1], reconstructed: true, copies: 1, small: true,
  moment: '', reward: 'units', units: [2, 4], place: 'region', ...more,
});
const power = (moment: AdventureCard['moment'], more: Partial<AdventureCard> = {}) => card({ kind: 'power', moment, reward: '', place: '', territory: '', ...more });
const offer = (more: Partial<Offer>): Offer => ({ kind: 'play', source: 'one', targets: [], least: 0, most: 0, free: false, note: '', ...more });
const view = (more: Partial<LotrView> = {}) => ({
  phase: 'attack', owners: [0, 0, 1, 1, 0], leaders: [1, 0, 0, 0, 0], sides: ['good', 'evil'], tired: [], order: [0, 1, 2], seat: 0, alive: [true, true, true], ...more,
}) as unknown as LotrView;
const look = (more: Partial<Parameters<typeof stateOf>[1]> = {}) => ({ view: view(), ground, offers: [], seat: 0, mine: true, holder: () => 'Jonas’s', ...more });

describe('a card in words', () => {
  it('tells when, what for each side, and which stars are reconstructed', () => {
    expect(whenWords(card({}), ground.name)).toBe('A leader of yours in Peru');
    expect(whenWords(power('sea_battle'), ground.name)).toBe('When an enemy attacks you over sea');
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
    expect(why('attacked')).toBe('It is your own turn. You will be asked when you are attacked, or answer ahead.');
    expect(why('sea_battle', 'attack', false)).toBe('No enemy attacks you over sea.');
    expect(why('start')).toBe('Only at the start of your turn, before anything else.');
    expect(why('attack', 'fortify')).toBe('Your attacks of this turn are over.');
    expect(why('fortify')).toBe('In your fortify step.');
    expect(why('attack', 'attack', false)).toBe('In your own turn.');
  });
});

describe('the Ring', () => {
  const ring = { path: ['brazil', 'peru'], dice: [1], step: 0, space: 'brazil', needed: 4, doom: true, arrival: [0, 0.5, 0.75, 0.875, 0.9375], search: null, roll: null };

  it('is told by its next step', () => {
    expect(ringWords(view({ ring }), ground.name)).toBe('Leaves Brazil at the end of this turn.');
    expect(ringWords(view({ ring: { ...ring, step: 1, space: 'peru' } }), ground.name)).toBe('The Ring is destroyed on 4 or more.');
    expect(ringWords(view({ ring: null }), ground.name)).toBe('');
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
  const found = occasions([row('pass fellowship'), row('card courage_alone attack.declared@brazil', true), row('card faramir-2 fellowship.rolled'), row('card away>peru attack.declared')]);
  expect(found.map((one) => [one.about, one.on, one.choices.map((choice) => choice.words(ground.name))])).toEqual([
    ['fellowship', '', ['Pass']],
    ['attack.declared', 'card courage_alone attack.declared@brazil', ['Play courage alone, for Brazil', 'Play away to Peru']],
    ['fellowship.rolled', '', ['Play faramir −2']],
  ]);
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

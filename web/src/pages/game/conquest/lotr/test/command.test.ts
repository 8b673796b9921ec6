import { describe, expect, it } from 'vitest';
import type { Action, Offer } from '../../../../../lib/types';
import type { Game } from '../../../game.svelte';
import { ground } from '../../../test/board';
import { LotrCommand } from '../command.svelte';

const offer = (more: Partial<Offer>): Offer => ({ kind: 'play', source: '', targets: [], least: 0, most: 0, free: false, note: '', ...more });
const held = (id: string, more = {}) => ({ id, name: id, kind: 'power', words: '', territory: '', stars: 1, side_stars: [1, 1], moment: 'attack', reward: '', units: [0, 0], place: '', ...more });

function table(phase: string, offers: Offer[], hand: unknown[] = [], more = {}) {
  const view = {
    type: 'lotr-risk', owners: [0, 0, 1, -1, 0], armies: [5, 1, 2, 1, 2], leaders: [1, 0, 0, 0, 0], phase, seat: 0, sides: ['good', 'evil'], order: [0, 1], alive: [true, true], occupy: null, in_force: [], owed: [],
    to_place: 0, cards: { on: true, must_trade: false, hand: [] }, adventure: { hand, limit: 4, counts: [hand.length], shown: [], discards: [], deck: 9 }, ring: null, window: '', attack: null, ...more,
  };
  const sent: Action[] = [];
  const game = {
    asked: 0, seat: 0, mayAct: true, view, shown: { view, to_act: [0] }, offers, mine: [0], over: false, curtain: null, framed: false, replay: { on: false }, prompt: '', refusal: null as { message: string } | null, table: { id: 'none' },
    card: (seat: number) => (seat < 0 ? null : { name: 'Jonas', colour: 1 }), calm: () => undefined, refuse(problem: { message: string }) { game.refusal = problem; }, act: (action: Action) => { sent.push(action); return Promise.resolve(true); },
  };
  return { game, sent, command: new LotrCommand(game as unknown as Game, ground) };
}

describe('a card of the hand', () => {
  it('is played where and from where the rules offer it', async () => {
    const { command, sent, game } = table('attack', [offer({ source: 'wormtongue', note: 'brazil', targets: ['north_africa'], least: 1 }), offer({ source: 'wormtongue', note: 'brazil', targets: ['north_africa'], least: 2 })], [held('wormtongue')]);
    command.pick('wormtongue');
    expect([command.deed, [...command.sources], command.lacks]).toEqual(['card', ['brazil'], 'Choose where it is played from.']);
    await command.choose('alaska');
    expect(game.refusal?.message).toContain('cannot be played there');
    await command.choose('brazil');
    expect(command.lacks).toBe('Choose one of the lit places first.');
    await command.choose('north_africa');
    expect([command.amounts, command.much, command.lacks]).toEqual([[1, 2], 2, '']);
    await command.main();
    expect(sent).toEqual([{ type: 'play', card: 'wormtongue', source: 'brazil', target: 'north_africa', count: 2 }]);
    expect(command.card).toBeNull();
  });

  it('places each of its units before it is shown, and can be put back', async () => {
    const { command, sent } = table('fortify', [offer({ kind: 'mission', source: 'osgiliath', targets: ['brazil', 'peru'], least: 2, most: 2 })], [held('osgiliath', { kind: 'mission', territory: 'peru' })]);
    command.pick('osgiliath');
    await command.choose('peru');
    expect(command.lacks).toBe('Place 1 more unit first.');
    await command.choose('brazil');
    await command.main();
    expect(sent).toEqual([{ type: 'mission', card: 'osgiliath', place: [['peru', 1], ['brazil', 1]] }]);
    command.pick('osgiliath');
    expect(command.back()).toBe(true);
    expect(command.card).toBeNull();
  });

  it('goes to the one place there is by itself', async () => {
    const { command, sent } = table('fortify', [offer({ kind: 'mission', source: 'hobbiton', targets: ['peru'], least: 3, most: 3 })], [held('hobbiton', { kind: 'mission', territory: 'peru' })]);
    command.pick('hobbiton');
    await command.play();
    expect(sent).toEqual([{ type: 'mission', card: 'hobbiton', place: [['peru', 3]] }]);
  });
});

describe('leaders', () => {
  const attacks = [offer({ kind: 'attack', source: 'brazil', targets: ['north_africa'], least: 1, most: 3, note: 'may' })];

  it('go along with an attack unless they are told to stay away', async () => {
    const { command, sent } = table('attack', attacks);
    command.source = 'brazil';
    command.aim('north_africa');
    expect(command.leading).toBe('may');
    await command.attack(1);
    command.lead(false);
    await command.attack(null);
    expect(sent.map((action) => [action.leader, action.until])).toEqual([[true, 1], [false, null]]);
  });

  it('go alone where their figure was chosen', () => {
    const { command } = table('fortify', [offer({ kind: 'fortify', source: 'brazil', targets: ['peru'], least: 1, most: 4 }), offer({ kind: 'move_leader', source: 'brazil', targets: ['peru'] })]);
    command.part = 'leader';
    command.source = 'brazil';
    command.aim('peru');
    expect([command.way, command.moving()]).toEqual(['leader', 'leader']);
    command.way = 'led';
    expect(command.moving()).toBe('4 and leader');
  });

  it('are placed by choosing a territory, and move alone or with units', async () => {
    const placing = table('setup', [offer({ kind: 'place_leader', targets: ['peru'] })]);
    expect([placing.command.deed, [...placing.command.sources]]).toEqual(['leader', ['peru']]);
    await placing.command.choose('peru');
    expect(placing.sent).toEqual([{ type: 'place_leader', space: 'peru' }]);

    const { command, sent } = table('fortify', [offer({ kind: 'fortify', source: 'brazil', targets: ['peru'], least: 1, most: 4 }), offer({ kind: 'move_leader', source: 'brazil', targets: ['peru'] })]);
    command.source = 'brazil';
    command.aim('peru');
    expect([command.ways, command.amount]).toEqual([['units', 'led', 'leader'], 4]);
    command.way = 'leader';
    await command.fortify();
    expect(sent).toEqual([{ type: 'move_leader', source: 'brazil', target: 'peru' }]);
  });
});

describe('keys', () => {
  const press = (command: LotrCommand, key: string) => command.key({ key } as KeyboardEvent);

  it('light the places of missions in hand, one after the other', () => {
    const missions = ['peru', 'egypt'].map((territory) => held(territory, { kind: 'mission', territory }));
    const { command, game } = table('attack', [], missions);
    const lit = ['m', 'm', 'M'].map((key) => { press(command, key); return (game as unknown as { lit: string[] }).lit[0]; });
    expect(lit).toEqual(['peru', 'egypt', 'peru']);
    expect((game as unknown as { polite: string }).polite).toContain('peru, in Peru. Not now: A leader of yours must be in Peru');
    expect(press(table('attack', []).command, 'm')).toBe(false); // then it is the frame's
  });
});

describe('cards that fit an attack', () => {
  it('are asked about as they would be played: with as much as they may, and the leader as chosen', () => {
    const play = (least: number) => offer({ source: 'wormtongue', note: 'brazil', targets: ['north_africa'], least });
    const { command } = table('attack', [offer({ kind: 'attack', source: 'brazil', targets: ['north_africa'], least: 1, most: 3, note: 'may' }), play(1), play(2)], [held('wormtongue')]);
    command.source = 'brazil';
    command.aim('north_africa');
    expect(command.helpings).toEqual([{ card: 'wormtongue', source: 'brazil', target: 'north_africa', count: 2, leader: true, name: 'wormtongue', words: '' }]);
    command.led = false;
    expect(command.helpings[0]?.leader).toBe(false);
  });
});

describe('places', () => {
  it('where nobody stands are walked into without dice', async () => {
    const { command, sent } = table('attack', [offer({ kind: 'enter', source: 'brazil', targets: ['north_africa'], least: 1, most: 4 })]);
    command.source = 'brazil';
    command.aim('north_africa');
    expect([command.walking, command.amount]).toEqual([true, 4]);
    await command.attack(1);
    expect(sent).toEqual([{ type: 'enter', source: 'brazil', target: 'north_africa', count: 4, leader: false }]);
  });

  it('of nobody with units belong to the neutral army', () => {
    const { command } = table('attack', []);
    expect([command.holder('egypt').title, command.holder('brazil').title]).toEqual(['The neutral army', 'Jonas']);
  });
});

it('too many cards are put away by choosing which', async () => {
  const { command, sent } = table('cards', [offer({ kind: 'discard', targets: ['a', 'b'], least: 1, most: 1 })], [held('a'), held('b')]);
  expect(command.deed).toBe('discard');
  command.toggle(1);
  await command.main();
  expect(sent).toEqual([{ type: 'discard', cards: ['b'] }]);
});

it('where the frame asks for a place in secret, a click on the map chooses it', async () => {
  const { command, game } = table('setup', []);
  const chosen: string[] = [];
  command.naming = { places: ['brazil', 'peru'], choose: (id) => chosen.push(id) };
  game.framed = true;
  expect([...command.sources]).toEqual(['brazil', 'peru']);
  await command.choose('peru');
  expect([chosen, game.refusal]).toEqual([['peru'], null]);
});

it('of new units it is said that those of strongholds have their place', () => {
  const stationed = (strongholds: number) => table('reinforce', [], [], { incomes: [{ territories: 3, regions: 0, strongholds, total: 3 + strongholds }] }).command.stationed;
  expect([stationed(0), stationed(1), stationed(4)]).toEqual(['', 'Your stronghold got its unit already.', 'Each of your 4 strongholds got its unit already.']);
  // Where all write in secret they stand only once all is revealed.
  const { game, command } = table('reinforce', [], [], { incomes: [{ territories: 3, regions: 0, strongholds: 4, total: 7 }], round: { battles: [] } });
  Object.assign(game.shown, { asked: { secret: true, about: 'round.reinforcements' } });
  expect(command.stationed).toBe('Each of your 4 strongholds also gets a unit, once all are revealed.');
});

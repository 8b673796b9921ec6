import { describe, expect, it, vi } from 'vitest';
import type { LogLine, Offer } from '../../../../../lib/types';
import { chapters } from '../../../frame/logbook';
import type { Game } from '../../../game.svelte';
import { inquire } from '../../../inquire';
import { board, ground, line } from '../../../test/board';
import { Command } from '../../command.svelte';
import { aimWords, at, bonusOf, byDie, faultOf, firstAims, lossesOf, turned, withAt } from '../aims';
import { burstAt } from '../bursts';
import { storyOf } from '../collisions';
import { roundFrames, type RoundFrame } from '../frames';
import { headingOf, joined, ofBattle } from '../headings';
import { aimsOf, movesOf, placesOf } from '../line';
import { find, knownOf, left, put, unordered, usual, without } from '../orders';
import { spots, way } from '../picture';
import { roundSteps } from '../steps';
import { titleOf, wordsOf } from '../told';
import { BLANK, formOf, summed, type BattleView, type Sheet } from '../view';

vi.mock('../../../inquire', () => ({ inquire: vi.fn() }));

const said = (lines: { text: string; kind: string }[]) => (lines[0]?.kind === 'revealed' ? '' : lines.map((one) => one.text).join(' '));
const side = (player: number, count: number, more = {}) => ({ player, count, groups: [], leaders: 0, bonus: 0, stayed: false, dice: Math.min(3, count), ...more });
const battle: BattleView = { place: 'brazil', border: '', round: 1, acting: 1, sides: [side(0, 5), side(1, 4, { stayed: true, dice: 4 }), side(2, 3)], order: [] };
const order = (source: string, target: string, count: number, leader = false) => ({ source, target, count, leader });

describe('targets of a battle', () => {
  it('begin at whoever defends, and of who defends at the strongest', () => {
    expect(firstAims(battle, 0)).toEqual({ dice: [[1, 3]], bonus: null });
    expect(firstAims(battle, 1)).toEqual({ dice: [[0, 4]], bonus: null });
    expect(firstAims({ ...battle, sides: [side(0, 5, { bonus: 1 }), battle.sides[1] ?? side(1, 1)] }, 0).bonus).toBe(1);
  });

  it('are turned die by die, and take the bonus along', () => {
    const dice = turned([[1, 3]], 2, 2);
    expect(dice).toEqual([[1, 2], [2, 1]]);
    expect(byDie(dice)).toEqual([1, 1, 2]);
    expect(turned(dice, 0, 1)).toEqual(dice);
    expect([at(dice, 2), at(dice, 7), bonusOf(dice, 2), bonusOf([[1, 3]], 2), bonusOf([], 2)]).toEqual([1, 0, 2, 1, null]);
    expect(aimWords(dice, (player) => `P${player}`)).toBe('2 at P1 and 1 at P2');
  });

  it('are refused in words where the rules would refuse them', () => {
    expect(faultOf(battle, 0, [[1, 3]])).toBe('');
    expect(faultOf(battle, 0, [[1, 4]])).toContain('three dice');
    expect(faultOf(battle, 0, [])).toContain('must attack');
    expect(faultOf(battle, 1, withAt([[0, 2]], 2, 2))).toBe('');
    expect(faultOf(battle, 1, [[0, 3], [2, 1]])).toContain('at least two dice');
    expect(faultOf(battle, 1, [[0, 4]])).toBe('');
    expect(faultOf(battle, 1, [])).toBe('');
  });

  it('have losses by side from those of all together', () => {
    const rows = [{ losses: [0, 2], chance: 0.25 }, { losses: [1, 2], chance: 0.5 }, { losses: [1, 0], chance: 0.25 }];
    expect(lossesOf(rows, 0)).toEqual([0.25, 0.75]);
    expect(lossesOf(rows, 1)).toEqual([0.25, 0, 0.75]);
  });
});

describe('the picture of a battle', () => {
  it('has who defends on top and the reader below on the left', () => {
    expect(spots(battle, 0).map((one) => one.player)).toEqual([1, 0, 2]);
    expect(spots({ ...battle, sides: battle.sides.slice(0, 2) }, 0).map((one) => [one.player, one.y])).toEqual([[0, 32], [1, 32]]);
    expect(new Set(spots({ ...battle, sides: [0, 1, 2, 3, 4].map((player) => side(player, 1)) }, 3).map((one) => `${one.x} ${one.y}`)).size).toBe(5);
  });

  it('keeps two ways between the same sides apart', () => {
    const [one, other] = [{ player: 0, x: 0, y: 0 }, { player: 1, x: 100, y: 0 }];
    expect(way(one, other, 5).at).toEqual([50, -5]);
    expect(way(other, one, 5).at).toEqual([50, 5]);
  });
});

describe('orders', () => {
  const orders = [order('brazil', 'peru', 2), order('brazil', 'north_africa', 1)];

  it('leave what has none, and keep one back unless told otherwise', () => {
    expect(left(orders, 'brazil', 5)).toBe(2);
    expect([usual(5), usual(1)]).toEqual([4, 1]);
    expect(put(orders, order('brazil', 'peru', 4))).toEqual([order('brazil', 'peru', 4), orders[1]]);
    expect(put(orders, order('peru', 'brazil', 1))).toHaveLength(3);
    expect(without(orders, 'brazil', 'peru')).toEqual([orders[1]]);
    expect(find(orders, 'brazil', 'egypt')).toBeUndefined();
  });

  it('say why a place has nothing to order', () => {
    const units = ['army', 'armies'] as const;
    expect(unordered('Peru', null, units, false)).toBe('Peru is not yours to order. Choose one of your territories first.');
    expect(unordered('Peru', 2, units, true)).toBe('Units that fought stay: no armies of Peru can move in this round.');
    expect(unordered('Peru', 0, units, true)).toBe('A strategic move goes to a neighbour of yours, and Peru has none.');
  });

  it('say what is known of where they go', () => {
    const known = { there: 4, holder: 'Jonas', empty: false, stays: 0, source: 'Brazil', target: 'Peru', units: ['army', 'armies'] as const, strategic: false };
    expect(knownOf(known)).toBe('Jonas has 4 armies there now. All leave: Brazil is left empty, and unowned unless somebody comes.');
    expect(knownOf({ ...known, holder: null, stays: 1 })).toBe('1 stays in Brazil.');
    expect(knownOf({ ...known, empty: true, there: 0, stays: 2 })).toBe('Nobody is in Peru. 2 stay in Brazil.');
  });

  it('travel as the rules read them, and come back as they were', () => {
    const form = formOf('orders', BLANK);
    const sent = form.write({ ...BLANK, orders });
    expect(sent).toEqual({ type: 'orders', orders });
    expect(form.text(form.read(sent))).toBe(form.text({ ...BLANK, orders }));
    expect(formOf('write', BLANK).write({ ...BLANK, place: [['peru', 1], ['brazil', 2], ['peru', 1]] })).toEqual({ type: 'placements', place: [['peru', 2], ['brazil', 2]], sets: [] });
    expect(formOf('withdraw', BLANK).write(BLANK).type).toBe('fight_on');
    expect(formOf('withdraw', BLANK).read({ type: 'withdraw' }).leaves).toBe(true);
    expect(formOf('aims', { ...BLANK, dice: [[1, 3]] }).read(null).dice).toEqual([[1, 3]]);
    expect(summed([['peru', 0]])).toEqual([]);
  });
});

describe('the story of a round', () => {
  const log: LogLine[] = [
    line({ kind: 'marched', turn: 2, spaces: ['brazil', 'peru'] }), line({ kind: 'marched', turn: 2, spaces: ['peru', 'brazil'] }),
    line({ kind: 'crossed', turn: 2, spaces: ['brazil', 'peru'], text: 'They pass.' }), line({ kind: 'taken', turn: 2, spaces: ['peru'], text: 'Peru is taken.' }),
    line({ kind: 'met', turn: 2, spaces: ['egypt'], text: 'Battle in Egypt: Ann with 3 attacks Jonas, who stayed with 2.' }),
    line({ kind: 'aimed', turn: 2, spaces: ['egypt'], text: 'aims' }), line({ kind: 'round_fought', turn: 2, spaces: ['egypt'], text: 'fought' }),
    line({ kind: 'taken', turn: 2, spaces: ['egypt'], text: 'Ann takes Egypt.' }), line({ kind: 'round_began', turn: 3 }),
  ];

  it('numbers what collided, says how it ended, and what met nobody', () => {
    const story = storyOf(log);
    expect(story?.collisions.map((one) => [one.kind, one.place, one.end])).toEqual([['swap', 'brazil', ''], ['battle', 'egypt', 'Ann takes Egypt.']]);
    expect([story?.turn, story?.moves, story?.quiet, story?.dice]).toEqual([2, 2, ['Peru is taken.'], ['aims', 'fought']]);
    expect(storyOf([line({})])).toBeNull();
  });

  it('tells the reader of a collision without its place', () => {
    const [three, one] = ['Battle in Peru: Mira with 3 and Jonas with 2 attack Ann, who stayed with 2.', 'Battle in Peru: Mira with 3 attacks Ann, who stayed with 2.'];
    expect(wordsOf(three)).toBe('Mira with 3 and Jonas with 2 attack Ann, who stayed with 2.');
    expect([wordsOf(three, 'Mira'), wordsOf(one, 'Mira'), wordsOf(one, 'Ann')]).toEqual([
      'You with 3 and Jonas with 2 attack Ann, who stayed with 2.', 'You with 3 attack Ann, who stayed with 2.', 'Mira with 3 attacks you, who stayed with 2.',
    ]);
    const title = (text: string, border = '') => titleOf({ ground } as unknown as Command, { key: '', kind: 'battle', place: 'peru', border, text, end: 'It is over.' }, 'Mira');
    expect([title(three), title(one), title('Battle in Peru, where nobody stayed: Mira with 2 and Jonas with 1 fight for it.'), title('Battle on the border of Peru and Brazil: Mira with 2 and Jonas with 1 meet.', 'brazil')]).toEqual([
      'Peru: three sides', 'Peru: you against Ann', 'Peru: only attackers', 'Peru and Brazil: on the border',
    ]);
    expect(wordsOf('Battle in Peru, where nobody stayed: Mira with 2 and Jonas with 1 fight for it.', 'Jonas')).toBe('Mira with 2 and you with 1 fight for it.');
  });

  it('marks places beside their token, and swaps on the border unless it leads around the map', () => {
    const mark = { key: '', kind: 'battle' as const, text: '', end: '' };
    expect(burstAt(board, { ...mark, place: 'peru', border: '' }, 1)).toEqual([79, -15]);
    expect(burstAt(board, { ...mark, place: 'peru', border: 'brazil' }, 1)).toEqual([50, 0]);
    expect(burstAt(board, { ...mark, place: 'alaska', border: 'brazil' }, 1)).toEqual([379, -15]);
  });

  it('shows all arrows, then one collision after another, then dice', () => {
    const events = [
      { type: 'marched', seat: 0, source: 'brazil', target: 'peru', count: 2, leader: false }, { type: 'met', place: 'peru' }, { type: 'crossed', source: 'a', target: 'b' },
      { type: 'round_fought', place: 'peru', lost: [[0, 1], [1, 0]] },
    ];
    const frames = roundFrames({ events } as never, [0]);
    expect(frames.map((frame) => (frame.data as RoundFrame).bursts ?? -1)).toEqual([0, 1, 2, -1]);
    expect(frames.every((frame) => frame.own)).toBe(true);
    expect(roundFrames({ events: [{ type: 'placed' }] } as never, [0])).toEqual([]);
  });

  it('stands in the strip of steps', () => {
    const view = { type: 'risk', round: { moves: [{}, {}], battles: [{}] } };
    expect(roundSteps(view, 'battles')?.map((step) => step.state)).toEqual(['done', 'done', 'current', 'ahead']);
    expect(roundSteps(view, 'battles')?.[2]?.line).toBe('1 to fight');
    expect(roundSteps({ type: 'risk' }, 'attack')).toBeNull();
  });
});

describe('what is chosen on the board', () => {
  const offer = (more: Partial<Offer>): Offer => ({ kind: 'orders', source: '', targets: [], least: 1, most: 0, free: false, note: '', ...more });

  function table(about: string, offers: Offer[]) {
    const view = {
      type: 'risk', owners: [0, 0, 1, 1, 0], armies: [5, 1, 2, 1, 2], phase: 'moves', seat: 0, order: [0, 1], alive: [true, true], occupy: null, to_place: 0, cards: { on: false, hand: [], counts: [] },
      round: { moves: [], battles: [], under_way: [], returns: [], fought: [], conquered: [], ready: [], own: null, step: '' },
    };
    const asked = { kind: 'orders', secret: true, about, step: 4, seats: [0, 1] };
    const update = { view, to_act: [0, 1], ready: [], asked, events: [] };
    const game = {
      asked: 0, seat: 0, mayAct: true, view, shown: update, live: update, offers, mine: [0], over: false, curtain: null, framed: false, busy: false, log: [], colours: [1, 2], replay: { on: false }, playback: { frame: null, on: false },
      prompt: '', refusal: null as { message: string } | null, table: { id: 'none' }, card: () => ({ name: 'Jonas', colour: 1 }), calm: () => undefined, refuse(problem: { message: string }) { game.refusal = problem; },
    };
    const command = new Command(game as unknown as Game, ground);
    return { game, command, rounds: command.rounds };
  }

  it('is an own territory, then a neighbour, whoever holds it', async () => {
    const { command, game, rounds } = table('round.moves', [offer({ source: 'brazil', targets: ['peru', 'north_africa'], most: 5 }), offer({ source: 'peru', targets: ['brazil'], most: 1 })]);
    expect([rounds.task, command.deed, [...command.sources]]).toEqual(['orders', 'orders', ['brazil', 'peru']]);
    let sheet: Sheet = BLANK;
    rounds.draft = { get sheet() { return sheet; }, ready: false, change(change: (one: Sheet) => Sheet) { sheet = change(sheet); } } as unknown as typeof rounds.draft;
    await command.choose('egypt');
    expect(game.refusal?.message).toContain('not yours to order');
    await command.choose('brazil');
    expect(command.targets).toEqual(['peru', 'north_africa']);
    await command.choose('peru');
    expect([command.source, command.target]).toEqual(['brazil', 'peru']);
    expect(sheet.orders).toEqual([order('brazil', 'peru', 4)]);
    await command.choose('peru');
    expect([command.source, command.target]).toEqual(['peru', null]);
  });

  it('sends a leader into a place by default only where none is sent yet', async () => {
    const led = (source: string) => offer({ source, targets: ['north_africa', 'egypt'], most: 3, note: 'leader' });
    const { command, rounds } = table('round.moves', [led('brazil'), led('peru')]);
    let sheet: Sheet = BLANK;
    rounds.draft = { get sheet() { return sheet; }, ready: false, change(change: (one: Sheet) => Sheet) { sheet = change(sheet); } } as unknown as typeof rounds.draft;
    for (const [from, to] of [['brazil', 'north_africa'], ['peru', 'north_africa'], ['peru', 'egypt']] as const) {
      command.clear();
      command.source = from;
      await command.choose(to);
    }
    expect(sheet.orders.map((one) => `${one.source} ${one.target} ${one.leader}`)).toEqual(['brazil north_africa true', 'peru north_africa false', 'peru egypt true']);
  });

  it('gets new armies until all are placed', async () => {
    const { command, game, rounds } = table('round.reinforcements', [offer({ kind: 'placements', targets: ['brazil', 'peru', 'alaska'], least: 3, most: 3 })]);
    rounds.draft = { sheet: { ...BLANK, place: [['peru', 2]] }, ready: false } as unknown as typeof rounds.draft;
    expect([rounds.task, rounds.toPlace, rounds.placed, rounds.fault]).toEqual(['write', 1, { peru: 2 }, '1 army left to place.']);
    await command.choose('egypt');
    expect(game.refusal?.message).toContain('is not yours');
  });

  it('has odds of a battle when it is asked whether to fight on, as the suggested dice have them', async () => {
    vi.useFakeTimers();
    const { rounds } = table('battle.withdraw', []);
    const choice = { dice: [[1, 3]], bonus: null };
    vi.mocked(inquire).mockResolvedValueOnce({ own: [choice], others: [{ player: 1, choices: [{ dice: [[0, 2]], bonus: null }] }], chances: [[0.6]], means: [0.6], suggested: 0, reason: '', exact: true });
    vi.mocked(inquire).mockResolvedValueOnce({ sides: [{ player: 0, wins: 0.6 }], rows: [], players: [0, 1] });
    await rounds.outlook.load();
    rounds.outlook.follow();
    await vi.runAllTimersAsync();
    vi.useRealTimers();
    expect(vi.mocked(inquire).mock.lastCall?.slice(1, 3)).toEqual(['battle', { aims: [{ player: 0, ...choice }, { player: 1, dice: [[0, 2]], bonus: null }] }]);
    expect(rounds.outlook.round?.sides[0]?.wins).toBe(0.6);
  });

  it('waits while nothing is asked in secret', () => {
    expect(table('', []).rounds.task).toBeNull();
  });
});

describe('the order line', () => {
  it('reads moves with any arrow, the number before or after, all, and the leader', () => {
    expect(movesOf('orders North Africa -> brazil 3 with leader; alaska to kamchatka all, 2 peru > brazil; egypt → congo')).toEqual([
      { from: 'North Africa', to: 'brazil', count: 3, leader: true }, { from: 'alaska', to: 'kamchatka', count: 'all', leader: false },
      { from: 'peru', to: 'brazil', count: 2, leader: false }, { from: 'egypt', to: 'congo', count: 'usual', leader: false },
    ]);
    expect(movesOf('brazil')).toEqual([{ from: 'brazil', to: '', count: 'usual', leader: false }]);
  });

  it('reads placements and dice', () => {
    expect(placesOf('reinforce brazil x3; peru, egypt all')).toEqual([{ to: 'brazil', count: 3 }, { to: 'peru', count: 1 }, { to: 'egypt', count: 'all' }]);
    const names = [[1, 'Jonas'], [2, 'Hypatia'], [-1, 'neutral']] as const;
    expect(aimsOf('2 at jonas; 1 Hyp bonus jonas', names, 3)).toEqual({ dice: [[1, 2], [2, 1]], bonus: 1 });
    expect(aimsOf('all at neutral', names, 3)).toEqual({ dice: [[-1, 3]], bonus: null });
    expect(aimsOf('2 at bo', names, 3)).toBe('2 at bo');
  });
});

describe('the log', () => {
  it('tells a round by what all did and each battle by its place', () => {
    const log = [
      line({ kind: 'placed', seat: 0, text: 'Mira places 3 armies in Peru.' }), line({ kind: 'round_began', seat: null, text: 'Round 1 begins.' }),
      line({ kind: 'revealed', seat: null, text: '' }), line({ kind: 'marched', text: 'Mira moves 2 armies from Peru to Brazil.' }),
      line({ kind: 'marched', text: 'Mira moves 1 army from Egypt to Peru.' }), line({ kind: 'met', seat: null, spaces: ['brazil'] }),
      line({ kind: 'aimed', seat: null, spaces: ['brazil'] }), line({ kind: 'pieces_lost', seat: 1 }), line({ kind: 'taken', spaces: ['brazil'] }),
      line({ kind: 'taken', seat: 1, spaces: ['peru'] }), line({ kind: 'card_drawn', seat: 1, text: 'Jonas draws a card.' }),
    ];
    const found = chapters(log, 'all', said, (one, before) => headingOf(one, before, (id) => id)).reverse();
    expect(found.map((one) => [one.title, one.seat, one.entries.length])).toEqual([
      ['', 0, 1], ['reinforcements', null, 1], ['moves', null, 1], ['what collided', null, 1], ['battle in brazil', null, 3], ['what collided', null, 1], ['cards', null, 1],
    ]);
    expect(chapters(log, 'battles', said, (one, before) => headingOf(one, before, (id) => id)).map((one) => one.title)).toEqual(['battle in brazil']);
    expect(joined(log.slice(3, 5))).toBe('Mira moves 2 armies from Peru to Brazil; 1 army from Egypt to Peru.');
    expect([ofBattle('Peru, round 2 (Jonas defends): Mira aims.'), ofBattle('The border of Peru and Brazil, round 1: Mira rolls.')]).toEqual(['Battle round 2 (Jonas defends): Mira aims.', 'Battle round 1: Mira rolls.']);
  });
});

import { describe, expect, it, vi } from 'vitest';
import { api } from '../../../lib/api';
import type { Action, Forecast, Offer } from '../../../lib/types';
import { Command } from '../conquest/command.svelte';
import type { ConquestView } from '../conquest/view';
import type { Game } from '../game.svelte';
import { ground } from './board';

const offer = (more: Partial<Offer>): Offer => ({ kind: 'place', source: '', targets: [], least: 1, most: 1, free: false, note: '', ...more });

/** A game that answers when it is told to. */
function table(phase: string, more: Partial<ConquestView> = {}, offers: Offer[] = []) {
  const view = { owners: [0, 0, 1, 1, 0], armies: [5, 1, 9, 1, 1], phase, to_place: 0, cards: { must_trade: false, hand: [] }, ...more } as unknown as ConquestView;
  const sent: Action[] = [];
  const answers: (() => void)[] = [];
  const game = {
    asked: 0 as number | null, seat: 0, mayAct: true, view, shown: { view, to_act: [0], events: [] }, live: { asked: null }, offers, mine: [0], over: false, curtain: null, replay: { on: false }, refusal: null as { message: string } | null,
    card: () => ({ name: 'Jonas' }),
    calm() { game.refusal = null; },
    refuse(problem: { message: string }) { game.refusal = problem; },
    async act(action: Action) {
      if (!game.mayAct) return false;
      sent.push(action);
      game.mayAct = false;
      await new Promise<void>((done) => answers.push(done));
      game.mayAct = true;
      return true;
    },
  };
  const answer = async () => { answers.shift()?.(); await new Promise((done) => setTimeout(done, 0)); };
  return { game, sent, answer, command: new Command(game as unknown as Game, ground) };
}

describe('a decision asked for while another is under way', () => {
  it('waits for the answer, and only the last one counts', async () => {
    const { game, sent, answer, command } = table('attack');
    void command.end();
    command.soon(() => command.choose('peru'));
    command.soon(() => command.end());
    expect(sent).toHaveLength(1);
    await answer();
    (game.shown.view as { phase: string }).phase = 'fortify';
    command.resume();
    expect(sent.map((action) => action.type)).toEqual(['end_attacks', 'end_turn']);
    await answer();
    command.resume();
    expect(sent).toHaveLength(2);
  });
  it('keeps from where and to where, clicked one after the other, and what is done with them', async () => {
    const odds = vi.spyOn(api, 'forecasts').mockResolvedValue([]);
    const { game, sent, answer, command } = table('attack', {}, [offer({ kind: 'attack', source: 'brazil', targets: ['north_africa'] })]);
    (game as unknown as { table: { id: string } }).table = { id: 't' };
    void command.end();
    for (const place of ['peru', 'brazil', 'north_africa', 'north_africa']) void command.choose(place);
    command.soon(() => command.attack(null));
    expect(command.source).toBe(null);
    await answer();
    command.resume();
    expect([command.source, command.target]).toEqual(['brazil', 'north_africa']);
    expect(sent.map((action) => [action.type, action.target])).toEqual([['end_attacks', undefined], ['attack', 'north_africa']]);
    odds.mockRestore();
  });
  it('is forgotten when the turn is over', async () => {
    const { game, sent, answer, command } = table('fortify');
    void command.end();
    command.soon(() => command.end());
    await answer();
    game.asked = null;
    command.resume();
    expect(sent).toHaveLength(1);
  });
  it('never comes between placements that are sent one after the other', async () => {
    const { sent, answer, command } = table('reinforce', { to_place: 2 }, [offer({ targets: ['brazil', 'peru'] })]);
    await command.choose('brazil');
    await command.choose('peru');
    expect(command.done).toBe(true);
    void command.placing.commit();
    command.soon(() => command.placing.commit());
    await answer();
    expect(command.free).toBe(false);
    await answer();
    expect(sent.map((action) => action.space)).toEqual(['brazil', 'peru']);
    expect(command.free).toBe(true);
  });
});

describe('an attack about which others are asked', () => {
  it('stays chosen until they have answered, unless the turn goes on to somebody else', () => {
    const { game, command } = table('attack', { seat: 0 }, [offer({ kind: 'attack', source: 'brazil', targets: ['north_africa'] })]);
    Object.assign(command, { source: 'brazil', target: 'north_africa' });
    game.asked = null;
    command.refresh();
    expect([command.source, command.target]).toEqual(['brazil', 'north_africa']);
    (game.view as { seat: number }).seat = 1;
    command.refresh();
    expect([command.source, command.target]).toEqual([null, null]);
  });
});

describe('a try that the rules must judge', () => {
  it('is done only when they have answered, so that an order line waits for the refusal', async () => {
    const { game, answer, command } = table('attack', {}, [offer({ kind: 'attack', source: 'brazil', targets: ['north_africa'] })]);
    command.source = 'brazil';
    const tried = command.choose('egypt').then(() => game.refusal?.message);
    game.refusal = { message: 'Brazil does not border Egypt.' };
    await answer();
    expect(await tried).toBe('Brazil does not border Egypt.');
  });
});

describe('targets of one source that allow different numbers of dice', () => {
  const offers = [offer({ kind: 'attack', source: 'brazil', targets: ['north_africa'], most: 3 }), offer({ kind: 'attack', source: 'brazil', targets: ['peru'], most: 2 })];
  const split = () => {
    const asked = table('attack', { owners: [0, 1, 1, 1, 0] }, offers);
    const odds = vi.spyOn(api, 'forecasts').mockImplementation(async (_table, _seat, actions) => actions.map((_, at) => ({ chance: at / 2 }) as Forecast));
    (asked.game as unknown as { table: { id: string } }).table = { id: 't' };
    return { ...asked, odds };
  };

  it('are all lit, each with odds of its own dice', async () => {
    const { command, odds } = split();
    await command.choose('brazil');
    expect([...command.targets].sort()).toEqual(['north_africa', 'peru']);
    expect(odds.mock.calls[0]?.[2].map((action) => [action.target, action.dice])).toEqual([['north_africa', 3], ['peru', 2]]);
    await vi.waitFor(() => expect(command.targets).toEqual(['peru', 'north_africa']));
  });
  it('have no odds any more once armies have fallen, until those after the roll have come', async () => {
    const { game, command } = split();
    await command.choose('brazil');
    await vi.waitFor(() => expect(command.odds.all.size).toBe(2));
    await command.choose('peru');
    expect(command.odds.said).toBe('50 %');
    const view = { ...game.view, armies: [4, 1, 9, 1, 1] };
    Object.assign(game, { view });
    Object.assign(game.shown, { view });
    const after = new Command(game as unknown as Game, ground);
    Object.assign(after, { source: 'brazil', target: 'peru' });
    after.odds.all = command.odds.all;
    expect([after.odds.stale, after.odds.said]).toEqual([true, '…']);
    await after.odds.load('brazil');
    expect([after.odds.stale, after.odds.said]).toEqual([false, '50 %']);
  });
  it.each([['north_africa', 3], ['peru', 2]])('choosing %s sends nothing, and attacking rolls %i dice', async (target, dice) => {
    const { command, sent } = split();
    await command.choose('brazil');
    await command.choose(target);
    expect([sent, command.target, command.dice]).toEqual([[], target, dice]);
    void command.attack(1);
    expect(sent).toEqual([{ type: 'attack', source: 'brazil', target, dice, until: 1 }]);
  });
});

describe('what only asks why a place cannot be chosen', () => {
  it('is of nothing: no die, no army, so that it can never be done', () => {
    const { command, sent } = table('attack', {}, [offer({ kind: 'attack', source: 'brazil', targets: ['north_africa'], most: 3 })]);
    command.source = 'brazil';
    void command.choose('egypt');
    expect(sent).toEqual([{ type: 'attack', source: 'brazil', target: 'egypt', dice: 0, until: null }]);
    const moving = table('fortify', {}, [offer({ kind: 'fortify', source: 'brazil', targets: ['peru'], most: 4 })]);
    moving.command.source = 'brazil';
    void moving.command.choose('egypt');
    expect(moving.sent).toEqual([{ type: 'fortify', source: 'brazil', target: 'egypt', count: 0 }]);
    const placing = table('reinforce', { to_place: 2 }, [offer({ targets: ['brazil'] })]);
    void placing.command.choose('egypt');
    expect(placing.sent).toEqual([{ type: 'place', space: 'egypt', count: 0 }]);
  });
});

describe('the rest of the set-up', () => {
  it('is left to the server, once, and what is wrong is said', async () => {
    const settle = vi.spyOn(api, 'settle').mockResolvedValue({ seat: 0, offered: [] });
    const { game, sent, command } = table('claim', { owners: [-1, -1, -1, -1, -1] }, [offer({ kind: 'claim', targets: ['brazil'] })]);
    Object.assign(game, { table: { id: 'abc', seats: [] } });
    const first = command.leave();
    void command.leave();
    await first;
    expect(settle.mock.calls).toEqual([['abc', { seat: 0, key: 'setup.claim', on: true }]]);
    expect(sent).toEqual([]);

    (game.shown.view as { phase: string }).phase = 'setup';
    settle.mockRejectedValue(new Error('The game is over.'));
    await command.leave();
    expect(settle.mock.lastCall).toEqual(['abc', { seat: 0, key: 'setup.place', on: true }]);
    expect(game.refusal).toEqual({ message: 'The game is over.' });
    settle.mockRestore();
  });
});

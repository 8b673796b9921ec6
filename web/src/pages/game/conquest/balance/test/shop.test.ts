import { describe, expect, it } from 'vitest';
import type { Action, Offer } from '../../../../../lib/types';
import type { Game } from '../../../game.svelte';
import { ground } from '../../../test/board';
import { Command } from '../../command.svelte';
import type { BalanceView } from '../view';
import { position, ware } from './view';

/** A game that accepts everything. */
function table(more: Partial<BalanceView>, offers: Partial<Offer>[] = []) {
  const view = position(more);
  const sent: Action[] = [];
  const game = {
    asked: 0, mayAct: true, view, shown: { view, to_act: [0] }, offers, mine: [0], seat: 0, over: false, curtain: null, replay: { on: false }, refusal: '',
    colours: [2, 3], card: (seat: number | null) => (seat === 1 ? { name: 'Jonas', colour: 3 } : seat === 0 ? { name: 'Mira', colour: 2 } : null),
    named: (text: string) => text,
    calm() { game.refusal = ''; },
    refuse(problem: { message: string }) { game.refusal = problem.message; },
    async act(action: Action) { sent.push(action); return true; },
  };
  const command = new Command(game as unknown as Game, ground);
  const choose = (what: string) => { const found = view.shop.find((one) => one.what === what); if (found) command.shop.choose(found); };
  return { game, sent, command, shop: command.shop, choose };
}

describe('buying', () => {
  it('asks for a place and pays from the pile', async () => {
    const { command, shop, choose, sent } = table({ shop: [ware({ what: 'bombardment', cost: 6, wants: 'space', choices: ['north_africa'] })] });
    choose('bombardment');
    expect([...command.sources]).toEqual(['north_africa']);
    expect(shop.lacks).toBe('Choose a place on the map first.');
    await command.choose('north_africa');
    expect([shop.lacks, shop.price]).toEqual(['', '6 of your pile']);
    await command.main();
    expect(sent).toEqual([{ type: 'buy', what: 'bombardment', space: 'north_africa', seat: null, armies: [], tank: null, cards: [] }]);
    expect(shop.what).toBe('');
  });
  it('takes as few cards as the pile lacks, or those chosen', () => {
    const { command, shop, choose } = table({ shop: [ware({ cost: 8 })] });
    choose('recon');
    expect(shop.price).toBe('1 star and 7 of your pile');
    command.chosenCards = ['peru', 'egypt'];
    expect(shop.price).toBe('3 stars and 5 of your pile');
  });
  it('lets the rules judge a wrong place, and says why a closed action is closed', async () => {
    const closed = { code: 'buy.short', message: 'This costs 8.', rule: '', fix: [] };
    const { game, command, choose, sent } = table({ shop: [ware({ what: 'kill_general', wants: 'space', choices: ['egypt'] }), ware({ what: 'espionage', reason: closed })] });
    choose('espionage');
    expect([game.refusal, command.shop.ware]).toEqual(['This costs 8.', null]);
    choose('kill_general');
    await command.choose('brazil');
    expect(sent).toMatchObject([{ type: 'buy', what: 'kill_general', space: 'brazil' }]);
  });
  it('aims at a side; where there is one alone it is that', () => {
    const { shop, choose } = table({ shop: [ware({ what: 'sabotage', wants: 'seat', choices: ['1'] }), ware({ what: 'forced_alliance', wants: 'seat', choices: ['1', '-1'] })] });
    choose('sabotage');
    expect([shop.seat, shop.lacks]).toEqual([1, '']);
    choose('forced_alliance');
    expect([shop.seat, shop.lacks]).toEqual([null, 'Choose a side first.']);
    shop.seat = -1;
    expect(shop.lacks).toBe('');
  });
  it('places armies one by one, as many as there are', async () => {
    const { game, command, shop, choose, sent } = table({ shop: [ware({ what: 'draft', cost: 5, wants: 'armies', choices: ['brazil', 'peru', 'alaska'], amount: 3 })] });
    choose('draft');
    for (const id of ['brazil', 'peru', 'brazil', 'alaska']) await command.choose(id);
    expect(game.refusal).toBe('That is all: 3 at most.');
    expect(shop.counts).toEqual({ brazil: 2, peru: 1 });
    shop.take('brazil');
    expect(shop.lacks).toBe('Place 1 more army first.');
    await command.choose('alaska');
    await command.main();
    expect(sent).toMatchObject([{ what: 'draft', space: null, armies: [['brazil', 1], ['peru', 1], ['alaska', 1]] }]);
  });
  it('moves armies along a chain of own places and leaves one behind', async () => {
    const { command, shop, choose, sent } = table({ shop: [ware({ what: 'maneuver', cost: 3, wants: 'armies', choices: ['brazil', 'peru', 'alaska'], amount: 5 })] });
    choose('maneuver');
    await command.choose('alaska');
    expect(new Set(shop.spaces)).toEqual(new Set(['brazil', 'peru']));
    for (let times = 0; times < 3; times++) await command.choose('peru');
    expect([...shop.spaces]).toEqual(['brazil']);
    await command.choose('brazil');
    expect(shop.counts).toEqual({ peru: -3, brazil: -1, alaska: 4 });
    await command.main();
    expect(sent).toMatchObject([{ space: 'alaska', armies: [['peru', 3], ['brazil', 1]], tank: null }]);
  });
  it('moves a tank instead of armies', () => {
    const { command, shop, choose } = table({ shop: [ware({ what: 'maneuver', wants: 'armies', choices: ['brazil', 'peru', 'alaska'], amount: 5 })] });
    choose('maneuver');
    void command.choose('alaska');
    expect(shop.tanks).toEqual(['peru']);
    shop.tank = 'peru';
    expect([shop.lacks, shop.spaces.size]).toEqual(['', 0]);
  });
  it('moves a tank out of a place whose one army stays, and as many armies as there are', () => {
    const { command, shop, choose } = table({ armies: [2, 1, 15, 3, 2], shop: [ware({ what: 'maneuver', wants: 'armies', choices: ['brazil', 'alaska'], amount: 5 })] });
    choose('maneuver');
    expect(shop.most).toBe(5);
    void command.choose('alaska');
    expect([shop.tanks, shop.most, [...shop.spaces]]).toEqual([['peru'], 1, ['brazil']]);
  });
  it('steps back level by level', () => {
    const { command, shop, choose } = table({ shop: [ware({ what: 'bombardment', wants: 'space', choices: ['egypt'] })] });
    choose('bombardment');
    void command.choose('egypt');
    expect([command.back(), shop.space, shop.what]).toEqual([true, null, 'bombardment']);
    expect([command.back(), shop.what, command.back()]).toEqual([true, '', false]);
  });
});

describe('the other decisions', () => {
  it('collect an objective, after the place of its airfield where it brings one', async () => {
    const { command, shop, sent } = table({ phase: 'collect' }, [{ kind: 'collect', source: 'o01', targets: ['brazil'] }, { kind: 'collect', source: 'o06', targets: [] }]);
    await shop.collect('o06');
    await shop.collect('o01');
    expect([...command.sources]).toEqual(['brazil']);
    await command.choose('brazil');
    expect(sent).toEqual([{ type: 'collect', objective: 'o06', space: null }, { type: 'collect', objective: 'o01', space: 'brazil' }]);
  });
  it('give the card that was chosen', async () => {
    const { game, command, shop, sent } = table({ phase: 'give', give: { to: 1, why: '' } });
    await command.main();
    expect([game.refusal, sent]).toEqual(['Choose a card to give away first.', []]);
    shop.card = 'peru';
    await command.main();
    expect(sent).toEqual([{ type: 'give', card: 'peru' }]);
  });
  it('command the neutral army, and leave what it does not place', async () => {
    const { command, sent } = table({ phase: 'neutral_reinforce', acting: -1, to_place: 3 }, [{ kind: 'place', source: '', targets: ['north_africa'] }]);
    expect([command.neutral, command.holder('north_africa').title]).toEqual([true, 'The neutral army']);
    await command.choose('north_africa');
    expect(command.placing.left).toBe(2);
    await command.main();
    expect(sent).toEqual([{ type: 'place', space: 'north_africa', count: 1 }, { type: 'done' }]);
  });
  it('form a tank where the next place is chosen', async () => {
    const { command, sent } = table({ phase: 'reinforce', to_place: 0 }, [{ kind: 'form_tank', source: '', targets: ['brazil'] }]);
    await command.ask('form_tank');
    expect([...command.sources]).toEqual(['brazil']);
    await command.choose('brazil');
    expect(sent).toEqual([{ type: 'form_tank', space: 'brazil' }]);
  });
  it('move tanks with armies, or alone', async () => {
    const { command, sent } = table({ phase: 'fortify' }, [{ kind: 'fortify', source: 'peru', targets: ['brazil'], most: 3 }]);
    await command.choose('peru');
    await command.choose('brazil');
    command.tanks = 2;
    command.amount = 0;
    await command.main();
    expect(sent).toEqual([{ type: 'move_tanks', source: 'peru', target: 'brazil', tanks: 2, count: 0 }]);
  });
});

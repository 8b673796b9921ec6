import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Action } from '../../../../../lib/types';
import type { Way } from '../../inquire';
import type { TableDesk } from '../../table.svelte';
import { marchHand } from '../hand';
import { March } from '../march.svelte';
import { peekOf } from '../peek';
import { crowd, figure, ground, hit } from './table';

const answers: { kind: string; ask: Record<string, unknown>; done: (answer: unknown) => void }[] = [];
vi.mock('../../inquire', () => ({
  inquire: (_: unknown, kind: string, ask: Record<string, unknown>) => new Promise((done) => answers.push({ kind, ask, done })),
}));

const move: Way['move'] = { type: 'move', paths: [], into: '', tower: false, out: false, boat: false };
const way = (more: Partial<Way> = {}): Way => ({
  move, paths: [[1, [[5000, 5000], [9000, 5000]]]], spent: 0.5, inches: 4000, allowance: 8000, bill: [], crossing: '', left: [], apart: [], stopped_by: null, fault: null, foes: [], ...more,
});

/** A desk on which Rohan moves two figures, and a server that answers when it is told to. */
function table() {
  const figures = [figure(1, [5000, 5000], 0), figure(2, [6000, 5000], 0), figure(4, [30_000, 5000], 0, { force: 4 }), figure(5, [9000, 6000], 0, { aboard: 8 }), figure(9, [15_000, 5000], 2, { force: 9 })];
  const all = crowd(figures);
  const sent: Action[] = [];
  const game = {
    mayAct: true, replay: { on: false }, shown: { step: 3, undo: { allowed: true, reason: '', earliest: 1 } }, offers: [1, 2, 4].map((id) => ({ kind: 'move', source: String(id) })),
    refusal: null as { message: string } | null, undone: 0,
    refuse(problem: { message: string }) { game.refusal = problem; },
    refuses: false,
    async act(action: Action) { sent.push(action); if (game.refuses) game.refusal = { message: 'Rock.' }; return !game.refuses; },
    takeBack() { game.undone++; },
  };
  const desk = {
    game, ground, crowd: all, view: { ...all.view, question: { kind: 'movement', player: 0 } }, player: 0, chosen: [1, 2] as readonly number[], tool: 'select', scale: 50,
    get selected() { return desk.chosen.map((id) => all.byId.get(id)).filter((one) => one !== undefined); },
    clear() { desk.chosen = []; }, choose(ids: readonly number[]) { desk.chosen = ids; }, reveal() { /* nothing to see */ },
  };
  const march = new March(desk as unknown as TableDesk);
  march.begin();
  const hand = marchHand(march, () => undefined);
  const tell = async (kind: string, answer: unknown) => {
    const at = answers.findIndex((one) => one.kind === kind);
    const [one] = answers.splice(at, 1);
    one?.done(answer);
    await vi.advanceTimersByTimeAsync(0);
    return one?.ask;
  };
  const key = (name: string) => hand.key?.({ key: name } as KeyboardEvent, true);
  return { march, hand, game, desk, sent, tell, key, wait: () => vi.advanceTimersByTimeAsync(200) };
}

beforeEach(() => { vi.useFakeTimers(); answers.length = 0; });
afterEach(() => { vi.useRealTimers(); });

describe('a move being planned', () => {
  it('follows the pointer until a point is pressed, and then stays', async () => {
    const { march, hand, tell, wait } = table();
    hand.point?.(hit([8000, 5000]));
    hand.point?.(hit([9000, 5000]));
    expect((await tell('way', way()))?.['to']).toEqual([8000, 5000]);
    expect(march.fresh).toBe(false);
    await wait();
    expect(await tell('way', way())).toMatchObject({ figures: [1, 2], through: [], to: [9000, 5000] });
    expect(march.fresh).toBe(true);
    expect(hand.pick?.(hit([9000, 5000]))).toBe(true);
    hand.point?.(hit([12_000, 5000]));
    expect(march.aims.map((aim) => aim.to)).toEqual([[9000, 5000]]);
  });
  it('goes on from each point that was pressed, and takes them back one by one', async () => {
    const { march, hand, tell, wait } = table();
    hand.pick?.(hit([9000, 5000]));
    await tell('way', way());
    hand.pick?.(hit([9000, 9000]));
    await wait();
    expect(await tell('way', way())).toMatchObject({ through: [[9000, 5000]], to: [9000, 9000] });
    expect(hand.back?.()).toBe(true);
    expect(march.stops).toHaveLength(1);
    expect([hand.back?.(), march.way, hand.back?.()]).toEqual([true, null, false]);
  });
  it('says who stays behind before it can be made, also where Enter came before the way was known', async () => {
    const { march, hand, tell, key, sent } = table();
    hand.pick?.(hit([9000, 5000]));
    key('Enter');
    await tell('way', way({ left: [2] }));
    expect([sent, march.parts, peekOf(march)?.title]).toEqual([[], true, '4.0″ of 8″ · 1 figure stays behind']);
    key('Enter');
    expect(sent).toEqual([move]);
  });
  it('replaces a point that cannot be reached, and on touch any', async () => {
    const { march, hand, tell } = table();
    hand.pick?.(hit([9000, 5000]));
    await tell('way', way({ move: null, fault: { figure: 1, at: [7000, 5000], code: 'ring.closed', message: 'Rock.', rule: '' } }));
    hand.pick?.(hit([9000, 9000]));
    expect(march.stops.map((stop) => stop.to)).toEqual([[9000, 9000]]);
    await tell('way', way());
    hand.pick?.(hit([5000, 9000], { touch: true }));
    expect(march.stops.map((stop) => stop.to)).toEqual([[5000, 9000]]);
  });
  it('has no way-points from a ship to the bank', async () => {
    const { march, hand, tell, desk } = table();
    desk.chosen = [5];
    hand.pick?.(hit([9000, 5000]));
    await tell('way', way());
    hand.pick?.(hit([9000, 9000]));
    expect([march.landing, march.stops.map((stop) => stop.to)]).toEqual([true, [[9000, 9000]]]);
  });
  it('goes as far as the move lets it where it is too long', async () => {
    const { march, hand, tell, wait } = table();
    const line: Way['paths'] = [[1, [[5000, 5000], [25_000, 5000]]]];
    hand.pick?.(hit([25_000, 5000]));
    await tell('way', way({ move: null, paths: line, fault: { figure: 1, at: [13_000, 5000], code: 'ring.too_long', message: 'Too long.', rule: '' } }));
    march.shorten();
    march.shorten(); // pressed twice it adds no further point
    expect(march.stops.map((stop) => stop.to)).toEqual([[12_970, 5000]]);
    await wait();
    await tell('way', way());
    expect(march.limit).toBeNull();
  });
  it('is sent with Enter, once its way is known', async () => {
    const { hand, tell, key, sent } = table();
    hand.pick?.(hit([9000, 5000]));
    expect(key('Enter')).toBe(true);
    expect(sent).toEqual([]);
    await tell('way', way());
    expect(sent).toEqual([move]);
  });
  it('is not sent where the way is at fault: the reason is said', async () => {
    const { hand, tell, key, sent, game } = table();
    hand.pick?.(hit([9000, 5000]));
    await tell('way', way({ move: null, fault: { figure: 1, at: null, code: 'ring.closed', message: 'Rock.', rule: '' } }));
    key('Enter');
    expect([sent, game.refusal?.message]).toEqual([[], 'Rock.']);
  });
  it('says where it was to end why the server did not take it', async () => {
    const { march, hand, tell, key, desk, game } = table();
    game.refuses = true;
    hand.pick?.(hit([9000, 5000]));
    await tell('way', way());
    key('Enter');
    await vi.advanceTimersByTimeAsync(0);
    expect([march.refused?.message, march.stops.length, desk.chosen.length]).toEqual(['Rock.', 1, 2]);
    hand.pick?.(hit([9000, 9000]));
    expect(march.refused).toBeNull();
  });
  it('asks what else the chosen could do, of his own figures', async () => {
    const { desk, march, tell } = table();
    expect((await tell('deeds', { deeds: [{ title: 'Dismount for good', action: { type: 'dismount' }, fault: null }], boats: 0 }))?.['figures']).toEqual([1, 2]);
    expect(march.deeds.map((deed) => deed.title)).toEqual(['Dismount for good']);
    desk.chosen = [9];
    march.begin();
    expect(march.deeds).toEqual([]);
  });
  it('asks for the odds where it leads to a battle, and forgets them where it does not', async () => {
    const { march, hand, tell, wait } = table();
    hand.pick?.(hit([14_000, 5000], { figure: 9 }));
    await tell('way', way({ foes: [9] }));
    expect(await tell('battle', { own: 2, other: 1 })).toEqual({ move, rounds: 1 });
    expect(march.battle?.own).toBe(2);
    hand.pick?.(hit([9000, 9000]));
    await wait();
    await tell('way', way());
    expect(march.battle).toBeNull();
  });
  it('is bent by its line and dragged by its points', async () => {
    const { march, hand, tell } = table();
    hand.pick?.(hit([9000, 5000]));
    await tell('way', way());
    expect(hand.drag?.('start', hit([7000, 5100]))).toBe(true);
    hand.drag?.('move', hit([7000, 7000]));
    expect(march.stops.map((stop) => stop.to)).toEqual([[7000, 7000], [9000, 5000]]);
    hand.drag?.('cancel', hit([7000, 7000]));
    expect(march.stops.map((stop) => stop.to)).toEqual([[9000, 5000]]);
    hand.drag?.('start', hit([9050, 5000]));
    hand.drag?.('move', hit([9000, 2000]));
    hand.drag?.('end', hit([9000, 2000]));
    expect(march.stops.map((stop) => stop.to)).toEqual([[9000, 2000]]);
    expect(hand.drag?.('start', hit([20_000, 20_000]))).toBe(false);
  });
});

describe('the end of movement', () => {
  it('tells forces that have not moved before it ends', async () => {
    const { march, key, sent } = table();
    expect(march.left.map((force) => force.open.length)).toEqual([2, 1]);
    key('e');
    expect([march.warned, sent]).toEqual([true, []]);
    key('e');
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toEqual([{ type: 'done' }]);
  });
  it('goes to the next force with N, and undoes points before decisions', () => {
    const { desk, key, hand, march, game } = table();
    key('n');
    expect(desk.chosen).toEqual([4]);
    hand.pick?.(hit([9000, 5000]));
    key('u');
    expect([march.stops, game.undone]).toEqual([[], 0]);
    key('u');
    expect(game.undone).toBe(1);
  });
});

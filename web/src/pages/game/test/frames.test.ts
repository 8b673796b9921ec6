import { describe, expect, it } from 'vitest';
import type { Update } from '../../../lib/types';
import { attacked, deedWords, framesOf, type RiskFrame } from '../conquest/frames';

const battle = (left: number, there: number) => ({
  type: 'battle', seat: 0, source: 'a', target: 'b', defender: 1, attack: [6], defence: [5], attacker_loss: 0, defender_loss: 1, source_left: left, target_left: there,
});
const update = (events: object[]) => ({ events }) as unknown as Update;
const data = (events: object[], own: boolean) => framesOf(update(events), own ? [0] : []).map((frame) => frame.data as RiskFrame);

describe('frames', () => {
  it('let own dice tumble before they are told', () => {
    const frames = data([battle(5, 2)], true);
    expect(frames.map((frame) => frame.throw?.rolling)).toEqual([true, false]);
    expect(frames[0]?.armies).toEqual({});
    expect(frames[1]?.armies).toEqual({ a: 5, b: 2 });
  });
  it('tell own moves from those of others in one update', () => {
    const frames = framesOf(update([battle(5, 2), { ...battle(3, 1), seat: 2, source: 'c' }]), [0]);
    expect(frames.map((frame) => frame.own)).toEqual([true, true, false]);
  });
  it('show an army of nobody\'s as one\'s own while one commands it', () => {
    const raid = { events: [{ ...battle(5, 2), seat: -1 }], seat: 0 } as unknown as Update;
    expect(framesOf(raid, [0]).every((frame) => frame.own)).toBe(true);
    expect(framesOf(raid, [1]).some((frame) => frame.own)).toBe(false);
  });
  it('show first and last of many rolls, and a few between', () => {
    const frames = data(Array.from({ length: 60 }, (_, at) => battle(60, 59 - at)), true);
    expect(frames[0]?.throw?.roll).toBe(1);
    expect(frames[frames.length - 1]?.throw?.roll).toBe(60);
    expect(frames.length).toBeLessThan(14);
  });
  it('name who acts, and what is done to the viewer', () => {
    const frames = framesOf(update([battle(5, 2), { ...battle(3, 1), source: 'c', defender: 2 }]), [1]);
    expect(frames.map((frame) => [frame.seat, frame.hits])).toEqual([[0, true], [0, false]]);
  });
  it('show those who moved in at once, and no empty place until the turn ends', () => {
    const taken = [battle(5, 0), { type: 'conquered', seat: 0, source: 'a', target: 'b', defender: 1 }, { type: 'moved_in', seat: 0, source: 'a', target: 'b', count: 3 }];
    const frames = data([...taken, { type: 'placed', seat: 2, space: 'c', count: 2 }], false);
    expect(frames[frames.length - 1]?.armies).toEqual({ a: 2, b: 3 });
    expect(data(taken.slice(2), false)[0]?.armies).toEqual({ b: 3 }); // what fell in the update before
  });
  it('tell the others that cards were traded, and for how many armies', () => {
    const trade = { type: 'traded', seat: 0, cards: ['c1', 'c2', 'c3'], armies: 4, bonus: 'b' };
    const [frame] = data([trade], false);
    expect(frame && deedWords(frame, (id) => id, ['army', 'armies'])).toBe('a set of cards for 4 armies');
    expect(frame?.flash).toEqual(['b']);
    expect(data([trade], true)).toEqual([]);
  });
  it('tell where the viewer is attacked', () => {
    const [frame] = data([battle(5, 2)], false);
    expect([attacked(frame ?? null, [1]), attacked(frame ?? null, [2]), attacked(null, [1])]).toEqual([['a', 'b'], [], []]);
  });
  it('say in words what others do', () => {
    const said = (events: object[]) => data(events, false).map((frame) => deedWords(frame, (id) => id.toUpperCase(), ['army', 'armies']));
    expect(said([{ type: 'placed', seat: 2, space: 'c', count: 2 }])).toEqual(['2 armies to C']);
    expect(said([battle(5, 0), { type: 'conquered', seat: 0, source: 'a', target: 'b', defender: 1 }, { type: 'moved_in', seat: 0, source: 'a', target: 'b', count: 1 }]))
      .toEqual(['A → B', 'A → B, conquered', 'A → B, 1 army moves']);
    expect(said([{ type: 'struck', seat: 2, space: 'c', count: 1, left: 4 }])).toEqual(['C loses 1 army']);
  });
  it('flood a conquest', () => {
    const frames = data([battle(5, 0), { type: 'conquered', seat: 0, source: 'a', target: 'b', defender: 1 }], false);
    expect(frames[frames.length - 1]).toMatchObject({ owners: { b: 0 }, flood: { id: 'b', from: 'a', seat: 0, before: 1 } });
    expect(frames[frames.length - 1]?.throw?.attack).toEqual([6]); // the dice stay where they are
  });
});

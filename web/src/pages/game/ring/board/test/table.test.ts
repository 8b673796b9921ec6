import { describe, expect, it } from 'vitest';
import type { Update } from '../../../../../lib/types';
import type { GroundPlace } from '../../ground';
import type { FigureView, KindView, RingView } from '../../view';
import { Crowd } from '../crowd';
import { contactsOf } from '../contacts';
import { framesOf, type RingFrame } from '../frames';
import { figureAt, placeAt, shieldAt, within } from '../hit';
import { inkOn, liveries } from '../livery';
import { along } from '../motion.svelte';
import { insider, outlinesOf } from '../outlines';
import { coverOf, placed, radiusOf } from '../paint';
import { inches, measured } from '../ruler.svelte';
import { shieldsOf } from '../shields';
import type { Game } from '../../../game.svelte';
import { Trails, trailsOf } from '../trails.svelte';
import { watched } from '../sight';
import { aboardWords, fightWords, leftWords, speedWords } from '../words';

const KIND: Omit<KindView, 'token' | 'radius'> = { key: '', name: 'Man', speed: 10_000, difficult: 7000, sea: 0, river: 0, wounds: 1, capacity: 0, dice: 1, attack: 4, defence: 5, leadership: 0, wizardry: 0, abilities: [], dropped: false };
const figure = (id: number, x: number, y: number, more: Partial<FigureView & { owner: number; inside: string; tower: boolean }> = {}): FigureView => ({
  figure: { id, owner: more.owner ?? 0, x, y, ...(more.inside ? { inside: more.inside, tower: more.tower ?? false } : {}) }, name: 'Man', force: more.force ?? 0, kind: more.kind ?? 0,
});
const crowdOf = (figures: FigureView[]) => new Crowd({
  figures, kinds: [{ ...KIND, token: 'foot', radius: 500 }, { ...KIND, token: 'hero', radius: 500 }, { ...KIND, key: 'rohan_rider', token: 'rider', radius: 500 }],
  players: [{ name: 'Rohan', side: 'good', colour: '#2f6b3a', seat: 0, points: 0 }, { name: 'Isengard', side: 'evil', colour: '', seat: 1, points: 0 }, { name: 'wild', side: 'wild', colour: '', seat: null, points: 0 }],
} as unknown as RingView);
/** Ten pixels to an inch, on a table 40 inches high. */
const at = ([x, y]: readonly [number, number]): [number, number] => [x / 100, (40_000 - y) / 100];
const NONE = new Map();

describe('figures on the table', () => {
  it('joins those who stand together, each owner apart, the largest force first', () => {
    const crowd = crowdOf([figure(1, 0, 0, { force: 4 }), figure(2, 900, 0, { force: 5, owner: 1 }), figure(3, 1800, 0, { force: 5, owner: 1 }), figure(4, 0, 0, { force: 5, owner: 0, inside: 'deep' })]);
    expect(crowd.forces.map((force) => force.figures.map((one) => one.figure.id))).toEqual([[2, 3], [1]]);
    expect(crowd.forceOf(3)).toEqual([3, 2]);
    expect(crowd.forceOf(4)).toEqual([4]);
  });
  it('knows how far the nearest other figure is, and forgets those too far to matter', () => {
    const { apart } = crowdOf([figure(1, 0, 0), figure(2, 600, 800), figure(3, 9000, 0)]);
    expect(apart.get(1)).toBe(1000);
    expect(apart.get(2)).toBe(1000);
    expect(apart.get(3)).toBe(Infinity);
  });
  it('draws a token as large as its base, smaller in a crowd, and never too small to be seen', () => {
    const alone = crowdOf([figure(1, 0, 0)]);
    const close = crowdOf([figure(1, 0, 0), figure(2, 500, 0)]);
    const [one] = alone.field;
    if (!one) throw new Error('no figure');
    expect(radiusOf(alone, one, 40)).toBeCloseTo(19.2);
    expect(radiusOf(close, one, 40)).toBeCloseTo(9.2);
    expect(radiusOf(close, one, 14)).toBe(7);
  });
  it('paints heroes before all and draws the moving where they are on their way', () => {
    const crowd = crowdOf([figure(1, 0, 0, { kind: 1 }), figure(2, 5000, 0), figure(3, 5000, 9000)]);
    expect(placed(crowd, 20, at, NONE).map((one) => one.one.figure.id)).toEqual([3, 2, 1]);
    expect(placed(crowd, 20, at, new Map([[2, [7000, 0]]])).find((one) => one.one.figure.id === 2)?.x).toBe(70);
  });
  it('paints the window and what lies before the next cell, whatever is panned within one', () => {
    expect(coverOf(10, -5, 800, 600)).toEqual({ x: 0, y: -256, width: 1056, height: 856 });
    expect(coverOf(250, -200, 800, 600)).toEqual(coverOf(10, -5, 800, 600));
  });
  it('meets the nearest token under the pointer, and farther ones only with a finger', () => {
    const painted = placed(crowdOf([figure(1, 0, 40_000), figure(2, 3000, 40_000)]), 20, at, NONE);
    expect(figureAt(painted, [17, 0], false)?.one.figure.id).toBeUndefined();
    expect(figureAt(painted, [17, 0], true)?.one.figure.id).toBe(2);
    expect(figureAt(painted, [26, 4], false)?.one.figure.id).toBe(2);
  });
  it('finds the nearest figure of the force between whose figures a point lies, be its line the hull or not', () => {
    const inches = ([x, y]: readonly [number, number]): [number, number] => [x / 1000, 40 - y / 1000];
    const block = [figure(1, 0, 40_000), figure(2, 1000, 40_000), figure(3, 0, 39_000), figure(4, 1000, 39_000)];
    const lone = figure(9, 5000, 40_000, { force: 9 });
    const met = (figures: FigureView[], x: number, y: number) => insider(outlinesOf(crowdOf(figures), inches), [x, y], inches);
    expect([met([...block, lone], 0.6, 0.6), met([...block, lone], 0.4, 0.4), met([...block, lone], 5, 0.2), met(block, 3, 0)]).toEqual([4, 1, null, null]);
    const foe = figure(5, 400, 39_600, { owner: 1, force: 5 });
    expect(met([...block, foe], 0.6, 0.6)).toBe(4);
  });
  it('takes what a rectangle holds, drawn from any corner', () => {
    const painted = placed(crowdOf([figure(1, 0, 40_000), figure(2, 3000, 39_000), figure(3, 9000, 40_000)]), 20, at, NONE);
    expect(within(painted, [40, 20], [-5, -5]).map((one) => one.one.figure.id).sort()).toEqual([1, 2]);
  });
});

const ring = (x: number, y: number, r: number): [number, number][] => [[x - r, y - r], [x + r, y - r], [x + r, y + r], [x - r, y + r]];
const place = (id: string, x: number, y: number, r: number): GroundPlace => ({
  id, name: id, kind: 'fortress', walled: true, at: [x, y], ring: ring(x, y, r), gates: [], weak_walls: [], tower: null, exits: [], healing: false,
});

describe('contacts', () => {
  it('are marked once for two forces, where they are nearest, by the inch from middle to middle or from edge to edge', () => {
    const crowd = crowdOf([
      figure(1, 0, 0, { force: 1 }), figure(2, 900, 0, { force: 1 }), figure(3, 1700, 0, { force: 2, owner: 1 }), figure(4, 1800, 500, { force: 2, owner: 1 }),
      figure(5, 8000, 0, { force: 3 }), figure(6, 9700, 0, { force: 4, owner: 1 }),
    ]);
    expect(contactsOf(crowd, false)).toEqual([{ key: '1 2', at: [1300, 0] }]);
    expect(contactsOf(crowd, true).map((one) => one.key)).toEqual(['1 2', '3 4']);
  });
});

describe('shields', () => {
  const sheet = { width: 400, height: 400, size: 1, px: at };
  const ground = { places: [place('deep', 20_000, 20_000, 2000)] } as never;
  it('stand for garrisons near and far, side by side where two owners share a place', () => {
    const crowd = crowdOf([figure(1, 0, 0, { inside: 'deep' }), figure(2, 0, 0, { inside: 'deep' }), figure(3, 0, 0, { inside: 'deep', owner: 1 }), figure(4, 3000, 3000)]);
    const shields = shieldsOf(crowd, ground, sheet, false);
    expect(shields.map((one) => [one.place, one.owner, one.count])).toEqual([['deep', 0, 2], ['deep', 1, 1]]);
    expect(Math.abs((shields[0]?.x ?? 0) - (shields[1]?.x ?? 0))).toBeGreaterThanOrEqual(22);
  });
  it.each([1, 1.5])('leave free the number of a garrison below the tower, %d times as large', (size) => {
    const towered = { places: [{ ...place('deep', 20_000, 20_000, 2000), tower: { name: 'Hornburg', circle: null, capacity: 6 } }] } as never;
    const crowd = crowdOf([figure(1, 0, 0, { inside: 'deep', tower: true }), figure(2, 0, 0, { inside: 'deep', owner: 1 })]);
    const [above, below] = shieldsOf(crowd, towered, { ...sheet, size }, false).toSorted((one, other) => one.y - other.y);
    expect([above?.tower, below?.tower]).toEqual([true, false]);
    expect((below?.y ?? 0) - (above?.y ?? 0)).toBeGreaterThan(26 * size);
  });
  it('have the signs of their kinds below them, the most frequent first, as far as these lie on no other shield', () => {
    const crowd = crowdOf([figure(1, 9000, 9000), figure(2, 9900, 9000, { kind: 2 }), figure(3, 9900, 9900, { kind: 2 }), figure(4, 9000, 9900, { kind: 1 })]);
    expect(shieldsOf(crowd, ground, sheet, true)[0]?.signs).toEqual(['horse', 'shield']);
    const close = crowdOf([0, 1].map((n) => figure(n + 1, 9000, 9000 - n * 2800, { force: n, owner: n })));
    expect(shieldsOf(close, ground, sheet, true).map((one) => one.signs)).toEqual([[], ['shield']]);
  });
  it('stand for forces from afar, moved aside until none covers another, and on the table', () => {
    const crowd = crowdOf([0, 1, 2, 3, 4].map((n) => figure(n + 1, 100 + n * 200, 100, { force: n, owner: n % 2 })));
    const shields = shieldsOf(crowd, ground, sheet, true);
    expect(shields).toHaveLength(5);
    for (const one of shields) {
      expect(one.y).toBeLessThanOrEqual(400 - 13);
      for (const other of shields) if (other !== one) expect(Math.abs(one.x - other.x) >= 22 || Math.abs(one.y - other.y) >= 26).toBe(true);
    }
    const [first] = shields;
    expect(first && shieldAt(shields, [first.x, first.y], 1, false)).toBe(first);
  });
});

describe('places', () => {
  it('finds the smallest place at a point', () => {
    expect(placeAt([place('realm', 0, 0, 9000), place('hall', 1000, 0, 1500)], [800, 200])?.id).toBe('hall');
    expect(placeAt([place('realm', 0, 0, 9000)], [9500, 0])).toBeNull();
  });
});

describe('liveries', () => {
  it('take the colours of the scenario, and give others a colour and all a pattern of their own', () => {
    const found = liveries(crowdOf([]).view.players);
    expect(found.map((one) => one.fill)).toEqual(['#2f6b3a', '#3D57B0', '#6B6459']);
    expect(new Set(found.map((one) => JSON.stringify(one.pattern))).size).toBe(3);
  });
  it('write black on light and white on dark', () => {
    expect(inkOn('#b8b4a6')).toBe('#1E2329');
    expect(inkOn('#2f6b3a')).toBe('#FFFFFF');
  });
});

describe('moves', () => {
  const update = {
    view: { players: [{ seat: 0 }, { seat: 1 }] },
    events: [
      { type: 'moved', player: 1, paths: [[5, [[0, 0], [3000, 4000]]], [6, [[1000, 0], [4000, 4000]]]] },
      { type: 'threw', purpose: 'x', faces: [3] },
      { type: 'gone', figures: [6], names: ['Orc'], why: 'dead' },
      { type: 'fell_back', player: 0, paths: [[5, [[3000, 4000], [0, 0]]]] },
    ],
  } as unknown as Update;
  it('become frames one after the other, each with where those before ended', () => {
    const frames = framesOf(update, [0]);
    expect(frames.map((frame) => frame.own)).toEqual([false, false, true]);
    const last = frames[2]?.data as RingFrame;
    expect(last.before.get(6)).toEqual([4000, 4000]);
    expect(last.away).toEqual([6]);
  });
  it('hold the score of a combat before anything follows, as one\'s own where one\'s side fought', () => {
    const over = (bouts: object[]) => ({
      view: { players: [{ seat: 0, side: 'good' }, { seat: 1, side: 'evil' }] }, events: [{ type: 'battle_ended', sides: ['good', 'evil'], report: { bouts } }],
    }) as unknown as Update;
    const [frame] = framesOf(over([{ winner: 0, scores: [] }]), [0]);
    expect([frame?.own, (frame?.least ?? 0) > 1000]).toEqual([true, true]);
    expect(framesOf(over([{ winner: 0, scores: [] }]), [])[0]?.own).toBe(false);
    expect(framesOf(over([]), [0])).toEqual([]);
  });
  it('leave the trail of their leader', () => {
    expect(trailsOf(update.events, 7).map((one) => [one.player, one.count, one.retreat])).toEqual([[1, 2, false], [0, 1, true]]);
  });
  it('of others leave trails until the viewer has acted, and those taken back leave none', () => {
    const at = (step: number, awaySince: number) => ({ shown: { ...update, step }, mine: [0], awaySince, replay: { on: false, moment: null } });
    const game = at(3, 2);
    const trails = new Trails(game as unknown as Game);
    trails.note();
    expect(trails.shown.map((one) => one.key)).toEqual(['3 0']);
    Object.assign(game, at(5, 3));
    trails.note();
    expect(trails.shown.map((one) => one.key)).toEqual(['5 0']);
    Object.assign(game, { ...at(4, 3), shown: { ...update, events: [], step: 4 } });
    trails.note();
    expect(trails.shown).toEqual([]);
  });
  it('go along a path by its length', () => {
    const path = [[0, 0], [3000, 0], [3000, 1000]] as const;
    expect(along(path, 0)).toEqual([0, 0]);
    expect(along(path, 0.5)).toEqual([2000, 0]);
    expect(along(path, 0.875)).toEqual([3000, 500]);
    expect(along(path, 1)).toEqual([3000, 1000]);
    expect(along([[5, 5]], 0.5)).toEqual([5, 5]);
  });
  it('are measured leg by leg', () => {
    expect(measured([[0, 0], [3000, 4000], [3000, 5000]])).toBe(6000);
    expect(inches(7349)).toBe('7.3″');
  });
});

describe('ships', () => {
  const ship: KindView = { ...KIND, name: 'Ship', token: 'ship', radius: 2000, speed: 0, difficult: 0, sea: 24_000, river: 12_000, dice: 0, attack: null, defence: 3, wounds: 3, capacity: 4 };
  const man: KindView = { ...KIND, token: 'foot', radius: 400 };
  const one = (id: number, kind: number, more = {}) => ({ figure: { id, owner: 0, x: 0, y: 0, ...more }, name: kind ? 'Corsair' : 'Ship', force: id, kind });
  const crowd = new Crowd({ kinds: [ship, man], figures: [one(1, 0, { lost_wounds: 1 }), one(2, 1, { aboard: 1 }), one(3, 1, { aboard: 1 }), one(4, 0)] } as never);
  const [manned, , , empty] = crowd.view.figures;
  it('tell who is aboard, how far they sail and what they bear', () => {
    expect(manned && aboardWords(crowd, manned)).toBe('2 Corsairs, room for 2 more');
    expect(empty && aboardWords(crowd, empty)).toBe('nobody, room for 4');
    expect(speedWords(ship)).toBe('24″, 12″ on rivers');
    expect(fightWords(ship)).toBe('does not attack, saves on 3, 3 wounds');
    expect(manned && leftWords(manned, ship)).toBe('2 of 3 wounds left');
    expect(empty && leftWords(empty, ship)).toBe('');
  });
  it('count with those aboard', () => {
    expect(manned && crowd.manned([manned]).map(({ figure }) => figure.id)).toEqual([1, 2, 3]);
    expect(crowd.manned(crowd.view.figures)).toHaveLength(4);
  });
});

describe('who only watches', () => {
  const { view } = crowdOf([]);
  const crowd = crowdOf([figure(1, 0, 0, { force: 1 }), figure(2, 900, 0, { force: 1 }), figure(3, 5000, 0, { force: 2 }), figure(4, 0, 9000, { force: 3, owner: 1 })]);
  const desk = { view: { ...view, figures: crowd.view.figures, mover: 0, question: null }, crowd } as unknown as Parameters<typeof watched>[0];
  const trail = { key: '1 0', step: 1, player: 1, path: [[0, 0], [0, 9000]], count: 1, retreat: false } as const;
  it('looks at the last move first, else at the largest force of whoever is to move', () => {
    expect(watched(desk, [trail])).toEqual([[0, 0], [0, 9000]]);
    expect(watched(desk, [])).toEqual([[0, 0], [900, 0]]);
  });
});

import { describe, expect, it } from 'vitest';
import { arrows } from '../board/arrows';
import { Viewport } from '../board/viewport.svelte';
import type { BoardGeometry } from '../../../lib/types';
import { hintFor } from '../conquest/hints';
import { nearest } from '../board/nearest';
import { freeSpot } from '../conquest/spots';
import { enemies, scoring, spread, usualMoveIn, type Battle, type ConquestView } from '../conquest/view';
import { extend } from '../game.svelte';
import { board, ground } from './board';

const view = { owners: [0, 0, 1, 1, 0], armies: [5, 1, 9, 1, 1], phase: 'reinforce' } as unknown as ConquestView;

describe('the chance on a neighbour', () => {
  const at = (id: string, x: number, y: number, under = 21) => ({ id, token: [x, y] as [number, number], label: [x, y + under] as [number, number], short: id });
  const spot = (own: number, ...others: ReturnType<typeof at>[]) => freeSpot({ spaces: [at('here', 100, 100, own), ...others] as unknown as BoardGeometry['spaces'], unit: 1 }, at('here', 100, 100), 35, 1);
  it('stands where it covers no armies', () => {
    expect(spot(21)).toEqual([0, -26]);
    expect(spot(-21, at('above', 95, 70))).toEqual([0, 26]);
    expect(spot(21, at('above', 95, 70), at('below', 100, 132))[1]).toBe(0);
  });
  it('stands where it covers least, where nothing is free', () => {
    expect(spot(-26, at('under', 126, 126, 0), at('right', 142, 100), at('left', 58, 100))).toEqual([0, -26]); // its own name, not armies
    expect(spot(-26, at('a', 66, 100, 26), at('right', 142, 100, -60), at('left', 58, 100, -60))).toEqual([0, 26]); // a little of a name, not all of one
  });
  it('stands where it covers no other chance', () => {
    const here = at('here', 100, 100);
    const around = { spaces: [here] as unknown as BoardGeometry['spaces'], unit: 1 };
    expect(freeSpot(around, here, 35, 1, [{ space: at('other', 100, 48), spot: [0, 26], width: 35 }])).not.toEqual([0, -26]);
  });
  it('stands where it covers no name, if it can', () => {
    expect(spot(-26)).toEqual([0, 26]); // its own name is over it
    expect(spot(21, at('above', 100, 60))).toEqual([35 / 2 + 17, 0]); // the name of a neighbour over it, its own under it
    expect(spot(21, at('above', 100, 60), at('right', 142, 100), at('left', 58, 100))).toEqual([0, 26]); // better a name than armies
  });
});

describe('the board', () => {
  it('finds the nearest place in a direction', () => {
    expect(nearest(board, 'peru', [1, 0])).toBe('north_africa');
    expect(nearest(board, 'brazil', [-1, 0])).toBeNull();
  });
  it('draws an arrow over the edge in two halves', () => {
    expect(arrows(board, 'brazil', 'north_africa', 5, 5)).toHaveLength(1);
    expect(arrows(board, 'brazil', 'alaska', 5, 5)).toHaveLength(2);
  });
  it('spreads armies along borders only', () => {
    expect(new Set(spread(ground, view, 0, 4, {}))).toEqual(new Set(['brazil']));
  });
  it('takes no ally for an enemy', () => {
    const allied = { ...view, sides: ['good', 'good'], allied: true };
    expect(enemies(ground, allied, 'brazil')).toEqual([]);
    expect(spread(ground, allied, 0, 4, {})).toEqual([]);
    expect(enemies(ground, { ...allied, allied: false }, 'brazil')).toEqual(enemies(ground, view, 'brazil'));
    expect(enemies(ground, view, 'brazil')).not.toEqual([]);
  });
  it('moves all in where the source is safe, else half', () => {
    const entry = (source: string) => ({ ...view, occupy: { source, target: 'north_africa', least: 1, most: 7 } }) as ConquestView;
    expect(usualMoveIn(ground, entry('peru'))).toBe(7);
    expect(usualMoveIn(ground, entry('brazil'))).toBe(4);
  });
  it('zooms to the pointer and keeps what is there', () => {
    const port = new Viewport(500, 200);
    Object.assign(port, { width: 500, height: 400 });
    const before = port.toMap({ x: 300, y: 220 });
    port.zoomAt(2, { x: 300, y: 220 });
    const after = port.toMap({ x: 300, y: 220 });
    expect(after[0]).toBeCloseTo(before[0]);
    expect(after[1]).toBeCloseTo(before[1]);
    port.zoomBy(100);
    expect(port.zoom).toBe(6);
    port.zoomBy(0.001);
    expect(port.zoom).toBe(1);
  });
  it('brings points into the free part', () => {
    const port = new Viewport(500, 200);
    Object.assign(port, { width: 400, height: 600 });
    port.zoomBy(4);
    port.reveal([[10, 10], [60, 30]], { top: 0, right: 0, bottom: 300, left: 0 });
    for (const point of [[10, 10], [60, 30]] as [number, number][]) {
      const at = port.toScreen(point);
      expect(at.x).toBeGreaterThanOrEqual(39);
      expect(at.y).toBeLessThanOrEqual(261);
    }
  });
});

describe('what stands beside what is chosen', () => {
  const port = new Viewport(500, 200);
  Object.assign(port, { width: 400, height: 600 });
  const cover = { top: 0, right: 0, bottom: 300, left: 0 };
  const fits = (least: number) => port.withNear([[100, 100]], [[400, 100], [150, 100], [100, 190]], cover, 20, least);
  it('is seen with it, the nearest first, as far as one need not look from farther away', () => {
    expect(fits(6)).toEqual([[100, 100], [150, 100]]);
    expect(fits(2)).toEqual([[100, 100], [150, 100], [100, 190]]);
    expect(fits(1)).toHaveLength(4);
    expect(port.zoom).toBe(1);
  });
});

describe('a roll', () => {
  const roll: Battle = {
    type: 'battle', audience: null, attack_bonus: 0, defence_bonus: 0, cap: 0, pairs: 0, protected: 0, raised: false, committed: [0, 0],
    seat: 0, source: 'brazil', target: 'peru', defender: 1, attack: [6, 2], defence: [4], attacker_loss: 0, defender_loss: 1, source_left: 4, target_left: 1,
  };
  it('is compared with what lifts the highest dice, as far as a cap lets it', () => {
    expect(scoring(roll)).toMatchObject({ bonus: [0, 0], pairs: 0 });
    expect(scoring({ ...roll, attack_bonus: 2, defence_bonus: 1, pairs: 2 })).toMatchObject({ bonus: [2, 1], pairs: 2 });
    expect(scoring({ ...roll, attack_bonus: 2, defence_bonus: 1, cap: 6 })).toMatchObject({ bonus: [0, 1], pairs: 0 });
  });
});

describe('the chart', () => {
  it('grows by points and drops what was taken back', () => {
    const point = (step: number, turn: number) => ({ step, turn, values: { territories: [turn, 1] } });
    const one = extend({ names: [], turns: [], steps: [], values: {} }, 0, [point(5, 0), point(9, 1)]);
    expect(one).toEqual({ names: ['territories'], turns: [0, 1], steps: [5, 9], values: { territories: [[0, 1], [1, 1]] } });
    expect(extend(one, 7, [point(8, 1)]).steps).toEqual([5, 8]);
  });
});

describe('hints', () => {
  const seen = { unit: ['army', 'armies'] as const, view, phase: 'attack', left: 0, sources: ['brazil'], source: null, target: null, chance: null, conquered: false, must: false };
  it('follow what is happening', () => {
    expect(hintFor({ ...seen, phase: 'reinforce', left: 5 }, 'blue', ground.name)).toBe('5 armies to place. Click one of your blue territories.');
    expect(hintFor(seen, 'blue', ground.name)).toBe('Now attack. Click Brazil, then a lit neighbour.');
    expect(hintFor({ ...seen, source: 'brazil', target: 'peru', chance: 0.85 }, 'blue', ground.name)).toContain('good bet');
    expect(hintFor({ ...seen, conquered: true }, 'blue', ground.name)).toBe('Attack again, or press End attacks.');
    expect(hintFor({ ...seen, conquered: true, sources: [] }, 'blue', ground.name)).toBe('Nothing left to attack with. Press End attacks.');
    expect(hintFor({ ...seen, phase: null }, 'blue', ground.name)).toBeNull();
    expect(hintFor({ ...seen, must: true, phase: 'reinforce', left: 5 }, 'blue', ground.name)).toBe('Trade the set that is marked: it brings more armies to place.');
  });
});

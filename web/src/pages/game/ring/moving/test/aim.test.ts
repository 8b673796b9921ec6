import { describe, expect, it } from 'vitest';
import { aimOf, atWall, doors, onRing, segmentAt, slot } from '../aim';
import { meeting, split } from '../trace';
import type { Spot } from '../../view';
import { figure, ground, hit, view } from './table';

const lead = figure(1, [10_000, 10_000], 0);
const table = view([lead, figure(2, [11_000, 10_000], 0), figure(9, [15_000, 10_000], 2)]);
const aim = (spot: Spot, more = {}, who = lead) => aimOf(table, ground, who, hit(spot, more));

describe('where a press sends figures', () => {
  it('is the point itself on open ground, and an enemy where it stands', () => {
    expect(aim([12_000, 9000])).toEqual({ to: [12_000, 9000], goal: null });
    expect(aim([15_100, 10_000], { figure: 9 })).toEqual({ to: [15_000, 10_000], goal: null });
  });
  it('is nothing on own figures and on the place one is in', () => {
    expect(aim([11_000, 10_000], { figure: 2 })).toBeNull();
    expect(aim([2000, 2000], { place: 'deep' }, figure(3, [2000, 2000], 0, { inside: 'deep' }))).toBeNull();
  });
  it('is by the gate into an own fortress, and into its tower', () => {
    expect(aim([3000, 3000], { place: 'deep' })).toEqual({ to: [2000, 4000], goal: { place: 'deep', tower: false, out: false } });
    expect(aim([1000, 1500], { place: 'deep' })?.goal?.tower).toBe(true);
  });
  it('is up to the wall of one that others hold', () => {
    expect(aim([21_000, 2000], { place: 'isengard' })).toEqual({ to: [19_300, 2000], goal: null });
    expect(aim([21_000, 2000], { place: 'isengard' }, figure(9, [0, 0], 2))?.goal).toMatchObject({ place: 'isengard' });
  });
  it('is off the table where the side may leave it', () => {
    expect(aim([31_000, 1000], { place: 'edge' })?.goal).toEqual({ place: 'edge', tower: false, out: true });
    expect(aim([31_000, 1000], { place: 'edge' }, figure(9, [0, 0], 2))?.goal).toBeNull();
  });
});

describe('places', () => {
  it('without gates are entered from four sides', () => {
    expect(ground.places.map(doors)).toEqual([[[2000, 4000]], [[22_000, 4000], [24_000, 2000], [22_000, 0], [20_000, 2000]], [[32_000, 4000], [34_000, 2000], [32_000, 0], [30_000, 2000]]]);
  });
  it('have a wall that is nearest to where was pressed', () => {
    const [deep] = ground.places;
    expect(deep && [onRing(deep.ring, [3900, 2000]), atWall(deep, [3900, 2000]), atWall(deep, [2000, 4000])]).toEqual([[4000, 2000], [4700, 2000], [2000, 4700]]);
  });
});

describe('lines', () => {
  const line: Spot[] = [[0, 0], [4000, 0], [4000, 4000], [8000, 4000]];
  const stops: Spot[] = [[4000, 4000], [8000, 4000]];

  it('get a new way-point before the one that follows on the line', () => {
    expect([0, 1, 2].map((segment) => slot(line, segment, stops))).toEqual([0, 0, 1]);
    expect(segmentAt(line, [4100, 2000])).toEqual({ segment: 1, far: 100 });
    expect(segmentAt([], [0, 0])).toBeNull();
  });
  it('are red from the fault on, all of them where it has no place', () => {
    expect(split(line, [4000, 1000])).toEqual({ fine: [[0, 0], [4000, 0], [4000, 1000]], bad: [[4000, 1000], [4000, 4000], [8000, 4000]] });
    expect(split(line, null)).toEqual({ fine: line, bad: [] });
  });
  it('meet between the two that are nearest to each other', () => {
    expect(meeting([[0, 0], [4000, 0]], [[5000, 0], [9000, 0]])).toEqual([4500, 0]);
    expect(meeting([], [[0, 0]])).toBeNull();
  });
});

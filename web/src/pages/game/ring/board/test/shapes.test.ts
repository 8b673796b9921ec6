import { describe, expect, it } from 'vitest';
import { area, edge, encloses, hull, inside, outline, outlinePath, roundHull, type Dot } from '../shapes';

const SQUARE: Dot[] = [[0, 0], [4, 0], [4, 4], [0, 4]];
const arcs = (d: string) => d.match(/A/g)?.length ?? 0;
const lines = (d: string) => d.match(/M/g)?.length ?? 0;

describe('shapes round figures', () => {
  it('finds the corners of a hull and leaves out what is inside or on an edge', () => {
    const corners = hull([...SQUARE, [2, 2], [2, 0], [1, 3]]);
    expect(new Set(corners.map(String))).toEqual(new Set(SQUARE.map(String)));
    expect(area(corners)).toBe(16);
  });
  it('tells inside from outside of a ring that is not convex', () => {
    const ring: Dot[] = [[0, 0], [6, 0], [6, 6], [3, 2], [0, 6]];
    expect(inside([1, 1], ring)).toBe(true);
    expect(inside([3, 5], ring)).toBe(false);
    expect(inside([-1, 1], ring)).toBe(false);
  });
  it('widens a hull by its reach, with a round corner at each corner', () => {
    const d = roundHull(SQUARE, 1);
    expect(arcs(d)).toBe(4);
    const numbers = d.match(/-?\d+\.\d+/g)?.map(Number) ?? [];
    expect(Math.min(...numbers)).toBe(-1);
    expect(Math.max(...numbers)).toBe(5);
    expect(roundHull([[2, 3]], 1)).toContain('M1.000 3.000');
  });
  it('joins discs that meet into one edge and keeps others apart', () => {
    expect(lines(edge([{ x: 0, y: 0, r: 1 }, { x: 1.5, y: 0, r: 1 }]))).toBe(1);
    expect(lines(edge([{ x: 0, y: 0, r: 1 }, { x: 3, y: 0, r: 1 }]))).toBe(2);
  });
  it('closes the edge of many discs: each arc begins where the one before ends', () => {
    const discs = Array.from({ length: 40 }, (_, at) => ({ x: (at % 8) * 1.1, y: Math.floor(at / 8) * 1.3, r: 1 }));
    const d = edge(discs);
    expect(lines(d)).toBe(1);
    const dots = [...d.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)A[\d.]+ [\d.]+ 0 \d 1 (-?[\d.]+) (-?[\d.]+)/g)].map((found) => found.slice(1).map(Number));
    dots.forEach(([x = 0, y = 0], at) => {
      const [, , endX = 0, endY = 0] = dots[(at + dots.length - 1) % dots.length] ?? [];
      expect(Math.hypot(x - endX, y - endY)).toBeLessThan(0.01);
    });
  });
  it('draws a ring of discs with its hole', () => {
    const ring = Array.from({ length: 12 }, (_, at) => ({ x: 4 * Math.cos((at * Math.PI) / 6), y: 4 * Math.sin((at * Math.PI) / 6), r: 1.3 }));
    expect(lines(edge(ring))).toBe(2);
  });
  it('leaves out a disc that lies in another, and one that stands there twice', () => {
    expect(arcs(edge([{ x: 0, y: 0, r: 2 }, { x: 0.5, y: 0, r: 1 }, { x: 0, y: 0, r: 2 }]))).toBe(2);
  });
  it('outlines a block by its hull, but not round an enemy nor round far corners', () => {
    const block = SQUARE.flatMap(([x, y]) => [{ x: x / 4, y: y / 4, r: 0.5 }]);
    const line = (...[discs, others, pad]: Parameters<typeof outline>) => outlinePath(outline(discs, others, pad));
    expect(line(block, [], 0.2)).toBe(roundHull(block.map((one): Dot => [one.x, one.y]), 0.7));
    expect(lines(line(block, [[0.5, 0.5]], 0.1))).toBe(1);
    expect(line(block, [[0.5, 0.5]], 0.1)).not.toBe(roundHull(block.map((one): Dot => [one.x, one.y]), 0.6));
    const spread = SQUARE.map(([x, y]) => ({ x: x * 3, y: y * 3, r: 0.5 }));
    expect(lines(line(spread, [], 0.2))).toBe(4);
  });
  it('knows what lies within an outline: between the figures of a block, but not between those far apart', () => {
    const block = SQUARE.map(([x, y]) => ({ x: x / 2, y: y / 2, r: 0.9 }));
    const within = (dot: Dot) => encloses(outline(block, [], 0.2), dot);
    expect([[1, 1], [-1, 1], [1, 3], [2.7, 2.7]].map((dot) => within(dot as unknown as Dot))).toEqual([true, true, true, true]);
    expect([[-1.2, 1], [1, 3.2], [2.9, 2.9]].map((dot) => within(dot as unknown as Dot))).toEqual([false, false, false]);
    const spread = outline(SQUARE.map(([x, y]) => ({ x: x * 3, y: y * 3, r: 0.5 })), [], 0.2);
    expect([encloses(spread, [6, 6]), encloses(spread, [0.8, 0]), encloses(spread, [0, 1])]).toEqual([false, true, false]);
    const pair = outline([{ x: 0, y: 0, r: 0.5 }, { x: 1, y: 0, r: 0.5 }], [], 0.1);
    expect([encloses(pair, [0.5, 0.5]), encloses(pair, [0.5, 0.7]), encloses(pair, [1.5, 0])]).toEqual([true, false, true]);
  });
});

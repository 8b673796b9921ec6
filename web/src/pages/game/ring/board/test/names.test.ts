import { describe, expect, it } from 'vitest';
import type { GroundName, GroundPlace } from '../../ground';
import { lies, meet, type Box } from '../boxes';
import { written, type Written } from '../names';

/** Ten pixels to an inch, on a table 40 inches high. */
const px = ([x, y]: readonly [number, number]): [number, number] => [x / 100, (40_000 - y) / 100];
const paper = { sheet: [400, 400], zoom: 1, text: 1, px, breadth: (text: string) => text.length * 0.5 } as const;
const name = (id: string, style: GroundName['style'], x: number, y = 20_000, more: Partial<GroundName> = {}): GroundName =>
  ({ id, text: 'Helm’s Deep', style, at: [x, y], size: 12, turn: 0, others: [], ...more });
const place = (id: string, x: number, y: number, r: number): GroundPlace => ({
  id, name: id, kind: 'fortress', walled: true, at: [x, y], ring: [[x - r, y - r], [x + r, y - r], [x + r, y + r], [x - r, y + r]], gates: [], weak_walls: [], tower: null, exits: [], healing: false,
});
const boxOf = (one: Written): Box => ({ x: one.x, y: one.y, wide: one.text.length * 0.5 * one.size, high: one.size * 0.9, turn: one.turn });

describe('boxes', () => {
  const box: Box = { x: 100, y: 100, wide: 60, high: 10 };
  it('that are turned meet only where they lie on each other, not where their corners might', () => {
    expect(meet({ ...box, turn: 45 }, { ...box, x: 120, turn: 45 })).toBe(false);
    expect(meet({ ...box, turn: 45 }, { ...box, x: 110, turn: 45 })).toBe(true);
    expect(meet({ ...box, turn: 45 }, { ...box, x: 118, turn: -45 })).toBe(true);
    expect(meet(box, { ...box, y: 111 })).toBe(false);
    expect(meet(box, { ...box, y: 109 })).toBe(true);
  });
  it('lie on the table with all their corners', () => {
    expect(lies({ ...box, x: 30 }, [400, 400])).toBe(true);
    expect(lies({ ...box, x: 29 }, [400, 400])).toBe(false);
    expect(lies({ ...box, x: 24, turn: 60 }, [400, 400])).toBe(true);
    expect(lies({ ...box, y: 24, turn: 60 }, [400, 400])).toBe(false);
  });
});

describe('names', () => {
  it('of places are written before others where they would lie on each other, and no letters are too small', () => {
    const names = [name('minor', 'minor', 20_000), name('place', 'place', 20_500), name('far', 'tract', 35_000)];
    const found = written(names, [], [], { ...paper, zoom: 0.7 });
    expect(found.map((one) => one.id)).toEqual(['place', 'far']);
    expect(Math.min(...found.map((one) => one.size))).toBeGreaterThanOrEqual(11.5);
    expect(written(names, [], [], { ...paper, zoom: 0.7, text: 1.6 })[0]?.size).toBeGreaterThan(19);
  });
  it('keep clear of the shields on their place and of others beside it, and stay on the table', () => {
    const deep = place('deep', 20_000, 20_000, 300);
    const names = [name('place-deep', 'place', 20_000, 19_300)];
    const on: Box = { x: 200, y: 200, wide: 22, high: 26 };
    expect(written(names, [deep], [on], paper)[0]?.y).toBeGreaterThan(213 + 5);
    expect(written(names, [deep], [on, { x: 200, y: 225, wide: 20, high: 20 }], paper)[0]?.y).toBeLessThan(187 - 5);
    const [edge] = written([name('place-edge', 'place', 20_000, 400)], [place('edge', 20_000, 500, 300)], [], paper);
    expect(edge?.y).toBeLessThan(395);
  });
  it('stand on the side of their place on which the picture has them', () => {
    const names = [name('place-deep', 'place', 24_000, 20_000)];
    const [right] = written(names, [place('deep', 20_000, 20_000, 300)], [], paper);
    expect(right?.x).toBeGreaterThan(200 + 30);
    expect(right?.y).toBe(200);
  });
  it('push another aside who has a second spot, so that both are written', () => {
    const [region, tract] = [name('terrain-a', 'region', 20_000), name('terrain-b', 'tract', 20_000)];
    expect(written([tract, region], [], [], paper).map((one) => one.id)).toEqual(['terrain-a']);
    const both = written([tract, { ...region, others: [[20_000, 10_000, 0]] }], [], [], paper);
    expect(both.map((one) => [one.id, one.y])).toEqual([['terrain-a', 300], ['terrain-b', 200]]);
  });
  it('never lie on each other, whatever the zoom, and from near all are there', () => {
    const spots = Array.from({ length: 24 }, (_, at): [number, number] => [4000 + (at % 5) * 6000 + (at % 3) * 900, 6000 + Math.floor(at / 5) * 4000 + (at % 2) * 700]);
    const places = spots.map(([x, y], at) => place(`p${at}`, x, y, 500));
    const names = spots.map(([x, y], at) => name(`place-p${at}`, at % 4 ? 'place' : 'minor', x, y - 900));
    for (const zoom of [0.3, 0.6, 1, 1.7, 4]) {
      const sheet = [400 * zoom, 400 * zoom] as const;
      const found = written(names, places, [], { ...paper, zoom, sheet, px: (spot) => { const [x, y] = px(spot); return [x * zoom, y * zoom]; } });
      for (const one of found) {
        expect(lies(boxOf(one), sheet)).toBe(true);
        for (const other of found) if (other !== one) expect(meet(boxOf(one), boxOf(other)), `${one.id} on ${other.id} at ${zoom}`).toBe(false);
      }
      if (zoom === 4) expect(found).toHaveLength(24);
      else if (zoom === 0.3) expect(found.length).toBeLessThan(24);
    }
  });
  it('of regions are capitals, in small letters where these would be larger than they, and left out where those would be', () => {
    const region = name('terrain-fangorn', 'region', 20_000, 20_000, { text: 'Fangorn', size: 16 });
    const at = (zoom: number) => written([region], [], [], { ...paper, zoom }).map((one) => [one.text, one.style]);
    expect(at(1)).toEqual([['FANGORN', 'region']]);
    expect(at(0.55)).toEqual([['Fangorn', 'tract']]);
    expect(at(0.3)).toEqual([]);
  });
  it('of rivers take another spot along them where the picture’s is taken', () => {
    const river = name('terrain-anduin', 'water', 20_000, 20_000, { turn: 40, others: [[28_000, 13_000, 35]] });
    const found = written([river, name('place-a', 'place', 20_000)], [], [], paper);
    expect(found.find((one) => one.id === 'terrain-anduin')).toMatchObject({ x: 280, y: 270, turn: 35 });
  });
});

import { expect, it } from 'vitest';
import { LEAST, Viewport } from './viewport.svelte';

it('shows points beside what covers the board also where they have little room around them', () => {
  const viewport = new Viewport(390, 500);
  [viewport.width, viewport.height] = [390, 668];
  viewport.reveal([[100, 200], [120, 310]], { top: 60, right: 4, bottom: 486, left: 4 }, 34, 2.4);
  expect(viewport.zoom).toBe(1);
  expect(viewport.toScreen([100, 200]).y).toBeGreaterThan(60);
  expect(viewport.toScreen([120, 310]).y).toBeLessThan(668 - 486);
});

it('leaves no side bare while more of the map is hidden on the other, once what covers it has changed', () => {
  const viewport = new Viewport(390, 500);
  [viewport.width, viewport.height] = [390, 668];
  viewport.centre([380, 490], 4);
  const corner: [number, number][] = [[330, 430], [370, 480]];
  viewport.reveal(corner, { top: 60, right: 4, bottom: 300, left: 4 }, 44, 2);
  viewport.zoom = 1.4;
  viewport.reveal(corner, { top: 60, right: 4, bottom: 300, left: 4 }, 44, 1.4);
  expect(viewport.toScreen([390, 0]).x).toBeGreaterThan(390 - 4 - 44);
  viewport.fill({ top: 60, right: 4, bottom: 100, left: 4 });
  expect(viewport.toScreen([0, 500]).y).toBeGreaterThan(668 - 100 - 1);
});

it('shows the unit that is ordered rather than a port too far away to be seen together with it', () => {
  const viewport = new Viewport(390, 500);
  [viewport.width, viewport.height] = [390, 668];
  const cover = { top: 60, right: 4, bottom: 240, left: 4 };
  const unit: [number, number] = [200, 490];
  const seen = viewport.withNear([unit], [[210, 450], [200, 5]], cover, 34, LEAST);
  viewport.reveal(seen, cover, 34, 2.2);
  expect(seen).toHaveLength(2);
  expect(viewport.toScreen(unit).y).toBeLessThan(668 - 240);
});

it('looks at what it goes near to in the middle of what is not covered, and leaves what lies there already', () => {
  const viewport = new Viewport(120, 72);
  [viewport.width, viewport.height] = [1000, 800];
  const cover = { top: 66, right: 14, bottom: 200, left: 66 };
  viewport.reveal([[22, 52], [26, 56]], cover, 40, 3);
  expect(viewport.zoom).toBe(3);
  expect(viewport.toScreen([24, 54]).x).toBeCloseTo((66 + 1000 - 14) / 2);
  expect(viewport.toScreen([24, 54]).y).toBeCloseTo((66 + 800 - 200) / 2);
  const { dx } = viewport;
  viewport.reveal([[23, 53]], cover, 40, 3);
  expect(viewport.dx).toBe(dx);
});

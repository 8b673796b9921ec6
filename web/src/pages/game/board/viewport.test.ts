import { expect, it } from 'vitest';
import { Viewport } from './viewport.svelte';

it('shows points beside what covers the board also where they have little room around them', () => {
  const viewport = new Viewport(390, 500);
  [viewport.width, viewport.height] = [390, 668];
  viewport.reveal([[100, 200], [120, 310]], { top: 60, right: 4, bottom: 486, left: 4 }, 34, 2.4);
  expect(viewport.zoom).toBe(1);
  expect(viewport.toScreen([100, 200]).y).toBeGreaterThan(60);
  expect(viewport.toScreen([120, 310]).y).toBeLessThan(668 - 486);
});

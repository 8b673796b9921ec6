import { describe, expect, it } from 'vitest';
import { legible } from '../frame/legible';

describe('the names of moments on the line of time', () => {
  const marks = [0, 10, 12, 40, 45].map((step, turn) => ({ step, turn }));
  const shown = (all: { step: number; turn: number }[]) => legible(all, (a, b) => b.step - a.step, () => 4).map((mark) => mark.step);

  it('are left out where they would touch one before', () => {
    expect(shown(marks.slice(0, 4))).toEqual([0, 10, 40]);
  });
  it('make room for that of now', () => {
    expect(shown(marks)).toEqual([0, 10, 45]);
    expect(shown(marks.slice(0, 1))).toEqual([0]);
  });
});

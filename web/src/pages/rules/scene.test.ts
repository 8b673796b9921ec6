import { describe, expect, it } from 'vitest';
import type { BoardGeometry } from '../../lib/types';
import { colourOf, holds, told, windowAround } from './scene';

const board = {
  width: 1000, height: 800, unit: 1,
  spaces: [{ id: 'BUR', name: 'Burgundy', token: [200, 300] }, { id: 'MUN', name: 'Munich', token: [500, 300] }],
} as unknown as BoardGeometry;

describe('the pictures of rules', () => {
  it('read who holds what by player colour', () => {
    expect(colourOf({ 6: 'BUR PAR', 7: 'MUN' })).toEqual({ BUR: 6, PAR: 6, MUN: 7 });
  });

  it('show what lies around places, within the board', () => {
    const [x, y, width, height] = windowAround(board, ['BUR', 'MUN'], 2, 50);
    expect(width / height).toBeCloseTo(2);
    expect([x, x + width]).toEqual([150, 550]);
    expect([y, y + height]).toEqual([200, 400]);
    expect(windowAround(board, [], 2)).toEqual([0, 0, 1000, 800]);
  });

  it('say in words what they show', () => {
    expect(told({ orders: ['A BUR - MUN'], units: { 6: 'A BUR' } }, board)).toBe('On the board: A Burgundy; A BUR - MUN.');
    expect(told({ dice: { attack: [6, 4], defence: [5], compared: true } }, board)).toBe('Attack 6, 4 against 5.');
  });

  it('stand where the options of a variant have the values they name', () => {
    expect(holds({ cards: ['fixed', 'escalating'] }, { cards: 'fixed' })).toBe(true);
    expect(holds({ money: ['true'] }, { money: false })).toBe(false);
    expect(holds(undefined, {})).toBe(true);
  });
});

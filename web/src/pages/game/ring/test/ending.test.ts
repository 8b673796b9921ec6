import { describe, expect, it } from 'vitest';
import { costs, verdict } from '../ending';
import type { RingView } from '../view';

const figure = (owner: number, more = {}) => ({ figure: { id: 1, owner, x: 0, y: 0, ...more }, name: 'Goblin', force: 0, kind: 0 });
const view = (over: Partial<RingView> = {}): RingView => ({
  sides: [{ id: 'good', name: 'Free Peoples' }, { id: 'evil', name: 'Shadow' }],
  players: [{ name: 'Goblins', side: 'evil', colour: '', seat: 0, points: 0 }, { name: 'The Fellowship', side: 'good', colour: '', seat: 1, points: 0 }, { name: 'Dwarves', side: 'good', colour: '', seat: 1, points: 0 }],
  figures: [figure(0), figure(0, { wounded: true }), figure(0, { weapon: 'ram' })],
  fallen: [['Goblin', 0, 'dead'], ['Lurtz', 0, 'dead'], ['Goblin', 0, 'dead'], ['Frodo', 1, 'left'], ['Sam', 1, 'dispersed']],
  ending: { winner: 'evil', grade: 'minor', sentence: 'The Ring is taken.' }, ...over,
} as unknown as RingView);

describe('the end of a campaign', () => {
  it('is told by its grade and side', () => {
    expect(verdict(view())).toBe('Minor victory: Shadow');
    expect(verdict(view({ ending: { winner: 'good', grade: '', sentence: '' } }))).toBe('Victory: Free Peoples');
    expect(verdict(view({ ending: { winner: '', grade: 'draw', sentence: '' } }))).toBe('A draw');
    expect(verdict(view({ ending: null }))).toBe('');
  });
  it('counts who stands, who is lost, and who only left the table; weapons and players without figures are left out', () => {
    expect(costs(view())).toEqual([
      { player: 0, side: 'evil', standing: 2, wounded: 1, lost: 3, gone: [{ words: 'fell', count: 3, who: '2 Goblins and Lurtz' }] },
      { player: 1, side: 'good', standing: 0, wounded: 0, lost: 1, gone: [{ words: 'dispersed', count: 1, who: 'Sam' }, { words: 'left the table', count: 1, who: 'Frodo' }] },
    ]);
  });
});

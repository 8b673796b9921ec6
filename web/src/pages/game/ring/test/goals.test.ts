import { expect, test } from 'vitest';
import { aimOf, cameOf, dateLines, dottedTurns, prizeOf, rungs, termsOf, whenOf } from '../goals';
import type { Goal, Ladder } from '../ground';
import { view } from '../moving/test/table';

const ending = (more: Partial<Ladder>): Ladder => ({ winner: '', grade: '', when: 'time_out', condition: '', sentence: '', places: [], threshold: null, ...more });
const goal: Goal = {
  summary: '', last_turn: 12, points: [], customs: [],
  endings: [
    ending({ winner: 'evil', grade: 'major', when: 'immediate', condition: 'The keep is held by Evil' }),
    ending({ winner: 'good', grade: 'minor', condition: 'The keep is held by Good' }),
    ending({ winner: 'good', grade: 'major', condition: 'The walls stand' }),
    ending({ grade: 'draw', condition: 'Nobody holds it' }),
    ending({ winner: 'evil', grade: 'minor' }),
  ],
  dates: [
    { turns: [3], after: '', player: 0, who: 'A', at: ['here'] },
    { turns: [7], after: '', player: 0, who: 'B', at: ['here'] },
    { turns: [], after: 'once: war', player: 1, who: 'C', at: ['there'] },
    { turns: [2, 4, 6], after: 'every 2 turns', player: 1, who: 'D', at: ['there'] },
  ],
};
const now = view([], { turn: 3, goal: { ending: 1, used: [] } });

test('endings go from best to worst for whoever reads, and one is where it stands', () => {
  expect(rungs(goal, now, new Set(['good'])).map((one) => one.number)).toEqual([2, 1, 3, 4, 0]);
  expect(rungs(goal, now, new Set(['evil'])).map((one) => one.number)).toEqual([0, 4, 3, 1, 2]);
  expect(rungs(goal, now, new Set()).filter((one) => one.now).map((one) => one.number)).toEqual([1]);
});

test('it is told by which ending a campaign ended', () => {
  const [held, walls] = ['Held.', 'The walls stand.'].map((sentence) => ending({ winner: 'good', grade: 'minor', sentence }));
  expect([held, walls].map((one) => one && cameOf(one, { winner: 'good', grade: 'minor', sentence: 'The walls stand.' }))).toEqual([false, true]);
});

test('the aim is what the best ending of one\'s own asks for', () => {
  expect(aimOf(rungs(goal, now, new Set(['good'])), 12)).toBe('Turn 12 ends, and the walls stand.');
  expect(aimOf(rungs(goal, now, new Set(['evil'])), 12)).toBe('The keep is held by Evil.');
});

test('an ending says under what it comes, when, and what it is worth', () => {
  const [best, , draw, last, worst] = rungs(goal, now, new Set(['good'])).map((one) => [termsOf(one, 12), whenOf(one), prizeOf(one)]);
  expect(best).toEqual(['Turn 12 ends, and the walls stand.', '', 'Good, major victory']);
  expect(draw?.[2]).toBe('A draw');
  expect(last?.[0]).toBe('Turn 12 ends, and none of the other endings has come.');
  expect(worst).toEqual(['The keep is held by Evil.', 'at once', 'Evil, major victory']);
});

test('the timetable names what comes next first, then what waits, then what has come', () => {
  expect(dateLines(goal, 3).map((one) => [one.when, one.date.who, one.past])).toEqual([['Turn 4', 'D', false], ['Turn 7', 'B', false], ['', 'C', false], ['Turn 3', 'A', true]]);
  expect([...dottedTurns(goal)].sort((a, b) => a - b)).toEqual([2, 3, 4, 6, 7]);
});

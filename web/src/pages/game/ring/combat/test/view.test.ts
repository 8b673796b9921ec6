import { describe, expect, it } from 'vitest';
import { combatFrames } from '../frames';
import type { RingView } from '../../view';
import { forceName, lostBy, luckOf, rowsOf, sideName, signed, sorted, stepsOf, successes, told, type Bout, type Row } from '../view';
import { battle, rank } from './battle';

const row = (more: Partial<Row>): Row => ({ kind: 'attack', side: 0, player: 0, again: false, dice: [[1, 2, 3], [1, 6, 3], [2, 3, 4]], ...more });

describe('steps of a combat', () => {
  it('leave out what nobody here can do', () => {
    expect(stepsOf(battle([rank([1]), rank([2], { side: 1 })])).map((step) => step.key)).toEqual(['line', 'attack', 'allocation', 'defence', 'outcome', 'retreat']);
  });

  it('have a search where somebody hides, and duels where wizards of both sides meet', () => {
    const wizards = [rank([1], { character: true, wizardry: 3 }), rank([2], { side: 1, character: true, wizardry: 2 })];
    expect(stepsOf(battle(wizards, { hidden: [1] })).map((step) => step.key).slice(0, 4)).toEqual(['search', 'line', 'duel', 'wizardry']);
    expect(stepsOf(battle(wizards.slice(0, 1))).map((step) => step.key)).not.toContain('duel');
  });

  it('tell what is done and what is to come', () => {
    const states = stepsOf(battle([rank([1])], { step: 'allocate' })).map((step) => step.state);
    expect(states).toEqual(['done', 'done', 'current', 'ahead', 'ahead', 'ahead']);
  });
});

describe('dice', () => {
  it('lie sorted, best first, but those that are added up as they fell', () => {
    expect(sorted(row({})).map((die) => die[1])).toEqual([6, 3, 2]);
    expect(sorted(row({ kind: 'duel', dice: [[1, 2, 0], [2, 5, 0]] })).map((die) => die[1])).toEqual([2, 5]);
  });

  it('succeed by what each of them needs', () => {
    expect(successes(row({}))).toBe(1);
    expect(told(row({}))).toBe('1 of 3 hits');
    expect(told(row({ kind: 'ram', dice: [[1, 2, 0], [1, 5, 0]] }))).toBe('7 in all');
  });

  it('of an earlier wave are not shown with those of the last', () => {
    const [first, again, saved, second] = [row({}), row({ again: true }), row({ kind: 'defence' }), row({ side: 1 })];
    const combat = battle([], { rows: [first, again, saved, second] });
    expect(rowsOf(combat, 'attack')).toEqual([second]);
    expect(rowsOf(combat, 'defence')).toEqual([]);
    expect(rowsOf(battle([], { rows: [first, row({ side: 1 }), again, saved] }), 'attack')).toHaveLength(3);
  });

  it('at a gate are shown with the attack that they go before', () => {
    const [search, ram, attack, saved] = [row({ kind: 'search' }), row({ kind: 'ram' }), row({}), row({ kind: 'defence' })];
    expect(rowsOf(battle([], { rows: [search, ram, attack] }), 'attack')).toEqual([ram, attack]);
    expect(rowsOf(battle([], { rows: [search, ram, attack, saved, row({ side: 1 })] }), 'attack')).toEqual([row({ side: 1 })]);
  });

  it('are shown pool by pool, each rolling first, 900 ms in all', () => {
    const frames = combatFrames({ type: 'battle_rolled', rows: [row({}), row({ side: 1, player: 1 })], audience: null, seats: [0, 1] });
    expect(frames.map((frame) => [frame.combat.rows.length, frame.combat.rolling, frame.player])).toEqual([[1, true, 0], [1, false, 0], [2, true, 1], [2, false, 1]]);
    expect(frames.reduce((sum, frame) => sum + frame.ms, 0)).toBe(1800);
    expect(combatFrames({ type: 'turn_began', turn: 0, audience: null })).toEqual([]);
  });
});

describe('words', () => {
  it('name a force by its characters first', () => {
    const combat = battle([rank([5, 6, 7], { name: 'Uruk-hai' }), rank([1], { name: 'Lurtz', character: true })]);
    expect(forceName(combat, 1)).toBe('Lurtz and Uruk-hai × 3');
    expect(forceName(battle([...combat.ranks, rank([8, 9], { name: 'Uruk-hai', engaged: false })]), 1)).toBe('Lurtz and Uruk-hai × 5');
  });

  it('call a side by its player where it has only one, as the log does', () => {
    const player = (name: string, side: string) => ({ name, side, colour: '', seat: 0, points: 0 });
    const sides = [{ id: 'good', name: 'Free Peoples' }, { id: 'evil', name: 'Shadow' }];
    const view = { sides, players: [player('Rohan', 'good'), player('Saruman', 'evil')] } as unknown as RingView;
    expect([0, 1].map((side) => sideName(view, battle([]), side))).toEqual(['Rohan', 'Saruman']);
    expect(sideName({ ...view, players: [...view.players, player('Gondor', 'good')] }, battle([]), 0)).toBe('Free Peoples');
  });

  it('say who lost by which score, and what that costs him', () => {
    const score = (side: number, casualties: number, leadership: number) => ({ side, casualties, leadership, leader: null });
    const bout: Bout = { scores: [score(0, 10, 2), score(1, 9, 0)], winner: 0, remaining: 41, extra: [], fell: false, fled: [], retreats: [], entered: [] };
    const name = (side: number) => ['Rohan', 'Saruman'][side] ?? '';
    expect(lostBy(bout, name, 5)).toBe('Saruman lost by 9 to 12 and gives up 5 more figures: one for every ten left, rounded up.');
    expect(lostBy({ ...bout, winner: null }, name, 0)).toBe('');
  });

  it('tell luck with its sign, to the side of the viewer', () => {
    const side = { side: 'good', players: [0], casualties: 1, expected: 0.3, as_bad: 0.3, luck: 1.84 };
    expect(luckOf([side], [0])).toBe(side);
    expect(luckOf([side], [])).toBeNull();
    expect([signed(1.84), signed(-0.52), signed(0.01)]).toEqual(['+1.8', '−0.5', '0.0']);
  });
});

import { describe, expect, it } from 'vitest';
import { forceName, headcount, kindRows, kindWords, nextForce, ownForces, teamOf, whyStay } from '../teams';
import { crowd, figure } from './table';

const pinned = 'Rider of Rohan is pinned: Uruk-hai is within 1 inch.';
const riders = [figure(1, [5000, 5000], 1), figure(2, [6000, 5000], 0), figure(3, [7000, 5000], 0, { still: pinned })];
const enemy = figure(9, [7500, 5000], 2, { force: 5 });
const names = (id: string) => (id === 'deep' ? 'Helm\'s Deep' : id);

describe('who goes together', () => {
  it('leaves those behind who are held, and says why, each reason once', () => {
    const four = figure(4, [8000, 5000], 0, { still: pinned });
    const team = teamOf(crowd([...riders, four, enemy]), [1, 2, 3, 4]);
    expect(team.go).toEqual([1, 2]);
    expect(whyStay(team.stay)).toEqual(['2 figures are pinned: Uruk-hai is within 1 inch.']);
    expect(whyStay(team.stay.slice(0, 1))).toEqual(['Rider of Rohan is pinned: Uruk-hai is within 1 inch.']);
  });
  it('never mixes players, nor those inside with those outside', () => {
    const inside = figure(5, [2000, 2000], 0, { inside: 'deep' });
    expect(teamOf(crowd([...riders, enemy, inside]), [1, 9, 5])).toMatchObject({ go: [1], stay: [{ figure: { id: 5 } }] });
    expect(whyStay([inside])).toEqual(['Rider of Rohan is elsewhere.']);
  });
  it('takes the crew along with its weapon, and all who carry somebody', () => {
    const battery = [figure(1, [0, 0], 3, { weapon: 'bolt_shooter' }), figure(2, [0, 0], 0, { serves: 1 }), figure(3, [0, 0], 0, { serves: 1 })];
    expect(teamOf(crowd(battery), [1]).go).toEqual([1, 2, 3]);
    const bearers = [figure(1, [0, 0], 1), figure(2, [0, 0], 1), figure(3, [0, 0], 1, { wounded: true, carried_by: [1, 2], still: 'Éomer is carried.' })];
    expect(teamOf(crowd(bearers), [2]).go).toEqual([2, 1]);
  });
  it('lets those aboard a ship go by themselves, and leaves them to the ship beside it', () => {
    const afloat = [figure(1, [0, 0], 0), figure(2, [0, 0], 0, { aboard: 1 }), figure(3, [0, 0], 0, { aboard: 1 }), figure(4, [0, 0], 0, { aboard: 7 })];
    expect(teamOf(crowd(afloat), [2, 3]).go).toEqual([2, 3]);
    expect(teamOf(crowd(afloat), [2, 1, 3])).toEqual({ go: [1], stay: [] });
    expect(teamOf(crowd(afloat), [2, 4])).toMatchObject({ go: [2], stay: [{ figure: { id: 4 } }] });
  });
  it('follows whom a figure was lent to', () => {
    expect(teamOf(crowd([figure(1, [0, 0], 2, { lent_to: 0 }), figure(2, [0, 0], 0)]), [1, 2]).go).toEqual([1, 2]);
  });
});

describe('figures in words', () => {
  it('have their number, but heroes and who stands alone', () => {
    expect(kindWords(crowd(riders), riders)).toMatch(/^Éomer and 2 Riders of Rohan$/);
    expect(kindWords(crowd([...riders, enemy]), [riders[0], riders[1], enemy].filter((one) => one !== undefined))).toContain('1 Rider of Rohan');
    expect(kindWords(crowd(riders), riders.slice(1, 2))).toBe('Rider of Rohan');
  });
  it('count weapons apart', () => {
    const weapon = figure(8, [0, 0], 3, { weapon: 'bolt_shooter' });
    expect([headcount(riders), headcount([...riders, weapon]), headcount([weapon])]).toEqual(['3 figures', '3 figures and 1 weapon', '1 weapon']);
  });
});

describe('forces', () => {
  const garrison = [figure(6, [2000, 2000], 0, { inside: 'deep', force: 7 }), figure(7, [2000, 2000], 0, { inside: 'deep', force: 7 })];
  const table = crowd([...riders, enemy, ...garrison, figure(8, [30_000, 5000], 0, { force: 3, moved: 3 })]);
  const forces = ownForces(table, 0, new Set([1, 2, 6]), names);

  it('are those with figures to move, and those that have moved', () => {
    expect(forces.map((force) => [force.name, force.open.length, force.figures.length, force.moved]))
      .toEqual([['Éomer\'s force', 2, 3, false], ['Garrison of Helm\'s Deep', 1, 2, false], ['Rider of Rohan', 0, 1, true]]);
  });
  it('come one after the other, and begin anew', () => {
    expect(nextForce(forces, [])?.name).toBe('Éomer\'s force');
    expect(nextForce(forces, [1])?.name).toBe('Garrison of Helm\'s Deep');
    expect(nextForce(forces, [6])?.name).toBe('Éomer\'s force');
    expect(nextForce([], [])).toBeNull();
  });
  it('are called by who leads, by their place, or by what they are', () => {
    expect(forceName(table, riders.slice(1), names)).toBe('Riders of Rohan');
    expect(forceName(table, [riders[0] ?? enemy, figure(10, [0, 0], 1)], names)).toBe('Éomer\'s company');
    expect(forceName(table, [figure(6, [0, 0], 0, { inside: 'deep', tower: true }), figure(7, [0, 0], 0, { inside: 'deep', tower: true })], names)).toBe('Tower of Helm\'s Deep');
  });
  it('are told as riders or on foot where a name is there twice', () => {
    const mounted = figure(20, [0, 0], 1, { mounted: true });
    const thrown = { ...figure(21, [0, 0], 1), kind: 2 };
    expect(kindRows(table, [mounted]).map((row) => row.title)).toEqual([mounted.name]);
    expect(kindRows(table, [mounted, { ...thrown, name: mounted.name }]).map((row) => row.title).sort()).toEqual([`${mounted.name}, mounted`, `${mounted.name}, on foot`]);
  });
  it('list heroes first, then the most numerous', () => {
    expect(kindRows(table, [enemy, ...riders]).map((row) => [row.name, row.figures.length])).toEqual([['Éomer', 1], ['Rider of Rohan', 2], ['Uruk-hai', 1]]);
  });
});

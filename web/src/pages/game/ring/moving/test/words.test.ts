import { describe, expect, it } from 'vitest';
import type { Coming, Question } from '../../view';
import { Declaring } from '../declare.svelte';
import { comingWords, contact, counted, ills, inches, leaving, many, terrain, undoLabel, wholeInches } from '../words';

describe('words of a move', () => {
  it('give inches as they are printed', () => {
    expect([inches(7000), inches(1249), wholeInches(15_000), wholeInches(7500)]).toEqual(['7.0″', '1.2″', '15″', '7.5″']);
  });
  it('name terrain and rules', () => {
    expect([terrain('clear'), terrain('soft_sand'), terrain('marsh')]).toEqual(['Open ground', 'Soft sand', 'Marsh']);
  });
  it('tell what may go wrong for a hero, the likeliest first', () => {
    expect(ills({ name: 'Éomer', own: true, fates: { unhurt: 0.9, dead: 0.02, wounded: 0.08, dismounted: 0 } })).toEqual([{ fate: 'wounded', chance: 0.08 }, { fate: 'slain', chance: 0.02 }]);
  });
  it('tell who may still move off before a combat', () => {
    const battle = { own: 3, other: 4, foe: 'Saruman', win: 0.4, draw: 0.1, lose: 0.5, none: 0, own_loss: 1, other_loss: 1, fates: [], chips: [], uncounted: [], rounds: 1 };
    const held = { own: 3, other: 1, win: 0.75, draw: 0.05, lose: 0.2, own_loss: 0.2, other_loss: 0.7 };
    expect(contact({ ...battle, leavers: 0, held: null })).toBe('Within 1″ of an enemy both forces fight this turn.');
    expect(contact({ ...battle, leavers: 3, held })).toBe('Figures within 1″ are held and fight this turn.');
    expect(leaving({ ...battle, leavers: 3, held })).toBe('3 enemies may still move off before the combat. Against the 1 held: 75 % won, 20 % lost.');
    expect(leaving({ ...battle, leavers: 1, held: null })).toBe('1 enemy may still move off before the combat. Then nobody is left to fight.');
  });
  it('speak of several of a kind', () => {
    expect(['Rider of Rohan', 'Lórien elf', 'Nazgûl', 'Mûmak', 'Man of Dale', 'Clansman', 'Uruk-hai', 'Uruk-hai pike', 'Rohan foot', 'Army of the Dead', 'Wolf pack'].map(many))
      .toEqual(['Riders of Rohan', 'Lórien elves', 'Nazgûl', 'Mûmakil', 'Men of Dale', 'Clansmen', 'Uruk-hai', 'Uruk-hai pikes', 'Rohan foot', 'Army of the Dead', 'Wolf packs']);
    expect([counted('Orc', 1), counted('Orc', 6)]).toEqual(['Orc', '6 Orcs']);
  });
  it('tell who arrives, with the number of each kind', () => {
    const coming: Coming = { player: 0, at: ['deeps'], characters: ['Gandalf'], units: [['Rider of Rohan', 12], ['Mûmak', 1]] };
    expect(comingWords(coming)).toBe('Gandalf, 12 Riders of Rohan and 1 Mûmak');
    expect(comingWords({ ...coming, characters: [], units: [['Goblin', 1]] })).toBe('1 Goblin');
  });
  it('say what is taken back without its path', () => {
    expect(undoLabel('Undo: move 3 1,2 > 3,4; 4 1,2 > 3,4')).toBe('Undo: move of 2 figures');
    expect(undoLabel('Undo: dismount 3')).toBe('Undo: dismounting');
    expect(undoLabel('Undo: something else')).toBe('Undo: something else');
  });
});

describe('a declaration', () => {
  const question: Question = {
    player: 0, kind: 'declare', rule: '', decision: null, retreat: [], loads: [], arriving: null, figures: [],
    assaults: [[3, 'isengard', false], [8, 'orthanc', true]], sallies: [['deep', [5, 6, 7]]],
  };
  const names = (id: string) => ({ deep: 'Helm\'s Deep', isengard: 'Isengard', orthanc: 'Orthanc' })[id] ?? id;

  it('is nothing until something is chosen', () => {
    const declaring = new Declaring(question, names);
    expect([declaring.empty, declaring.label, declaring.action]).toEqual([true, 'Declare nothing', { type: 'declare', assaults: [], sallies: [] }]);
    expect(declaring.line).toBe('2 assaults and 1 sally are possible. Figures that are not named do not fight at the walls.');
  });
  it('names assaults and who sallies, and lets both be taken back', () => {
    const declaring = new Declaring(question, names);
    declaring.assault(1);
    declaring.assault(0);
    declaring.sally('deep', [5, 6]);
    expect(declaring.label).toBe('Assault Isengard and Orthanc, sally with 2');
    expect(declaring.action).toEqual({
      type: 'declare', assaults: [{ figure: 3, place: 'isengard', tower: false }, { figure: 8, place: 'orthanc', tower: true }], sallies: [['deep', [5, 6]]],
    });
    declaring.sally('deep', [6]);
    declaring.assault(0);
    declaring.assault(1);
    expect(declaring.action).toMatchObject({ assaults: [], sallies: [['deep', [5]]] });
    declaring.sally('deep', [5]);
    expect(declaring.empty).toBe(true);
  });
  it('is looked at combat by combat: each place and tower once, each sally from the first who goes out', () => {
    const declaring = new Declaring({ ...question, assaults: [...question.assaults, [9, 'isengard', false]] }, names);
    for (const at of [0, 1, 2]) declaring.assault(at);
    declaring.sally('deep', [6, 5]);
    expect(declaring.targets.map(({ key, of, sally }) => [key, of, sally])).toEqual([['isengard false', 3, false], ['orthanc true', 8, false], ['out deep', 6, true]]);
  });
});

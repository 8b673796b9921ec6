import { describe, expect, it } from 'vitest';
import { begin } from '../../../sandbox/model';
import type { DiplomacyView } from '../view';
import { guesses, issuesOf, positionOf } from '../whatif';

const view = {
  phase: { season: 'fall', year: 1901, kind: 'retreats' }, centres: { PAR: 'france', BRE: 'france', MUN: 'germany' },
  units: { france: [{ kind: 'A', at: 'PAR' }], russia: [{ kind: 'F', at: 'STP/SC' }] },
  dislodged: [{ power: 'germany', unit: { kind: 'A', at: 'MUN' }, attacker: 'BUR', retreats: ['TYR'] }],
} as unknown as DiplomacyView;

describe('from the game into the sandbox', () => {
  it('takes the whole position along', () => {
    expect(positionOf(view)).toEqual({
      phase: 'fall 1901 retreats', centres: { france: ['PAR', 'BRE'], germany: ['MUN'] }, units: { france: ['A PAR'], russia: ['F STP/SC'] },
      dislodged: [{ power: 'germany', unit: 'A MUN', attacker: 'BUR', retreats: ['TYR'] }],
    });
  });
  it('takes the rulings of the table along, and no other option', () => {
    expect(issuesOf({ rulebook: '1971', paradox: 'all_hold', routes: 'rulebook', land_fallback: 'no', fortress_needs_owner: true, draws: 'off' })).toEqual({
      paradox: 'all_hold', land_fallback: 'false', fortress_needs_owner: 'true',
    });
  });
  it('counts no option of Middle-Earth VIII as a change that is as usual', () => {
    const plain = { seasons: 'one', starting_units: 'armies', fleet_sites: 'home', fortress_supports: 'added', fortress_covers_movers: true, fortress_dol_guldur: false, conversion_stopped_by: 'any' };
    expect(issuesOf({ rulebook: '1971', ...plain })).toEqual({});
    expect(issuesOf({ rulebook: '1971', ...plain, seasons: 'two' })).toEqual({ seasons: 'two' });
  });
  it('remembers what was guessed of others in this very position', () => {
    const position = positionOf(view);
    const bench = begin('standard', '2023', position, { france: ['A PAR H'], russia: ['F STP/SC H'] });
    expect(guesses(bench, position, 'france')).toEqual({ russia: ['F STP/SC H'] });
    expect(guesses(bench, { ...position, phase: 'winter 1901 adjustments' }, 'france')).toEqual({});
  });
});

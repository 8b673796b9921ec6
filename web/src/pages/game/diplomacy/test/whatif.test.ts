import { describe, expect, it } from 'vitest';
import type { OptionField, OptionValue } from '../../../../lib/types';
import { begin } from '../../../sandbox/model';
import type { DiplomacyView } from '../view';
import { guesses, issuesOf, positionOf } from '../whatif';

const field = (name: string, usual: OptionValue, bySeats: [number, OptionValue][] = []) => ({ name, default: usual, by_seats: bySeats }) as unknown as OptionField;

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
    const fields = [field('rulebook', '2023'), ...['paradox', 'routes', 'land_fallback'].map((one) => field(one, 'rulebook')), field('fortress_needs_owner', false), field('draws', 'survivors')];
    expect(issuesOf({ rulebook: '1971', paradox: 'all_hold', routes: 'rulebook', land_fallback: 'no', fortress_needs_owner: true, draws: 'off' }, fields)).toEqual({
      paradox: 'all_hold', land_fallback: 'false', fortress_needs_owner: 'true',
    });
  });
  it('counts no option of a map as a change that is as the catalogue says', () => {
    const fields = [field('seasons', 'one'), field('fortress_covers_movers', true), field('ring_steps', 1), field('forced_alliances', true, [[2, true], [4, false]])];
    expect(issuesOf({ seasons: 'one', fortress_covers_movers: true, ring_steps: 1, forced_alliances: false }, fields)).toEqual({});
    expect(issuesOf({ seasons: 'two', ring_steps: 2, forced_alliances: true }, fields)).toEqual({ seasons: 'two', ring_steps: '2', forced_alliances: 'true' });
  });
  it('remembers what was guessed of others in this very position', () => {
    const position = positionOf(view);
    const bench = begin('standard', '2023', position, { france: ['A PAR H'], russia: ['F STP/SC H'] });
    expect(guesses(bench, position, 'france')).toEqual({ russia: ['F STP/SC H'] });
    expect(guesses(bench, { ...position, phase: 'winter 1901 adjustments' }, 'france')).toEqual({});
  });
});

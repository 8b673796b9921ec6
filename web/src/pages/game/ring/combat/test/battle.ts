/** Combats as small as tests need them. */
import type { CombatView, Rank } from '../view';

export const rank = (figures: number[], more: Partial<Rank> = {}): Rank => ({
  figures, name: 'Man', unit: 'man', player: 0, side: 0, force: 1, dice: 1, attack: 4, defence: 5, numbers: [], character: false, mounted: false, engaged: true,
  came_wounded: false, weapon: false, inside: '', leadership: 0, wizardry: 0, fate: 'unhurt', ...more,
});

export const battle = (ranks: Rank[], more: Partial<CombatView> = {}): CombatView => ({
  place: '', sides: [{ name: 'good', players: [0], hits: 0 }, { name: 'evil', players: [1], hits: 0 }], ranks, step: 'hold', wave: 1, fighting: [0, 1], rows: [], dealt: [],
  picks: [], harm: [], held: [], hidden: [], found: [], evaded: [], challenge: null, silenced: [], boons: [], modes: [], vacant: [], barriers: [], open: false, bouts: [], resolved: [], ...more,
});

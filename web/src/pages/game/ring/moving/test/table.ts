/** A small table for tests: Rohan moves, Isengard stands against it, a fortress with a gate in the south. */
import { Crowd } from '../../board/crowd';
import type { Ground, GroundPlace } from '../../ground';
import type { Hit } from '../../table.svelte';
import type { Figure, FigureView, KindView, RingView, Spot } from '../../view';

const kind = (more: Partial<KindView>): KindView => ({
  key: '', name: '', token: 'foot', radius: 500, speed: 8000, difficult: 4000, sea: 0, river: 0, wounds: 1, capacity: 0, dice: 1, attack: 4, defence: 5, leadership: 0, wizardry: 0, abilities: [], dropped: false, ...more,
});
export const KINDS = [
  kind({ key: 'rohan_rider', name: 'Rider of Rohan', token: 'mounted', speed: 15_000, dice: 2 }), kind({ key: 'eomer', name: 'Éomer', token: 'hero', leadership: 2 }),
  kind({ key: 'uruk_hai', name: 'Uruk-hai' }), kind({ key: 'bolt_shooter', name: 'Bolt shooter', token: 'artillery' }),
];
const NAMES = KINDS.map((one) => one.name);

export const figure = (id: number, at: Spot, kindOf: number, more: Partial<Figure> & { force?: number; still?: string } = {}): FigureView => {
  const { force = 0, still = '', ...rest } = more;
  return { figure: { id, owner: kindOf === 2 ? 1 : 0, x: at[0], y: at[1], ...rest }, name: NAMES[kindOf] ?? '', force, kind: kindOf, still };
};

export const view = (figures: FigureView[], more: Partial<RingView> = {}): RingView => ({
  type: 'ring', goal: { ending: -1, used: [] }, scenario: 'small', turn: 3, last_turn: 9, phase: 'movement', mover: 0, kinds: KINDS, figures,
  title: 'Small', sides: [{ id: 'good', name: 'Good' }, { id: 'evil', name: 'Evil' }],
  players: [{ name: 'Rohan', side: 'good', colour: '#2f6b3a', seat: 0, points: 0 }, { name: 'Isengard', side: 'evil', colour: '#44207C', seat: 1, points: 0 }],
  items: [], places: [{ id: 'deep', holder: 'good', open: false, garrison: 0, tower: 0 }, { id: 'isengard', holder: 'evil', open: false, garrison: 0, tower: 0 }],
  damage: [], closed: [], flags: [], coming: [], fallen: [], question: null, combat: null, ending: null, ...more,
});
export const crowd = (figures: FigureView[], more: Partial<RingView> = {}): Crowd => new Crowd(view(figures, more));

const place = (id: string, name: string, west: number, more: Partial<GroundPlace> = {}): GroundPlace => ({
  id, name, kind: 'fortress', walled: true, at: [west + 2000, 2000], ring: [[west, 0], [west + 4000, 0], [west + 4000, 4000], [west, 4000]],
  gates: [], weak_walls: [], tower: null, exits: [], healing: false, ...more,
});
export const ground: Ground = {
  title: 'Small', table: [40_000, 30_000], width: 400, height: 300, scale: 10, origin: [0, 300], svg: '', zones: [], names: [],
  goal: { summary: '', last_turn: 9, endings: [], points: [], dates: [], customs: [] },
  places: [
    place('deep', 'Helm\'s Deep', 0, { gates: [['deep:gate:0', [2000, 4000]]], tower: { name: 'Hornburg', circle: [1000, 1000, 800], capacity: 6 } }),
    place('isengard', 'Isengard', 20_000), place('edge', 'East edge', 30_000, { kind: 'edge', walled: false, exits: ['good'] }),
  ],
};

export const hit = (spot: Spot, more: Partial<Hit> = {}): Hit => ({ figure: null, insider: null, place: null, spot, at: { x: 0, y: 0 }, touch: false, shift: false, double: false, ...more });

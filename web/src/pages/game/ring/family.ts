/** Ring of Power on the game page: columns, steps, words and frames. */
import type { View } from '../../../lib/types';
import { number } from '../../../lib/words';
import type { Family, Step } from '../family';
import { framesOf } from './board/frames';
import { tellDecision } from './combat/tell';
import { seatColours } from './board/livery';
import Goal from './GoalPanel.svelte';
import Rail from './Rail.svelte';
import Stage from './Stage.svelte';
import type { RingView } from './view';

const ring_ = (view: View) => view as RingView;
const STEPS = [['turn_start', 'Turn start'], ['movement', 'Movement'], ['combat', 'Combat']] as const;
const DOING = { movement: 'moves', declare: 'declares assaults', combat: 'fights', retreat: 'retreats', land: 'chooses where to land', consent: 'decides' } as const;

export const ring: Family = {
  serves: () => true,
  Stage,
  Rail,
  Goal,
  keys: 'figures',
  columns: [
    { title: 'Figures', one: 'figure', strong: true, of: (view, seat) => String(figuresOf(ring_(view), seat)) },
    { title: 'Places', one: 'place', of: (view, seat) => String(placesOf(ring_(view), seat)) },
    { title: 'Points', one: 'point', of: (view, seat) => number(playersOf(ring_(view), seat).reduce((sum, player) => sum + player.points, 0)) },
  ],
  measures: { fighters: 'Fighters', points: 'Status points', places: 'Places' },
  phase: (view) => ring_(view).phase,
  steps: (view) => steps(ring_(view)),
  order: (_view, seats) => Array.from({ length: seats }, (_, seat) => seat),
  alive: () => true,
  hides: () => false, // nothing is secret on this table
  secret: () => null,
  revealed: () => [],
  doing: (view) => { const { question } = ring_(view); return question ? DOING[question.kind] : ''; },
  tell: tellDecision,
  frames: framesOf,
  colours: (view, seats) => seatColours(ring_(view).players, seats),
  role: (view, seat) => playersOf(ring_(view), seat).map((player) => player.name).join(', '),
  moment: (view) => `${ring_(view).title} · turn ${ring_(view).turn} of ${ring_(view).last_turn}`,
};

const playersOf = (view: RingView, seat: number) => view.players.filter((player) => player.seat === seat);

function figuresOf(view: RingView, seat: number): number {
  return view.figures.filter((one) => !one.figure.weapon && view.players[one.figure.owner]?.seat === seat).length;
}

function placesOf(view: RingView, seat: number): number {
  const sides = new Set(playersOf(view, seat).map((player) => player.side));
  return view.places.filter((place) => sides.has(place.holder)).length;
}

function steps(view: RingView): Step[] {
  const at = view.phase === 'over' ? STEPS.length : STEPS.findIndex(([key]) => key === view.phase);
  const mover = view.players[view.mover]?.name ?? '';
  return STEPS.map(([key, title], index) => ({
    key, title, line: key === 'movement' && index === at ? mover : '', state: index < at ? 'done' : index === at ? 'current' : 'ahead',
  }));
}

export default ring;

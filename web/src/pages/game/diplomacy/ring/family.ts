/** Ring diplomacy on the game page: that of Diplomacy, and the question whether the black riders go to the ring-bearer. */
import { plural } from '../../../../lib/words';
import type { View } from '../../../../lib/types';
import diplomacy from '../family';
import type { Family } from '../../family';
import type { DiplomacyView, PowerView } from '../view';
import Riders from './Riders.svelte';

/** The powers of a player, of which there are several with two players. */
const led = (view: View, seat: number): PowerView[] => (view as DiplomacyView).powers.filter((power) => power.seat === seat);
const sum = (view: View, seat: number, of: (power: PowerView) => number): string => String(led(view, seat).reduce((total, power) => total + of(power), 0));

function moment(view: View): string {
  const { ending, last, phase } = view as DiplomacyView;
  if (ending) return `${last.at(-1)?.title ?? phase.title} · the end`;
  if (view.asked_riders) return `${(view as DiplomacyView).phase.title} · the verdict`;
  return diplomacy.moment?.(view) ?? '';
}

export default {
  ...diplomacy,
  serves: (asked) => asked.kind === 'orders',
  columns: [
    { title: 'Centres', one: 'centre', strong: true, of: (view, seat) => sum(view, seat, (power) => power.centres) },
    { title: 'Units', one: 'unit', of: (view, seat) => sum(view, seat, (power) => power.units) },
  ],
  role: (view, seat) => {
    const powers = led(view, seat);
    const side = (view as { sides?: Record<string, string> }).sides?.[powers[0]?.id ?? ''];
    return powers.length > 1 && side ? `${side === 'good' ? 'Good' : 'Evil'}, ${plural(powers.length, 'power')}` : (powers[0]?.name ?? '');
  },
  moment,
  steps: (view) => diplomacy.steps(view).map((step) => ((view as DiplomacyView).ending ? { ...step, title: moment(view) } : step)),
  Answers: Riders,
} satisfies Family;

/** Retreats in advance: for each unit the places it goes to if it is dislodged, the best first. */
import { INTO_CITY, placeOf, unitText, type Retreat, type UnitName } from './orders';
import type { Desk } from './desk.svelte';

export const isFor = (unit: UnitName) => (one: Retreat): boolean => unitText(one.unit) === unitText(unit);
export const plansOf = (ahead: readonly Retreat[], unit: UnitName): Retreat[] => ahead.filter(isFor(unit));
const key = (one: Retreat): string => `${unitText(one.unit)} ${one.to ?? ''}`;

/** Put a way last among those of its unit, or take it away where it is there already. */
export function toggled(ahead: readonly Retreat[], unit: UnitName, to: string): Retreat[] {
  const one: Retreat = { type: 'retreat', unit, to };
  return ahead.some((other) => key(other) === key(one)) ? without(ahead, one) : [...ahead, one];
}
export const without = (ahead: readonly Retreat[], one: Retreat): Retreat[] => ahead.filter((other) => key(other) !== key(one));

/** Let a way be tried earlier or later than its neighbour of the same unit. */
export function moved(ahead: readonly Retreat[], one: Retreat, by: -1 | 1): Retreat[] {
  const own = plansOf(ahead, one.unit);
  const at = own.findIndex((other) => key(other) === key(one));
  const other = own[at + by];
  if (at < 0 || !other) return [...ahead];
  return ahead.map((plan) => (key(plan) === key(one) ? other : key(plan) === key(other) ? one : plan));
}

/** Where a unit might retreat to, as far as the board tells: where it could go, and into its own city. */
export function waysOut({ board, choices, survey, view }: Pick<Desk, 'board' | 'choices' | 'survey' | 'view'>, unit: UnitName): string[] {
  const steps = choices.orders(unitText(unit), 'advance').flatMap((order) => (order.type === 'advance' && !order.path?.length ? [order.to] : []));
  const near = (board.borders ?? []).flatMap(([a, b]) => (a === unit.place ? [b] : b === unit.place ? [a] : []));
  // Who besieges may not march off, but may be driven off.
  const found = steps.length ? steps : near.filter((place) => (unit.kind === 'F' ? survey.sea(place) || view.cities[place]?.port : !survey.sea(place)));
  const city = view.cities[unit.place];
  return [...new Set(found), ...(city?.walled && !city.fills && (unit.kind === 'A' || city.port) ? [INTO_CITY] : [])];
}

/** The spot that stands for a way. */
export const spotOfWay = (unit: Pick<UnitName, 'place'>, to: string): string => (to === INTO_CITY ? `${unit.place}/CITY` : placeOf(to));

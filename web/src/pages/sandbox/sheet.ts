/** The orders of a power as lines of canonical notation, one for each unit or centre; this is how links and the server have them. */
import { provinceOf } from '../game/diplomacy/board/marks';
import { orderedUnit } from '../game/diplomacy/orders';

/** The province of a unit (`STP` of `F STP/SC`). */
export const provinceOfUnit = (unit: string): string => provinceOf(unit.split(' ')[1] ?? '');
/** The province an order is for; empty for a waived build. */
export const provinceOfOrder = (order: string): string => provinceOfUnit(orderedUnit(order));

/** Put an order in the place of the one for the same unit or centre; several builds may be waived. */
export function withOrder(given: readonly string[], order: string): string[] {
  return order === 'WAIVE' ? [...given, order] : [...without(given, provinceOfOrder(order)), order];
}

/** Take away the order for a province; without one, the waived builds. */
export function without(given: readonly string[], where: string): string[] {
  return given.filter((order) => (where ? provinceOfOrder(order) !== where : order !== 'WAIVE'));
}

/** The order for the unit in a province. */
export function orderAt(given: readonly string[], where: string): string {
  return given.find((order) => provinceOfOrder(order) === where) ?? '';
}

/** Orders as text under the names of their powers. */
export function asText(orders: Readonly<Record<string, readonly string[]>>, name: (power: string) => string): string {
  return Object.entries(orders).filter(([, given]) => given.length).map(([power, given]) => [name(power), ...given].join('\n')).join('\n\n');
}

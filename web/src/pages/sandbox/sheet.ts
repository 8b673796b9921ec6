/** The orders of a power as lines of canonical notation, one for each unit or centre; this is how links and the server have them. */
import { provinceOf } from '../game/diplomacy/board/marks';
import { FIGURES } from '../game/diplomacy/kinds';
import { orderedUnit } from '../game/diplomacy/orders';

/** The province of a unit (`STP` of `F STP/SC`). */
export const provinceOfUnit = (unit: string): string => provinceOf(unit.split(' ')[1] ?? '');
/** The province an order is for; empty for a waived build. */
export const provinceOfOrder = (order: string): string => provinceOfUnit(orderedUnit(order));

/** What an order belongs to: the province of its unit, or what stands there beside units; `DEAD` for help that is called. */
export function keyOfUnit(unit: string): string {
  const kind = unit.split(' ')[0] ?? '';
  return kind === 'DEAD' ? kind : FIGURES.has(kind) ? unit : provinceOfUnit(unit);
}
/** The same of an order. */
export const keyOfOrder = (order: string): string => keyOfUnit(orderedUnit(order));
/** The same of what can be ordered: a unit, or a centre to build in. */
export const keyOfSource = (source: string): string => (source.includes(' ') ? keyOfUnit(source) : source);

/** Put an order in the place of the one for the same unit or centre; several builds may be waived. */
export function withOrder(given: readonly string[], order: string): string[] {
  return order === 'WAIVE' ? [...given, order] : [...without(given, keyOfOrder(order)), order];
}

/** Take away the order of a key; without one, the waived builds. */
export function without(given: readonly string[], where: string): string[] {
  return given.filter((order) => (where ? keyOfOrder(order) !== where : order !== 'WAIVE'));
}

/** The order of a key. */
export function orderAt(given: readonly string[], where: string): string {
  return given.find((order) => keyOfOrder(order) === where) ?? '';
}

/** Orders as text under the names of their powers. */
export function asText(orders: Readonly<Record<string, readonly string[]>>, name: (power: string) => string): string {
  return Object.entries(orders).filter(([, given]) => given.length).map(([power, given]) => [name(power), ...given].join('\n')).join('\n\n');
}

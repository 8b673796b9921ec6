/** Orders in canonical notation, taken apart for arrows and lists. */

export type Kind = 'hold' | 'move' | 'support' | 'convoy' | 'convert' | 'retreat' | 'disband' | 'build' | 'waive';

/** An order in parts: `unit` and `of` are units (`F STP/SC`), `to` a location. */
export interface Parts { kind: Kind; unit: string; to: string; of: string; via: boolean }

const NONE: Parts = { kind: 'hold', unit: '', to: '', of: '', via: false };
const HELP = /^([AF] \S+) ([SC]) ([AF] \S+)(?: - (\S+))?$/;

/** Take an order apart; what is no canonical order counts as a hold of nobody. */
export function parts(order: string): Parts {
  if (order === 'WAIVE') return { ...NONE, kind: 'waive' };
  const added = /^([BD]) ([AF] \S+)$/.exec(order);
  if (added) return { ...NONE, kind: added[1] === 'B' ? 'build' : 'disband', unit: added[2] ?? '' };
  const helped = HELP.exec(order);
  if (helped) return { ...NONE, kind: helped[2] === 'S' ? 'support' : 'convoy', unit: helped[1] ?? '', of: helped[3] ?? '', to: helped[4] ?? '' };
  const plain = /^([AF] \S+) (?:(H)|([-R=]) (\S+)( VIA)?)$/.exec(order);
  if (!plain) return NONE;
  const kind: Kind = plain[2] ? 'hold' : plain[3] === '-' ? 'move' : plain[3] === 'R' ? 'retreat' : 'convert';
  return { ...NONE, kind, unit: plain[1] ?? '', to: plain[4] ?? '', via: Boolean(plain[5]) };
}

/** The location of a unit (`STP/SC`), and the province of a location (`STP`). */
export const at = (unit: string): string => unit.split(' ')[1] ?? '';
export const province = (location: string): string => location.split('/')[0] ?? '';
export const provinceOf = (unit: string): string => province(at(unit));

/** The order that follows from a choice of offers; `note` is the other unit of a support or convoy. */
export function compose(kind: string, source: string, target: string, note: string): string {
  switch (kind) {
    case 'hold': return `${source} H`;
    case 'move': return `${source} - ${target}`;
    case 'move_via': return `${source} - ${target} VIA`;
    case 'support_hold': return `${source} S ${target}`;
    case 'support_move': return `${source} S ${note} - ${target}`;
    case 'convoy': return `${source} C ${note} - ${target}`;
    case 'convert': return `${source} = ${target}`;
    case 'retreat': return `${source} R ${target}`;
    case 'disband': return `D ${source}`;
    case 'build': return `B ${target}`;
    default: return 'WAIVE';
  }
}

/** Put an order in the place of the one for the same unit or centre. */
export function withOrder(given: readonly string[], order: string): string[] {
  const where = provinceOf(parts(order).unit);
  return [...without(given, where), order];
}

/** Take away the order for the unit in a province. */
export function without(given: readonly string[], where: string): string[] {
  return given.filter((order) => !where || provinceOf(parts(order).unit) !== where);
}

/** The order for the unit in a province. */
export function orderAt(given: readonly string[], where: string): string {
  return given.find((order) => provinceOf(parts(order).unit) === where) ?? '';
}

/** Orders as text under the names of their powers. */
export function asText(orders: Readonly<Record<string, readonly string[]>>, name: (power: string) => string): string {
  return Object.entries(orders).filter(([, given]) => given.length).map(([power, given]) => [name(power), ...given].join('\n')).join('\n\n');
}

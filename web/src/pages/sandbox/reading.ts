/** What becomes of a text of orders: what is given, what stays in the box to be mended, and which units nobody ordered. */
import type { OrderRead } from './calls';
import type { Due, Orders, Position, Verdict } from './model';
import { keyOfOrder, keyOfUnit, orderAt, withOrder } from './sheet';

const isGood = (line: OrderRead): boolean => Boolean(line.order) && !line.fault;
/** Lines that can be given as they stand. */
export const good = (read: readonly OrderRead[]): OrderRead[] => read.filter(isGood);
/** Lines that stay: what cannot be read, or could never work. Replaced sets of orders are dealt with, and leave. */
export const bad = (read: readonly OrderRead[]): OrderRead[] => read.filter((line) => line.fault && !line.replaced);

/** Orders with those of lines that were read. */
export function withRead(orders: Orders, lines: readonly OrderRead[]): Orders {
  const all = { ...orders };
  for (const line of lines) if (line.order) all[line.power] = withOrder(all[line.power] ?? [], line.order);
  return all;
}

/** Lines as a text that reads as before: each under its own heading, sets of orders that came later below a line of dashes. */
export function written(lines: readonly OrderRead[], name: (power: string) => string): string {
  const text: string[] = [];
  let batch = lines[0]?.batch ?? 0;
  let heading = '';
  for (const line of lines) {
    if ((line.batch ?? 0) !== batch) {
      text.push('---');
      batch = line.batch ?? 0;
      heading = '';
    }
    if ((line.heading ?? '') !== heading) {
      heading = line.heading ?? '';
      if (text.length && text.at(-1) !== '---') text.push('');
      if (heading) text.push(name(heading));
    }
    text.push(line.text);
  }
  return text.join('\n');
}

/** What was done with a text, in a sentence. */
export function told(read: readonly OrderRead[]): string {
  const given = good(read).length;
  const stay = bad(read).length;
  const replaced = read.filter((line) => line.replaced).length;
  const orders = `${given} ${given === 1 ? 'order' : 'orders'} given`;
  return `${orders}${replaced ? `, ${replaced} replaced by a later set` : ''}${stay ? `, ${stay} not` : ''}.`;
}

/** Why nothing is judged while lines stay. */
export const halted = (stay: number): string =>
  `Not judged: ${stay === 1 ? 'one line here is no order yet' : `${stay} lines here are no orders yet`}. Correct ${stay === 1 ? 'it' : 'them'}, delete ${stay === 1 ? 'it' : 'them'}, or give impossible orders anyway.`;

/** Whether what was judged is a unit's lot without any order for it. */
export const isUnordered = (orders: Orders, power: string, order: string): boolean => !orderAt(orders[power] ?? [], keyOfOrder(order));

/** Units without an order by power, in the position that was judged. */
export function unordered(orders: Orders, position: Position, verdict: Verdict): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  const judged = new Set(verdict.orders.map((one) => `${one.power} ${keyOfOrder(one.order)}`));
  const there = [...Object.entries(position.units).flatMap(([power, units]) => units.map((unit) => ({ power, unit }))), ...position.dislodged];
  for (const { power, unit } of there) {
    const where = keyOfUnit(unit);
    if (judged.has(`${power} ${where}`) && !orderAt(orders[power] ?? [], where)) (found[power] ??= []).push(unit);
  }
  return found;
}

/** Builds that nobody ordered or waived, by power. */
export function unused(orders: Orders, due: Readonly<Record<string, Due>>): [string, number][] {
  return Object.entries(due).map(([power, what]): [string, number] => [power, what.builds ? what.builds - (orders[power]?.length ?? 0) : 0]).filter(([, left]) => left > 0);
}

/** Units without an order in words: `England (all 3), France (Army Paris)`. */
export function unorderedWords(found: Record<string, string[]>, orders: Orders, name: { power: (power: string) => string; unit: (unit: string) => string }): string {
  return Object.entries(found).map(([power, units]) => {
    const isSilent = !orders[power]?.length && units.length > 1;
    return `${name.power(power)} (${isSilent ? `all ${units.length}` : units.map(name.unit).join(', ')})`;
  }).join(', ');
}

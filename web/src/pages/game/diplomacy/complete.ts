/** Completion of typed orders: what can be ordered now, by letters typed in any common style. */
import { notation, type AnyOrder } from './orders';
const MOST = 6;

/** Letters and digits only, arrows and dashes as one sign, upper case. */
export function folded(text: string): string {
  return text.toUpperCase().replace(/->|→|–|—/g, '-').replace(/\bTO\b/g, '-').replace(/\bSUPPORTS?\b/g, 'S').replace(/\bCONVOYS?\b/g, 'C')
    .replace(/\bHOLDS?\b/g, 'H').replace(/\bARMY\b/g, 'A').replace(/\bFLEET\b/g, 'F').replace(/\s*([-=])\s*/g, ' $1 ').replace(/\s+/g, ' ').trim();
}

/** Orders that what was typed may become, the shortest first; `name` says the place of a code (`BUR`), `write` how they are written. */
export function completions(typed: string, orders: readonly AnyOrder[], name: (code: string) => string, write: (order: AnyOrder) => string = notation): string[] {
  const wanted = folded(typed);
  if (!wanted) return [];
  const words = wanted.split(' ');
  const fits = (order: AnyOrder): boolean => {
    const line = write(order);
    if (line.startsWith(wanted) || line.slice(2).startsWith(wanted)) return true;
    const spelled = folded(line.replace(/[A-Z]{3}/g, (code) => name(code)));
    let from = 0;
    return words.every((word) => {
      const at = Math.min(...[line.indexOf(word, from), spelled.indexOf(word, from)].filter((one) => one >= 0));
      if (!Number.isFinite(at)) return false;
      from = Math.max(0, Math.min(at, line.length - 1) - 1);
      return true;
    });
  };
  const found = orders.filter(fits).map(write);
  const longer = found.filter((line) => line !== wanted);
  // A whole order that no other goes on from is what was meant.
  if (longer.length < found.length && !longer.some((line) => line.startsWith(wanted))) return [];
  return longer.toSorted((a, b) => Number(b.startsWith(wanted)) - Number(a.startsWith(wanted)) || a.length - b.length).slice(0, MOST);
}

/** The next or last of a list of completions; -1 is what was typed itself. */
export const move = (at: number, by: 1 | -1, count: number): number => (at + (at < 0 && by < 0 ? count : by) + count) % count;

/** The line of a text in which the caret stands: where it begins and ends. */
export function lineAt(text: string, caret: number): { from: number; to: number } {
  const to = text.indexOf('\n', caret);
  return { from: text.lastIndexOf('\n', caret - 1) + 1, to: to < 0 ? text.length : to };
}

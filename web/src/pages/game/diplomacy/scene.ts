/** Reading units and orders of a picture of the rules from their short notation. */
import type { BoardGeometry } from '../../../lib/types';
import { provinceOf, type MarkOutcome, type OrderMark, type OrderMarkKind, type UnitMark } from './board/marks';

/** The units of `{"6": "A BUR, F NTH"}`. */
export function unitsOf(units: Record<string, string> | undefined): UnitMark[] {
  return Object.entries(units ?? {}).flatMap(([colour, all]) => all.split(', ').map((one): UnitMark => {
    const [kind = 'A', at = ''] = one.split(' ');
    return { id: one, kind, at, colour: Number(colour), title: one };
  }));
}

const ORDER = /^(?<kind>\w+) (?<unit>\S+)(?: (?:(?<step>-|>) (?<to>\S+)|(?<help>[SC]) \w+ (?<of>\S+)(?: - (?<goal>\S+))?|(?<stay>[HBD])))(?: \((?<result>\w+)\))?$/;
const STAY: Record<string, OrderMarkKind> = { H: 'hold', B: 'build', D: 'remove' };

/** Orders as lines on the map: `A BUR - MUN`, `A TYR S A BUR - MUN`, `F NTH C A YOR - NWY`, `A PAR B`; `>` is a retreat. */
export function ordersOf(orders: readonly string[] | undefined, units: readonly UnitMark[]): OrderMark[] {
  const read = (orders ?? []).map((text) => ({ text, found: ORDER.exec(text)?.groups ?? {} }));
  const carriers = (unit: string, to: string) => read.filter(({ found }) => found['help'] === 'C' && found['of'] === unit && found['goal'] === to).map(({ found }) => found['unit'] ?? '');
  return read.map(({ text, found }): OrderMark => {
    const { unit = '', to = '', of = '', goal = '', help, step, stay, result } = found;
    const kind: OrderMarkKind = help === 'S' ? 'support' : help === 'C' ? 'convoy' : step === '>' ? 'retreat' : step ? 'move' : (STAY[stay ?? ''] ?? 'hold');
    const colour = units.find((one) => provinceOf(one.at) === provinceOf(unit))?.colour ?? 0;
    return { key: text, kind, unit, to: to || goal, of, via: step ? carriers(unit, to) : [], colour, outcome: (result ?? 'done') as MarkOutcome, title: text };
  });
}

/** A board on which garrisons stand at the marks of their cities, `siena/CITY`, clear of who stands in the field. */
export function withCities(board: BoardGeometry): BoardGeometry {
  const spaces = board.spaces.map((space) => {
    const site = (board.sites ?? []).find((one) => one.space === space.id && one.kind !== 'port');
    if (!site) return space;
    const [dx, dy] = [site.at[0] - space.token[0], site.at[1] - space.token[1]];
    const away = Math.max(1, (34 * board.unit) / (Math.hypot(dx, dy) || 1));
    const at: [number, number] = [space.token[0] + dx * away, space.token[1] + dy * away];
    return { ...space, coasts: [...(space.coasts ?? []), { id: 'CITY', name: 'city', at }] };
  });
  return { ...board, spaces };
}

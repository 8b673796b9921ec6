/** A position and its orders as the marks the board draws. */
import type { BoardGeometry } from '../../lib/types';
import type { MarkOutcome, OrderMark, OrderMarkKind, UnitMark } from '../game/diplomacy/board/marks';
import { ownerOf, phaseTitle, standing, type Judged, type Orders, type Position, type Variant } from './model';
import { at, parts, province, provinceOf, type Kind } from './orders';

const OUTCOMES: Record<string, MarkOutcome> = {
  bounces: 'bounced', cut: 'cut', no_path: 'failed', unmatched: 'failed', disrupted: 'failed', attacked: 'failed', illegal: 'failed', destroyed: 'failed', rejected: 'failed',
};
const KINDS: Partial<Record<Kind, OrderMarkKind>> = { hold: 'hold', move: 'move', support: 'support', convoy: 'convoy', retreat: 'retreat', disband: 'remove', build: 'build', convert: 'convert' };

/** Names of places, units and powers of a map. */
export class Names {
  constructor(readonly variant: Variant) {}
  place = (location: string): string => {
    const [code = '', coast = ''] = location.split('/');
    const name = this.variant.provinces[code]?.name ?? code;
    return coast ? `${name} (${COASTS[coast] ?? coast})` : name;
  };
  unit = (unit: string): string => `${unit.startsWith('A') ? 'Army' : 'Fleet'} ${this.place(at(unit))}`;
  power = (power: string): string => this.variant.powers[power]?.name ?? power;
  /** A phase as the map says it: `Spring 1901 movement`, `Summer, Third Age 3001: movement`. */
  phase = (phase: string): string => {
    const written = this.variant.calendar.year ?? '{year}';
    const [season = '', year = '', kind = ''] = phaseTitle(phase).split(' ');
    return written === '{year}' ? `${season} ${year} ${kind}` : `${season}, ${written.replace('{year}', year)}: ${kind}`;
  };
  /** Player colour of a power, 1 to 8, in the order of the map. */
  colour = (power: string): number => (Object.keys(this.variant.powers).indexOf(power) % 8) + 1;
}
const COASTS: Record<string, string> = { NC: 'north coast', SC: 'south coast', EC: 'east coast', WC: 'west coast' };

/** All units; where the phase has been judged, those it dislodged are tilted. */
export function unitMarks(position: Position, names: Names, judged: readonly Judged[] = []): UnitMark[] {
  const fallen = new Set(judged.filter((one) => one.dislodged).map((one) => parts(one.order).unit));
  const mark = (power: string, unit: string, dislodged: boolean): UnitMark =>
    ({ id: `${unit}${dislodged ? '!' : ''}`, kind: unit.startsWith('A') ? 'A' : 'F', at: at(unit), colour: names.colour(power), title: `${names.unit(unit)}, ${names.power(power)}`, dislodged });
  return [
    ...Object.entries(position.units).flatMap(([power, units]) => units.map((unit) => mark(power, unit, fallen.has(unit)))),
    ...position.dislodged.map((one) => mark(one.power, one.unit, true)),
  ];
}

/** Player colour of each owned centre, and of the land tinted by it or by the unit there. */
export function colours(position: Position, board: BoardGeometry, names: Names): { centres: Record<string, number>; held: Record<string, number> } {
  const centres: Record<string, number> = {};
  const held: Record<string, number> = {};
  for (const space of board.spaces) {
    const owner = ownerOf(position, space.id);
    const there = standing(position, space.id)?.power ?? '';
    if (owner) centres[space.id] = names.colour(owner);
    if (space.kind !== 'sea' && (owner || there)) held[space.id] = names.colour(owner || there);
  }
  return { centres, held };
}

/** The fleets whose convoys are for a move; a move by land has none. */
function carriers(move: string, all: readonly string[]): string[] {
  const { unit, to, kind } = parts(move);
  if (kind !== 'move' || unit.startsWith('F')) return [];
  return all.map(parts).filter((one) => one.kind === 'convoy' && provinceOf(one.of) === provinceOf(unit) && province(one.to) === province(to)).map((one) => provinceOf(one.unit));
}

/** Orders as lines; without results they are open. */
export function orderMarks(orders: Orders, names: Names, judged: readonly Judged[] = []): OrderMark[] {
  const given = judged.length ? judged.map((one) => ({ ...one })) : Object.entries(orders).flatMap(([power, all]) => all.map((order) => ({ power, order, result: '' })));
  const texts = given.map((one) => one.order);
  return given.flatMap((one): OrderMark[] => {
    const { kind, unit, to, of } = parts(one.order);
    const drawn = KINDS[kind];
    if (!drawn || !unit || one.result === 'illegal' || one.result === 'rejected') return [];
    const outcome = one.result ? (OUTCOMES[one.result] ?? 'done') : 'open';
    const target = kind === 'convert' ? '' : to;
    return [{ key: one.order, kind: drawn, unit: at(unit), to: target, of: at(of), via: carriers(one.order, texts), colour: names.colour(one.power), outcome, title: one.order }];
  });
}

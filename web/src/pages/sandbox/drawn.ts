/** A position and its orders as the marks the board draws. */
import type { BoardGeometry } from '../../lib/types';
import { capital } from '../../lib/words';
import { seaWay } from '../game/diplomacy/board/orderlines';
import type { OrderMark, UnitMark } from '../game/diplomacy/board/marks';
import { FIGURES, HIDDEN_MOVES, kindWord } from '../game/diplomacy/kinds';
import { carriers, markOf, orderFrom, orderedUnit, type AnyOrder, type Say } from '../game/diplomacy/orders';
import { COASTS } from '../game/diplomacy/view';
import { ownerOf, standing, type Judged, type Orders, type Position, type Variant } from './model';

/** Names of places, units and powers of a map. */
export class Names implements Say {
  constructor(readonly variant: Variant) {}
  place = (location: string): string => {
    const [code = '', coast = ''] = location.split('/');
    const name = this.variant.provinces[code]?.name ?? code;
    return coast ? `${name} (${COASTS[coast] ?? coast})` : name;
  };
  /** A unit, or a centre to build in by its name alone. */
  unit = (unit: string): string => (unit.includes(' ') ? `${capital(kindWord(kindOf(unit)))} ${this.place(at(unit))}` : unit === 'DEAD' ? 'The Dead' : this.place(unit));
  power = (power: string): string => this.variant.powers[power]?.name ?? (power === 'hidden' ? HIDDEN_MOVES : power);
  /** A phase as tables say it: `Autumn 1901 retreats`, `Summer Third Age 3001`. */
  phase = (phase: string): string => {
    const { year: written } = this.variant.calendar;
    const [season = '', year = '', kind = ''] = phase.split(' ');
    return [this.season(season), written.replace('{year}', year), ...(kind === 'movement' ? [] : [kind])].join(' ');
  };
  /** What players call a season, which files may call otherwise. */
  season = (season: string): string => capital(this.variant.calendar.seasons?.find((one) => one.season === season)?.called || season);
  /** Player colours of the powers, 1 to 48: their own, for others those left over. */
  private readonly colours = new Map<string, number>();
  colour = (power: string): number => {
    if (!this.colours.size) {
      const powers = Object.entries(this.variant.powers);
      const given = new Set(powers.map(([, facts]) => facts.colour));
      const free = Array.from({ length: 48 }, (_, at) => at + 1).filter((colour) => !given.has(colour));
      let next = 0;
      for (const [key, facts] of powers) this.colours.set(key, facts.colour || (free[next++ % Math.max(1, free.length)] ?? 1));
    }
    return this.colours.get(power) ?? 0;
  };
}
const kindOf = (unit: string): string => unit.split(' ')[0] ?? '';
const at = (unit: string): string => unit.split(' ')[1] ?? '';

/** Whose what flies is: the Nazgûl Mordor's, the Great Eagles those of the first good power that is left; hidden figures tell it not. */
function leader(position: Position, kind: string): string {
  const lives = (power: string) => Boolean(position.units[power]?.length) || Boolean(position.centres[power]?.length);
  return kind === 'Z' ? 'mordor' : kind === 'GEG' ? (['gondor', 'rohan', 'eriador'].find(lives) ?? '') : '';
}

/** All units; where the phase has been judged, those it dislodged are tilted. */
export function unitMarks(position: Position, names: Names, judged: readonly Judged[] = []): UnitMark[] {
  const fallen = new Set(judged.filter((one) => one.dislodged).map((one) => orderedUnit(one.order)));
  const mark = (power: string, unit: string, dislodged: boolean): UnitMark =>
    ({ id: `${unit}${dislodged ? '!' : ''}`, kind: kindOf(unit), at: at(unit), colour: names.colour(power), title: power ? `${names.unit(unit)}, ${names.power(power)}` : names.unit(unit), dislodged });
  const driven = new Set(position.dislodged.map((one) => one.unit));
  const beside = (position.beside ?? []).filter((unit) => FIGURES.has(kindOf(unit)) && !driven.has(unit));
  return [
    ...beside.map((unit) => mark(leader(position, kindOf(unit)), unit, false)),
    ...Object.entries(position.units).flatMap(([power, units]) => units.map((unit) => mark(power, unit, fallen.has(unit)))),
    ...position.dislodged.map((one) => mark(one.power, one.unit, true)),
  ];
}

/** Player colour of each owned centre, and of the land: of the unit there, else of its owner; or `byCentre` of its owner alone. */
export function colours(position: Position, board: BoardGeometry, names: Names, byCentre = false): { centres: Record<string, number>; held: Record<string, number> } {
  const centres: Record<string, number> = {};
  const held: Record<string, number> = {};
  for (const space of board.spaces) {
    const owner = ownerOf(position, space.id);
    const there = standing(position, space.id)?.power ?? '';
    if (owner) centres[space.id] = names.colour(owner);
    const last = byCentre ? owner : there || owner;
    if (space.kind !== 'sea' && last) held[space.id] = names.colour(last);
  }
  return { centres, held };
}

/** Orders as lines; without results they are open. Illegal and refused ones have none. */
export function orderMarks(orders: Orders, names: Names, board: BoardGeometry, judged: readonly Judged[] = []): OrderMark[] {
  const given = judged.length ? judged : Object.entries(orders).flatMap(([power, all]) => all.map((order) => ({ power, order, result: '' })));
  const drawn = given.flatMap((one) => {
    const order = orderFrom(one.order);
    return !order || order.type === 'waive' || one.result === 'illegal' || one.result === 'rejected' ? [] : [{ ...one, value: order }];
  });
  const all = drawn.map((one) => one.value);
  const via = (order: AnyOrder) => (order.type === 'move' && order.unit.kind === 'A' ? seaWay(board, order.unit.at, order.to, carriers(order, all)) : []);
  return drawn.map((one) => markOf(one.value, { key: one.order, colour: names.colour(one.power), result: one.result, title: one.order, via: via(one.value) }));
}

/** The sandbox as data: lines of play as a tree of phases, and what may be changed in a position. */
import type * as Shapes from '../../generated/api';
import { orderedUnit } from '../game/diplomacy/orders';
import { keyOfUnit, provinceOfUnit } from './sheet';
import { follow } from './tree';

export { change, children, drop, fork, judge, layout, letter, path, reopen, stage } from './tree';

export type Variant = Shapes.Variant;
export type Verdict = Shapes.VerdictJson;
export type Judged = Shapes.JudgedJson;
export type Due = Shapes.DueJson;
export interface Lost { power: string; unit: string; attacker: string; retreats: string[] }
/** A position in texts, as the server reads and writes it. */
export interface Position {
  phase: string; units: Record<string, string[]>; centres: Record<string, string[]>; dislodged: Lost[];
  /** What stands beside units, on maps that have such things: `Z minas_morgul`. */
  beside?: string[];
}
export type Orders = Record<string, string[]>;

/** One phase of a line of play: the position before it and the orders given; `parent` is the phase it came from. */
export interface Stage { id: number; parent: number | null; position: Position; orders: Orders; judged: boolean }
/** All of it: map (whole where it is none of the server's), rulebook, single rulings, phases, and the phase looked at. */
export interface Bench { variant: string; map?: Variant; rules: string; issues: Record<string, string>; stages: Stage[]; at: number }

/** Make whatever the server sends a whole position. */
export function whole(given: Shapes.PositionJson): Position {
  const lost = (given.dislodged ?? []).map((one) => ({ power: one.power, unit: one.unit, attacker: one.attacker ?? '', retreats: [...(one.retreats ?? [])] }));
  const beside = given.beside?.length ? { beside: [...given.beside] } : {};
  return { phase: given.phase, units: { ...given.units }, centres: { ...(given.centres ?? given.centers ?? {}) }, dislodged: lost, ...beside };
}

/** A bench with a single phase. */
export function begin(variant: string, rules: string, position: Position, orders: Orders = {}, issues: Record<string, string> = {}): Bench {
  return { variant, rules, issues, stages: [{ id: 1, parent: null, position, orders, judged: false }], at: 1 };
}

/** Go on to the position a phase led to: to the follower that has it, or to a new one. */
export const goOn = (bench: Bench, id: number, next: Position): Bench =>
  follow<Stage, Bench>(bench, id, next, (made) => ({ id: made, parent: id, position: next, orders: {}, judged: false }));

const KINDS: Record<string, string> = { movement: 'M', retreats: 'R', adjustments: 'A' };
/** `spring 1901 movement` as `S1901M`. */
export function phaseCode(phase: string): string {
  const [season = '', year = '', kind = ''] = phase.split(' ');
  return `${season.slice(0, 1).toUpperCase()}${year}${KINDS[kind] ?? ''}`;
}
export const phaseKind = (phase: string): string => phase.split(' ')[2] ?? 'movement';

/** Who stands in a province, of those that are not dislodged. */
export function standing(position: Position, province: string): { power: string; unit: string } | null {
  for (const [power, units] of Object.entries(position.units)) {
    for (const unit of units) if (provinceOfUnit(unit) === province) return { power, unit };
  }
  return null;
}

/** Put a unit on the board, in the place of the one that stands there; the same once more takes it away. */
export function toggleUnit(position: Position, power: string, unit: string): Position {
  const there = standing(position, provinceOfUnit(unit));
  const { units } = lift(position, provinceOfUnit(unit));
  if (there?.unit === unit && there.power === power) return { ...position, units };
  return { ...position, units: { ...units, [power]: [...(units[power] ?? []), unit] } };
}

/** Take the units in a province away, a dislodged one too. */
export function clear(position: Position, province: string): Position {
  return { ...lift(position, province), dislodged: position.dislodged.filter((one) => provinceOfUnit(one.unit) !== province) };
}

/** Put what stands beside units somewhere, wherever it stood; the same once more takes it away. */
export function toggleBeside(position: Position, kind: string, province: string): Position {
  const wanted = `${kind} ${province}`;
  const others = (position.beside ?? []).filter((one) => one.split(' ')[0] !== kind);
  return { ...position, beside: position.beside?.includes(wanted) ? others : [...others, wanted] };
}

/** Take the unit that stands in a province away. */
function lift(position: Position, province: string): Position {
  const units = Object.fromEntries(Object.entries(position.units).map(([power, all]) => [power, all.filter((unit) => provinceOfUnit(unit) !== province)]));
  return { ...position, units };
}

/** Say of the unit that stands in a province that it was dislodged, or of a dislodged one that it was not after all. */
export function toggleLost(position: Position, province: string): Position {
  const lost = position.dislodged.find((one) => provinceOfUnit(one.unit) === province);
  const there = standing(position, province);
  if (lost) {
    const left = { ...position, dislodged: position.dislodged.filter((one) => one !== lost) };
    return there ? left : toggleUnit(left, lost.power, lost.unit);
  }
  if (!there) return position;
  return { ...lift(position, province), dislodged: [...position.dislodged, { ...there, attacker: '', retreats: [] }] };
}

/** Change what is known of a dislodged unit. */
export function amendLost(position: Position, unit: string, made: Partial<Pick<Lost, 'attacker' | 'retreats'>>): Position {
  return { ...position, dislodged: position.dislodged.map((one) => (one.unit === unit ? { ...one, ...made } : one)) };
}

/** Give a centre to a power, or with an empty name to nobody. */
export function give(position: Position, centre: string, power: string): Position {
  const centres = Object.fromEntries(Object.entries(position.centres).map(([owner, all]) => [owner, all.filter((one) => one !== centre)]));
  return { ...position, centres: power ? { ...centres, [power]: [...(centres[power] ?? []), centre] } : centres };
}

/** Who owns a centre; empty where nobody does. */
export const ownerOf = (position: Position, centre: string): string => Object.entries(position.centres).find(([, all]) => all.includes(centre))?.[0] ?? '';

/** Orders without those for units that are no longer there. */
export function fitting(orders: Orders, position: Position): Orders {
  const kind = phaseKind(position.phase);
  const beside = new Set((position.beside ?? []).map(keyOfUnit));
  const there = new Set([...Object.entries(position.units).flatMap(([power, all]) => all.map((unit) => `${power} ${unit}`)), ...position.dislodged.map((one) => `${one.power} ${one.unit}`)]);
  if (kind === 'adjustments') return orders;
  return Object.fromEntries(Object.entries(orders).map(([power, given]) => [power, given.filter((order) => there.has(`${power} ${orderedUnit(order)}`) || beside.has(keyOfUnit(orderedUnit(order))))]));
}

/** Whether something read from a file is orders by power. */
export function isOrders(given: unknown): given is Orders {
  return typeof given === 'object' && given !== null && Object.values(given).every((all) => Array.isArray(all) && all.every((one) => typeof one === 'string'));
}

/** Put a position into another phase; dislodged units exist only in retreats. */
export function inPhase(position: Position, phase: string): Position {
  return { ...position, phase, dislodged: phaseKind(phase) === 'retreats' ? position.dislodged : [] };
}

/** The sandbox as data: lines of play as a tree of phases, and what may be changed in a position. */
import type * as Shapes from '../../generated/api';
import { orderedUnit } from '../game/diplomacy/orders';
import { keyOfUnit, provinceOfUnit } from './sheet';

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

export const stage = (bench: Bench, id: number): Stage | undefined => bench.stages.find((one) => one.id === id);
export const children = (bench: Bench, id: number | null): Stage[] => bench.stages.filter((one) => one.parent === id);
const fresh = (bench: Bench): number => Math.max(0, ...bench.stages.map((one) => one.id)) + 1;
const ordered = (one: Stage): boolean => Object.values(one.orders).some((given) => given.length > 0);

/** A bench with a single phase. */
export function begin(variant: string, rules: string, position: Position, orders: Orders = {}, issues: Record<string, string> = {}): Bench {
  return { variant, rules, issues, stages: [{ id: 1, parent: null, position, orders, judged: false }], at: 1 };
}

/** Whether a phase has consequences worth keeping: more than one follower nobody has touched. */
function followed(bench: Bench, id: number): boolean {
  const next = children(bench, id);
  return next.length > 1 || next.some((one) => ordered(one) || one.judged || children(bench, one.id).length > 0);
}

/**
 * Change a phase. Where play has gone on from it, the line is kept and the change begins a second one beside it.
 * Returns the bench and whether it forked.
 */
export function change(bench: Bench, id: number, made: Partial<Pick<Stage, 'position' | 'orders'>>): { bench: Bench; forked: boolean } {
  const old = stage(bench, id);
  if (!old) return { bench, forked: false };
  if (followed(bench, id)) {
    const one = { ...old, ...made, id: fresh(bench), judged: false };
    return { bench: { ...bench, stages: [...bench.stages, one], at: one.id }, forked: true };
  }
  const stages = bench.stages.filter((one) => one.parent !== id).map((one) => (one.id === id ? { ...one, ...made, judged: false } : one));
  return { bench: { ...bench, stages, at: id }, forked: false };
}

/** A second line of play that begins with a copy of a phase. */
export function fork(bench: Bench, id: number): Bench {
  const old = stage(bench, id);
  if (!old) return bench;
  const copy = { ...old, id: fresh(bench), judged: false };
  return { ...bench, stages: [...bench.stages, copy], at: copy.id };
}

/** Note that a phase has been judged. */
export function judge(bench: Bench, id: number): Bench {
  return { ...bench, stages: bench.stages.map((one) => (one.id === id ? { ...one, judged: true } : one)) };
}

/** Go on to the position a phase led to: to the follower that has it, or to a new one. */
export function goOn(bench: Bench, id: number, next: Position): Bench {
  const wanted = JSON.stringify(next);
  const there = children(bench, id).find((one) => JSON.stringify(one.position) === wanted);
  if (there) return { ...bench, at: there.id };
  const made: Stage = { id: fresh(bench), parent: id, position: next, orders: {}, judged: false };
  return { ...bench, stages: [...bench.stages, made], at: made.id };
}

/** Take a phase and all that follows away; the last line stays. */
export function drop(bench: Bench, id: number): Bench {
  const gone = new Set([id]);
  for (const one of bench.stages) if (one.parent !== null && gone.has(one.parent)) gone.add(one.id);
  const stages = bench.stages.filter((one) => !gone.has(one.id));
  const parent = stage(bench, id)?.parent;
  const next = stages.find((one) => one.id === parent) ?? stages[0];
  return next ? { ...bench, stages, at: next.id } : bench;
}

/** The phases from the beginning to one. */
export function path(bench: Bench, id: number): Stage[] {
  const found: Stage[] = [];
  for (let one = stage(bench, id); one; one = one.parent === null ? undefined : stage(bench, one.parent)) found.unshift(one);
  return found;
}

/** A phase in the small tree: `row` is its line, counted from 0, `column` how far along it is. */
export interface Node { stage: Stage; row: number; column: number; parentRow: number }

/** Lay the tree out: a first follower stays in its line, others begin new lines below. */
export function layout(bench: Bench): Node[] {
  const nodes: Node[] = [];
  let rows = 0;
  const place = (one: Stage, row: number, column: number, parentRow: number): void => {
    nodes.push({ stage: one, row, column, parentRow });
    children(bench, one.id).forEach((next, index) => place(next, index ? rows++ : row, column + 1, row));
  };
  for (const root of children(bench, null)) {
    const row = rows++;
    place(root, row, 0, row);
  }
  return nodes;
}

/** Letters of lines: A, B, … Z, A2, … */
export const letter = (row: number): string => String.fromCharCode(65 + (row % 26)) + (row >= 26 ? String(Math.floor(row / 26) + 1) : '');

const KINDS: Record<string, string> = { movement: 'M', retreats: 'R', adjustments: 'A' };
/** `spring 1901 movement` as `S1901M`. */
export function phaseCode(phase: string): string {
  const [season = '', year = '', kind = ''] = phase.split(' ');
  return `${season.slice(0, 1).toUpperCase()}${year}${KINDS[kind] ?? ''}`;
}
export const phaseTitle = (phase: string): string => phase.charAt(0).toUpperCase() + phase.slice(1);
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

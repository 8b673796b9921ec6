/** Figures of Middle-earth beside units: how their orders are sent and read, where they stand, what the pages of ring diplomacy ask of them. */
import type { LotrOrders, LotrView } from '../../../../generated/lotr-machiavelli';
import type { RingView } from '../../../../generated/ring-diplomacy';
import type { BoardGeometry, Point } from '../../../../lib/types';
import { capital } from '../../../../lib/words';
import { aside, pointOf } from '../../diplomacy/board/marks';
import { FIGURES, FLYERS, HIDDEN } from '../../diplomacy/kinds';
import type { Choices } from '../choices';
import { CITY, unitOf, unitText, type AnyOrder, type UnitKind, type UnitName } from '../orders';
import type { MachiavelliView, Unit } from '../view';

export type { LotrView } from '../../../../generated/lotr-machiavelli';
export { FIGURES, FLYERS, HIDDEN } from '../../diplomacy/kinds';
export const DEAD = 'DEAD';
type Sent = NonNullable<LotrOrders['figures']>[number];

/** A moment of the game in Middle-earth; null for games without figures. */
export const ringOf = (view: MachiavelliView): LotrView | null => ('leads_bearer' in view ? (view as unknown as LotrView) : null);

/** Whether an order is for a figure, or for the Dead. */
export const forFigure = (order: AnyOrder): boolean => FIGURES.has(order.unit.kind) || order.unit.kind === (DEAD as UnitKind);
export const isNazgul = (order: AnyOrder): boolean => (order.unit.kind as string) === 'Z';
/** Whether nobody else may see an order on a shared screen. */
export const isHidden = (order: AnyOrder): boolean => HIDDEN.has(order.unit.kind);

/** An order for a figure as the server has it; null for what is none. */
export function sentFigure(order: AnyOrder): Sent | null {
  const unit = { kind: order.unit.kind as string, at: order.unit.place };
  if (order.type === 'hold') return { type: 'hold', unit };
  if (order.type === 'advance') return { type: 'move', unit, to: order.to, via: false, path: [...(order.path ?? [])] };
  return order.type === 'call' ? { type: 'call', unit } : null;
}

export function readFigure(sent: { type: string; unit: { kind: string; at: string }; to?: string; path?: readonly string[] }): AnyOrder {
  const unit = unitOf(`${sent.unit.kind} ${sent.unit.at}`);
  if (sent.type === 'move') return { type: 'advance', unit, to: sent.to ?? '', ...(sent.path?.length ? { path: [...sent.path] } : {}) };
  return sent.type === 'call' ? { type: 'call', unit } : { type: 'hold', unit };
}

/** Figures on the board, by kind: hidden ones only where they are shown, the Dead never. */
export const figuresOn = (view: MachiavelliView, hidden: boolean): [string, string][] =>
  Object.entries(ringOf(view)?.position.figures ?? {}).filter(([kind]) => FIGURES.has(kind) && (hidden || !HIDDEN.has(kind)));

/** A figure that is shown at a spot of its own, as orders name it. */
export function figureAt(view: MachiavelliView, spot: string, hidden: boolean): UnitName | undefined {
  const found = figuresOn(view, hidden).find(([kind, place]) => `${place}/${kind}` === spot);
  return found && unitOf(`${found[0]} ${found[1]}`);
}

/** Where a figure is drawn, in map units: beside the unit of its place, or above it. */
export function figurePoint(board: BoardGeometry, view: MachiavelliView, kind: string, place: string, size: number): Point {
  const all = figuresOn(view, true).filter(([, at]) => at === place).map(([one]) => one);
  const count = (kinds: ReadonlySet<string>) => Math.max(1, all.filter((one) => kinds.has(one)).length);
  const [x, y] = pointOf(board, place);
  const [dx, dy] = aside(kind, { unit: view.position.units.some((unit) => unit.kind !== 'G' && unit.place === place), flyers: count(FLYERS), hidden: count(HIDDEN) });
  const [fx, fy] = [x + dx * size, y + dy * size];
  const [cx, cy] = view.cities[place] ? pointOf(board, `${place}/${CITY}`) : [Infinity, Infinity];
  // Where the city stands above the field, what flies keeps beside the unit: beside the city it would cover the name.
  return Math.hypot(fx - cx, fy - cy) < 24 * size ? [fx + (cx > x ? -34 : 34) * size, y] : [fx, fy];
}

/** What of a class of units matters on the page: its letter, name and strength; null for ordinary units. */
export function eliteOf(view: MachiavelliView, unit: { unit_class?: Unit['unit_class'] }): { letter: string; name: string; strength: number; cost: number; further: number } | null {
  return ringOf(view)?.elites.find((one) => one.id === unit.unit_class) ?? null;
}

/** What a unit of a class costs a power, which has one of it already or not. */
export const priceOf = (facts: { cost: number; further: number }, another: boolean): number => (another && facts.further ? facts.further : facts.cost);

/** What each unit of a year costs that is kept or raised, the older first: of some classes the second is dearer. */
export function yearCosts(view: MachiavelliView, choices: Choices, kept: readonly string[], raised: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  const classOf = (source: string) => view.position.units.find((unit) => unitText(unit) === source)?.unit_class;
  const costOf = (source: string, unitClass: string | undefined): [string, number] => {
    const facts = ringOf(view)?.elites.find((one) => one.id === unitClass);
    const there = counts.get(unitClass ?? '') ?? 0;
    counts.set(unitClass ?? '', there + 1);
    return [source, facts ? priceOf(facts, there > 0) : choices.cost(source)];
  };
  return new Map([...kept.map((source) => costOf(source, classOf(source))), ...raised.map((source) => costOf(source, source.split(' ').length > 2 ? source.split(' ')[0] : undefined))]);
}

/** The moment as the words on hidden figures read it. */
export function asRing(ring: LotrView): RingView {
  const units: Record<string, { kind: string; at: string }[]> = {};
  for (const unit of ring.position.units) if (unit.kind !== 'G') (units[unit.owner] ??= []).push({ kind: unit.kind, at: unit.place });
  const seen = ring.seen && { place: ring.seen.place, riders: ring.seen.riders ?? false, phase: capital(`${ring.seen.season} ${ring.seen.year}`) };
  return { units, figures: ring.position.figures ?? {}, doom: ring.doom, seen } as unknown as RingView;
}

/** What the page says of the hidden figures: where the ring-bearer was seen, what a step risks, and how far Mount Doom is. */
import { capital, plural } from '../../../../lib/words';
import type { Point } from '../../../../lib/types';
import { kindWord } from '../kinds';
import type { AnyOrder, Say } from '../orders';
import { unitAt, type DiplomacyView, type RingView } from '../view';

/** "Ring-bearer last seen: Lorien, Spring 3001." */
export function lastSeen({ seen }: Pick<RingView, 'seen'>, say: Pick<Say, 'place'>): string {
  if (!seen) return 'The ring-bearer set out from The Shire and has not been seen since.';
  return `Ring-bearer last seen: ${say.place(seen.place)}${seen.riders ? ' with the black riders' : ''}, ${seen.phase}.`;
}

/** Where a hidden figure is and goes: "Emyn Muil, goes to Dead Marshes". */
export function course(source: string, order: AnyOrder | undefined, say: Pick<Say, 'place'>): string {
  const at = say.place(source.split(' ')[1] ?? '');
  return order?.type === 'move' ? `${at}, goes to ${say.place(order.to)}` : `${at}, stays`;
}

/** What of a figure's way may be seen by all, in a sentence. */
export function risk(ring: RingView, order: AnyOrder | undefined, say: Pick<Say, 'place'>): string {
  if (order?.type !== 'move') return 'It is seen only if a unit comes.';
  const [kind] = standing(ring, order.to);
  if (kind) return `${say.place(order.to)} holds ${kindWord(kind) === 'army' ? 'an army' : kindWord(kind)}: entering it shows the ring-bearer to all.`;
  return ring.doom[order.to] === 0 ? 'No unit stands there.' : 'No unit stands there, so nobody learns of it unless one comes.';
}

/** Kinds of what stands in a province and would see the ring-bearer. */
function standing(ring: RingView, place: string): string[] {
  const unit = unitAt(ring as unknown as DiplomacyView, place)?.unit.kind;
  const figures = Object.entries(ring.figures).filter(([kind, at]) => at === place && ['Z', 'GEG', 'BRC'].includes(kind)).map(([kind]) => kind);
  return unit ? [unit, ...figures] : figures;
}

/** "From there Mount Doom is 3 turns away." */
export function toDoom(ring: RingView, source: string, order: AnyOrder | undefined): string {
  const moved = order?.type === 'move';
  const turns = ring.doom[moved ? order.to : (source.split(' ')[1] ?? '')];
  if (turns === undefined) return '';
  if (turns === 0) return moved ? 'That is Mount Doom.' : 'The ring-bearer is there.';
  return `${moved ? 'From there ' : ''}Mount Doom is ${plural(turns, 'turn')} away.`;
}

/** What a mark is put on, and which. */
export interface Badge { place: string; kind: 'struck' | 'guarded' | 'eliminated' | 'called' | 'port'; title: string }

interface Judged { order: { type: string; unit?: { kind: string; at: string }; to?: string }; result: string }

/** Marks of the stage before a movement, as it was judged: who was struck or eliminated, and what was guarded. */
export function judgedBadges(judged: readonly Judged[]): Badge[] {
  return judged.flatMap(({ order, result }): Badge[] => {
    const { unit } = order;
    if (!unit) return [];
    if (order.type === 'call') return [{ place: unit.at, kind: 'called', title: 'The Dead rose here' }];
    if (result === 'struck') return [{ place: unit.at, kind: 'struck', title: 'Struck by the Nazgûl' }];
    if (result === 'eliminated') return [{ place: unit.at, kind: 'eliminated', title: 'Eliminated by the Dead' }];
    if (unit.kind !== 'GEG' || !['moves', 'holds'].includes(result)) return [];
    return [{ place: order.type === 'move' ? (order.to ?? unit.at) : unit.at, kind: 'guarded', title: 'Guarded by the Great Eagles' }];
  });
}

/** What own orders would do: what the Nazgûl strikes, what the Great Eagles guard, where the Dead rise. */
export function plannedBadges(ring: RingView, orders: readonly AnyOrder[]): Badge[] {
  return orders.flatMap((order): Badge[] => {
    if (order.type === 'call') return [{ place: order.unit.at, kind: 'called', title: 'The Dead are called here' }];
    if (order.type !== 'move' && order.type !== 'hold') return [];
    const place = order.type === 'move' ? order.to : order.unit.at;
    if (order.unit.kind === 'GEG') return [{ place, kind: 'guarded', title: 'To be guarded' }];
    const there = unitAt(ring as unknown as DiplomacyView, place);
    const strikes = order.unit.kind === 'Z' && order.type === 'move' && there !== null && there.power !== 'mordor';
    return strikes ? [{ place, kind: 'struck', title: `${capital(kindWord(there.unit.kind))}: to be struck` }] : [];
  });
}

/**
 * Where a mark of some width beside a place covers fewest of the points where something stands: its middle, and whether
 * its words go to the left. `size` are map units to a pixel of marks, `across` the width of the map.
 */
export function freest([x, y]: Point, mark: { width: number; size: number; across: number }, standing: readonly Point[]): { at: Point; left: boolean } {
  const { width, size, across } = mark;
  const spots = [-20, 22, -44].flatMap((up) => [false, true].map((left): { at: Point; left: boolean } => ({ at: [x + (left ? -30 : 30) * size, y + up * size], left })));
  const cost = ({ at, left }: { at: Point; left: boolean }): number => {
    const ends = [at[0] - (left ? width : 14) * size, at[0] + (left ? 14 : width) * size] as const;
    const off = ends[0] < 0 || ends[1] > across ? 10 : 0;
    return off + standing.filter(([px, py]) => px > ends[0] - 12 * size && px < ends[1] + 12 * size && Math.abs(py - at[1]) < 24 * size).length;
  };
  return spots.toSorted((a, b) => cost(a) - cost(b))[0] ?? { at: [x, y], left: false };
}

/** A way without the turns on which nothing moved. */
export const track = (places: readonly string[]): string[] => places.filter((place, at) => place !== places[at - 1]);

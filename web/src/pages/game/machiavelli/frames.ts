/** The reveal: a pause when all orders are in, then all arrows at once, then what failed, then the units slide. */
import type { Event, Judged } from '../../../generated/machiavelli';
import { reducedMotion } from '../../../lib/settings.svelte';
import type { Update } from '../../../lib/types';
import type { Frame } from '../family';
import { CITY, placeOf, spotOf } from './orders';

/** `waiting` is the pause before anything is shown. */
export interface RevealFrame { judged: Judged[]; failures: boolean; sliding: boolean; waiting?: boolean }

const PAUSE = 3000;
const ARROWS = 700;
const FAILURES = 500;
const SLIDE = 500;

export function framesOf(update: Update): Frame[] {
  const frame = (judged: Judged[], ms: number, failures: boolean, sliding: boolean): Frame => ({ ms, own: true, data: { judged, failures, sliding } satisfies RevealFrame });
  const moved = (update.events as Event[]).flatMap((event) => (event.type === 'orders_revealed' ? event.judged : []));
  if (!moved.length) return [];
  const pause: Frame[] = reducedMotion() ? [] : [{ ms: PAUSE, own: true, held: true, data: { judged: [], failures: false, sliding: false, waiting: true } satisfies RevealFrame }];
  return [...pause, frame(moved, ARROWS, false, false), frame(moved, FAILURES, true, false), frame(moved, SLIDE, true, true)];
}

/** Where units go, by the spot they leave. */
export function slides(judged: readonly Judged[]): Map<string, string> {
  return new Map(judged.flatMap(({ order, result }): [string, string][] => {
    if (order.type === 'advance' && result === 'moves') return [[order.unit.place, placeOf(order.to)]];
    if (order.type === 'convert' && result === 'converts') return [[spotOf(order.unit), order.into === 'G' ? `${order.unit.place}/${CITY}` : order.unit.place]];
    return [];
  }));
}

/** The reveal: a pause when all orders are in, then all arrows at once, then what failed, then the units slide. */
import { reducedMotion } from '../../../lib/settings.svelte';
import type { Event } from '../../../generated/diplomacy';
import type { Update } from '../../../lib/types';
import type { Frame } from '../family';
import { ofUnits, type Judged } from './view';

/** `waiting` is the pause before anything is shown. */
export interface RevealFrame { judged: Judged[]; failures: boolean; sliding: boolean; waiting?: boolean }

const PAUSE = 3000;
const ARROWS = 600;
const FAILURES = 400;
const SLIDE = 500;

export function framesOf(update: Update): Frame[] {
  const frame = (judged: Judged[], ms: number, failures: boolean, sliding: boolean): Frame => ({ ms, own: true, data: { judged, failures, sliding } satisfies RevealFrame });
  const frames: Frame[] = [];
  const events = update.events as Event[];
  const moved = events.filter((event) => event.type === 'orders_revealed').flatMap((event) => event.judged);
  if (moved.length && !reducedMotion()) frames.push({ ms: PAUSE, own: true, held: true, data: { judged: [], failures: false, sliding: false, waiting: true } satisfies RevealFrame });
  if (moved.length) frames.push(frame(moved, ARROWS, false, false), frame(moved, FAILURES, true, false), frame(moved, SLIDE, true, true));
  const retreats = events.filter((event) => event.type === 'retreated').map((event) => event.judged);
  if (retreats.length && !moved.length) frames.push(frame(retreats, ARROWS, true, false));
  return frames;
}

/** Where units go, by their id on the board. */
export function slides(judged: readonly Judged[]): Map<string, string> {
  return new Map(ofUnits(judged).flatMap(({ order, result }) => (order.type === 'move' && result === 'moves' ? [[`${order.unit.kind} ${order.unit.at}`, order.to] as const] : [])));
}

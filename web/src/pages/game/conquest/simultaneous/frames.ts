/** The reveal of a round: all arrows at once, then the places where forces meet one after another; and rounds of battles. */
import type { Event, RoundFought } from '../../../../generated/risk';
import type { Update } from '../../../../lib/types';
import type { Frame } from '../../family';
import type { RiskFrame } from '../frames';
import type { MarchView } from './view';

/** `bursts`: how many of the collisions are shown so far. */
export interface RoundFrame extends RiskFrame { marches?: MarchView[]; bursts?: number; fought?: RoundFought }

const ARROWS = 700;
const BURST = 400;
const ROLL = 1100;
const NOTHING: RiskFrame = { armies: {}, owners: {}, throw: null, arrow: null, losses: [], gains: [], flood: null };
const COLLISIONS = new Set(['met', 'crossed', 'bounced']);

/** The frames of an update in which a round goes on; empty where nothing of that kind is told. */
export function roundFrames(update: Update, mine: readonly number[]): Frame[] {
  const events = update.events as Event[];
  const marches = events.flatMap((event): MarchView[] => (event.type === 'marched' ? [{ seat: event.seat, source: event.source, target: event.target, count: event.count, leader: event.leader }] : []));
  const frames: Frame[] = [];
  const add = (ms: number, own: boolean, more: Partial<RoundFrame>) => frames.push({ ms, own, data: { ...NOTHING, ...more } satisfies RoundFrame });
  if (marches.length) {
    add(ARROWS, true, { marches, bursts: 0 });
    const met = events.filter((event) => COLLISIONS.has(event.type)).length;
    for (let bursts = 1; bursts <= met; bursts++) add(BURST, true, { marches, bursts });
  }
  for (const event of events) {
    if (event.type !== 'round_fought') continue;
    const own = event.lost.some(([player]) => mine.includes(player));
    const lost = event.lost.reduce((sum, [, count]) => sum + count, 0);
    add(ROLL, own, { fought: event, losses: lost ? [{ id: event.place, count: lost }] : [] });
  }
  return frames;
}

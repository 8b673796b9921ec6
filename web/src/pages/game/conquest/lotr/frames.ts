/** Cards that others show, on the way to the next position, among everything else that is shown there. */
import type { Event } from '../../../../generated/lotr-risk';
import type { GameEvent, Update } from '../../../../lib/types';
import type { Frame } from '../../family';
import { framesOf, type RiskFrame } from '../frames';

export interface CardFrame extends RiskFrame { card?: { id: string; seat: number | null } }

const CARD = 1800;
const SHOWN = new Set(['power_played', 'mission_shown', 'event_drawn']);
const NOTHING: RiskFrame = { armies: {}, owners: {}, throw: null, arrow: null, losses: [], gains: [], flood: null };

export function cardFrames(update: Update, mine: readonly number[]): Frame[] {
  const frames: Frame[] = [];
  let armies: Record<string, number> = {};
  let owners: Record<string, number> = {};
  let waiting: GameEvent[] = [];
  /** Show what happened up to here; what it changed stays changed in what follows. */
  const flush = () => {
    for (const frame of framesOf({ ...update, events: waiting }, mine)) {
      const data = frame.data as RiskFrame;
      frames.push({ ...frame, data: { ...data, armies: { ...armies, ...data.armies }, owners: { ...owners, ...data.owners } } });
    }
    const last = frames.at(-1)?.data as RiskFrame | undefined;
    if (waiting.length && last) ({ armies, owners } = last);
    waiting = [];
  };
  for (const event of update.events) {
    const told = event as Event;
    if (!SHOWN.has(told.type)) { waiting.push(event); continue; }
    flush();
    const { seat, card } = told as Extract<Event, { card: string }>;
    if (!mine.includes(seat) || told.type === 'event_drawn') frames.push({ ms: CARD, own: mine.includes(seat), data: { ...NOTHING, armies, owners, card: { id: card, seat } } satisfies CardFrame });
  }
  flush();
  return frames;
}

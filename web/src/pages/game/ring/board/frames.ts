/** How moves, retreats, arrivals and losses are shown on the way to the next position. Lengths are 1/1000 inch. */
import type { GameEvent, Update } from '../../../../lib/types';
import type { Frame } from '../../family';
import type { RingView } from '../view';
import type { Paths } from '../inquire';

/** Figures on their way for so many milliseconds, and those that come or go meanwhile. */
export interface RingFrame { paths: Paths; ms: number; gone: readonly number[]; come: readonly number[]; retreat: boolean }

const SLIDE = 500;
const FADE = 450;

interface Walk { type: string; player: number; paths: Paths }

/** Turn the events of an update into frames: one for each move, and one for losses that follow each other. */
export function framesOf(update: Update, mine: readonly number[]): Frame[] {
  const view = update.view as RingView;
  const own = (player: number) => mine.includes(view.players[player]?.seat ?? -1);
  const frames: Frame[] = [];
  for (const event of update.events) {
    const shown = frameOf(event);
    if (!shown) continue;
    const player = (event as unknown as { player?: number }).player ?? -1;
    frames.push({ ms: shown.ms, own: own(player), data: shown });
  }
  return frames;
}

function frameOf(event: GameEvent): RingFrame | null {
  const none: RingFrame = { paths: [], ms: 0, gone: [], come: [], retreat: false };
  if (event.type === 'moved' || event.type === 'fell_back') {
    return { ...none, ms: SLIDE, paths: (event as unknown as Walk).paths, retreat: event.type === 'fell_back' };
  }
  if (event.type === 'gone') return { ...none, ms: FADE, gone: (event as unknown as { figures: number[] }).figures };
  if (event.type === 'arrived' || event.type === 'summoned') return { ...none, ms: FADE, come: (event as unknown as { figures: number[] }).figures };
  return null;
}

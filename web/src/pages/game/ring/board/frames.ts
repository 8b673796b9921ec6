/** How moves, retreats and losses are shown on the way to the next position. Lengths are 1/1000 inch. */
import type { Event } from '../../../../generated/ring-of-power';
import type { Update } from '../../../../lib/types';
import type { Frame } from '../../family';
import { combatFrames, type CombatFrame } from '../combat/frames';
import type { Paths } from '../inquire';
import type { RingView, Spot } from '../view';

/** Figures on their way for so many milliseconds, and those that go; `before`: where those moved earlier stand, `away`: who went. */
export interface RingFrame { ms: number; paths: Paths; gone: readonly number[]; before: ReadonlyMap<number, Spot>; away: readonly number[]; combat?: CombatFrame }

const SLIDE = 500;
const FADE = 450;

/** Turn the events of an update into frames: one for each move or retreat, and one for those who are gone. */
export function framesOf(update: Update, mine: readonly number[]): Frame[] {
  const { players } = update.view as RingView;
  const before = new Map<number, Spot>();
  const away: number[] = [];
  const own = (player: number) => mine.includes(players[player]?.seat ?? -1);
  return (update.events as Event[]).flatMap((event): Frame[] => {
    const dice = combatFrames(event);
    if (dice.length) return dice.map(({ ms, least, player, sides, combat }) => ({ ms, least, own: sides ? players.some((one, at) => sides.includes(one.side) && own(at)) : own(player), data: { ms, paths: [], gone: [], before: new Map(before), away: [...away], combat } satisfies RingFrame }));
    const shown = partOf(event);
    if (!shown) return [];
    const data: RingFrame = { ...shown, before: new Map(before), away: [...away] };
    for (const [id, path] of shown.paths) { const end = path[path.length - 1]; if (end) before.set(id, end); }
    away.push(...shown.gone);
    return [{ ms: shown.ms, own: own('player' in event ? event.player : -1), data }];
  });
}

function partOf(event: Event): Pick<RingFrame, 'ms' | 'paths' | 'gone'> | null {
  if (event.type === 'moved' || event.type === 'fell_back') return { ms: SLIDE, paths: event.paths, gone: [] };
  if (event.type === 'gone') return { ms: FADE, paths: [], gone: event.figures };
  return null;
}

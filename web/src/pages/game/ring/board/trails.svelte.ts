/** Where figures went lately: since the viewer's own last move, or at the moment of the past that is looked at. */
import type { GameEvent } from '../../../../lib/types';
import type { Game } from '../../game.svelte';
import type { Paths } from '../inquire';
import type { Path, RingView } from '../view';

export interface Trail { key: string; player: number; path: Path; count: number; retreat: boolean }
interface Walk { player: number; paths: Paths }

const MOST = 40;

/** Each move or retreat as one trail, that of its leader. */
export function trailsOf(events: readonly GameEvent[], step: number): Trail[] {
  return events.flatMap((event, at) => {
    if (event.type !== 'moved' && event.type !== 'fell_back') return [];
    const { player, paths } = event as unknown as Walk;
    const path = paths[0]?.[1];
    return path && path.length > 1 ? [{ key: `${step} ${at}`, player, path, count: paths.length, retreat: event.type === 'fell_back' }] : [];
  });
}

export class Trails {
  private kept = $state.raw<readonly Trail[]>([]);
  private step = -1;

  constructor(private readonly game: Game) {}

  readonly shown: readonly Trail[] = $derived.by(() => {
    const { moment } = this.game.replay;
    if (this.game.replay.on) return moment ? trailsOf(moment.events, moment.step) : [];
    return this.kept;
  });

  /** Take note of the position that was just put on the table. */
  note(): void {
    const { shown, mine } = this.game;
    if (shown.step === this.step) return;
    const back = shown.step < this.step; // something was taken back
    this.step = shown.step;
    const own = (shown.view as RingView).players.map((player) => player.seat !== null && mine.includes(player.seat));
    const fresh = trailsOf(shown.events, shown.step).filter((trail) => !own[trail.player]);
    const acted = shown.seat !== null && mine.includes(shown.seat);
    this.kept = back ? [] : [...(acted ? [] : this.kept), ...fresh].slice(-MOST);
  }
}

/** Where others' figures went since the viewer could last act, or at the moment of the past that is looked at. */
import type { GameEvent } from '../../../../lib/types';
import type { Game } from '../../game.svelte';
import type { Paths } from '../inquire';
import type { Path, RingView } from '../view';

export interface Trail { key: string; step: number; player: number; path: Path; count: number; retreat: boolean }
interface Walk { player: number; paths: Paths }

const MOST = 40;

/** Each move or retreat as one trail, that of its leader. */
export function trailsOf(events: readonly GameEvent[], step: number): Trail[] {
  return events.flatMap((event, at) => {
    if (event.type !== 'moved' && event.type !== 'fell_back') return [];
    const { player, paths } = event as unknown as Walk;
    const path = paths[0]?.[1];
    return path && path.length > 1 ? [{ key: `${step} ${at}`, step, player, path, count: paths.length, retreat: event.type === 'fell_back' }] : [];
  });
}

export class Trails {
  private kept = $state.raw<readonly Trail[]>([]);
  private step = -1;

  constructor(private readonly game: Game) {}

  readonly shown: readonly Trail[] = $derived.by(() => {
    const { moment } = this.game.replay;
    if (this.game.replay.on) return moment ? trailsOf(moment.events, moment.step) : [];
    return this.kept.filter((trail) => trail.step > this.game.awaySince);
  });

  /** Take note of the position that was just put on the table. */
  note(): void {
    const { shown, mine } = this.game;
    if (shown.step === this.step) return;
    const back = shown.step < this.step; // something was taken back
    this.step = shown.step;
    const own = (shown.view as RingView).players.map((player) => player.seat !== null && mine.includes(player.seat));
    const fresh = trailsOf(shown.events, shown.step).filter((trail) => !own[trail.player]);
    this.kept = [...(back ? this.kept.filter((trail) => trail.step <= shown.step) : this.kept), ...fresh].slice(-MOST);
  }
}

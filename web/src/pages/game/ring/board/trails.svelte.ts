/** Where others' figures went since the viewer could last act, also before the page was there, or at the moment of the past that is looked at. */
import { api } from '../../../../lib/api';
import type { Event } from '../../../../generated/ring-of-power';
import type { GameEvent } from '../../../../lib/types';
import type { Game } from '../../game.svelte';
import type { Path, RingView } from '../view';

export interface Trail { key: string; step: number; player: number; path: Path; count: number; retreat: boolean }

const MOST = 40;
/** So many moves from before the page was there are fetched. */
const RECALLED = 12;

/** Each move or retreat as one trail, that of its leader. */
export function trailsOf(events: readonly GameEvent[], step: number): Trail[] {
  return (events as Event[]).flatMap((event, at) => {
    if (event.type !== 'moved' && event.type !== 'fell_back') return [];
    const { player, paths } = event;
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
    const { shown } = this.game;
    if (shown.step === this.step) return;
    const back = shown.step < this.step; // something was taken back
    this.step = shown.step;
    const fresh = this.others(shown.events, shown.step);
    this.kept = [...(back ? this.kept.filter((trail) => trail.step <= shown.step) : this.kept), ...fresh].slice(-MOST);
  }

  /** The moves among events of others than the viewer. */
  private others(events: readonly GameEvent[], step: number): Trail[] {
    const { players } = this.game.shown.view as RingView;
    const own = (player: number) => this.game.mine.includes(players[player]?.seat ?? -1);
    return trailsOf(events, step).filter((trail) => !own(trail.player));
  }

  /** Fetch what others moved since the viewer could last act, one move after the other; a move that cannot be had is left out. */
  async recall(): Promise<void> {
    const { game } = this;
    if (!game.mine.length || game.over) return;
    const moves = game.log.filter((line) => !line.mine && line.step > game.awaySince && (line.kind === 'moved' || line.kind === 'fell_back')).map((line) => line.step);
    for (const step of [...new Set(moves)].sort((a, b) => b - a).slice(0, RECALLED)) {
      const moment = await api.at(game.table.id, step, game.look).catch(() => null);
      if (!moment || this.kept.some((trail) => trail.step === step)) continue;
      this.kept = [...this.others(moment.events, step), ...this.kept].sort((a, b) => a.step - b.step).slice(-MOST);
    }
  }
}

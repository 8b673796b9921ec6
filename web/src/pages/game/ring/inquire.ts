/** Questions about a position that decide nothing: reach, ways, battles, retreats. Lengths are 1/1000 inch. */
import type { Deeds, Judged, Prospect, Reachable, Way } from '../../../generated/ring-of-power';
import type { Action } from '../../../lib/types';
import type { Game } from '../game.svelte';
import { inquire as anyInquiry } from '../inquire';
import type { Path, Spot } from './view';

export type { Deed, Fault, Prospect as Battle, Reachable as Reach, Way } from '../../../generated/ring-of-power';
export type Paths = readonly (readonly [figure: number, path: Path])[];

export interface Inquiries {
  reach: { ask: { figures: readonly number[] }; answer: Reachable };
  way: { ask: { figures: readonly number[]; through: Path; to: Spot; into?: string; tower?: boolean; out?: boolean; boat?: boolean }; answer: Way };
  /** Of a declaration the combat that it brings the figure `of`; null where nobody is met. */
  battle: { ask: { move: Action | null; rounds: 0 | 1; declare?: Action; of?: number }; answer: Prospect | null };
  retreat: { ask: { paths: Paths }; answer: Judged };
  deeds: { ask: { figures: readonly number[] }; answer: Deeds };
}

/** As `inquire` of every game, each question with the answer of its own. */
export function inquire<K extends keyof Inquiries>(game: Game, kind: K, ask: Inquiries[K]['ask'], signal?: AbortSignal): Promise<Inquiries[K]['answer']> {
  return anyInquiry<Inquiries[K]['answer']>(game, kind, ask, signal);
}

/** Questions about a position that decide nothing: reach, ways, battles, retreats. Lengths are 1/1000 inch. */
import { call } from '../../../lib/api';
import type { Action } from '../../../lib/types';
import type { Game } from '../game.svelte';
import type { Path, Spot } from './view';

export interface Ring { outer: Path; holes: readonly Path[] }
export interface Fault { figure: number | null; at: Spot | null; code: string; message: string; rule: string }
export type Paths = readonly (readonly [figure: number, path: Path])[];

export interface Reach { areas: readonly Ring[]; allowance: number; reason: { code: string; message: string; rule?: string } | null }
export interface Way {
  /** The action ready to be sent; null where the way is not allowed. */
  move: Action | null;
  paths: Paths; spent: number; inches: number; allowance: number;
  bill: readonly { kind: string; inches: number; cost: number }[];
  stopped_by: number | null; fault: Fault | null; foes: readonly number[];
}
export interface Battle {
  own: number; other: number; foe: string; win: number; draw: number; lose: number; own_loss: number; other_loss: number;
  fates: readonly { name: string; own: boolean; fates: Readonly<Record<string, number>> }[];
  chips: readonly string[];
}
export interface Judged { fault: Fault | null }

export interface Inquiries {
  reach: { ask: { figures: readonly number[] }; answer: Reach };
  way: { ask: { figures: readonly number[]; through: Path; to: Spot; into?: string; tower?: boolean }; answer: Way };
  battle: { ask: { move: Action | null; rounds: 0 | 1 }; answer: Battle | null };
  retreat: { ask: { paths: Paths }; answer: Judged };
}

/** Ask about the live position as seen from the viewer's seat; rejects with `ApiError` where the question is nonsense. */
export function inquire<K extends keyof Inquiries>(game: Game, kind: K, ask: Inquiries[K]['ask'], signal?: AbortSignal): Promise<Inquiries[K]['answer']> {
  const body = { seat: game.asked ?? game.seat, inquiry: { ask: kind, ...ask } };
  return call<Inquiries[K]['answer']>('POST', `/tables/${encodeURIComponent(game.table.id)}/inquiries`, body, signal);
}

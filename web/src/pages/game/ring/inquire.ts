/** Questions about a position that decide nothing: reach, ways, battles, retreats. Lengths are 1/1000 inch. */
import { call } from '../../../lib/api';
import type { Action, Problem } from '../../../lib/types';
import type { Game } from '../game.svelte';
import type { Path, Spot } from './view';

export interface Ring { outer: Path; holes: readonly Path[] }
export interface Fault { figure: number | null; at: Spot | null; code: string; message: string; rule: string }
export type Paths = readonly (readonly [figure: number, path: Path])[];

/** `crossings` are points beyond a stream to which the whole move leads. */
export interface Reach { areas: readonly Ring[]; crossings: Path; allowance: number; reason: { code: string; message: string; rule?: string } | null }
export interface Way {
  /** The action ready to be sent; null where the way is not allowed. */
  move: Action | null;
  paths: Paths; spent: number; inches: number; allowance: number;
  bill: readonly { kind: string; inches: number; cost: number }[];
  /** The stream that it crosses; who finds no way and stays; who ends in another force than the leader. */
  crossing: string; left: readonly number[]; apart: readonly number[];
  stopped_by: number | null; fault: Fault | null; foes: readonly number[];
}
/** A battle to come; `none`: the chance that whoever hides is not found, so that there is none. */
export interface Battle {
  own: number; other: number; foe: string; win: number; draw: number; lose: number; none: number; own_loss: number; other_loss: number;
  fates: readonly { name: string; own: boolean; fates: Readonly<Record<string, number>> }[];
  chips: readonly string[];
  /** Special rules that hang on dice and were left out, and the rounds that were reckoned. */
  uncounted: readonly string[]; rounds: number;
  /** Enemies who may still move off before the combat, and the odds if they do; null where nobody would be left. */
  leavers: number;
  held: { own: number; other: number; win: number; draw: number; lose: number; own_loss: number; other_loss: number } | null;
}
/** What chosen figures might do beside marching, and why they cannot now. */
export interface Deed { title: string; action: Action; fault: Problem | null }
export interface Judged { fault: Fault | null }

export interface Inquiries {
  reach: { ask: { figures: readonly number[] }; answer: Reach };
  way: { ask: { figures: readonly number[]; through: Path; to: Spot; into?: string; tower?: boolean; out?: boolean; boat?: boolean }; answer: Way };
  /** Of a declaration the combat that it brings the figure `of`; null where nobody is met. */
  battle: { ask: { move: Action | null; rounds: 0 | 1; declare?: Action; of?: number }; answer: Battle | null };
  retreat: { ask: { paths: Paths }; answer: Judged };
  deeds: { ask: { figures: readonly number[] }; answer: { deeds: readonly Deed[]; boats: number } };
}

/** Ask about the live position as seen from the viewer's seat; rejects with `ApiError` where the question is nonsense. */
export function inquire<K extends keyof Inquiries>(game: Game, kind: K, ask: Inquiries[K]['ask'], signal?: AbortSignal): Promise<Inquiries[K]['answer']> {
  const body = { seat: game.asked ?? game.seat, inquiry: { ask: kind, ...ask } };
  return call<Inquiries[K]['answer']>('POST', `/tables/${encodeURIComponent(game.table.id)}/inquiries${game.around.invite ? `?invite=${encodeURIComponent(game.around.invite)}` : ''}`, body, signal);
}

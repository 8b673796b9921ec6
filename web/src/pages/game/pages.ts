/** What other pages tell of a game: each family says it of its own games, in a `pages.ts` of its folder. */
import type { Component } from 'svelte';
import type { BoardGeometry, GuideScene, SeatCard, Table, View } from '../../lib/types';
import type { Example } from './board/example';

/** How the last position of a game is told on its result page, and the colours of its seats. */
export interface Last { colours: number[]; Report: Component<{ view: View; seats: readonly SeatCard[]; ranks?: readonly number[] }> }

/** Units and orders in a picture of the rules: who holds what by colour, and map units to a pixel of the screen. */
export interface SceneProps { scene: GuideScene; board: BoardGeometry; held: Readonly<Record<string, number>>; size: number }

export interface Pages {
  /** The key of the game. */
  game: string;
  /** Whether it is the game that newcomers begin with: the first page leads to it, and its first turn is the lesson. */
  first?: boolean;
  /** A position for pictures of a board nobody plays on. */
  example?(board: BoardGeometry): Example;
  /** The colours of powers by their names, where a game gives them colours of its own in place of those of the seats. */
  liveries?: Readonly<Record<string, number>>;
  /** Where the last position tells more than the table does. */
  last?: (view: View, seats: readonly number[]) => Promise<Last>;
  /** What the turns of a table's games are called, where not so: one of them, as in "round". */
  turnWord?: (table: Table) => string;
  /** Words for measures of the game whose own names do not say it. */
  measures?: Readonly<Record<string, string>>;
  /** Draws units and orders in the pictures of its rules. */
  scene?: () => Promise<Component<SceneProps>>;
  /** What dice bring: the title of the column, a short one, and the thing itself. */
  dice?: { title: string; short: string; what: string };
  /** Its calculator: the title of its tab, and the page. The address names the game, but for the first one. */
  odds?: { title: string; load: () => Promise<Component<{ query: URLSearchParams }>> };
}

const found = import.meta.glob<Pages>('./*/**/pages.ts', { eager: true, import: 'default' });
export const ALL: readonly Pages[] = Object.values(found).toSorted((a, b) => Number(b.first ?? false) - Number(a.first ?? false));
/** The colour of a seat with the power that it plays, where that is known. */
export const liveryOf = (game: string, role: string | undefined, seat: number): number => pagesOf(game)?.liveries?.[role ?? ''] ?? seat;
export const pagesOf = (game: string): Pages | undefined => ALL.find((one) => one.game === game);
/** The folder that tells of a game; empty where none does. */
export function folderOf(game: string): string {
  const path = Object.entries(found).find(([, pages]) => pages.game === game)?.[0] ?? '';
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
export const FIRST = ALL[0]?.game ?? '';

/** Tables opened from the first page: one call, then to the table. */
import { api } from '../../lib/api';
import { able, watch } from '../../lib/dice';
import { go } from '../../lib/router.svelte';
import type { GameInfo, NewTable, Pace, SeatWish } from '../../lib/types';

/** What *Play now* starts; the chips of the first page change it. */
export interface QuickGame { game: string; preset: string; bots: number; level: string }

const bots = (count: number, level: string): SeatWish[] => Array.from({ length: count }, () => ({ kind: 'bot', level }));
const many = (count: number, kind: SeatWish['kind']): SeatWish[] => Array.from({ length: Math.max(0, count) }, () => ({ kind }));

/** Open a table as wished and go there; raises `ApiError`. */
async function open(wish: Omit<NewTable, 'options'> & Partial<NewTable>): Promise<void> {
  const table = await api.createTable({ options: {}, joins: able(), ...wish });
  void watch(table);
  go(`/table/${table.id}`);
}

/** Start a game against bots at once, or with `start` false only set the table for it; `options` differ from the preset. */
export const playBots = (quick: QuickGame, start = true, options: NewTable['options'] = {}): Promise<void> =>
  open({ game: quick.game, preset: quick.preset, options, private: !start, seats: [{ kind: 'me' }, ...bots(quick.bots, quick.level)], start });

/** What a guided game changes: who learns moves first, where the game lets that be said. */
export const guided = (game: GameInfo): NewTable['options'] =>
  game.options.some((option) => option.name === 'first_player') ? { first_player: 'seat_order' } : {};

/** How many may sit at a table under a preset, the fewest and the most. */
export function seatsOf(game: GameInfo, preset = ''): [least: number, most: number] {
  const counts = (game.presets.find((one) => one.key === preset) ?? game.presets[0])?.counts ?? [];
  return [counts[0] ?? game.seats[0], counts.at(-1) ?? game.seats[1]];
}

/** How many sit at a table when nobody says. */
export const usualSeats = (game: GameInfo, preset = ''): number => (game.presets.find((one) => one.key === preset) ?? game.presets[0])?.usual ?? game.seats[0];

/** Set a table with as many open seats as are usual. */
export const openTable = (game: GameInfo, preset: string, isPrivate: boolean, pace?: Pace): Promise<void> =>
  open({ game: game.key, preset, private: isPrivate, ...(pace ? { pace } : {}), seats: [{ kind: 'me' }, ...many(usualSeats(game, preset) - 1, 'open')], start: false });

/** Set a table for several people at this screen. */
export const sameScreen = (game: GameInfo, preset: string, names: readonly string[]): Promise<void> =>
  open({ game: game.key, preset, private: true, seats: [{ kind: 'me' }, ...names.map((name): SeatWish => ({ kind: 'local', name }))], start: false });

/** The level bots play at unless somebody says otherwise. */
export function usualLevel(game: GameInfo): string {
  return (game.bots.find((bot) => bot.key === 'medium') ?? game.bots[Math.floor(game.bots.length / 2)])?.key ?? '';
}

/** An example position for pictures of a board nobody plays on. */
import type { BoardGeometry } from '../../lib/types';
import { byRegion, type Example } from '../game/board/example';
import { pagesOf } from '../game/pages';

/** A position of a game on a board; without one of the game's own the board is coloured by regions, with armies but where there are seas. */
export function example(board: BoardGeometry, game: string): Example {
  const own = pagesOf(game)?.example?.(board);
  if (own) return own;
  if (board.spaces.some((space) => space.kind === 'sea')) return { colours: board.spaces.map(() => 0) };
  return byRegion(board, {});
}

/** Colour of each space on a table's thumbnail, from the seats that own them. */
export function ownerColours(owners: readonly number[] | null, seats: readonly { colour: number }[]): number[] {
  return (owners ?? []).map((seat) => seats[seat]?.colour ?? 0);
}

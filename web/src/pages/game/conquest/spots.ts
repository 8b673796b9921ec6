/** Where what is said of a place stands beside its token. */
import type { BoardGeometry, BoardSpace } from '../../../lib/types';
import { LETTER, LINE } from '../board/lettering';

type Spot = readonly [x: number, y: number];
/** A badge that stands beside a token already. */
export interface Badge { space: Pick<BoardSpace, 'token'>; spot: Spot; width: number }
/** A board, and the map units to a pixel of tokens for which its names are placed. */
type Board = Pick<BoardGeometry, 'spaces' | 'unit'>;
/** The radius of a token and half the height of a badge, in pixels of a token. */
const [TOKEN, HALF] = [13, 11];
/** How many times worse it is to cover armies or a chance than to cover a name. */
const MORE = 10;

/** Over the token, under it or beside it: the first spot at which a badge of this width, in pixels of a token, covers no armies of a neighbour, no name and no other badge, else the one that covers least. */
export function freeSpot({ spaces, unit }: Board, { id, token: [x, y] }: Pick<BoardSpace, 'id' | 'token'>, width: number, size: number, badges: readonly Badge[] = []): Spot {
  const others = badges.map(({ space: { token }, spot, width: wide }) => ({ at: [(token[0] - x) / size + spot[0], (token[1] - y) / size + spot[1]], w: wide / 2, h: HALF, worth: MORE }));
  const parts = others.concat(spaces.flatMap((space) => {
    const [a, b] = [(space.token[0] - x) / size, (space.token[1] - y) / size];
    const lines = space.short.split('\n');
    const name = { at: [a + (space.label[0] - space.token[0]) / unit, b + (space.label[1] - space.token[1]) / unit], w: (Math.max(...lines.map((line) => line.length)) * LETTER) / 2, h: (lines.length * LINE) / 2, worth: 1 };
    return space.id === id ? [name] : [name, { at: [a, b], w: TOKEN, h: TOKEN, worth: MORE }];
  }));
  const covered = (spot: Spot) => parts.reduce((sum, { at: [a = 0, b = 0], w, h, worth }) => sum + worth * Math.max(0, width / 2 + w - Math.abs(spot[0] - a)) * Math.max(0, HALF + h - Math.abs(spot[1] - b)), 0);
  const aside = width / 2 + TOKEN + 4;
  const spots: readonly Spot[] = [[0, -26], [0, 26], [aside, 0], [-aside, 0]];
  return spots.reduce((best, spot) => (covered(spot) < covered(best) ? spot : best));
}

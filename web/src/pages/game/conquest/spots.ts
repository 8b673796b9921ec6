/** Where what is said of a place stands beside its token. */
import type { BoardGeometry, BoardSpace } from '../../../lib/types';

type Spot = readonly [x: number, y: number];
/** A board, and the map units to a pixel of tokens for which its names are placed. */
type Board = Pick<BoardGeometry, 'spaces' | 'unit'>;
/** The radius of a token, half the height of a badge, and a letter and a line of a name, in pixels of a token. */
const [TOKEN, HALF, LETTER, LINE] = [13, 11, 6.1, 12.5];

/** Over the token; under it or beside it where a badge of this width, in pixels of a token, would cover a name or, what is worse, the armies of a neighbour. */
export function freeSpot({ spaces, unit }: Board, { id, token: [x, y] }: Pick<BoardSpace, 'id' | 'token'>, width: number, size: number): Spot {
  const at = (token: Spot): Spot => [(token[0] - x) / size, (token[1] - y) / size];
  const clear = (spot: Spot, [a, b]: Spot, w: number, h: number) => Math.abs(spot[0] - a) > width / 2 + w || Math.abs(spot[1] - b) > HALF + h;
  const noArmies = (spot: Spot) => spaces.every((space) => space.id === id || clear(spot, at(space.token), TOKEN, TOKEN));
  const noName = (spot: Spot) => spaces.every(({ token, label, short }) => {
    const [[a, b], lines] = [at(token), short.split('\n')];
    const name: Spot = [a + (label[0] - token[0]) / unit, b + (label[1] - token[1]) / unit];
    return clear(spot, name, (Math.max(...lines.map((line) => line.length)) * LETTER) / 2, (lines.length * LINE) / 2);
  });
  const aside = width / 2 + TOKEN + 4;
  const spots: readonly Spot[] = [[0, -26], [0, 26], [aside, 0], [-aside, 0]].map(([a = 0, b = 0]) => [a, b]);
  return spots.find((spot) => noArmies(spot) && noName(spot)) ?? spots.find(noArmies) ?? [0, -26];
}

/** Names moved aside where tokens of other places would lie over them: the smaller a board is seen, the more room tokens take on it. */
import type { BoardGeometry, Point } from '../../../lib/types';
import { LETTER, LINE } from './lettering';

interface Box { x: number; y: number; w: number; h: number; worth: number }

/** A token and a sign, in pixels of a token. */
const [TOKEN, SIGN] = [27, 20];
/** How far a name goes aside at most, in which steps, and what a pixel of the way costs in pixels that are covered. */
const [FAR, STEP, AWAY] = [24, 2, 2];
/** How many times worse it is that a token or sign covers a name than that another name does. */
const MORE = 4;

/** The board with its names clear of tokens, as far as that can be, where a pixel of a token is `crowded` units of the map. */
export function namesAside(board: BoardGeometry, crowded: number): BoardGeometry {
  const nameOf = (at: number): Box => {
    const { token, label, short } = board.spaces[at] as BoardGeometry['spaces'][number];
    const lines = short.split('\n');
    const [x, y] = [token[0] / crowded + (label[0] - token[0]) / board.unit, token[1] / crowded + (label[1] - token[1]) / board.unit];
    return { x, y, w: Math.max(...lines.map((line) => line.length)) * LETTER, h: lines.length * LINE, worth: 1 };
  };
  const boxAt = ([x, y]: Point, side: number): Box => ({ x: x / crowded, y: y / crowded, w: side, h: side, worth: MORE });
  const tokens = board.spaces.map((space) => boxAt(space.token, TOKEN));
  const signs = (board.sites ?? []).map((site) => boxAt(site.at, SIGN));
  const names = board.spaces.map((_, at) => nameOf(at));
  return {
    ...board,
    spaces: board.spaces.map((space, at) => {
      const name = names[at] as Box;
      if (!covered(name, tokens, at)) return space;
      const cost = (aside: number) => {
        const moved = { ...name, x: name.x + aside };
        return Math.abs(aside) * AWAY + covered(moved, tokens, at) + covered(moved, names, at) + covered(moved, signs);
      };
      let best = 0;
      for (let way = STEP; way <= FAR; way += STEP) for (const aside of [-way, way]) if (cost(aside) < cost(best)) best = aside;
      name.x += best;
      return { ...space, label: [space.label[0] + best * board.unit, space.label[1]] };
    }),
  };
}

/** How much of a name other boxes cover, but for that of its own place. */
const covered = ({ x, y, w, h }: Box, boxes: readonly Box[], own = -1): number =>
  boxes.reduce((sum, box, at) => (at === own ? sum : sum + box.worth * Math.max(0, (w + box.w) / 2 - Math.abs(x - box.x)) * Math.max(0, (h + box.h) / 2 - Math.abs(y - box.y))), 0);

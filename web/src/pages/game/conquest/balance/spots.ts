/** Where the glyphs of places stand: beside the tokens, clear of names, of other tokens and of each other. */
import type { BoardGeometry } from '../../../../lib/types';
import type { MarkKind } from './marks';

export type Spot = readonly [x: number, y: number];
interface Box { left: number; top: number; right: number; bottom: number }

/** Pixels beside a token of radius 13: half a glyph, from glyph to glyph, and the mean width and height of a name's letters. */
const HALF = 7.5;
const STEP = 16;
const LETTER = 6;
const LINE = 17;
const TOKEN = 13.5;
/** Square pixels of overlap that each further side has to save. */
const AWAY = 6;

type Side = (at: number, total: number) => Spot;
/** Two rows, as many columns as it takes; `lift` so many pixels up. */
const beside = (way: 1 | -1, lift = 0): Side => (at, total) => [way * (23 + Math.floor(at / 2) * STEP), (total === 1 ? 0 : at % 2 ? STEP / 2 : -STEP / 2) - lift];
/** One row over or under the token. */
const across = (way: 1 | -1): Side => (at, total) => [(at - (total - 1) / 2) * STEP, way * 23];
/** One row beyond the upper or lower corner. */
const corner = (x: 1 | -1, y: 1 | -1): Side => (at) => [x * (16 + at * STEP), y * 17];
/** The sides of a token, the best first. */
export const SIDES: Side[] = [beside(1), beside(1, 5), beside(-1), beside(-1, 5), corner(1, -1), corner(-1, -1), across(-1), corner(1, 1), corner(-1, 1), across(1)];

/** How large a glyph on a rim is beside the usual one; what decides the game stands out. */
export const sizeOnRim = (kind: MarkKind): number => (kind === 'capital' ? 0.9 : 0.66);
/** Where the n-th of so many glyphs clings to the rim of its token, where there is no room beside it. */
export function rimOf(at: number): Spot {
  const [x, y] = RIM[at % RIM.length] ?? [0, 0];
  return [x * TOKEN, y * TOKEN];
}
const RIM: Spot[] = [[0.8, -0.75], [0.8, 0.75], [-0.8, -0.75], [-0.8, 0.75]];

/**
 * The spots of so many glyphs at each place, in pixels from its token. `unit` is how many units of the map a pixel is
 * when the whole map is seen: from nearer on, everything only moves apart.
 */
export function spotsOf(board: BoardGeometry, counts: ReadonlyMap<string, number>, unit: number): Map<string, Spot[]> {
  const tokens = new Map(board.spaces.map((space) => [space.id, [space.token[0] / unit, space.token[1] / unit] as Spot]));
  const names = board.spaces.map((space): Box => {
    const [x, y] = tokens.get(space.id) ?? [0, 0];
    const middle: Spot = [x + (space.label[0] - space.token[0]) / board.unit, y + (space.label[1] - space.token[1]) / board.unit];
    return boxAt(middle, (space.short.length * LETTER) / 2, LINE / 2);
  });
  const taken: Box[] = [...names, ...[...tokens.values()].map((token) => boxAt(token, TOKEN, TOKEN))];
  const found = new Map<string, Spot[]>();
  for (const [id, total] of counts) {
    const token = tokens.get(id);
    if (!token || !total) continue;
    const choices = SIDES.map((side, at) => {
      const spots = Array.from({ length: total }, (_, glyph) => side(glyph, total));
      const boxes = spots.map(([x, y]) => boxAt([token[0] + x, token[1] + y], HALF, HALF));
      return { spots, boxes, cost: at * AWAY + boxes.reduce((sum, box) => sum + overlaps(box, taken), 0) };
    });
    const best = choices.reduce((least, one) => (one.cost < least.cost ? one : least));
    found.set(id, best.spots);
    taken.push(...best.boxes);
  }
  return found;
}

const boxAt = ([x, y]: Spot, wide: number, high: number): Box => ({ left: x - wide, right: x + wide, top: y - high, bottom: y + high });

/** How many square pixels of a box others cover. */
function overlaps(box: Box, others: Box[]): number {
  return others.reduce((sum, other) => {
    const wide = Math.min(box.right, other.right) - Math.max(box.left, other.left);
    const high = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
    return wide > 0 && high > 0 ? sum + wide * high : sum;
  }, 0);
}

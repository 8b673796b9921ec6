/** Names written on the table: how large at which zoom, and which are left out where they would lie on others. */
import type { GroundName, GroundPlace, NameStyle } from '../ground';
import type { Spot } from '../view';

export interface Written { id: string; text: string; style: NameStyle; x: number; y: number; size: number; turn: number }

const RANK: Record<NameStyle, number> = { place: 0, region: 1, water: 2, tract: 3, minor: 4 };
/** Sizes of letters on the screen, in pixels: least, where a name is left out, and most. */
const LEAST: Record<NameStyle, number> = { place: 12.5, region: 13, water: 11.5, tract: 11.5, minor: 11.5 };
const MOST: Record<NameStyle, number> = { place: 20, region: 34, water: 17, tract: 18, minor: 16 };
/** How much of a zoom letters follow: names of regions more than those of places. */
const FOLLOW: Record<NameStyle, number> = { place: 0.35, region: 0.75, water: 0.4, tract: 0.4, minor: 0.3 };
const SPACING: Record<NameStyle, number> = { place: 0, region: 0.24, water: 0.06, tract: 0.02, minor: 0 };
const LETTER = 0.5;
const CAPITAL = 0.66;

/** A box by its middle. */
export interface Box { x: number; y: number; wide: number; high: number }

/** How far a name keeps from the middle of its place, where the shield of a garrison stands, in pixels. */
const CLEAR = 15;
/** A name is left out where its letters would be so many times larger than the table about them. */
const TOO_LARGE = 1.75;

/**
 * What is written at a `zoom` (scale against that of the picture); `text` is the reader's size of letters, `shields` what
 * should not be covered, `sheet` the lower right corner of the table. Names of places stand beside their place where there is room, and are written anyway from near.
 */
export function written(
  names: readonly GroundName[], places: readonly GroundPlace[], shields: readonly Box[], sheet: readonly [number, number],
  zoom: number, text: number, px: (spot: Spot) => readonly [number, number],
): Written[] {
  const taken: Box[] = [...shields];
  const found: Written[] = [];
  const middles = new Map(places.map((place) => [`place-${place.id}`, place.at]));
  for (const name of names.toSorted((a, b) => RANK[a.style] - RANK[b.style])) {
    const size = Math.max(LEAST[name.style], Math.min(MOST[name.style], name.size * zoom ** FOLLOW[name.style])) * text;
    const box = boxOf(name, ...px(name.at), size);
    const middle = middles.get(name.id);
    const spots = middle ? beside(box, px(middle)) : [box];
    const tooLarge = size > name.size * zoom * text * TOO_LARGE;
    const always = name.style === 'place' && !tooLarge;
    const spot = spots.find((one) => lies(one, sheet) && !taken.some((other) => meet(other, one))) ?? (always ? spots[0] : undefined);
    if (!spot || (tooLarge && name.style !== 'place')) continue;
    taken.push(spot);
    found.push({ id: name.id, text: name.text, style: name.style, x: spot.x, y: spot.y, size, turn: name.turn });
  }
  return found;
}

/** Where a place's name may stand: where the picture has it, if a shield fits between, else below, above, at its sides. */
function beside(box: Box, [x, y]: readonly [number, number]): Box[] {
  const [across, down] = [CLEAR + box.wide / 2, CLEAR + box.high / 2];
  const clear = Math.abs(box.x - x) >= across || Math.abs(box.y - y) >= down;
  const round = [[x, y + down], [x, y - down], [x + across, y], [x - across, y]].map(([left = 0, top = 0]) => ({ ...box, x: left, y: top }));
  return clear ? [box, ...round] : round;
}

function boxOf(name: GroundName, x: number, y: number, size: number): Box {
  const letters = [...name.text].reduce((sum, letter) => sum + (letter !== letter.toLowerCase() ? CAPITAL : LETTER) + SPACING[name.style], 0);
  const turn = (Math.abs(name.turn) * Math.PI) / 180;
  const [long, high] = [letters * size, size];
  return { x, y, wide: long * Math.cos(turn) + high * Math.sin(turn), high: long * Math.sin(turn) + high * Math.cos(turn) };
}
/** Whether a box lies on the table. */
const lies = (box: Box, [width, height]: readonly [number, number]) =>
  box.x >= box.wide / 2 && box.x <= width - box.wide / 2 && box.y >= box.high / 2 && box.y <= height - box.high / 2;
const meet = (a: Box, b: Box) => Math.abs(a.x - b.x) * 2 < a.wide + b.wide && Math.abs(a.y - b.y) * 2 < a.high + b.high;

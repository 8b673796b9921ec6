/** Names written on the table: how large at which zoom, where, and which are left out where they would lie on others. */
import type { GroundName, GroundPlace, NameStyle } from '../ground';
import type { Spot } from '../view';
import { bounds, holds, lies, meet, type Box } from './boxes';

export interface Written { id: string; text: string; style: NameStyle; x: number; y: number; size: number; turn: number }
/** What is written upon: all in pixels of the sheet. */
export interface Paper {
  /** Lower right corner of the table. */
  sheet: readonly [number, number];
  /** Scale against that of the picture, and the reader's size of letters. */
  zoom: number; text: number;
  px(spot: Spot): readonly [number, number];
  /** How wide a text is, in parts of the size of its letters. */
  breadth(text: string): number;
}
/** A spot for a name, and how little it is liked. */
interface Choice extends Box { turn: number; cost: number; size: number; style: NameStyle; text: string }
interface Wanted { name: GroundName; choices: readonly Choice[]; taken: Choice | null }

const RANK: Record<NameStyle, number> = { place: 0, region: 1, minor: 2, water: 3, tract: 4 };
/** Sizes of letters on the screen, in pixels: least, where a name is left out, and most. */
const LEAST: Record<NameStyle, number> = { place: 12.5, region: 12.5, water: 11.5, tract: 11.5, minor: 11.5 };
const MOST: Record<NameStyle, number> = { place: 20, region: 34, water: 17, tract: 18, minor: 16 };
/** How much of a zoom letters follow: names of regions more than those of places, and all of it when they shrink. */
const FOLLOW: Record<NameStyle, number> = { place: 0.35, region: 0.75, water: 0.4, tract: 0.4, minor: 0.3 };
const SPACING: Record<NameStyle, number> = { place: 0, region: 0.24, water: 0.06, tract: 0.02, minor: 0 };
/** A name is left out where its letters would be so many times larger than the table about them. */
const TOO_LARGE: Record<NameStyle, number> = { place: Infinity, region: 1.35, water: 2, tract: 2, minor: 2 };
/** Size of small letters in a region, in pixels of the picture. */
const SMALL = 12.5;
/** What it costs to be on a shield or on another place's mark, and from where on a name is rather left out. */
const ON_SHIELD = 6;
const ON_MARK = 2;
const TOO_DEAR: Record<NameStyle, number> = { place: 100, region: 6, water: 5, tract: 5, minor: 4 };
/** Pixels between a mark and its name, and what they cost. */
const GAPS = [[4, 0], [11, 1]] as const;
/** Sides of a mark with how far along it the middle of a name is, in halves of the name; the best first. */
const SIDES = [[0, 1, 0], [0, -1, 0], [1, 0, 0], [-1, 0, 0], [0, 1, 0.5], [0, 1, -0.5], [0, -1, 0.5], [0, -1, -0.5], [1, 1, 0], [-1, 1, 0], [1, -1, 0], [-1, -1, 0]] as const;

/** Spots within the walls of a large place, in parts of it from its middle. */
const WITHIN = [-0.25, 0.25, 0, 0.38].flatMap((down) => [0, 0.2, -0.2].map((across): [number, number] => [across, down]));

/**
 * What is written on a paper on which `shields` and tokens stand. Each name has several spots: that of the picture, those that the
 * picture thought of too, or round its place. The more important take theirs first; one that finds none may push another aside.
 */
export function written(names: readonly GroundName[], places: readonly GroundPlace[], shields: readonly Box[], paper: Paper): Written[] {
  const marks = marksOf(places, paper);
  const wanted = names.toSorted((a, b) => RANK[a.style] - RANK[b.style]).map((name): Wanted => ({ name, choices: choicesOf(name, marks, shields, paper), taken: null }));
  for (const one of wanted) one.taken = free(one, wanted);
  for (const one of wanted) if (!one.taken) push(one, wanted);
  return wanted.flatMap(({ name, taken }) => (taken ? [{ id: name.id, text: taken.text, style: taken.style, x: taken.x, y: taken.y, size: taken.size, turn: taken.turn }] : []));
}

/** The marks of places and of towers that have a disc of their own, by the ids of their names. */
function marksOf(places: readonly GroundPlace[], paper: Paper): Map<string, Box> {
  const marks = new Map(places.map((place) => [`place-${place.id}`, bounds(place.ring.map((spot) => paper.px(spot)))]));
  for (const { id, tower } of places) {
    if (!tower?.circle) continue;
    const [x, y, radius] = tower.circle;
    marks.set(`tower-${id}`, bounds([[x - radius, y - radius], [x + radius, y + radius]].map(([east = 0, north = 0]) => paper.px([east, north]))));
  }
  return marks;
}

function free(one: Wanted, wanted: readonly Wanted[], besides?: Wanted): Choice | null {
  return one.choices.find((choice) => !wanted.some((other) => other !== one && other !== besides && other.taken && meet(other.taken, choice))) ?? null;
}

/** Take a spot on which one other name stands that has another spot. */
function push(one: Wanted, wanted: readonly Wanted[]): void {
  for (const choice of one.choices) {
    const standing = wanted.filter((other) => other.taken && meet(other.taken, choice));
    const [other] = standing;
    if (!other || standing.length > 1) continue;
    const before = other.taken;
    one.taken = choice;
    other.taken = free(other, wanted);
    if (other.taken) return;
    [one.taken, other.taken] = [null, before];
  }
}

/** The spots for a name on the sheet, the best first. A region too small for capitals has its name in small letters. */
function choicesOf(name: GroundName, marks: ReadonlyMap<string, Box>, shields: readonly Box[], paper: Paper): Choice[] {
  const { style } = name;
  const text = style === 'region' ? name.text.toUpperCase() : name.text;
  const size = Math.max(LEAST[style], Math.min(MOST[style], name.size * paper.zoom ** (style === 'region' && paper.zoom < 1 ? 1 : FOLLOW[style]))) * paper.text;
  if (size > name.size * paper.zoom * paper.text * TOO_LARGE[style]) {
    return style === 'region' ? choicesOf({ ...name, style: 'tract', size: SMALL }, marks, shields, paper) : [];
  }
  const own = marks.get(name.id);
  const wide = (paper.breadth(text) + SPACING[style] * text.length) * size + 2;
  const at = paper.px(name.at);
  const spot = (x: number, y: number, cost: number, turn = 0): Choice => ({ x, y, wide, high: size, turn, cost, size, style, text });
  const spots = own ? beside(own, shields, at, spot, wide, size) : [spot(...at, 0, name.turn), ...name.others.map(([x, y, turn], rank) => spot(...paper.px([x, y]), 0.5 + rank * 0.2, turn))];
  const around = bounds(spots.flatMap((one) => [[one.x - wide, one.y - wide], [one.x + wide, one.y + wide]]));
  const near = shields.filter((shield) => meet(shield, around));
  // A name within walls lies on its place, and on no other mark there.
  const others = [...marks].flatMap(([id, mark]) => (id !== name.id && !(own && holds(mark, own)) && meet(mark, around) ? [mark] : []));
  const share = own || style === 'tract' ? 1 : 0.4; // capitals and rivers may lie under marks
  return spots
    .filter((one) => lies(one, paper.sheet))
    .map((one) => ({ ...one, cost: one.cost + share * (Math.min(2, near.filter((shield) => meet(shield, one)).length) * ON_SHIELD + (others.some((mark) => meet(mark, one)) ? ON_MARK : 0)) }))
    .filter((one) => one.cost < TOO_DEAR[style])
    .toSorted((a, b) => a.cost - b.cost);
}

/** Where a place's name may stand: inside where the picture has it there, else round its mark and the shields on it, best on the picture's side. */
function beside(
  place: Box, shields: readonly Box[], [left, top]: readonly [number, number], spot: (x: number, y: number, cost: number) => Choice, wide: number, high: number,
): Choice[] {
  const within = Math.abs(left - place.x) * 2 < place.wide && Math.abs(top - place.y) * 2 < place.high;
  if (within && place.wide > wide && place.high > high * 3) return [spot(left, top, -1), ...WITHIN.map(([across, down], rank) => spot(place.x + place.wide * across, place.y + place.high * down, rank * 0.1))];
  const mark = bounds([place, ...shields.filter((shield) => meet(shield, place))].flatMap((box) => [[box.x - box.wide / 2, box.y - box.high / 2], [box.x + box.wide / 2, box.y + box.high / 2]]));
  const toward = (distance: number, half: number) => (distance > half ? 1 : distance < -half ? -1 : 0);
  const side = [toward(left - place.x, place.wide / 2), toward(top - place.y, place.high / 2)];
  return GAPS.flatMap(([gap, far]) => SIDES.map(([across, down, along], rank) => spot(
    mark.x + across * (mark.wide / 2 + gap + wide / 2) + (along * wide) / 2,
    mark.y + down * (mark.high / 2 + (across ? 0 : gap) + high * (across ? 0.1 : 0.5)),
    far + rank * 0.08 - (side[0] === across && side[1] === down ? 0.5 : 0),
  )));
}

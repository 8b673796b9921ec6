/** An example position of the variant, with what lies on places beside armies. */
import { NEUTRAL_COLOUR } from '../view';
import type { MarkKind } from './marks';

/** A turn of a game of the variant for two with it, as two bots played it. */
export const ARMIES: Record<number, Record<string, number>> = {
  1: {
    alaska: 1, northwest_territory: 1, alberta: 1, ontario: 1, western_united_states: 1, venezuela: 2, peru: 1, argentina: 1, ural: 1, siberia: 1, kamchatka: 1,
    mongolia: 1, japan: 1, china: 1, new_guinea: 1,
  },
  3: {
    central_america: 3, brazil: 5, great_britain: 1, scandinavia: 1, northern_europe: 1, western_europe: 1, southern_europe: 2, ukraine: 5, north_africa: 1, egypt: 1,
    east_africa: 2, madagascar: 1, afghanistan: 1, middle_east: 1, india: 1, indonesia: 1,
  },
  [NEUTRAL_COLOUR]: {
    greenland: 1, quebec: 1, eastern_united_states: 15, iceland: 11, congo: 1, south_africa: 9, yakutsk: 16, irkutsk: 10, siam: 10, western_australia: 1,
    eastern_australia: 15,
  },
};
const MARKS: readonly (readonly [kind: MarkKind, colour: number, spaces: string])[] = [
  ['capital', 1, 'alberta'], ['capital', 3, 'northern_europe'],
  ['city', 0, 'alberta ontario quebec eastern_united_states brazil great_britain scandinavia northern_europe north_africa congo south_africa madagascar yakutsk afghanistan eastern_australia'],
  ['rough', 0, 'alaska northwest_territory greenland alberta ontario north_africa congo madagascar ural irkutsk afghanistan china middle_east india eastern_australia'],
  ['site', 0, 'greenland congo kamchatka irkutsk siam western_australia'],
  ['airfield', 0, 'ontario southern_europe china'],
];

export const marksOn = (id: string) => MARKS.flatMap(([kind, colour, spaces]) => (spaces.split(' ').includes(id) ? [{ kind, colour }] : []));

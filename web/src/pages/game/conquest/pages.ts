/** Risk on the other pages: its example position, its calculator, and the first lesson. */
import { byRegion } from '../board/example';
import type { Pages } from '../pages';
import { turnWordOf } from './view';

/** Armies by colour and space: four players in the middle of a game on the classic map. */
const CLASSIC: Record<number, Record<string, number>> = {
  1: { great_britain: 2, western_europe: 5, southern_europe: 2, north_africa: 7, egypt: 3, congo: 1, east_africa: 4 },
  2: {
    alaska: 3, northwest_territory: 1, alberta: 1, ontario: 2, western_united_states: 1, eastern_united_states: 3, central_america: 2,
    venezuela: 2, peru: 1, brazil: 12, argentina: 1,
  },
  3: { greenland: 4, quebec: 2, iceland: 3, scandinavia: 2, northern_europe: 5, ukraine: 6, ural: 2, siberia: 1, yakutsk: 1, afghanistan: 3 },
  4: {
    kamchatka: 5, irkutsk: 2, mongolia: 1, japan: 1, china: 4, middle_east: 6, india: 2, siam: 2, indonesia: 3, new_guinea: 1,
    western_australia: 1, eastern_australia: 2, south_africa: 3, madagascar: 1,
  },
};

export default {
  game: 'risk',
  first: true,
  turnWord: turnWordOf,
  example: (board) => byRegion(board, CLASSIC),
  odds: { title: 'Risk', load: () => import('./odds/Conquest.svelte').then((page) => page.default) },
} satisfies Pages;

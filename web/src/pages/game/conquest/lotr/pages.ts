/** Lord of the Rings Risk on the other pages: an example position, and the points at the end. */
import { byRegion } from '../../board/example';
import type { Pages } from '../../pages';
import { turnWordOf } from '../view';
import { colourOf, lotr } from './view';

/** Units by colour and territory: four players in the middle of a game. */
const UNITS: Record<number, Record<string, number>> = {
  3: { minas_tirith: 7, belfalas: 3, lebennin: 4, lamedon: 1, vale_of_erech: 2, anfalas: 1, andrast: 1, druwaith_iaur: 2, west_rohan: 2, gap_of_rohan: 5, the_wold: 3, lorien: 2, emyn_muil: 3 },
  1: { ithilien: 6, south_ithilien: 2, minas_morgul: 7, gorgoroth: 2, mount_doom: 2, udun_vale: 3, barad_dur: 5, nurn: 2, dead_marshes: 4, brown_lands: 3, rhun_hills: 1, harad: 3, near_harad: 1, deep_harad: 1, harondor: 2, khand: 2, eastern_mirkwood: 2, south_rhun: 2, north_rhun: 1 },
  4: { the_shire: 3, buckland: 2, old_forest: 2, fornost: 5, weather_hills: 3, rhudaur: 4, north_downs: 2, evendim_hills: 6, lune_valley: 2, forlindon: 1, mithlond: 3, tower_hills: 2, harlindon: 2, south_downs: 2, minhiriath: 4, enedwaith: 2, umbar: 3 },
  5: { angmar: 2, eastern_angmar: 3, forodwaith: 4, borderlands: 2, carrock: 2, north_mirkwood: 3, withered_heath: 2, esgaroth: 2, south_mirkwood: 6, anduin_valley: 2, gladden_fields: 2, moria: 5, eregion: 3, dunland: 2, fangorn: 3 },
};

export default {
  game: 'lotr-risk',
  turnWord: turnWordOf,
  measures: { armies: 'units' },
  dice: { title: 'Units taken', short: 'Units', what: 'units taken' },
  example: (board) => byRegion(board, UNITS),
  async last(view, seats) {
    const { default: Report } = await import('./Points.svelte');
    return { Report, colours: seats.map((colour, seat) => colourOf(lotr(view).colours[seat]) || colour) };
  },
} satisfies Pages;

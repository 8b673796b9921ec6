/** Lord of the Rings Machiavelli on the other pages: the powers of the year 3000 as they begin. */
import { held } from '../../board/example';
import type { Pages } from '../../pages';

const HELD = {
  1: 'barad_dur gorgoroth minas_morgul mount_doom nurn udun_vale umbar', 2: 'belfalas lamedon lebennin minas_tirith tolfalas vale_of_erech', 3: 'dunland enedwaith gap_of_rohan minhiriath west_rohan',
  5: 'emyn_muil eregion fangorn moria the_wold', 6: 'evendim_hills forlindon harlindon lune_valley mithlond tower_hills',
};

export default { game: 'lotr-machiavelli', example: (board) => held(board, HELD), scene: () => import('../../diplomacy/OrderScene.svelte').then((one) => one.default), liveries: { Mordor: 1, Gondor: 2, Rohan: 3, Saruman: 5, Eriador: 6 }, measures: { cities: 'Cities', provinces: 'Provinces', units: 'Units' } } satisfies Pages;

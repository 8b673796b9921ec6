/** Ring diplomacy on the other pages: the powers in the colours of their country. */
import { held } from '../../board/example';
import type { Pages } from '../../pages';

const HELD = {
  1: 'udun_vale mount_doom barad_dur gorgoroth minas_morgul nurn umbar', 2: 'andrast anfalas vale_of_erech lamedon belfalas lebennin minas_tirith ithilien south_ithilien tolfalas',
  3: 'minhiriath enedwaith dunland gap_of_rohan west_rohan', 5: 'moria the_wold emyn_muil eregion fangorn', 6: 'forlindon mithlond harlindon lune_valley evendim_hills tower_hills',
};

export default { game: 'ring-diplomacy', example: (board) => held(board, HELD), scene: () => import('../OrderScene.svelte').then((one) => one.default), liveries: { Mordor: 1, Gondor: 2, Rohan: 3, Saruman: 5, Eriador: 6 } } satisfies Pages;

/** Middle-Earth VIII on the other pages: the powers after a first year, in the colours of their map. */
import { held } from '../../board/example';
import type { Pages } from '../../pages';

const HELD = {
  1: 'FOR FOH EMI ANG FNO', 2: 'MTI LEB BEL LAM ANF SIT', 3: 'RIV LOR WMI GLA CRK AVA', 4: 'EDO HDE ISE DUN ENE', 5: 'BDU NUR DGU GOR UDU MMO', 6: 'GHA TSH BRA LUN EVE',
  7: 'ERE IHI ESG WHE NMI', 8: 'NRU ERU WRU DOR SRU',
};

export default { game: 'middle-earth-viii', example: (board) => held(board, HELD), scene: () => import('../OrderScene.svelte').then((one) => one.default) } satisfies Pages;

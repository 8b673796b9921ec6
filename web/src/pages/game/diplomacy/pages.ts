/** Diplomacy on the other pages: the powers after a first year, in the colours of their map. */
import { held } from '../board/example';
import type { Pages } from '../pages';

const HELD = {
  1: 'BUD VIE TRI BOH GAL TYR SER', 2: 'LON EDI LVP YOR CLY WAL NWY', 3: 'ROM NAP VEN TUS APU TUN', 4: 'CON ANK SMY ARM SYR BUL',
  6: 'PAR BRE MAR PIC GAS BUR SPA POR', 7: 'BER KIE MUN PRU SIL RUH HOL DEN', 8: 'MOS WAR SEV STP FIN LVN UKR RUM SWE',
};

export default { game: 'diplomacy', example: (board) => held(board, HELD), scene: () => import('./OrderScene.svelte').then((one) => one.default) } satisfies Pages;

/** Which views the page of this folder shows. */
import type { Shows } from '../../families';

export default ((view, board) => view.type === 'balance-of-power' && board !== null) satisfies Shows;

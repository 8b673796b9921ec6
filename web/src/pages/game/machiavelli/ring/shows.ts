/** Which views the page of this folder shows. */
import type { Shows } from '../../families';

export default ((view, board) => view.type === 'lotr_machiavelli' && board !== null) satisfies Shows;

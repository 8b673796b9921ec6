/** Which views the page of this folder shows. */
import type { Shows } from '../families';

export default ((view, board) => view.type === 'diplomacy' && board !== null) satisfies Shows;

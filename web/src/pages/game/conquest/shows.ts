/** Which views the page of this folder shows. */
import type { Shows } from '../families';

export default ((view, board) => board !== null && 'owners' in view && 'armies' in view && 'cards' in view) satisfies Shows;

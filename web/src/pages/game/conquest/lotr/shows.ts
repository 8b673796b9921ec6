/** Which views the page of this folder shows. */
import type { Shows } from '../../families';
import { isLotr } from './view';

export default ((view, board) => isLotr(view) && board !== null) satisfies Shows;

/** Which views the page of this folder shows. */
import type { Shows } from '../families';

export default ((view) => view.type === 'ring') satisfies Shows;

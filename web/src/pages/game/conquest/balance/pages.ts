/** The Balance of Power variant on the other pages: its example position. */
import { byRegion } from '../../board/example';
import type { Pages } from '../../pages';
import { ARMIES } from './example';
import Marks from './PictureMarks.svelte';

export default { game: 'balance-of-power', example: (board) => ({ ...byRegion(board, ARMIES), Marks }) } satisfies Pages;

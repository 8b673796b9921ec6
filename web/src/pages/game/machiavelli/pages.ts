/** Machiavelli on the other pages: the powers of 1454 as they begin, in the colours of their seats. */
import { held } from '../board/example';
import type { Pages } from '../pages';

const HELD = {
  1: 'austria tyrolea hungary', 2: 'florence pisa pistoia arezzo', 3: 'avignon marseille provence swiss', 4: 'milan cremona pavia como fornova', 5: 'naples bari aquila capua otranto salerno messina palermo',
  6: 'rome ancona bologna perugia patrimony romagna spoleto tivoli urbino', 7: 'albania durazzo tunis', 8: 'venice dalmatia padua treviso friuli istria vicenza verona brescia bergamo',
};

export default { game: 'machiavelli', example: (board) => held(board, HELD), scene: () => import('../diplomacy/OrderScene.svelte').then((one) => one.default), measures: { cities: 'Cities', provinces: 'Provinces', units: 'Units' } } satisfies Pages;

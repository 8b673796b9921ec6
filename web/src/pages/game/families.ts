/** Which family of games a view belongs to; games without a page of their own get the generic one. */
import type { BoardGeometry, View } from '../../lib/types';
import { balance } from './conquest/balance/family';
import { conquest } from './conquest/family';
import { diplomacy } from './diplomacy/family';
import { isDiplomacy } from './diplomacy/view';
import type { Family } from './family';
import { ring } from './ring/family';
import { isRing } from './ring/view';
import { generic } from './twin/generic';

export function familyOf(view: View | undefined, board: BoardGeometry | null): Family {
  if (isRing(view)) return ring;
  if (isDiplomacy(view) && board) return diplomacy;
  if (view?.type === 'balance-of-power' && board) return balance;
  return view?.type === 'risk' && board ? conquest : generic;
}

/** What the Balance of Power variant shows beyond every conquest game. */
import type * as Shapes from '../../../../generated/balance-of-power';
import type { ConquestView, Phase } from '../view';

export type { ObjectiveView as Objective, ShopRow as Ware } from '../../../../generated/balance-of-power';
export type SiteEffect = Shapes.SiteView['effect'];
export type BalanceView = ConquestView & Omit<Shapes.BalanceView, 'phase' | 'course'> & { course: Phase[] };

export const isBalance = (view: ConquestView): view is BalanceView => view.type === 'balance-of-power';

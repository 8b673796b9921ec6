/** What a power writes as a sheet: orders by their unit, the money, and whom it lets through straits. */
import type { CampaignOrders, RetreatOrders, YearOrders } from '../../../generated/machiavelli';
import type { Action } from '../../../lib/types';
import type { Form } from '../frame/draft.svelte';
import { bankingText, expenseText, numbered, type Banking } from './money';
import { notation, unitText, type AnyOrder, type CampaignOrder, type Adjustment, type Expense, type Retreat } from './orders';

export interface Sheet { orders: Record<string, AnyOrder>; banking: Banking[]; expenses: Expense[]; allow: string[] }
export type Asks = 'campaign' | 'retreats' | 'year';
type Sent = Partial<CampaignOrders | RetreatOrders | YearOrders> & { banking?: Banking[]; expenses?: Expense[]; allow?: string[] };

/** What an order belongs to: its unit, or the unit that is to be raised. */
export const keyOf = (order: AnyOrder): string => (order.type === 'build' ? `+${unitText(order.unit)}` : unitText(order.unit));

export function sheetOf(action: Action | null): Sheet {
  const sent = (action ?? {}) as Sent;
  const orders: readonly AnyOrder[] = sent.orders ?? [];
  return {
    orders: Object.fromEntries(orders.map((order) => [keyOf(order), order])), banking: sent.banking ?? [],
    expenses: (sent.expenses ?? []).toSorted((a, b) => a.number - b.number), allow: sent.allow ?? [],
  };
}

export function actionOf(sheet: Sheet, asks: Asks): Action {
  const orders = Object.values(sheet.orders);
  if (asks === 'retreats') return { type: 'retreats', orders: orders.filter((order): order is Retreat => order.type === 'retreat') };
  if (asks === 'year') return { type: 'year', orders: orders.filter((order): order is Adjustment => ['build', 'dismiss', 'maintain'].includes(order.type)) };
  const own = orders.filter((order): order is CampaignOrder => !['build', 'dismiss', 'maintain', 'retreat'].includes(order.type));
  return { type: 'campaign', orders: own, banking: sheet.banking, expenses: numbered(sheet.expenses), allow: sheet.allow };
}

/** What a sheet says, however its orders were put down. */
const textOf = ({ orders, banking, expenses, allow }: Sheet): string =>
  JSON.stringify([Object.values(orders).map(notation).sort(), banking.map(bankingText), numbered(expenses).map(expenseText), allow.toSorted()]);

/** `asks` says what is written now. */
export const formOf = (asks: () => Asks): Form<Sheet> => ({ read: sheetOf, write: (sheet) => actionOf(sheet, asks()), text: textOf });

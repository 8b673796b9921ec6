/** What a power writes as a sheet: orders by their unit, the money, whom it lets through straits, and what only the start of a year knows. */
import type { CampaignOrders, RetreatOrders, YearOrders } from '../../../generated/machiavelli';
import type { Action } from '../../../lib/types';
import type { Form } from '../frame/draft.svelte';
import { readVote, sentVote, type Ballot } from '../frame/votes';
import { bankingText, expenseText, numbered, type Banking } from './money';
import { forFigure, isNazgul, readFigure, sentFigure } from './ring/figures';
import { notation, unitOf, unitText, type AnyOrder, type CampaignOrder, type Adjustment, type Expense, type Retreat } from './orders';

export interface Sheet extends Ballot { orders: Record<string, AnyOrder>; banking: Banking[]; expenses: Expense[]; allow: string[]; taxes: string[]; fleets: string[];
  /** Retreats in advance, in the order of preference. */
  ahead: Retreat[];
}
export type Asks = 'campaign' | 'retreats' | 'year' | 'shifts';
type Sent = Partial<CampaignOrders | RetreatOrders | YearOrders> & { banking?: Banking[]; expenses?: Expense[]; allow?: string[]; taxes?: string[]; fleets?: string[]; retreats?: Retreat[]; draw?: boolean; draw_of?: string[]; concede_to?: string; figures?: Parameters<typeof readFigure>[0][]; nazgul?: string };

/** What an order belongs to: its unit, or the unit that is to be raised. */
export const keyOf = (order: AnyOrder): string => (order.type === 'build' ? `+${unitText(order.unit)}` : order.type === 'call' ? order.unit.kind : unitText(order.unit));

/** `nazgulAt` is where the Nazgûl was driven off, which its retreat does not say. */
export function sheetOf(action: Action | null, nazgulAt: () => string = () => ''): Sheet {
  const sent = (action ?? {}) as Sent;
  const shifts = action?.type === 'shifts';
  const own = ((sent.orders ?? []) as AnyOrder[]).map((order): AnyOrder => (shifts ? { ...order, type: 'shift' } as AnyOrder : order));
  const orders: readonly AnyOrder[] = [...own, ...(sent.figures ?? []).map(readFigure), ...(sent.nazgul ? [{ type: 'retreat' as const, unit: unitOf(`Z ${nazgulAt()}`), to: sent.nazgul }] : [])];
  return {
    orders: Object.fromEntries(orders.map((order) => [keyOf(order), order])), banking: sent.banking ?? [],
    expenses: (sent.expenses ?? []).toSorted((a, b) => a.number - b.number), allow: sent.allow ?? [], taxes: sent.taxes ?? [], fleets: sent.fleets ?? [], ahead: sent.retreats ?? [], ...readVote(sent),
  };
}

/** What a payment or a loan is instead of: the one that was written before for the same. */
export const bankingSlot = (one: Banking): string =>
  one.type === 'pay' ? `pay ${one.to}` : one.type === 'borrow' ? `borrow ${one.years}` : one.type === 'give_province' ? `province ${one.place}` : `chit ${one.against}`;

/** The last of those that have the same slot. */
export const lastOf = <One>(all: readonly One[], slot: (one: One) => string): One[] => all.filter((one, at) => all.findLastIndex((other) => slot(other) === slot(one)) === at);

export function actionOf(sheet: Sheet, asks: Asks): Action {
  const orders = Object.values(sheet.orders);
  if (asks === 'shifts') return { type: 'shifts', orders: orders.flatMap((order) => (order.type === 'shift' ? [{ unit: order.unit, to: order.to }] : [])) };
  if (asks === 'retreats') {
    const ways = orders.filter((order): order is Retreat => order.type === 'retreat');
    const nazgul = ways.find(isNazgul)?.to;
    return { type: 'retreats', orders: ways.filter((order) => !isNazgul(order)), ...(nazgul ? { nazgul } : {}) };
  }
  if (asks === 'year') return { type: 'year', orders: orders.filter((order): order is Adjustment => ['build', 'dismiss', 'maintain'].includes(order.type)), ...(sheet.taxes.length ? { taxes: sheet.taxes } : {}), ...(sheet.fleets.length ? { fleets: sheet.fleets } : {}) };
  const own = orders.filter((order): order is CampaignOrder => !['build', 'dismiss', 'maintain', 'retreat', 'call', 'shift'].includes(order.type) && !forFigure(order));
  const figures = orders.filter(forFigure).flatMap((order) => sentFigure(order) ?? []);
  return { type: 'campaign', orders: own, banking: sheet.banking, expenses: numbered(sheet.expenses), allow: sheet.allow, ...(figures.length ? { figures } : {}), ...(sheet.ahead.length ? { retreats: sheet.ahead } : {}), ...(sheet.draw || sheet.concedeTo ? sentVote(sheet) : {}) };
}

/** What a sheet says, however its orders were put down. */
const textOf = ({ orders, banking, expenses, allow, taxes, fleets, ahead, ...vote }: Sheet): string =>
  JSON.stringify([Object.values(orders).map(notation).sort(), banking.map(bankingText), numbered(expenses).map(expenseText), allow.toSorted(), taxes.toSorted(), fleets.toSorted(), ahead.map(notation), sentVote(vote)]);

/** `asks` says what is written now. */
export const formOf = (asks: () => Asks, nazgulAt: () => string = () => ''): Form<Sheet> => ({ read: (action) => sheetOf(action, nazgulAt), write: (sheet) => actionOf(sheet, asks()), text: textOf });

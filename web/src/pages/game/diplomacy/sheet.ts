/** The orders of one power for one phase as a sheet: what the draft of the frame keeps, and how it is sent. */
import type { Action } from '../../../lib/types';
import type { Form } from '../frame/draft.svelte';
import { readVote, sentVote, type Ballot } from '../frame/votes';
import { provinceOf } from './board/marks';
import { notation, unitText, type AnyOrder, type Waive } from './orders';

export interface Ahead { retreats: AnyOrder[]; adjustments: (AnyOrder | Waive)[] }
export interface Sheet extends Ballot { orders: Record<string, AnyOrder>; waives: number; ahead: Ahead }
type Sent = Action & { secret?: AnyOrder[]; orders?: (AnyOrder | Waive)[]; draw?: boolean; draw_of?: string[]; concede_to?: string; ahead?: Partial<Ahead> };

const blank = (): Sheet => ({ orders: {}, waives: 0, ...readVote({}), ahead: { retreats: [], adjustments: [] } });
/** What an order belongs to: its unit, or for a build the centre. */
export const keyOf = (order: AnyOrder): string => (order.type === 'build' ? provinceOf(order.unit.at) : order.type === 'call' ? order.unit.kind : unitText(order.unit));
const isWaive = (order: AnyOrder | Waive): order is Waive => order.type === 'waive';

export function sheetOf(action: Action | null): Sheet {
  if (!action) return blank();
  const sent = action as Sent;
  const all = [...(sent.orders ?? []), ...(sent.secret ?? [])];
  const orders = all.filter((order): order is AnyOrder => !isWaive(order));
  return {
    orders: Object.fromEntries(orders.map((order) => [keyOf(order), order])), waives: all.length - orders.length, ...readVote(sent),
    ahead: { retreats: sent.ahead?.retreats ?? [], adjustments: sent.ahead?.adjustments ?? [] },
  };
}

export function actionOf(sheet: Sheet): Action {
  const waives = Array.from({ length: sheet.waives }, (): Waive => ({ type: 'waive' }));
  return { type: 'orders', orders: [...Object.values(sheet.orders), ...waives], ...sentVote(sheet), ahead: sheet.ahead };
}

/** What a sheet says, however its orders were put down. */
function textOf({ orders, waives, draw, drawOf, concedeTo, ahead }: Sheet): string {
  const noted = (all: (AnyOrder | Waive)[]): string[] => all.map((order) => (order.type === 'waive' ? 'WAIVE' : notation(order))).sort();
  return JSON.stringify([noted(Object.values(orders)), waives, draw, drawOf, concedeTo, noted(ahead.retreats), noted(ahead.adjustments)]);
}

export const orderForm: Form<Sheet> = { read: sheetOf, write: actionOf, text: textOf };

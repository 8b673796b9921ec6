/** What the sandbox asks the server; nothing is kept there. */
import { ApiError, call } from '../../lib/api';
import type * as Shapes from '../../generated/api';
import type { Orders, Position, Variant } from './model';

export type Possible = Shapes.Possible;
export type OrderRead = Shapes.OrderRead;
/** Map, rulebook, rulings and position of a question; the position may be any text people write. */
export interface Situation { variant: string | Variant; rules: string; issues: Record<string, string>; position: Position | object | string | null }

export const variantFacts = (key: string) => call<Variant>('GET', `/variants/${encodeURIComponent(key)}`);
export const maps = () => call<Shapes.MapTitle[]>('GET', '/variants');
/** Read a map file somebody brings; nothing of it stays on the server. */
export const mapRead = (name: string, text: string) => call<Shapes.MapRead>('POST', '/variants/read', { name, text });
export const judged = (where: Situation, orders: Orders, text = false) => call<Shapes.Adjudication>('POST', '/adjudicate', { ...where, orders, text });
export const possible = (where: Situation) => call<Possible>('POST', '/adjudicate/orders', where);
export const readings = (where: Situation, text: string) => call<OrderRead[]>('POST', '/adjudicate/readings', { ...where, text });

/** Read a file or text somebody brings: a position as JSON, or anything else as plain text. */
export function brought(text: string): object | string {
  if (!text.trimStart().startsWith('{')) return text;
  try {
    return JSON.parse(text) as object;
  } catch {
    throw new Error('This looks like JSON but is incomplete: a bracket or quotation mark is missing, or there is one too many.');
  }
}

/** The board with units and orders as a file. */
export async function picture(where: Situation, orders: Orders, isJudged: boolean, kind: 'svg' | 'png'): Promise<Blob> {
  const body = JSON.stringify({ ...where, orders, judged: isJudged, kind });
  const response = await fetch('/api/adjudicate/picture', { method: 'POST', credentials: 'same-origin', headers: { 'Content-Type': 'application/json' }, body });
  if (response.ok) return response.blob();
  const problem = (await response.json().catch(() => null)) as Shapes.Problem | null;
  throw new ApiError(problem ?? { code: 'picture', message: 'The picture could not be drawn. Try again.', rule: '', fix: [] }, response.status);
}

/** Any game without a page of its own: its view as tables, its legal actions as buttons, log and history as ever. */
import { capital, plural } from '../../../lib/words';
import type { Action, Offer, View } from '../../../lib/types';
import type { Family } from '../family';
import Stage from './GenericStage.svelte';
import type { Twin } from './twin';

export const generic: Family = {
  Stage,
  columns: [],
  measures: {},
  phase: (view) => (typeof view.phase === 'string' ? view.phase : ''),
  steps: (view) => (typeof view.phase === 'string' ? [{ key: view.phase, title: capital(view.phase.replaceAll('_', ' ')), line: '', state: 'current' }] : []),
  order: (_view, seats) => Array.from({ length: seats }, (_, seat) => seat),
  alive: () => true,
  hides: () => true, // nothing is known of the game, so the careful answer
  secret: () => null,
  revealed: () => [],
  doing: () => 'moves',
  tell: (lines) => lines.map((line) => line.text).join(' '),
  frames: () => [],
};

/** A view as tables: lists of records become rows, everything else a line of names and values. */
export function twinsOf(view: View): Twin[] {
  const plain: [string, unknown][] = [];
  const tables: Twin[] = [];
  for (const [name, value] of Object.entries(view)) {
    if (name === 'type') continue;
    if (isRecords(value)) tables.push(recordsTwin(name, value));
    else plain.push([name, value]);
  }
  const rows = plain.map(([name, value]) => ({ key: name, colour: 0, cells: [words(name), show(value)], actions: [] }));
  return [{ title: 'Position', columns: ['What', 'Value'], rows, loose: [] }, ...tables];
}

type Row = Record<string, unknown>;
const isRecords = (value: unknown): value is Row[] => Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'object' && one !== null && !Array.isArray(one));

function recordsTwin(name: string, records: Row[]): Twin {
  const columns = Object.keys(records[0] ?? {});
  const rows = records.map((record, at) => ({ key: String(at), colour: 0, cells: columns.map((column) => show(record[column])), actions: [] }));
  return { title: words(name), columns: columns.map(words), rows, loose: [] };
}

const words = (name: string) => capital(name.replaceAll('_', ' '));
export function show(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map(show).join(', ');
  if (typeof value === 'object') return Object.entries(value).map(([key, one]) => `${words(key)} ${show(one)}`).join('; ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** An offer in words, "Move from a to b, 1 to 3". */
export function offerWords(offer: Offer): string {
  const parts = [words(offer.kind), offer.source, offer.targets.length ? `to ${plural(offer.targets.length, 'place')}` : '', offer.most ? `${offer.least} to ${offer.most}` : '', offer.note];
  return parts.filter(Boolean).join(' ');
}

/** The action of an offer that leaves nothing open, as most games spell it; null where something must be chosen. */
export function plainAction(offer: Offer): Action | null {
  return offer.source === '' && offer.targets.length === 0 && offer.most === 0 && !offer.free ? { type: offer.kind } : null;
}

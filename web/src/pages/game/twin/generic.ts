/** Any game without a page of its own: its view as tables, its legal actions as buttons, log and history as ever. */
import { capital } from '../../../lib/words';
import type { View } from '../../../lib/types';
import type { Family } from '../family';
import Stage from './GenericStage.svelte';
import { show, words } from './offers';
import type { Twin } from './twin';

export const generic: Family = {
  serves: (asked) => asked.kind === 'turn' && !asked.secret,
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

/** The board as a table: places, centres, units, orders, with what can be done. */
import type { Twin, TwinRow } from '../twin/twin';
import type { Desk } from './desk.svelte';
import { deed, unitText } from './orders';
import { HIDDEN } from './kinds';
import { coloursOf, kindWord, powerOf, unitAt } from './view';

export function twinOf(desk: Desk): Twin {
  const { view, board, survey, pen } = desk;
  const colours = coloursOf(view);
  const rows = board.spaces.map((space): TwinRow => {
    const there = unitAt(view, space.id);
    const source = desk.choices.sourceIn(space.id);
    const order = source === null ? undefined : desk.draft.sheet.orders[source];
    const centre = desk.isCentre(space.id);
    const chosen = source !== null && pen.source === source;
    const actions = pen.targets.includes(space.id)
      ? [{ label: `Choose for ${desk.title(pen.source ?? (pen.carrying ? unitText(pen.carrying.unit) : ''))}`, run: () => pen.place(space.id) }]
      : source !== null && desk.writing && !chosen ? [{ label: order ? 'Change order' : 'Order', run: () => pen.select(source) }] : [];
    const orders = chosen ? desk.choices.kinds(source).map((kind) => ({ label: kind, run: () => pen.choose(kind) })) : [];
    return {
      key: space.id, colour: colours[there?.power ?? view.centres[space.id] ?? view.held[space.id] ?? ''] ?? 0, chosen,
      cells: [
        survey.place(space.id), space.kind === 'sea' ? 'sea' : 'land', centre ? (powerOf(view, view.centres[space.id] ?? null)?.name ?? 'free') : '–',
        there ? `${powerOf(view, there.power)?.name ?? there.power}, ${kindWord(there.unit.kind)}` : '–', order ? deed(order, survey) : '',
      ],
      actions: [...orders, ...actions],
    };
  });
  const loose = pen.ask ?? pen.helped;
  for (const [kind, at] of Object.entries(desk.ring?.figures ?? {}).filter(([one]) => desk.layers.ring || !HIDDEN.has(one))) rows.push(figureRow(desk, `${kind} ${at}`));
  return { title: board.title, columns: ['Place', 'Kind', 'Centre', 'Unit', 'Order'], rows, loose: (loose?.options ?? []).map(({ label, run }) => ({ label, run })) };
}

/** What stands beside the units, with its order. */
function figureRow(desk: Desk, source: string): TwinRow {
  const [kind = '', at = ''] = source.split(' ');
  const order = desk.draft.sheet.orders[source];
  const chosen = desk.pen.source === source;
  const actions = desk.choices.knows(source) && !chosen ? [{ label: order ? 'Change order' : 'Order', run: () => desk.pen.select(source) }] : [];
  const kinds = chosen ? desk.choices.kinds(source).map((one) => ({ label: one, run: () => desk.pen.choose(one) })) : [];
  return {
    key: source, colour: desk.colourOf(source), chosen, actions: [...kinds, ...actions],
    cells: [desk.survey.place(at), 'beside units', '–', kindWord(kind), order ? deed(order, desk.survey) : ''],
  };
}

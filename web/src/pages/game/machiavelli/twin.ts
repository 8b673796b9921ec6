/** The board as a table: places, cities, units, orders, with what can be done. */
import { capital } from '../../../lib/words';
import type { Twin, TwinAction, TwinRow } from '../twin/twin';
import type { Desk } from './desk.svelte';
import { CITY, deed } from './orders';
import { listed } from './places';
import { FIGURES } from './ring/figures';
import { unitAt } from './view';

export function twinOf(desk: Desk): Twin {
  const { view, board, survey, pen } = desk;
  const spots = listed(desk).filter((spot, at, all) => all.indexOf(spot) === at);
  const order = new Map(board.spaces.map((space, at) => [space.id, at]));
  const sorted = spots.toSorted((a, b) => (order.get(a.split('/')[0] ?? '') ?? 0) - (order.get(b.split('/')[0] ?? '') ?? 0) || a.length - b.length);
  const rows = sorted.map((spot): TwinRow => {
    const [place = ''] = spot.split('/');
    const figure = FIGURES.has(spot.split('/')[1] ?? '');
    const city = spot.includes('/') && !figure;
    const there = unitAt(view, spot);
    const source = desk.sourceAt(view.cities[place]?.fills ? `${place}/${CITY}` : spot);
    const given = source === null ? undefined : desk.draft.sheet.orders[source];
    const holder = city ? view.position.cities[place] : view.position.provinces[place];
    return {
      key: spot, colour: desk.colourOf(there?.owner ?? holder ?? ''), chosen: source !== null && pen.source === source,
      cells: [figure && source ? desk.title(source) : city ? `City of ${survey.place(place)}` : survey.place(place), city ? String(view.cities[place]?.value ?? 0) : '–', holder ? desk.whose(holder) : '–', there ? `${desk.whose(there.owner)}, ${survey.unit(there).toLowerCase()}` : '–', given ? deed(given, survey) : ''],
      actions: actions(desk, spot, source, given !== undefined),
    };
  });
  return { title: board.title, columns: ['Place', 'Value', 'Holder', 'Unit', 'Order'], rows, loose: (pen.ask?.options ?? []).map(({ label, run }) => ({ label, run })) };
}

function actions(desk: Desk, spot: string, source: string | null, ordered: boolean): TwinAction[] {
  const { pen } = desk;
  if (pen.targets.includes(spot)) return [{ label: pen.source ? `Choose for ${desk.title(pen.source)}` : 'Choose', run: () => pen.place(spot) }];
  if (source !== null && pen.source === source) return desk.choices.kinds(source).map((kind) => ({ label: capital(kind === 'advance' ? 'move' : kind), run: () => pen.choose(kind) }));
  if (source !== null && desk.writing) return [{ label: ordered ? 'Change order' : 'Order', run: () => pen.select(source) }];
  return spot.includes('/') && desk.choices.sites.has(spot.split('/')[0] ?? '') ? [{ label: 'Raise a unit', run: () => pen.place(spot) }] : [];
}

/** Places read out: field and city, what stands there, whose it is, what can be done. */
import { list } from '../../../lib/words';
import type { Desk } from './desk.svelte';
import { CITY, deed, KINDS, placeOf, spotOf, unitOf } from './orders';
import { DEAD, FIGURES, figuresOn, HIDDEN } from './ring/figures';
import { AUTONOMOUS, standsAt, unitAt, type Unit } from './view';

const whose = (desk: Desk, power: string): string => (power === desk.view.power ? 'yours' : `${desk.whose(power)}'s`);
const standing = (desk: Desk, unit: Unit): string => (unit.owner === AUTONOMOUS ? 'independent garrison' : `${whose(desk, unit.owner)}: ${KINDS[unit.kind]}`);

/** What a unit that can be ordered is told to do. */
function state(desk: Desk, spot: string): string {
  const source = desk.sourceAt(spot);
  if (source === null || !desk.writing) return '';
  const order = desk.draft.sheet.orders[source];
  return order ? ` Ordered: ${deed(order, desk.survey)}.` : desk.asks === 'year' ? ' Kept.' : FIGURES.has(unitOf(source).kind) ? ' Stays.' : ' No order yet.';
}

/** "Siena, held by Florence, yours: army. Famine. Ordered: besieges the city." */
export function describe(desk: Desk, spot: string): string {
  const place = placeOf(spot);
  const chosen = desk.pen.targets.includes(spot) ? ' Can be chosen now.' : '';
  const figure = spot.split('/')[1] ?? '';
  if (FIGURES.has(figure)) return `${desk.survey.unit({ kind: figure as 'A', place })}.${state(desk, spot)}${chosen}`;
  return spot.includes('/') ? `${cityWords(desk, place)}${state(desk, spot)}${chosen}` : `${fieldWords(desk, place)}${state(desk, desk.view.cities[place]?.fills ? `${place}/${CITY}` : spot)}${chosen}`;
}

function fieldWords(desk: Desk, place: string): string {
  const { view, board, survey } = desk;
  const sea = board.spaces.find((space) => space.id === place)?.kind === 'sea';
  const holder = view.position.provinces[place];
  const there = view.position.units.find((unit) => standsAt(view, unit) === place);
  const lost = view.dislodged.filter((one) => standsAt(view, one.unit) === place);
  const rebels = view.position.rebellions.some((one) => one.place === place && one.space === 'field');
  const parts = [
    survey.place(place), sea ? 'sea' : holder ? `held by ${holder === view.power ? 'you' : desk.whose(holder)}` : 'held by nobody', there ? standing(desk, there) : '',
    ...lost.map((one) => `${whose(desk, one.unit.owner)}: ${KINDS[one.unit.kind]}, dislodged`), view.position.famine.includes(place) ? 'famine' : '', rebels ? 'rebels in the field' : '',
    view.position.storms.includes(place) ? 'storm' : '',
    ...figuresOn(view, desk.layers.ring || desk.game.over).filter(([, at]) => at === place).map(([kind]) => KINDS[kind as 'A']),
  ];
  return `${parts.filter(Boolean).join(', ')}.`;
}

function cityWords(desk: Desk, place: string): string {
  const { view, survey } = desk;
  const city = view.cities[place];
  const holder = view.position.cities[place];
  const there = unitAt(view, `${place}/${CITY}`);
  const rebels = view.position.rebellions.some((one) => one.place === place && one.space === 'city');
  const parts = [
    `City of ${survey.place(place)}`, `value ${city?.value ?? 0}`, city?.walled ? '' : 'not fortified', city?.port ? 'port' : '', holder ? (holder === view.power ? 'yours' : `of ${desk.whose(holder)}`) : 'of nobody',
    there ? standing(desk, there) : 'no garrison', view.position.sieges.some((one) => one.place === place) ? 'besieged' : '', rebels ? 'rebels inside' : '',
    desk.choices.sites.has(place) ? 'a unit can be raised' : '',
  ];
  return `${parts.filter(Boolean).join(', ')}.`;
}

export function borders(desk: Desk, spot: string): string {
  const place = placeOf(spot);
  const near = (desk.board.borders ?? []).flatMap(([a, b]) => (a === place ? [b] : b === place ? [a] : []));
  return `${desk.survey.place(place)} borders ${list(near.map((id) => desk.survey.place(id)))}.`;
}

export function overview(desk: Desk): string {
  const { view } = desk;
  const own = view.powers.find((power) => power.id === view.power);
  if (!own) return `${view.phase}. You are watching.`;
  const units = view.position.units.filter((unit) => unit.owner === own.id).map((unit) => desk.survey.unit(unit));
  const money = view.money ? ` ${desk.account.treasury ?? 0} ducats in the treasury.` : '';
  return `${view.phase}. You are ${own.name}: ${own.cities} of ${view.target} cities, ${own.units} units: ${list(units)}.${money}${desk.missing.length ? ` ${desk.missing.length} without an order.` : ''}`;
}

/** Spots as they are listed: what can be chosen, then one's own units, then every place with its city after it. */
export function listed(desk: Desk): string[] {
  const { view, board, pen } = desk;
  const own = [...[...desk.choices.sources, ...desk.choices.figures.filter((source) => source !== DEAD && (desk.layers.ring || !HIDDEN.has(unitOf(source).kind)))].map((source) => standsAt(view, unitOf(source))), ...[...desk.choices.sites.keys()].map((place) => `${place}/${CITY}`)];
  const all = board.spaces.flatMap((space) => (view.cities[space.id] && !view.cities[space.id]?.fills ? [space.id, `${space.id}/${CITY}`] : [space.id]));
  return [...(pen.targets.length ? pen.targets : own), ...all];
}

export const spotOfSource = (source: string): string => (source.startsWith('+ ') ? `${source.slice(2)}/${CITY}` : spotOf(unitOf(source)));

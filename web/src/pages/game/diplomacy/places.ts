/** Places read out: what stands there, whose it is, what can be done. */
import { list } from '../../../lib/words';
import { provinceOf } from './board/marks';
import type { Desk } from './desk.svelte';
import { deed, unitText } from './orders';
import { FIGURES, HIDDEN } from './kinds';
import { fortressOf, kindWord, powerOf, unitAt } from './view';

const WHOSE = (own: boolean, name: string): string => (own ? 'your' : `${name}'${name.endsWith('s') ? '' : 's'}`);

/** "Belgium, supply centre of Germany, German army. Click to move there." */
export function describe(desk: Desk, province: string): string {
  const { view, survey, board, led } = desk;
  if (province.includes(' ')) return figureLine(desk, province);
  const space = board.spaces.find((one) => one.id === province);
  const parts = [survey.place(province)];
  if (space?.kind === 'sea') parts.push('sea');
  const owner = powerOf(view, view.centres[province] ?? null);
  if (owner) parts.push(`${WHOSE(led.includes(owner.id), owner.name)} supply centre`);
  else if (desk.isCentre(province)) parts.push('free supply centre');
  const fortress = fortressOf(view, province);
  if (fortress) parts.push(`fortress of ${fortress.power.name}, strength ${fortress.strength}`);
  const there = unitAt(view, province);
  if (there) parts.push(`${WHOSE(led.includes(there.power), powerOf(view, there.power)?.name ?? there.power)} ${kindWord(there.unit.kind)}`);
  const lost = view.dislodged.filter((one) => provinceOf(one.unit.at) === province);
  parts.push(...lost.map((one) => `${WHOSE(led.includes(one.power), powerOf(view, one.power)?.name ?? one.power)} dislodged ${kindWord(one.unit.kind)}`));
  const ring = desk.ring;
  if (ring?.strongholds.includes(province)) parts.push('stronghold');
  const beside = Object.entries(ring?.figures ?? {}).filter(([kind, at]) => at === province && FIGURES.has(kind) && (desk.layers.ring || !HIDDEN.has(kind)));
  parts.push(...beside.map(([kind]) => `${kind === 'RB' ? 'the ring-bearer' : `the ${kindWord(kind)}`} there`));
  if (ring?.seen?.place === province) parts.push(`the ring-bearer was seen there, ${ring.seen.phase}`);
  const source = desk.choices.sourceIn(province);
  const order = source === null ? undefined : desk.draft.sheet.orders[source];
  const state = source === null || !desk.writing ? '' : order ? ` Ordered: ${deed(order, survey)}.` : desk.choices.cornered(source) ? ' It has nowhere to go.' : ' No order yet.';
  const target = desk.pen.targets.includes(province) ? ' Can be chosen now.' : '';
  return `${parts.join(', ')}.${state}${target}`;
}

/** "Nazgûl Minas Morgul. No order yet: it would stay." */
function figureLine(desk: Desk, source: string): string {
  const order = desk.draft.sheet.orders[source];
  return `${desk.title(source)}. ${order ? `Ordered: ${deed(order, desk.survey)}.` : 'No order yet.'}`;
}

export function borders(desk: Desk, province: string): string {
  const near = (desk.board.borders ?? []).flatMap(([a, b]) => (a === province ? [b] : b === province ? [a] : []));
  return `${desk.survey.place(province)} borders ${list(near.map((id) => desk.survey.place(id)))}.`;
}

export function overview(desk: Desk): string {
  const { view } = desk;
  const own = powerOf(view, view.power);
  if (!own) return `${view.phase.title}. You are watching.`;
  const units = desk.led.flatMap((power) => view.units[power] ?? []).map((unit) => desk.title(unitText(unit)));
  return `${view.phase.title}. You are ${own.name}: ${own.centres} centres, ${own.units} units: ${list(units)}. ${desk.left ? `${desk.left} without an order.` : ''}`;
}

/** Facts of one's own orders before anything is judged: sieges and their end, famine, strengths. */
import type { Desk } from './desk.svelte';
import { CITY, placeOf, unitOf, unitText, type AnyOrder } from './orders';
import { eliteOf } from './ring/figures';
import { AUTONOMOUS, unitAt, type MachiavelliView, type Survey, type Unit } from './view';

export interface Known { place: string; text: string }

/** What a unit counts by its class. */
export const strengthOf = (view: MachiavelliView, unit: { unit_class?: Unit['unit_class'] }): number => eliteOf(view, unit)?.strength ?? (unit.unit_class?.startsWith('elite') ? 2 : 1);

/** What the siege of a place comes to with one's own next order, as its besieger may read it. */
export function siegeWords(view: MachiavelliView, survey: Survey, place: string, unit: Unit): string {
  const siege = view.position.sieges.find((one) => one.place === place);
  const inside = unitAt(view, `${place}/${CITY}`);
  const rebels = view.position.rebellions.some((one) => one.place === place && one.space === 'city');
  const whom = inside ? (inside.owner === AUTONOMOUS ? 'the independent garrison' : 'the garrison') : rebels ? 'the rebels' : '';
  if (siege && siege.by === unit.number) return `Second order: ${whom || 'the city'} falls this campaign, unless your unit is dislodged.`;
  return whom && (inside === undefined || inside.owner !== unit.owner) ? `Besieging takes two campaigns: with the second order ${whom} in ${survey.place(place)} falls.` : '';
}

/** What to know of a unit that is being ordered. */
export function outlook(desk: Desk, source: string): string[] {
  const { view, survey, choices } = desk;
  const { kind, place } = unitOf(source);
  const unit = view.position.units.find((one) => one.kind === kind && one.place === place);
  if (!unit) return [];
  const kinds = choices.kinds(source);
  const found: string[] = [];
  if (kinds.includes('besiege')) found.push(siegeWords(view, survey, place, unit));
  if (kinds.includes('lift') && !kinds.includes('advance')) found.push('To march off, lift the siege first.');
  if (view.position.famine.includes(place) && desk.asks === 'campaign' && view.position.season === 'spring') {
    const paid = desk.draft.sheet.expenses.find((one) => one.letter === 'A' && one.place === place);
    found.push(`${survey.place(place)} starves. ${paid ? `Relief is paid (expense ${paid.number}): the unit lives.` : 'Without relief, what stands there after spring dies.'}`);
  }
  return found.filter(Boolean);
}

/** One sentence for each place that is attacked or held with support, or where rebels help. */
export function strengths(view: MachiavelliView, orders: readonly AnyOrder[], survey: Survey): Known[] {
  const unitOfOrder = (order: AnyOrder): Unit | undefined => view.position.units.find((one) => one.kind === order.unit.kind && one.place === order.unit.place);
  const worth = (order: AnyOrder): number => strengthOf(view, unitOfOrder(order) ?? {});
  return orders.flatMap((order): Known[] => {
    const helpers = orders.filter((one) => one.type === 'support' && unitText(one.of) === unitText(order.unit) && helps(one.to ?? '', one.into ?? '', order));
    if (!helpers.length) return [];
    const total = worth(order) + helpers.reduce((sum, one) => sum + worth(one), 0);
    const least = total - Math.max(...helpers.map(worth));
    const moving = order.type === 'advance' || order.type === 'convert';
    const place = order.type === 'advance' ? placeOf(order.to) : order.unit.place;
    return [{ place: survey.place(place), text: `you ${moving ? 'come' : 'hold'} with strength ${total}, or ${least} if a support is cut.` }];
  });
}

function helps(to: string, into: string, order: AnyOrder): boolean {
  if (order.type === 'advance') return placeOf(to) === placeOf(order.to);
  if (order.type === 'convert') return into === order.into || (into === '' && to === '');
  return to === '' && into === '';
}

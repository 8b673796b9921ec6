/** What comes of one's own orders and money if all of them work: what that adds to next spring. */
import type { Unit } from '../../../generated/machiavelli';
import { targetPlace, targetText, type Money } from './money';
import { placeOf, type AnyOrder } from './orders';
import { eliteOf, priceOf } from './ring/figures';
import type { MachiavelliView, Survey } from './view';

/** Ducats that are added to each line; `upkeep` is what more units cost. */
export interface Gain { seas: number; provinces: number; cities: number; upkeep: number }
export const NO_GAIN: Gain = { seas: 0, provinces: 0, cities: 0, upkeep: 0 };
export const gains = (gain: Gain): boolean => Object.values(gain).some((ducats) => ducats !== 0);
/** Ducats a year of a unit by its class, in Italy; those of Middle-earth come with the view. */
const UPKEEP: Readonly<Record<string, number>> = { regular: 3, citizen_militia: 6, elite_mercenaries: 6, elite_professionals: 9 };
const BUYS: ReadonlySet<string> = new Set(['H', 'K', 'M']);
const GOES: ReadonlySet<string> = new Set(['G', 'I', 'J']);

interface Standing { unit: Unit; place: string; kind: Unit['kind'] }

/** The units of a power after its orders, those that it buys among them. */
function after(view: MachiavelliView, orders: readonly AnyOrder[], bought: ReadonlySet<string>): Standing[] {
  const mine = view.position.units.filter((unit) => unit.owner === view.power || bought.has(`${unit.kind} ${unit.place}`));
  return mine.flatMap((unit): Standing[] => {
    const order = orders.find((one) => one.unit.kind === unit.kind && one.unit.place === unit.place);
    if (order?.type === 'disband') return [];
    if (order?.type === 'advance') return [{ unit, place: placeOf(order.to), kind: unit.kind }];
    return [{ unit, place: unit.place, kind: order?.type === 'convert' ? order.into : unit.kind }];
  });
}

/** What next spring brings more than as things stand, if every order and expense works and nobody else moves. */
export function hopes(view: MachiavelliView, survey: Survey, orders: readonly AnyOrder[], money: Money): Gain {
  const { position, power, cities } = view;
  const named = (letters: ReadonlySet<string>) => new Set(money.expenses.flatMap((one) => (one.unit && letters.has(one.letter) ? [`${one.unit.kind} ${one.unit.place}`] : [])));
  const [bought, gone] = [named(BUYS), named(GOES)];
  const there = after(view, orders, bought);
  const fields = new Set(there.filter((one) => one.kind !== 'G').map((one) => one.place));
  const sea = (place: string): boolean => survey.sea(place);
  const fallen = new Set(orders.flatMap((order) => (order.type === 'besiege' && position.sieges.some((siege) => siege.place === order.unit.place) ? [order.unit.place] : [])));
  const inside = (place: string): boolean => position.units.some((unit) => unit.kind === 'G' && unit.place === place && unit.owner !== power && !gone.has(`G ${place}`) && !bought.has(`G ${place}`)) && !fallen.has(place);
  const lost = new Set(money.banking.flatMap((one) => (one.type === 'give_province' ? [one.place] : [])));
  const calmed = money.expenses.flatMap((one) => (one.letter === 'B' && position.provinces[targetPlace(targetText(one))] === power ? [targetPlace(targetText(one))] : []));
  const land = [...fields].filter((place) => !sea(place) && position.provinces[place] !== power);
  const walls = new Set([...there.filter((one) => one.kind === 'G').map((one) => one.place), ...[...fields].filter((place) => !sea(place) && !inside(place))]);
  const rebels = (place: string, space: string): boolean => position.rebellions.some((one) => one.place === place && one.space === space);
  const value = (place: string): number => cities[place]?.value ?? 0;
  const sum = (all: Iterable<number>): number => [...all].reduce((total, one) => total + one, 0);
  const fleets = (all: readonly { place: string; kind: string }[]): number => all.filter((one) => one.kind === 'F' && sea(one.place)).length;
  const before = position.units.filter((unit) => unit.owner === power);
  const pay = (units: readonly Unit[]): number => sum(units.map((unit, index) => {
    const elite = eliteOf(view, unit);
    return elite ? priceOf(elite, units.slice(0, index).some((one) => one.unit_class === unit.unit_class)) : (UPKEEP[unit.unit_class ?? 'regular'] ?? 0);
  }));
  return {
    seas: fleets(there) - fleets(before), provinces: land.length - lost.size + new Set(calmed).size,
    cities: sum([...walls].filter((place) => position.cities[place] !== power).map(value)) - sum([...lost].filter((place) => position.cities[place] === power).map(value)) + sum([...new Set(calmed)].filter((place) => rebels(place, 'city')).map(value)),
    upkeep: pay(there.map((one) => one.unit)) - pay(before),
  };
}

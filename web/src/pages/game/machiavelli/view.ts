/** A game of Machiavelli as the server tells it, and what the page reads out of it. */
import type { Build, MachiavelliView, PowerView, Unit } from '../../../generated/machiavelli';
import type { BoardGeometry, Point } from '../../../lib/types';
import { capital } from '../../../lib/words';
import { pointOf } from '../diplomacy/board/marks';
import { CITY, KINDS, placeOf, spotOf, type Say, type UnitName } from './orders';
import { eliteOf } from './ring/figures';

export type { DangerView, DeskView, Loan, MachiavelliView, PowerView, Rival, Unit } from '../../../generated/machiavelli';

export const AUTONOMOUS = 'autonomous';
export const SEASONS = ['spring', 'summer', 'fall'] as const;
/** Ducats that expenses come in. */
export const STEP = 3;

/** Names of places and units. */
export class Survey implements Say {
  readonly names: ReadonlyMap<string, string>;

  constructor(readonly board: BoardGeometry) {
    this.names = new Map(board.spaces.map((space) => [space.id, space.name]));
  }

  place(id: string): string {
    return this.names.get(placeOf(id)) ?? capital(placeOf(id).replaceAll('_', ' '));
  }

  sea(id: string): boolean {
    return this.board.spaces.find((space) => space.id === placeOf(id))?.kind === 'sea';
  }

  /** "Army Pavia". */
  unit(unit: Pick<UnitName, 'kind' | 'place'>): string {
    return unit.place ? `${capital(KINDS[unit.kind])} ${this.place(unit.place)}` : capital(KINDS[unit.kind]);
  }
}

/** The unit in the field of a place, or in its city. */
export const unitAt = (view: MachiavelliView, spot: string): Unit | undefined =>
  view.position.units.find((unit) => spotOf(unit) === spot || (unit.kind === 'G' && spot === unit.place && view.cities[unit.place]?.fills));

/** The spot of a unit: where a city fills its province, the garrison stands in the place itself. */
export const standsAt = (view: MachiavelliView, unit: Pick<UnitName, 'kind' | 'place'>): string => (view.cities[unit.place]?.fills ? unit.place : spotOf(unit));

export const powerOf = (view: MachiavelliView, id: string | null): PowerView | undefined => view.powers.find((power) => power.id === id);
export const nameOf = (view: MachiavelliView, id: string): string => powerOf(view, id)?.name ?? (id === AUTONOMOUS || !id ? 'nobody' : capital(id));

/** What a unit to raise is called, with its class: "army", "elite mercenaries, garrison". */
export function raisedWords(view: MachiavelliView, order: Build): string {
  const special = order.unit_class && order.unit_class !== 'regular' ? (eliteOf(view, order)?.name ?? order.unit_class.replaceAll('_', ' ')) : '';
  return special ? `${special}, ${KINDS[order.unit.kind]}` : KINDS[order.unit.kind];
}

/** Player colours of the powers: those of the scenario, else of the seats. */
export const coloursOf = (view: MachiavelliView, seats: readonly number[]): Record<string, number> =>
  Object.fromEntries(view.powers.map((power) => [power.id, power.colour || (seats[power.seat] ?? 0)]));

/** Spots in the colours of a mapping from place to power. */
export const tinted = (holders: Readonly<Record<string, string>>, colours: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(holders).map(([place, power]) => [place, colours[power] ?? 0]));

/** Straits with a fleet in the province that controls them: it closes them to all whom its power does not let through. */
export const heldStraits = (view: MachiavelliView): { place: string; edge: readonly [string, string]; holder: string }[] =>
  Object.entries(view.straits).flatMap(([place, edge]) => {
    const fleet = view.position.units.find((unit) => unit.kind === 'F' && unit.place === place);
    return fleet ? [{ place, edge, holder: fleet.owner }] : [];
  });

/** Pixels between the middle of a field and that of its city at least: neither token covers the other. */
const APART = 29;

/**
 * The board with a city beside each field, as a coast of its own: what draws orders finds it there. `size` map units are a
 * pixel of the tokens, which keep clear of each other at any scale. A city that fills its place stands in it.
 */
export function withCities(board: BoardGeometry, view: MachiavelliView, size: number): BoardGeometry {
  const sites = new Map((board.sites ?? []).toSorted((a, b) => Number(b.kind === 'port') - Number(a.kind === 'port')).map((site) => [site.space, site.at]));
  const spaces = board.spaces.map((space) => {
    const city = view.cities[space.id];
    if (!city) return space;
    const at = city.fills ? space.token : apart(space.token, sites.get(space.id) ?? [space.token[0] + 20, space.token[1] - 20], APART * size);
    return { ...space, coasts: [...(space.coasts ?? []), { id: CITY, name: 'city', at }] };
  });
  return { ...board, spaces };
}

/** A point in a direction, at least so far away. */
function apart([x, y]: Point, [sx, sy]: readonly [number, number], least: number): Point {
  const far = Math.hypot(sx - x, sy - y) || 1;
  const by = Math.max(1, least / far);
  return [x + (sx - x) * by, y + (sy - y) * by];
}

export const pointAt = pointOf;

/** "spring 1454" as a number that grows from campaign to campaign. */
export const moment = (year: number, season: string): number => 3 * year + Math.max(0, SEASONS.indexOf(season as 'spring'));

/** "Spring 1454", "Retreats, spring 1454", "Start of 1454". */
export const titleOf = (view: MachiavelliView): string => capital(view.phase);

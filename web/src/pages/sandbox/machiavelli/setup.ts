/** Setting up a position of Machiavelli by clicks: what a tool does to a field or a city, or why it cannot. */
import { CLICK } from '../../../lib/touch';
import type { CityView, Position, Unit } from '../../../generated/machiavelli';
import { CITY, INTO_CITY, placeOf, type UnitKind } from '../../game/machiavelli/orders';
import { FIGURES } from '../../game/machiavelli/ring/figures';
import type { Dislodged, Moment } from './steps';

export type Tool = 'A' | 'F' | 'G' | 'land' | 'city' | 'siege' | 'rebels' | 'famine' | 'storms' | 'plague' | 'dislodged' | 'remove' | `figure ${string}`;
export const TOOLS: Readonly<Record<string, { title: string; hint: string }>> = {
  A: { title: 'Army', hint: `${CLICK} a field.` }, F: { title: 'Fleet', hint: `${CLICK} a sea or a coast.` }, G: { title: 'Garrison', hint: `${CLICK} a city with walls.` },
  land: { title: 'Province', hint: `${CLICK} a field: the province with its city changes hands.` }, city: { title: 'City alone', hint: `${CLICK} a city: it changes hands without its province.` },
  siege: { title: 'Siege', hint: `${CLICK} a city with somebody inside and a foreign unit in its field: the first campaign of the siege is over.` },
  rebels: { title: 'Rebels', hint: `${CLICK} a field or a city: rebels rise against its holder.` }, famine: { title: 'Famine', hint: `${CLICK} a province.` },
  storms: { title: 'Storm', hint: `${CLICK} a sea.` }, plague: { title: 'Plague', hint: `${CLICK} a province: it was struck this year.` },
  dislodged: { title: 'Dislodged', hint: `${CLICK} a unit in a field that has to retreat; then put the attacker in its place.` }, remove: { title: 'Remove', hint: `${CLICK} what you want to remove.` },
};
/** Whom a tool acts for, of which class its units are, and what is known of the board. */
export interface Ground {
  power: string; unitClass: string; cities: Readonly<Record<string, CityView>>;
  sea: (place: string) => boolean;
  /** Coasts of a place for fleets, and its neighbours. */
  coasts: (place: string) => readonly string[]; near: (place: string) => readonly string[];
}
/** What came of a click: a changed position, a coast to be asked, or a refusal in words. */
export interface Done { moment?: Moment; coasts?: string[]; refusal?: string }

export const NOBODY = 'autonomous';
const spaceOf = (unit: Pick<Unit, 'kind'>) => (unit.kind === 'G' ? 'city' : 'field');
const number = (moment: Moment): number => Math.max(0, ...moment.position.units?.map((unit) => unit.number ?? 0) ?? [], ...moment.dislodged.map((one) => one.unit.number ?? 0)) + 1;
const put = (moment: Moment, made: Partial<Position>): Moment => tidy({ ...moment, position: { ...moment.position, ...made } });
const toggled = <T>(all: readonly T[], one: T, same: (a: T, b: T) => boolean = (a, b) => a === b): T[] => (all.some((other) => same(other, one)) ? all.filter((other) => !same(other, one)) : [...all, one]);
const units = (moment: Moment): readonly Unit[] => moment.position.units ?? [];
export const standing = (moment: Moment, place: string, space: 'field' | 'city'): Unit | undefined => units(moment).find((unit) => unit.place === place && spaceOf(unit) === space);

/** Sieges end with their unit or with whoever is inside, as the rules have it; a unit that came back is not dislodged. */
function tidy(moment: Moment): Moment {
  const inside = (place: string) => standing(moment, place, 'city') !== undefined || (moment.position.rebellions ?? []).some((one) => one.place === place && one.space === 'city');
  const sieges = (moment.position.sieges ?? []).filter((siege) => units(moment).some((unit) => unit.number === siege.by && unit.place === siege.place) && inside(siege.place));
  return { ...moment, position: { ...moment.position, sieges } };
}

/** Use a tool on a spot: `pavia`, or `pavia/CITY`. */
export function use(tool: Tool, spot: string, moment: Moment, ground: Ground, coast = ''): Done {
  const place = placeOf(spot);
  const inCity = spot.includes('/');
  if (tool.startsWith('figure ')) return figure(tool.slice(7), place, moment);
  switch (tool) {
    case 'A': case 'F': case 'G': return raise(tool, place, moment, ground, coast);
    case 'land': case 'city': return hold(tool, place, moment, ground);
    case 'siege': return besiege(place, moment);
    case 'rebels': return rebel(place, inCity ? 'city' : 'field', moment, ground);
    case 'famine': case 'plague': {
      if (ground.sea(place)) return { refusal: 'This happens to provinces, not to seas.' };
      if (tool === 'famine') return { moment: put(moment, { famine: toggled(moment.position.famine ?? [], place) }) };
      const extra = moment.position.extra ?? {};
      return { moment: put(moment, { extra: { ...extra, plague: toggled(extra.plague ?? [], place) } }) };
    }
    case 'storms': return ground.sea(place) ? { moment: put(moment, { storms: toggled(moment.position.storms ?? [], place) }) } : { refusal: 'Storms are at sea.' };
    case 'dislodged': return driveOut(place, moment, ground);
    default: return remove(spot, moment);
  }
}

function raise(kind: UnitKind, place: string, moment: Moment, ground: Ground, coast: string): Done {
  const city = ground.cities[place];
  if (kind === 'G' && !city?.walled) return { refusal: 'Garrisons stand in cities with walls; there is none here.' };
  if (kind === 'A' && ground.sea(place)) return { refusal: 'Armies stand on land.' };
  if (kind !== 'G' && ground.power === NOBODY && kind === 'F') return { refusal: 'Nobody has fleets.' };
  const coasts = kind === 'F' ? ground.coasts(place) : [];
  if (coasts.length && !coast) return { coasts: [...coasts] };
  const old = units(moment).filter((unit) => unit.place === place && (city?.fills || spaceOf(unit) === spaceOf({ kind })));
  const rest = units(moment).filter((unit) => !old.includes(unit));
  const [first] = old;
  const same = first && first.owner === ground.power && first.kind === kind && (first.unit_class ?? 'regular') === ground.unitClass && (first.coast ?? '') === coast;
  if (same) return { moment: put(moment, { units: rest }) };
  const unit = { owner: ground.power, kind, place, number: number(moment), ...(coast ? { coast } : {}), ...(ground.unitClass === 'regular' ? {} : { unit_class: ground.unitClass }) } as Unit;
  return { moment: put(moment, { units: [...rest, unit] }) };
}

/** Give a province with its city, or the city alone, to a power; the same once more takes it away. */
function hold(tool: 'land' | 'city', place: string, moment: Moment, { power, cities, sea }: Ground): Done {
  if (sea(place)) return { refusal: 'A sea has no owner.' };
  if (tool === 'city' && !cities[place]) return { refusal: 'There is no city here.' };
  const to = power === NOBODY ? '' : power;
  const change = (held: Readonly<Record<string, string>> = {}): Record<string, string> => {
    const { [place]: before, ...others } = held;
    return !to || before === to ? others : { ...others, [place]: to };
  };
  const { provinces, cities: held } = moment.position;
  if (tool === 'city') return { moment: put(moment, { cities: change(held) }) };
  const after = change(provinces);
  const { [place]: _, ...others } = held;
  return { moment: put(moment, { provinces: after, ...(cities[place] ? { cities: after[place] ? { ...others, [place]: after[place] } : others } : {}) }) };
}

function besiege(place: string, moment: Moment): Done {
  const sieges = moment.position.sieges ?? [];
  if (sieges.some((one) => one.place === place)) return { moment: put(moment, { sieges: sieges.filter((one) => one.place !== place) }) };
  const by = standing(moment, place, 'field');
  const inside = standing(moment, place, 'city');
  const rebels = (moment.position.rebellions ?? []).some((one) => one.place === place && one.space === 'city');
  if (!by || !(rebels || (inside && inside.owner !== by.owner))) return { refusal: 'A siege needs a unit in the field, and somebody else or rebels in the city.' };
  return { moment: put(moment, { sieges: [...sieges, { place, by: by.number ?? 0 }] }) };
}

function rebel(place: string, space: 'field' | 'city', moment: Moment, { cities, sea }: Ground): Done {
  const against = moment.position.provinces?.[place] ?? moment.position.cities?.[place] ?? '';
  if (sea(place) || !against) return { refusal: 'Rebels rise where somebody holds the province.' };
  if (space === 'city' && !cities[place]?.walled) return { refusal: 'Rebels hold only cities with walls.' };
  const one = { place, space, against };
  return { moment: put(moment, { rebellions: toggled(moment.position.rebellions ?? [], one, (a, b) => a.place === b.place && a.space === b.space) }) };
}

/** Say of a unit in a field that it was dislodged, or of a dislodged one that it was not after all. */
function driveOut(place: string, moment: Moment, ground: Ground): Done {
  const lost = moment.dislodged.find((one) => one.unit.place === place);
  const there = standing(moment, place, 'field');
  if (lost) {
    const left = { ...moment, dislodged: moment.dislodged.filter((one) => one !== lost) };
    return { moment: there ? left : put(left, { units: [...units(moment), lost.unit] }) };
  }
  if (!there) return { refusal: 'No unit stands in this field.' };
  const without = put(moment, { units: units(moment).filter((unit) => unit !== there) });
  const one = { unit: there, attacker: '', retreats: exits(without, there, ground) };
  return { moment: { ...without, dislodged: [...moment.dislodged, one] } };
}

/** Where a dislodged unit may go as far as the board tells: empty neighbours it can stand in, and its own empty city. */
export function exits(moment: Moment, unit: Unit, ground: Ground): string[] {
  const free = ground.near(unit.place).filter((place) => !standing(moment, place, 'field') && (unit.kind === 'F' ? ground.sea(place) || ground.near(place).some(ground.sea) : !ground.sea(place)));
  const city = ground.cities[unit.place];
  const inside = city?.walled && !city.fills && !standing(moment, unit.place, 'city') && (unit.kind === 'A' || city.port) ? [INTO_CITY] : [];
  return [...free, ...inside];
}

/** Let a dislodged unit go somewhere, or not. */
export function amend(moment: Moment, unit: Unit, made: Partial<Pick<Dislodged, 'attacker' | 'retreats'>>): Moment {
  return { ...moment, dislodged: moment.dislodged.map((one) => (one.unit.number === unit.number ? { ...one, ...made } : one)) };
}

/** Take away what stands at a spot: its unit first, then marks, then the dislodged. */
function remove(spot: string, moment: Moment): Done {
  const place = placeOf(spot);
  const part = spot.split('/')[1] ?? '';
  if (FIGURES.has(part)) return figure(part, place, moment);
  const there = standing(moment, place, part === CITY ? 'city' : 'field') ?? (part ? undefined : standing(moment, place, 'city'));
  if (there) return { moment: put(moment, { units: units(moment).filter((unit) => unit !== there) }) };
  const off = <T extends { place: string }>(all: readonly T[] = []): T[] => all.filter((one) => one.place !== place);
  const gone = (all: readonly string[] = []): string[] => all.filter((one) => one !== place);
  const { position } = moment;
  const extra = position.extra ?? {};
  return { moment: { ...put(moment, { rebellions: off(position.rebellions), sieges: off(position.sieges), famine: gone(position.famine), storms: gone(position.storms), extra: { ...extra, plague: gone(extra.plague) } }), dislodged: moment.dislodged.filter((one) => one.unit.place !== place) } };
}

/** Put a figure of Middle-earth somewhere; the same once more takes it out of play. */
function figure(kind: string, place: string, moment: Moment): Done {
  const position = moment.position as Position & { figures?: Record<string, string> };
  const { [kind]: before, ...others } = position.figures ?? {};
  const figures = before === place ? others : { ...others, [kind]: place };
  return { moment: put(moment, { figures } as Partial<Position>) };
}

/** Nothing on the board but who holds what. */
export const bare = (moment: Moment): Moment => ({ ...moment, dislodged: [], position: { ...moment.position, units: [], sieges: [] } });
/** No mark of any danger. */
export const calm = (moment: Moment): Moment => ({ ...moment, position: { ...moment.position, sieges: [], rebellions: [], famine: [], storms: [], extra: { ...moment.position.extra, plague: [] } } });

/** Put a position into another step; income and units come in spring, and only retreats have dislodged units. */
export function inStep(moment: Moment, step: Moment['step'], season: string, year: number): Moment {
  const when = step === 'year' || step === 'units' ? 'spring' : season;
  return { step, dislodged: step === 'retreats' ? moment.dislodged : [], position: { ...moment.position, year, season: when as NonNullable<Position['season']> } };
}

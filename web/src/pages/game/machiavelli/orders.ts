/** Orders of Machiavelli as the server spells them: as values, in notation and in words. */
import type { Advance, Build, Convert, Dismiss, Judged, Maintain, Retreat, Support, Unit, UnitName } from '../../../generated/machiavelli';
import { list } from '../../../lib/words';
import type { MarkOutcome, OrderMark } from '../diplomacy/board/marks';
import { FIGURES } from '../diplomacy/kinds';

export type { Expense, Judged, Retreat, UnitName } from '../../../generated/machiavelli';
export type CampaignOrder = Judged['order'];
export type Adjustment = Build | Dismiss | Maintain;
/** The call of the Dead, to a province. */
export interface Call { type: 'call'; unit: UnitName }
/** A unit that is shifted after a campaign. */
export interface Shifting { type: 'shift'; unit: UnitName; to: string }
export type AnyOrder = CampaignOrder | Retreat | Adjustment | Call | Shifting;
export type UnitKind = Unit['kind'];
/** How places are said. */
export interface Say { place(id: string): string; sea?(id: string): boolean }

type FigureKind = 'Z' | 'GEG' | 'RB' | 'BRC' | 'DEAD';
/** What units are called, and the figures of Middle-earth, which orders name in their place. */
export const KINDS: Readonly<Record<UnitKind | FigureKind, string>> = {
  A: 'army', F: 'fleet', G: 'garrison', Z: 'Nazgûl', GEG: 'Great Eagles', RB: 'ring-bearer', BRC: 'black riders', DEAD: 'the Dead',
};
/** The slot of a city beside the field of its province. */
export const CITY = 'CITY';
/** In place of where a unit retreats to: into the city of its province. */
export const INTO_CITY = 'city';

export const placeOf = (at: string): string => at.split('/')[0] ?? at;
const atOf = (unit: UnitName): string => (unit.coast ? `${unit.place}/${unit.coast}` : unit.place);
/** "A pavia", "F provence/nc": what an order belongs to; the Dead have no place. */
export const unitText = (unit: UnitName): string => `${unit.kind} ${atOf(unit)}`.trim();
/** Where a unit is drawn: `pavia`, or `pavia/CITY` for a garrison; `moria/RB` for what stands beside units. */
export const spotOf = (unit: Pick<UnitName, 'kind' | 'place'>): string => (unit.kind === 'G' ? `${unit.place}/${CITY}` : FIGURES.has(unit.kind) ? `${unit.place}/${unit.kind}` : unit.place);

export function unitOf(text: string): UnitName {
  const [kind = 'A', at = ''] = text.split(' ');
  const [place = '', coast] = at.split('/');
  return { kind: kind as UnitKind, place, ...(coast ? { coast } : {}) };
}

/** Canonical notation: `A milan S G pavia C A`. */
export function notation(order: AnyOrder): string {
  const unit = unitText(order.unit);
  switch (order.type) {
    case 'hold': return `${unit} H`;
    case 'advance': return [unit, ...(order.path ?? []), order.to].join(' - ');
    case 'besiege': return `${unit} B`;
    case 'lift': return `${unit} L`;
    case 'support': return `${unit} S ${unitText(order.of)} ${order.to ? `- ${order.to}` : order.into ? `C ${order.into}` : 'H'}`;
    case 'support_power': return `${unit} S ${order.place}${order.power ? ` (${order.power})` : ''}`;
    case 'transport': return `${unit} T ${unitText(order.of)} - ${order.to}`;
    case 'convert': return `${unit} C ${order.into}${order.coast ? `/${order.coast}` : ''}`;
    case 'disband': return `${unit} C 0`;
    case 'retreat': return order.to === INTO_CITY ? `${unit} C G` : order.to ? `${unit} - ${order.to}` : `${unit} D`;
    case 'build': return `BUILD ${order.unit_class && order.unit_class !== 'regular' ? `${order.unit_class} ` : ''}${unit}`;
    case 'dismiss': return `DISBAND ${unit}`;
    case 'maintain': return `MAINTAIN ${unit}`;
    case 'call': return `DEAD AT ${order.unit.place}`;
    case 'shift': return `SHIFT ${unit} - ${order.to}`;
  }
}

const UNIT = '(?:[AFG]|Z|GEG|RB|BRC) [a-z_0-9]+(?:/[a-z]+)?';
const HELP = new RegExp(`^(${UNIT}) ([ST]) (${UNIT}) (?:(H)|- (\\S+)|C ([AF]))$`);
const TURN = new RegExp(`^(${UNIT}) C ([AFG])(?:/([a-z]+))?$`);
const GOING = new RegExp(`^(${UNIT}) - (.+)$`);
const PLAIN = new RegExp(`^(${UNIT}) (H|B|L|C 0)$`);
const BARE = { 'H': 'hold', 'B': 'besiege', 'L': 'lift', 'C 0': 'disband' } as const;
const IN_POWER = new RegExp(`^(${UNIT}) S ([a-z_0-9]+)(?: \\(([a-z_]+)\\))?$`);

/** Read an order of a campaign in canonical notation; null where it is none. */
export function orderFrom(line: string): CampaignOrder | null {
  const [, plain = '', sign] = PLAIN.exec(line) ?? [];
  if (sign) return { type: BARE[sign as keyof typeof BARE], unit: unitOf(plain) };
  const [, helper = '', how, helped = '', , to, into] = HELP.exec(line) ?? [];
  if (how === 'T') return to ? { type: 'transport', unit: unitOf(helper), of: unitOf(helped), to } : null;
  if (how) return { type: 'support', unit: unitOf(helper), of: unitOf(helped), ...(to ? { to } : {}), ...(into ? { into: into as 'A' | 'F' } : {}) };
  const [, turning = '', kind, coast] = TURN.exec(line) ?? [];
  if (kind) return { type: 'convert', unit: unitOf(turning), into: kind as UnitKind, ...(coast ? { coast } : {}) };
  const [, backer = '', place, power] = IN_POWER.exec(line) ?? [];
  if (place) return { type: 'support_power', unit: unitOf(backer), place, ...(power ? { power } : {}) };
  const [, goer = '', way] = GOING.exec(line) ?? [];
  const stops = way?.split(' - ') ?? [];
  const end = stops.pop();
  return end ? { type: 'advance', unit: unitOf(goer), to: end, ...(stops.length ? { path: stops } : {}) } : null;
}

const helpWords = (order: Support, say: Say): string => {
  const whom = `${KINDS[order.of.kind]} ${say.place(order.of.place)}`;
  return order.to ? `supports ${whom} to ${say.place(placeOf(order.to))}` : order.into ? `supports ${whom} coming out` : `supports ${whom} where it stands`;
};
const turned = (order: Convert): string => (order.into === 'G' ? 'goes into the city' : `comes out as ${order.into === 'A' ? 'army' : 'fleet'}${order.coast ? ` (${order.coast})` : ''}`);
const going = (order: Advance, say: Say): string => `moves to ${say.place(placeOf(order.to))}${order.path?.length ? ` ${order.path.every((one) => say.sea?.(one) ?? true) ? 'over' : 'through'} ${list(order.path.map((one) => say.place(one)))}` : ''}`;

/** What an order says of its unit: "supports army Pavia to Como". */
export function deed(order: AnyOrder, say: Say): string {
  switch (order.type) {
    case 'hold': return 'holds';
    case 'advance': return going(order, say);
    case 'besiege': return 'besieges the city';
    case 'lift': return 'lifts the siege';
    case 'support': return helpWords(order, say);
    case 'support_power': return `supports ${order.power ? order.power : 'your own'} in ${say.place(order.place)}`;
    case 'transport': return `carries army ${say.place(order.of.place)} to ${say.place(placeOf(order.to))}`;
    case 'convert': return turned(order);
    case 'disband': return 'is disbanded';
    case 'retreat': return order.to === INTO_CITY ? 'retreats into the city' : order.to ? `retreats to ${say.place(placeOf(order.to))}` : 'is disbanded';
    case 'build': return `is raised: ${order.unit_class && order.unit_class !== 'regular' ? `${order.unit_class.replaceAll('_', ' ')}, ` : ''}${KINDS[order.unit.kind]}`;
    case 'dismiss': return 'is disbanded';
    case 'maintain': return 'is kept';
    case 'shift': return `is shifted to ${say.place(placeOf(order.to))}`;
    case 'call': return `rise in ${say.place(order.unit.place)}`;
  }
}

/** How results are drawn; all others came to nothing. */
const OUTCOMES: Readonly<Record<string, MarkOutcome>> = {
  moves: 'done', holds: 'done', woken: 'done', struck: 'done', supports: 'done', transports: 'done', converts: 'done', besieges: 'done', takes: 'done', lifts: 'done', disbands: 'done',
  bounces: 'bounced', cut: 'cut',
};
export const worked = (result: string): boolean => OUTCOMES[result] === 'done';

/** A unit to raise as offers name it: `A milan`, `elite_mercenaries A milan`. */
export const raiseText = (order: Build): string => notation(order).replace('BUILD ', '');

/** Where an order ends on the map: its own place for what stays. */
export const goalOf = (order: AnyOrder): string => ('to' in order && order.to && order.to !== INTO_CITY ? placeOf(order.to) : 'of' in order ? order.of.place : order.unit.place);

/** An order as lines on the board; null for what is drawn at the city instead: sieges and conversions. `colour` 0 is ink. */
export function markOf(order: AnyOrder, more: { colour: number; result?: string; title: string; via?: string[]; path?: string[]; key?: string }): OrderMark | null {
  const figure = FIGURES.has(order.unit.kind);
  const mark = (kind: OrderMark['kind'], to = '', of = ''): OrderMark => ({
    key: more.key ?? notation(order), kind, unit: figure ? order.unit.place : spotOf(order.unit), to, of, via: more.via ?? [], ...(more.path?.length ? { path: more.path } : {}), ...(figure ? { figure: order.unit.kind } : {}), colour: more.colour,
    outcome: more.result ? (OUTCOMES[more.result] ?? 'failed') : 'open', title: more.title,
  });
  switch (order.type) {
    case 'hold': return mark('hold');
    case 'advance': case 'shift': return mark('move', placeOf(order.to));
    case 'support': return mark('support', order.to ? placeOf(order.to) : order.into ? order.of.place : '', spotOf(order.of));
    case 'support_power': return mark('support', '', order.place);
    case 'transport': return mark('convoy', placeOf(order.to), spotOf(order.of));
    case 'retreat': return order.to === INTO_CITY ? mark('retreat', `${order.unit.place}/${CITY}`) : order.to ? mark('retreat', placeOf(order.to)) : mark('remove');
    case 'disband': case 'dismiss': return mark('remove');
    case 'build': case 'call': return mark('build');
    default: return null;
  }
}

/** The fleets ordered to carry an army on its way. */
export const carriers = (army: Advance, orders: readonly AnyOrder[]): string[] =>
  orders.flatMap((order) => (order.type === 'transport' && order.of.place === army.unit.place && placeOf(order.to) === placeOf(army.to) ? [order.unit.place] : []));

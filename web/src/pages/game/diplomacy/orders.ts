/** Orders as the server spells them: as values, in notation and in words. */
import type { Judged, Move, Unit, Waive } from '../../../generated/diplomacy';
import { list } from '../../../lib/words';
import { builtWords, FIGURES } from './kinds';
import { provinceOf, type MarkOutcome, type OrderMark } from './board/marks';

export type { Move, Waive } from '../../../generated/diplomacy';
export type UnitValue = Unit;
export type AnyOrder = Exclude<Judged['order'], Waive>;
/** How places and units are said: `STP/SC` is "St Petersburg (south coast)", `A BUR` "Army Burgundy". */
export interface Say { place(location: string): string; unit(unit: string): string }

export function unitOf(text: string): UnitValue {
  const [kind = 'A', at = ''] = text.split(' ');
  return { kind, at };
}
export const unitText = (unit: UnitValue): string => `${unit.kind} ${unit.at}`;

/** Canonical notation: `A MUN S A BER - KIE`. */
export function notation(order: AnyOrder): string {
  const unit = unitText(order.unit);
  switch (order.type) {
    case 'hold': return `${unit} H`;
    case 'move': return `${unit} - ${order.via ? order.to : [...order.path, order.to].join(' - ')}${order.via ? ' VIA' : ''}`;
    case 'support_hold': return `${unit} S ${unitText(order.of)}`;
    case 'support_move': return `${unit} S ${unitText(order.of)} - ${order.to}`;
    case 'convoy': return `${unit} C ${unitText(order.of)} - ${order.to}`;
    case 'convert': return `${unit} = ${order.unit.kind === 'A' ? 'F' : 'A'}${order.coast ? `/${order.coast}` : ''}`;
    case 'retreat': return `${unit} R ${order.to}`;
    case 'disband': return `D ${unit}`;
    case 'build': return `B ${unit}`;
    case 'call': return `${order.unit.kind} AT ${order.unit.at}`;
  }
}

/** A move; the way to its end is the judge's to find, unless it passes through a province that is named. */
export const moveTo = (unit: UnitValue, to: string, via = false, path: string[] = []): Move => ({ type: 'move', unit, to, via, path });

const HELP = /^([A-Z]{1,4} \S+) ([SC]) ([A-Z]{1,4} \S+)(?: - (\S+))?$/;
const PLAIN = /^([A-Z]{1,4} \S+) (?:(H)|([-R=]) (\S+)(?: - (\S+))?( VIA)?)$/;

/** Read an order in canonical notation; null where it is none. */
export function orderFrom(line: string): AnyOrder | Waive | null {
  if (line === 'WAIVE') return { type: 'waive' };
  const [, sign, added = ''] = /^([BD]) ([A-Z]{1,4} \S+)$/.exec(line) ?? [];
  if (sign) return { type: sign === 'B' ? 'build' : 'disband', unit: unitOf(added) };
  const [, helper = '', how, helped = '', goal] = HELP.exec(line) ?? [];
  if (how) return helping(unitOf(helper), how, unitOf(helped), goal);
  const called = /^(DEAD) AT (\S+)$/.exec(line);
  if (called) return { type: 'call', unit: { kind: 'DEAD', at: called[2] ?? '' } };
  const [, who = '', hold, way, first = '', second, via] = PLAIN.exec(line) ?? [];
  const to = second ?? first;
  const unit = unitOf(who);
  if (hold) return { type: 'hold', unit };
  if (way === 'R') return { type: 'retreat', unit, to };
  if (way === '=') return { type: 'convert', unit, coast: to.split('/')[1] ?? '' };
  return way ? moveTo(unit, to, Boolean(via), second === undefined ? [] : [first]) : null;
}

function helping(unit: UnitValue, how: string, of: UnitValue, to: string | undefined): AnyOrder | null {
  if (how === 'C') return to ? { type: 'convoy', unit, of, to } : null;
  return to ? { type: 'support_move', unit, of, to } : { type: 'support_hold', unit, of };
}

/** The unit an order is for, `A BUR`; empty for a waived build and for what is no order. */
export function orderedUnit(line: string): string {
  const order = orderFrom(line);
  return order && order.type !== 'waive' ? unitText(order.unit) : '';
}

/** What an order says of its unit: "supports Burgundy to Belgium". */
export function deed(order: AnyOrder, say: Pick<Say, 'place'>): string {
  const at = (place: string) => say.place(place);
  switch (order.type) {
    case 'hold': return 'holds';
    case 'move': return `moves to ${at(order.to)}${order.via ? ' by convoy' : order.path.length ? ` through ${list(order.path.map(at))}` : ''}`;
    case 'support_hold': return `supports ${at(order.of.at)} to hold`;
    case 'support_move': return `supports ${at(order.of.at)} to ${at(order.to)}`;
    case 'convoy': return `convoys ${at(order.of.at)} to ${at(order.to)}`;
    case 'convert': return `becomes ${order.unit.kind === 'A' ? 'a fleet' : 'an army'}${order.coast ? ` (${order.coast})` : ''}`;
    case 'retreat': return `retreats to ${at(order.to)}`;
    case 'disband': return 'is disbanded';
    case 'build': return builtWords(order.unit.kind);
    case 'call': return `rise in ${at(order.unit.at)}`;
  }
}

/** What an offer stands for, as an order; `note` and `target` are those of the offer. */
export function orderOf(kind: string, source: string, note: string, target: string): AnyOrder | null {
  const unit = unitOf(source);
  switch (kind) {
    case 'hold': return { type: 'hold', unit };
    case 'move': return moveTo(unit, target);
    case 'move_via': return moveTo(unit, target, true);
    case 'support_hold': return { type: 'support_hold', unit, of: unitOf(target) };
    case 'support_move': return { type: 'support_move', unit, of: unitOf(note), to: target };
    case 'convoy': return { type: 'convoy', unit, of: unitOf(note), to: target };
    case 'convert': return { type: 'convert', unit, coast: target.split('/')[1] ?? '' };
    case 'retreat': return { type: 'retreat', unit, to: target };
    case 'disband': return { type: 'disband', unit };
    case 'build': return { type: 'build', unit: unitOf(target) };
    case 'call': return { type: 'call', unit: { kind: source, at: target } };
    default: return null;
  }
}

/** How results are drawn; all others came to nothing. */
const OUTCOMES: Record<string, MarkOutcome> = {
  moves: 'done', holds: 'done', supports: 'done', convoys: 'done', converts: 'done', retreats: 'done', built: 'done', removed: 'done', disbanded: 'done',
  waived: 'done', woken: 'done', spent: 'done', bounces: 'bounced', cut: 'cut',
};

/** Whether an order came to what it was meant to. */
export const worked = (result: string): boolean => OUTCOMES[result] === 'done';

/** An order as lines on the board; `colour` 0 is ink, `result` that of the judge, empty while nobody has judged. */
export function markOf(order: AnyOrder, more: { colour: number; result?: string; title: string; via?: string[]; key?: string }): OrderMark {
  const kinds = { hold: 'hold', move: 'move', support_hold: 'support', support_move: 'support', convoy: 'convoy', convert: 'convert', retreat: 'retreat', disband: 'remove', build: 'build', call: 'build' } as const;
  const path = order.type === 'move' && !order.via ? order.path : [];
  // A unit ordered to where it is, which the sandbox passes on when told to, has no way to draw.
  const stays = order.type === 'move' && order.to === order.unit.at && !path.length;
  return {
    key: more.key ?? notation(order), kind: stays ? 'hold' : kinds[order.type], unit: order.unit.at, to: 'to' in order ? order.to : '', of: 'of' in order ? order.of.at : '',
    via: more.via ?? [], ...(path.length ? { path } : {}), ...(FIGURES.has(order.unit.kind) ? { figure: order.unit.kind } : {}), colour: more.colour, outcome: more.result ? (OUTCOMES[more.result] ?? 'failed') : 'open', title: more.title,
  };
}

/** The fleets ordered to carry an army on its way. */
export function carriers(army: Move, orders: readonly AnyOrder[]): string[] {
  return orders.flatMap((order) =>
    order.type === 'convoy' && order.of.at === army.unit.at && provinceOf(order.to) === provinceOf(army.to) ? [order.unit.at] : []);
}

/** Entering an order step by step, for the game page and the sandbox: unit, then what, then where, out of what is offered. */
import { capital } from '../../../lib/words';
import { provinceOf } from './board/marks';
import type { Choices, Kind } from './choices';
import { HIDDEN, withArticle } from './kinds';
import { notation, unitOf, unitText, type AnyOrder, type Say } from './orders';

/** How far an order is entered: for which unit (or centre to build in), of what kind, helping which unit (`A BER`). */
export interface Entry { source: string; kind: 'move' | 'support' | 'convoy' | null; of: string }
/** One way on: a whole order, or a further step; `place` is the province that stands for it on the board. */
export interface Choice { key: string; title: string; place: string; kind: Kind; order: AnyOrder | null; next: Entry | null; strong: boolean }
/** What an order is entered on. */
export interface Ground {
  choices: Choices;
  say: Say;
  /** Orders given so far: what a unit is ordered to do comes first where it may be helped. */
  orders: readonly AnyOrder[];
  /** Whether the unit in a province belongs to another power than the unit ordered. */
  foe: (province: string) => boolean;
}

export const begin = (source: string): Entry => ({ source, kind: null, of: '' });
/** The province of the ordered unit, or the centre. */
export const placeOf = (entry: Entry): string => provinceOf(entry.source.split(' ')[1] ?? entry.source);

const done = (order: AnyOrder, kind: Kind, title: string, place = '', strong = false): Choice => ({ key: notation(order), title, place, kind, order, next: null, strong });
const step = (entry: Entry, kind: 'move' | 'support' | 'convoy', of: string, title: string, place = ''): Choice =>
  ({ key: `${kind} ${of}`, title, place, kind, order: null, next: { ...entry, kind, of }, strong: false });

/** What can be chosen at this step. */
export function next(ground: Ground, entry: Entry): Choice[] {
  switch (entry.kind) {
    case null: return ground.choices.kinds(entry.source).flatMap((kind) => first(ground, entry, kind));
    case 'move': return ground.choices.orders(entry.source, 'move').map((order) => moving(ground, order, ''));
    default: return entry.of ? helps(ground, entry, entry.kind) : helped(ground, entry, entry.kind);
  }
}

/** The choices that one kind of order begins with: a step, or the orders themselves. */
export function first(ground: Ground, entry: Entry, kind: Kind): Choice[] {
  if (kind === 'move' || kind === 'support' || kind === 'convoy') return [step(entry, kind, '', capital(kind))];
  return ground.choices.orders(entry.source, kind).map((order) => done(order, kind, titleOf(ground.say, order), order.type === 'retreat' ? provinceOf(order.to) : order.type === 'call' ? order.unit.at : ''));
}

function titleOf(say: Say, order: AnyOrder): string {
  switch (order.type) {
    case 'convert': return `Become ${order.unit.kind === 'A' ? 'a fleet' : 'an army'}${order.coast ? `, ${say.place(`${order.unit.at}/${order.coast}`)}` : ''}`;
    case 'retreat': return `Retreat to ${say.place(order.to)}`;
    case 'call': return `Call them to ${say.place(order.unit.at)}`;
    case 'build': return `Build ${withArticle(order.unit.kind)}${order.unit.at.includes('/') ? `, ${say.place(order.unit.at)}` : ''}`;
    default: return capital(order.type);
  }
}

function moving(ground: Ground, order: AnyOrder, verb: string, strong = false): Choice {
  const to = 'to' in order ? order.to : '';
  const [through] = order.type === 'move' ? order.path : [];
  const way = order.type !== 'move' ? '' : order.via ? ' by convoy' : through ? ` through ${ground.say.place(through)}` : ground.choices.sails(order) ? ' by sea' : '';
  return done(order, 'move', `${verb}${ground.say.place(to)}${way}`, provinceOf(to), strong);
}

/** Units that may be helped, each once. */
function helped(ground: Ground, entry: Entry, kind: 'support' | 'convoy'): Choice[] {
  const units = ground.choices.orders(entry.source, kind).flatMap((order) => ('of' in order ? [unitText(order.of)] : []));
  return [...new Set(units)].map((unit) => step(entry, kind, unit, ground.say.unit(unit), provinceOf(unit.split(' ')[1] ?? '')));
}

/** What to help a unit to; what it is ordered to do comes first. */
function helps(ground: Ground, entry: Entry, kind: 'support' | 'convoy', of = entry.of): Choice[] {
  const found = ground.choices.orders(entry.source, kind).flatMap((order) => {
    if (!('of' in order) || unitText(order.of) !== of) return [];
    const strong = isOrdered(ground, order);
    if (order.type === 'support_hold') return [done(order, kind, `Support it to stay in ${ground.say.place(order.of.at)}`, provinceOf(order.of.at), strong)];
    const its = strong ? 'its move' : 'a move';
    return [done(order, kind, order.type === 'convoy' ? `Convoy it to ${ground.say.place(order.to)}` : `Support ${its} to ${ground.say.place(order.to)}`, provinceOf(order.to), strong)];
  });
  return found.toSorted((a, b) => Number(b.strong) - Number(a.strong));
}

/** Whether the unit helped is ordered to do what it would be helped to. */
function isOrdered(ground: Ground, order: AnyOrder): boolean {
  if (!('of' in order)) return false;
  const own = ground.orders.find((one) => unitText(one.unit) === unitText(order.of));
  if (order.type === 'support_hold') return own !== undefined && ['hold', 'support_hold', 'support_move', 'convoy'].includes(own.type);
  return own?.type === 'move' && provinceOf(own.to) === provinceOf(order.to);
}

/** What a place chosen at this step may mean; right after the unit a move there, or help for the unit there. */
export function meant(ground: Ground, entry: Entry, where: string): Choice[] {
  const { choices } = ground;
  const called = choices.orders(entry.source, 'call').filter((order) => order.unit.at === where);
  if (called.length) return called.map((order) => done(order, 'call', titleOf(ground.say, order), where));
  if (entry.kind === 'move') return choices.into(entry.source, where).map((order) => moving(ground, order, 'Move to '));
  if (entry.kind !== null && entry.of) return next(ground, entry).filter((choice) => choice.place === where);
  const units = (kind: 'support' | 'convoy') => helped(ground, entry, kind).filter((choice) => choice.place === where);
  if (entry.kind !== null) return units(entry.kind).flatMap((unit) => alone(ground, entry, unit));
  const help = (['support', 'convoy'] as const).flatMap((kind) => units(kind).flatMap((unit) => helps(ground, entry, kind, unit.next?.of)));
  const foe = ground.foe(where);
  const hidden = HIDDEN.has(entry.source.split(' ')[0] ?? ''); // it passes by units, it does not fight them
  const going = choices.into(entry.source, where).map((order) => (order.type === 'retreat'
    ? done(order, 'retreat', titleOf(ground.say, order), where) : moving(ground, order, foe && !hidden ? 'Attack ' : 'Move to ', foe && help.length > 0)));
  return foe ? [...going, ...help] : [...help, ...going];
}

/** The choice that needs no question: the only one, but for help right after the unit, which nobody may give by a slip. */
export function certain(entry: Entry, found: readonly Choice[]): Choice | null {
  const [only] = found;
  return only && found.length === 1 && (entry.kind !== null || (only.kind !== 'support' && only.kind !== 'convoy')) ? only : null;
}

/** What is left of several ways to one place after a drag through provinces: the way through the last of them, and all that is no move. */
export function narrowed(found: readonly Choice[], passed: readonly string[]): readonly Choice[] {
  const between = (choice: Choice) => (choice.order?.type === 'move' ? passed.lastIndexOf(choice.order.path[0] ?? '') : -1);
  const last = Math.max(-1, ...found.map(between));
  return last < 0 ? found : found.filter((choice) => choice.order?.type !== 'move' || between(choice) === last);
}

/** A unit to help as a step, or where there is only one way to help it, as that order. */
function alone(ground: Ground, entry: Entry, unit: Choice): Choice[] {
  const only = unit.next ? next(ground, unit.next) : [];
  return only.length === 1 ? only : [unit];
}

/** The order as far as it is entered, with the place pointed to; a convoy may still lack where to. */
export function sketch(ground: Ground, entry: Entry, where: string | null, passed: readonly string[] = []): AnyOrder | null {
  const [aimed] = where === null || !entry.source.includes(' ') ? [] : narrowed(meant(ground, entry, where), passed);
  if (aimed?.order) return aimed.order;
  const of = aimed?.next?.of || entry.of;
  if (!of) return null;
  const [unit, helped] = [unitOf(entry.source), unitOf(of)];
  return (aimed?.kind ?? entry.kind) === 'convoy' ? { type: 'convoy', unit, of: helped, to: '' } : { type: 'support_hold', unit, of: helped };
}

/** Provinces that light up at this step; right after the unit those it could go to. */
export function lit(ground: Ground, entry: Entry): string[] {
  const shown = entry.kind === 'support' || entry.kind === 'convoy' ? next(ground, entry).map((choice) => choice.place) : ground.choices.reach(entry.source);
  return [...new Set(shown)];
}

/** The step before; null where there is none. */
export function back(entry: Entry): Entry | null {
  if (entry.of) return { ...entry, of: '' };
  return entry.kind ? { ...entry, kind: null } : null;
}

/** What is asked at this step. */
export function question(ground: Ground, entry: Entry): string {
  const kinds = ground.choices.kinds(entry.source);
  switch (entry.kind) {
    case 'move': return 'Where to? Choose a lit place.';
    case 'support': return entry.of ? `Support ${ground.say.unit(entry.of)}. What should it do?` : 'Support which unit?';
    case 'convoy': return entry.of ? `Convoy ${ground.say.unit(entry.of)}. Where to?` : 'Convoy which army?';
    case null:
      if (kinds.includes('call')) return 'Where should they rise? Choose a lit province: a good unit stands there now.';
      if (kinds.includes('build')) return 'What should be built?';
      if (kinds.includes('retreat') && !kinds.includes('disband')) return 'Driven off: choose a lit place, or it stays.';
      if (kinds.includes('retreat')) return 'Dislodged: choose a lit place, or disband it.';
      if (ground.choices.cornered(entry.source)) return 'It has nowhere to go and will be disbanded.';
      return kinds.includes('move') ? 'Choose a lit place to move there, or an order.' : 'What should it do?';
  }
}

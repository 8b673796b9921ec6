/** Facts of one's own orders before anything is judged: strengths, fortresses, convoys that still lack a fleet. */
import type { BoardGeometry } from '../../../lib/types';
import { capital, list, plural } from '../../../lib/words';
import { seaWay } from './board/orderlines';
import { afloatNear, provinceOf } from './board/marks';
import type { Choices } from './choices';
import { carriers, type AnyOrder, type Move } from './orders';
import { FIGURES, kindWord } from './kinds';
import { fortressOf, ringOf, unitAt, type DiplomacyView, type Survey } from './view';

export interface Fact { place: string; text: string }

/** One sentence for each place that is attacked or held with support. */
export function strengths(view: DiplomacyView, orders: readonly AnyOrder[], survey: Survey): Fact[] {
  const facts: Fact[] = [];
  for (const order of orders) {
    if (order.type === 'move') facts.push(...attack(view, order, orders, survey));
    const helpers = orders.filter((one) => one.type === 'support_hold' && one.of.at === order.unit.at).map((one) => worth(view, one.unit.kind).support);
    if (helpers.length && !FIGURES.has(order.unit.kind) && !['move', 'convert'].includes(order.type)) {
      const total = worth(view, order.unit.kind).strength + sum(helpers);
      facts.push({ place: survey.place(provinceOf(order.unit.at)), text: `you hold with strength ${total}, or ${total - Math.max(...helpers)} if ${plural(1, 'support')} is cut.` });
    }
  }
  return facts;
}

const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0);
/** What a kind of unit counts, and its support. */
function worth(view: DiplomacyView, kind: string): { strength: number; support: number } {
  return ringOf(view)?.kinds.find((one) => one.kind === kind) ?? { strength: 1, support: 1 };
}

/** What an attack meets where units count differently. */
function met(view: DiplomacyView, target: string): string {
  const [ring, there] = [ringOf(view), unitAt(view, target)];
  if (!ring || !there || ring.led.includes(there.power)) return '';
  const { strength } = worth(view, there.unit.kind);
  const held = ring.strongholds.includes(target);
  return ` against ${strength + Number(held)} or more${held ? ': it is a stronghold' : ''}`;
}

function attack(view: DiplomacyView, move: Move, orders: readonly AnyOrder[], survey: Survey): Fact[] {
  const target = provinceOf(move.to);
  if (FIGURES.has(move.unit.kind)) return [];
  const backing = orders.filter((one) => one.type === 'support_move' && one.of.at === move.unit.at && provinceOf(one.to) === target);
  const helpers = backing.map((one) => worth(view, one.unit.kind).support);
  const own = worth(view, move.unit.kind).strength;
  const [backed, total] = [helpers.length, own + sum(helpers)];
  const there = unitAt(view, target);
  const fortress = fortressOf(view, target);
  const held = fortress && there?.power === fortress.power.id && there.power !== view.power;
  const against = met(view, target);
  const [between] = move.via ? [] : move.path;
  const way = between ? `the attack comes from ${survey.place(between)}, where the unit goes if it is dislodged.` : '';
  if (!backed && !held && !against) return way ? [{ place: survey.place(target), text: way }] : [];
  const cut = backed ? `, or ${total - Math.max(...helpers)} if ${backed > 1 ? 'one' : 'your'} support is cut` : '';
  const wall = held ? ` It is a fortress: its own unit defends with strength ${fortress.strength}, so you need ${fortress.strength + 1}.` : '';
  const sources = backing.map((one, at) => `${helpers[at] ?? 1} from the ${kindWord(one.unit.kind)} of ${survey.place(one.unit.at)}`);
  const counted = helpers.some((one) => one !== 1) ? ` (${own}, and ${list(sources)})` : '';
  return [{ place: survey.place(target), text: `you attack with strength ${total}${counted}${against}${cut}.${wall}${way ? ` ${capital(way)}` : ''}` }];
}

/** Whether an army in a port was meant to sail to a port that is taken, and is refused for this alone. */
export function takenPort(board: BoardGeometry, view: DiplomacyView, source: string, province: string): boolean {
  const ports = new Set((board.ports ?? []).map((port) => port.space));
  const [kind = '', at = ''] = source.split(' ');
  return view.phase.kind === 'movement' && kind !== 'F' && !FIGURES.has(kind) && ports.has(at) && ports.has(province) && unitAt(view, province) !== null;
}

export interface Passage { army: Move; fleets: string[] }

/** Whether a move goes over the sea: by order, or because there is no other way. */
export function oversea(board: BoardGeometry, move: Move): boolean {
  const [from, to] = [provinceOf(move.unit.at), provinceOf(move.to)];
  const near = (board.borders ?? []).some(([a, b]) => (a === from && b === to) || (a === to && b === from));
  return move.unit.kind === 'A' && (move.via || !near);
}

/** Armies ordered over the sea whose way is not yet covered by own convoy orders, with own fleets that could carry them. */
export function uncarried(board: BoardGeometry, orders: readonly AnyOrder[], choices: Choices): Passage[] {
  const watery = board.spaces.some((space) => space.kind === 'sea');
  return orders.flatMap((order) => {
    if (order.type !== 'move' || !(watery ? oversea(board, order) : order.via)) return [];
    const ordered = carriers(order, orders);
    if (seaWay(board, order.unit.at, order.to, ordered).length) return [];
    return [{ army: order, fleets: choices.carriers(order).filter((source) => !ordered.includes(source.split(' ')[1] ?? '')) }];
  });
}

/** Provinces whose fleets, of whatever power, form a chain from one place to another. */
export function afloat(board: BoardGeometry, view: Pick<DiplomacyView, 'units'>, from: string, to: string): string[] {
  const seas = new Set(board.spaces.filter((space) => space.kind === 'sea').map((space) => space.id));
  // Without water to stand in, fleets carry armies from port to port.
  const fleets = new Set(Object.values(view.units).flat().filter((unit) => unit.kind === 'F' && (!seas.size || seas.has(provinceOf(unit.at)))).map((unit) => unit.at));
  const near = (id: string) => afloatNear(board, id);
  const chain = (start: string): Set<string> => {
    const found = new Set(near(start).filter((id) => fleets.has(id)));
    for (const id of found) for (const next of near(id)) if (fleets.has(next)) found.add(next);
    return found;
  };
  const there = chain(provinceOf(to));
  return [...chain(provinceOf(from))].filter((id) => there.has(id));
}

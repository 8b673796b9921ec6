/** Facts of one's own orders before anything is judged: strengths, fortresses, convoys that still lack a fleet. */
import type { BoardGeometry } from '../../../lib/types';
import { plural } from '../../../lib/words';
import { seaWay } from './board/orderlines';
import { provinceOf } from './board/marks';
import { carriers, type AnyOrder, type Move } from './orders';
import { fortressOf, unitAt, type DiplomacyView, type Judged, type Survey } from './view';

export interface Fact { place: string; text: string }

/** One sentence for each place that is attacked or held with support. */
export function strengths(view: DiplomacyView, orders: readonly AnyOrder[], survey: Survey): Fact[] {
  const facts: Fact[] = [];
  for (const order of orders) {
    if (order.type === 'move') facts.push(...attack(view, order, orders, survey));
    const backed = orders.filter((one) => one.type === 'support_hold' && one.of.at === order.unit.at).length;
    if (backed && !['move', 'convert'].includes(order.type)) {
      facts.push({ place: survey.place(provinceOf(order.unit.at)), text: `you hold with strength ${1 + backed}, or ${backed} if ${plural(1, 'support')} is cut.` });
    }
  }
  return facts;
}

function attack(view: DiplomacyView, move: Move, orders: readonly AnyOrder[], survey: Survey): Fact[] {
  const target = provinceOf(move.to);
  const backed = orders.filter((one) => one.type === 'support_move' && one.of.at === move.unit.at && provinceOf(one.to) === target).length;
  const there = unitAt(view, target);
  const fortress = fortressOf(view, target);
  const held = fortress && there?.power === fortress.power.id && there.power !== view.power;
  if (!backed && !held) return [];
  const cut = backed > 1 ? `, or ${backed} if one support is cut` : backed === 1 ? ', or 1 if your support is cut' : '';
  const wall = held ? ` It is a fortress: its own unit defends with strength ${fortress.strength}, so you need ${fortress.strength + 1}.` : '';
  return [{ place: survey.place(target), text: `you attack with strength ${1 + backed}${cut}.${wall}` }];
}

/** What a fortress had to do with a bounce, to be added to its reason; empty where it had nothing. */
export function wall(view: DiplomacyView, judged: Judged, survey: Survey): string {
  const { order, result } = judged;
  if (order.type !== 'move' || result !== 'bounces') return '';
  const target = provinceOf(order.to);
  const fortress = fortressOf(view, target);
  if (!fortress || unitAt(view, target)?.power !== fortress.power.id) return '';
  return ` ${survey.place(target)} is a fortress: a unit of its own power defends there with strength ${fortress.strength}.`;
}

export interface Passage { army: Move; fleets: string[] }

/** Armies ordered over the sea whose way is not yet covered by own convoy orders, with own fleets that could carry them. */
export function uncarried(board: BoardGeometry, orders: readonly AnyOrder[], offered: (source: string) => readonly AnyOrder[], sources: readonly string[]): Passage[] {
  return orders.flatMap((order) => {
    if (order.type !== 'move' || order.unit.kind !== 'A') return [];
    const near = (board.borders ?? []).some(([a, b]) => [a, b].includes(provinceOf(order.unit.at)) && [a, b].includes(provinceOf(order.to)));
    if (near && !order.via) return [];
    const ordered = carriers(order, orders);
    if (seaWay(board, order.unit.at, order.to, ordered).length) return [];
    const fleets = sources.filter((source) => !ordered.includes(source.split(' ')[1] ?? '')
      && offered(source).some((one) => one.type === 'convoy' && one.of.at === order.unit.at && provinceOf(one.to) === provinceOf(order.to)));
    return [{ army: order, fleets }];
  });
}

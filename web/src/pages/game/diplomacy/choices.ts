/** What a seat may order now, from the server's offers: unit by unit, kind by kind. */
import type { Offer } from '../../../lib/types';
import { electionsIn, type Elections } from '../frame/votes';
import { provinceOf } from './board/marks';
import { FLYERS, HIDDEN } from './kinds';
import { orderOf, unitText, type AnyOrder, type Move } from './orders';

export type Kind = 'hold' | 'move' | 'support' | 'convoy' | 'convert' | 'retreat' | 'disband' | 'build' | 'call';
/** Where a unit may step: directly, or through one of several provinces; places it only sails to are in neither. */
export interface Reach { near: readonly string[]; through: Readonly<Record<string, readonly string[]>> }
const KINDS: Record<string, Kind> = {
  hold: 'hold', move: 'move', move_via: 'move', support_hold: 'support', support_move: 'support', convoy: 'convoy', convert: 'convert',
  retreat: 'retreat', disband: 'disband', build: 'build', call: 'call',
};
const ORDER: Kind[] = ['hold', 'move', 'support', 'convoy', 'convert', 'retreat', 'disband', 'build', 'call'];

export class Choices {
  /** Everything that can be ordered: units, or the centres where something may be built. */
  readonly sources: string[];
  /** What can be ordered beside those, and need not be: hidden figures, and help that may be called. */
  readonly secrets: string[];
  /** How many units may be built, or must go; 0 in other phases. */
  readonly builds: number;
  readonly removals: number;
  readonly waives: number;
  readonly elections: Elections;

  /** `reach` by unit, and whether a unit of another power stands in a province, for moves over two provinces. */
  constructor(readonly offers: readonly Offer[], private readonly reaches: Readonly<Record<string, Reach>> = {}, private readonly foe: (province: string) => boolean = () => false) {
    const all = [...new Set(offers.filter((offer) => KINDS[offer.kind] && offer.source).map((offer) => offer.source))];
    const secret = (source: string) => HIDDEN.has(source.split(' ')[0] ?? '') || offers.some((offer) => offer.source === source && offer.kind === 'call');
    this.sources = all.filter((source) => !secret(source));
    this.secrets = all.filter(secret);
    this.builds = offers.find((offer) => offer.kind === 'build')?.most ?? 0;
    this.removals = offers.some((offer) => offer.kind === 'retreat') ? 0 : Math.max(0, ...offers.filter((offer) => offer.kind === 'disband').map((offer) => offer.most));
    this.waives = offers.find((offer) => offer.kind === 'waive')?.most ?? 0;
    this.elections = electionsIn(offers);
  }

  /** The unit or centre of a province that can be ordered, what flies above it last; or the one that is named. */
  sourceIn(province: string): string | null {
    if (province.includes(' ')) return this.knows(province) ? province : null;
    const here = this.sources.filter((source) => provinceOf(source.split(' ')[1] ?? source) === province);
    return here.find((source) => !FLYERS.has(source.split(' ')[0] ?? '')) ?? here[0] ?? null;
  }

  /** What can be ordered of a kind of which there is only one. */
  figure(kind: string): string | null {
    return [...this.sources, ...this.secrets].find((source) => source.split(' ')[0] === kind) ?? null;
  }

  knows(source: string): boolean {
    return this.sources.includes(source) || this.secrets.includes(source);
  }

  of(source: string): Offer[] {
    return this.offers.filter((offer) => offer.source === source);
  }

  /** The kinds of order of a source that have a useful target. */
  kinds(source: string): Kind[] {
    const found = new Set(this.of(source).filter((offer) => ['hold', 'disband'].includes(offer.kind) || offer.targets.length).map((offer) => KINDS[offer.kind]));
    return ORDER.filter((kind) => found.has(kind));
  }

  /** Whether a unit is dislodged and has nowhere to go. */
  cornered(source: string): boolean {
    return !this.removals && this.kinds(source).join() === 'disband';
  }

  /** All orders of a source of one kind. */
  orders(source: string, kind: Kind): AnyOrder[] {
    return this.of(source).filter((offer) => KINDS[offer.kind] === kind).flatMap((offer) => {
      const targets = offer.targets.length ? offer.targets : ['hold', 'disband'].includes(offer.kind) ? [''] : [];
      return targets.flatMap((target) => orderOf(offer.kind, source, offer.note, target) ?? []);
    }).map((order) => (order.type === 'move' ? (this.ways(order)[0] ?? order) : order));
  }

  /** A move by every way that leads there, the first that no unit of another power stands in before the others. */
  ways(order: Move): Move[] {
    const reach = this.reaches[unitText(order.unit)];
    const between = order.via || !reach || reach.near.includes(order.to) ? [] : (reach.through[order.to] ?? []);
    const sorted = between.toSorted((a, b) => Number(this.foe(a)) - Number(this.foe(b)));
    return sorted.length ? sorted.map((way) => ({ ...order, path: [way] })) : [order];
  }

  /** The same move by the next way. */
  nextWay(order: AnyOrder | undefined): Move | null {
    if (order?.type !== 'move') return null;
    const ways = this.ways({ ...order, path: [] });
    const at = ways.findIndex((one) => one.path[0] === order.path[0]);
    return ways.length > 1 ? (ways[(at + 1) % ways.length] ?? null) : null;
  }

  /** Whether a move goes from port to port. */
  sails(order: AnyOrder): boolean {
    if (order.type !== 'move' || order.via) return false;
    const reach = this.reaches[unitText(order.unit)];
    return reach !== undefined && !reach.near.includes(order.to) && !(order.to in reach.through);
  }

  /** Provinces that a unit reaches through another one only. */
  far(source: string): string[] {
    return Object.keys(this.reaches[source]?.through ?? {});
  }

  /** All orders of a source. */
  all(source: string): AnyOrder[] {
    return this.kinds(source).flatMap((kind) => this.orders(source, kind));
  }

  /**
   * Orders that lead into a province by a move or a retreat: one, or one for each coast. Where an army could walk, the way
   * over the sea is among them only if a fleet of its own power could carry it.
   */
  into(source: string, province: string): AnyOrder[] {
    const going = [...this.orders(source, 'move'), ...this.orders(source, 'retreat')].filter((order) => 'to' in order && provinceOf(order.to) === province);
    const walking = going.filter((order) => !(order.type === 'move' && order.via));
    if (!walking.length) return going;
    if (walking.length === going.length) return going.flatMap((order): AnyOrder[] => (order.type === 'move' ? this.ways(order) : [order]));
    return going.filter((order) => walking.includes(order) || (order.type === 'move' && this.carriers(order).length > 0));
  }

  /** Fleets that may be ordered to carry an army on its way. */
  carriers(army: Move): string[] {
    return this.sources.filter((source) => this.convoy(source, army) !== null);
  }

  /** The order by which a fleet helps to carry an army. */
  convoy(fleet: string, army: Move): AnyOrder | null {
    return this.orders(fleet, 'convoy').find((one) => one.type === 'convoy' && one.of.at === army.unit.at && provinceOf(one.to) === provinceOf(army.to)) ?? null;
  }

  /** The same move over the sea where it could also go by land, or the other way round. */
  overSea(order: AnyOrder | undefined, source: string): AnyOrder | null {
    if (order?.type !== 'move') return null;
    const wanted = this.orders(source, 'move').find((one) => one.type === 'move' && one.to === order.to && one.via !== order.via);
    return wanted ?? null;
  }

  /** Supports or convoys for the unit in a province. */
  helping(source: string, kind: 'support' | 'convoy', province: string): AnyOrder[] {
    return this.orders(source, kind).filter((order) => 'of' in order && provinceOf(order.of.at) === province);
  }

  /** Provinces a source could go to. */
  reach(source: string): string[] {
    const going = [...this.orders(source, 'move'), ...this.orders(source, 'retreat')];
    const called = this.orders(source, 'call').map((order) => order.unit.at);
    return [...new Set([...going.flatMap((order) => ('to' in order ? [provinceOf(order.to)] : [])), ...called])];
  }
}

/** What a seat may order now, from the server's offers: unit by unit, kind by kind. */
import type { Offer } from '../../../lib/types';
import { provinceOf } from './board/marks';
import { orderOf, type AnyOrder, type Move } from './orders';

export type Kind = 'hold' | 'move' | 'support' | 'convoy' | 'convert' | 'retreat' | 'disband' | 'build';
const KINDS: Record<string, Kind> = {
  hold: 'hold', move: 'move', move_via: 'move', support_hold: 'support', support_move: 'support', convoy: 'convoy', convert: 'convert',
  retreat: 'retreat', disband: 'disband', build: 'build',
};
const ORDER: Kind[] = ['hold', 'move', 'support', 'convoy', 'convert', 'retreat', 'disband', 'build'];

export class Choices {
  /** Everything that can be ordered: units, or the centres where something may be built. */
  readonly sources: string[];
  /** How many units may be built, or must go; 0 in other phases. */
  readonly builds: number;
  readonly removals: number;
  readonly waives: number;
  readonly mayDraw: boolean;
  readonly concede: string[];

  constructor(readonly offers: readonly Offer[]) {
    this.sources = [...new Set(offers.filter((offer) => KINDS[offer.kind] && offer.source).map((offer) => offer.source))];
    this.builds = offers.find((offer) => offer.kind === 'build')?.most ?? 0;
    this.removals = offers.some((offer) => offer.kind === 'retreat') ? 0 : Math.max(0, ...offers.filter((offer) => offer.kind === 'disband').map((offer) => offer.most));
    this.waives = offers.find((offer) => offer.kind === 'waive')?.most ?? 0;
    this.mayDraw = offers.some((offer) => offer.kind === 'draw');
    this.concede = offers.find((offer) => offer.kind === 'concede')?.targets ?? [];
  }

  /** The unit or centre of a province that can be ordered. */
  sourceIn(province: string): string | null {
    return this.sources.find((source) => provinceOf(source.split(' ')[1] ?? source) === province) ?? null;
  }

  of(source: string): Offer[] {
    return this.offers.filter((offer) => offer.source === source);
  }

  /** The kinds of order of a source that have a useful target. */
  kinds(source: string): Kind[] {
    const found = new Set(this.of(source).filter((offer) => ['hold', 'disband'].includes(offer.kind) || offer.targets.length).map((offer) => KINDS[offer.kind]));
    return ORDER.filter((kind) => found.has(kind));
  }

  /** All orders of a source of one kind. */
  orders(source: string, kind: Kind): AnyOrder[] {
    return this.of(source).filter((offer) => KINDS[offer.kind] === kind).flatMap((offer) => {
      const targets = offer.targets.length ? offer.targets : ['hold', 'disband'].includes(offer.kind) ? [''] : [];
      return targets.flatMap((target) => orderOf(offer.kind, source, offer.note, target) ?? []);
    });
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
    return [...new Set(going.flatMap((order) => ('to' in order ? [provinceOf(order.to)] : [])))];
  }
}

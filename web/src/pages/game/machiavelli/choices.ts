/** What a seat may order now, from the server's offers: unit by unit, kind by kind, and what its money may be for. */
import type { Build } from '../../../generated/machiavelli';
import type { Offer } from '../../../lib/types';
import { electionsIn, type Elections } from '../frame/votes';
import type { Letter } from './money';
import { INTO_CITY, notation, orderFrom, placeOf, spotOf, unitOf, unitText, type AnyOrder } from './orders';
import { DEAD, FIGURES } from './ring/figures';

export type Kind = 'shift' | 'call' | 'hold' | 'advance' | 'support' | 'transport' | 'besiege' | 'lift' | 'convert' | 'disband' | 'retreat' | 'maintain' | 'build';
const ORDER: Kind[] = ['shift', 'call', 'hold', 'advance', 'support', 'transport', 'besiege', 'lift', 'convert', 'retreat', 'maintain', 'build', 'disband'];
const KIND_OF: Readonly<Partial<Record<AnyOrder['type'], Kind>>> = { support_power: 'support', dismiss: 'disband' };
export const kindOf = (order: AnyOrder): Kind => (order.type === 'retreat' && !order.to ? 'disband' : KIND_OF[order.type] ?? (order.type as Kind));

export interface Spending { letter: Letter; least: number; targets: readonly string[] }

export class Choices {
  /** Units that can be ordered, `A pavia`. */
  readonly sources: string[];
  /** What stands beside units and can be ordered, `RB moria`; `DEAD`. */
  readonly figures: string[];
  /** Units of nobody that obey for money. */
  readonly hirable: string[];
  /** Units of others that money can buy, and that obey in the same campaign. */
  readonly buyable: string[];
  /** Places that can be taxed, and ports that may begin with a fleet. */
  readonly taxable: readonly string[];
  readonly ports: readonly string[];
  /** Units that may be raised, by place, with what each costs. */
  readonly sites: ReadonlyMap<string, AnyOrder[]>;
  readonly spendings: Spending[];
  readonly payees: readonly string[];
  readonly elections: Elections;
  private readonly found: ReadonlyMap<string, AnyOrder[]>;
  private readonly costs: ReadonlyMap<string, number>;

  constructor(offers: readonly Offer[]) {
    const found = new Map<string, AnyOrder[]>();
    const sites = new Map<string, AnyOrder[]>();
    const costs = new Map<string, number>();
    const [hirable, buyable] = [new Set<string>(), new Set<string>()];
    const spendings: Spending[] = [];
    const retreating = offers.some((offer) => offer.kind === 'retreat');
    const put = (to: Map<string, AnyOrder[]>, key: string, orders: AnyOrder[]) => to.set(key, [...(to.get(key) ?? []), ...orders]);
    for (const offer of offers) {
      if (offer.kind === 'expense') spendings.push({ letter: offer.source as Letter, least: offer.least, targets: offer.targets });
      else if (offer.kind === 'build') put(sites, raisedBy(offer.source).unit.place, [raisedBy(offer.source)]);
      else if (offer.kind === 'hire') {
        hirable.add(offer.source);
        for (const order of read(offer)) costs.set(notation(order), offer.least);
        put(found, offer.source, read(offer));
      } else if (offer.kind === 'buy') {
        buyable.add(offer.source);
        const known = new Set(found.get(offer.source)?.map(notation));
        put(found, offer.source, read(offer).filter((order) => !known.has(notation(order))));
      } else if (offer.source) put(found, offer.source, ordersOf(offer, retreating));
      if (offer.kind === 'build' || offer.kind === 'maintain') costs.set(offer.source, offer.least);
    }
    this.found = found;
    this.sites = sites;
    this.costs = costs;
    this.spendings = spendings;
    const all = [...found.keys()];
    this.sources = all.filter((source) => !isFigure(source) && !hirable.has(source) && !buyable.has(source));
    this.hirable = [...hirable];
    this.buyable = [...buyable];
    this.figures = all.filter(isFigure);
    this.taxable = offers.find((offer) => offer.kind === 'tax')?.targets ?? [];
    this.ports = offers.find((offer) => offer.kind === 'fleet')?.targets ?? [];
    this.elections = electionsIn(offers);
    this.payees = offers.find((offer) => offer.kind === 'pay')?.targets ?? [];
  }

  /** The unit that can be ordered at a spot, `pavia` or `pavia/CITY`. */
  sourceAt(spot: string): string | null {
    return [...this.sources, ...this.figures].find((source) => spotOf(unitOf(source)) === spot) ?? null;
  }

  orders(source: string, kind?: Kind): AnyOrder[] {
    const all = this.found.get(source) ?? [];
    return kind ? all.filter((order) => kindOf(order) === kind) : all;
  }

  kinds(source: string): Kind[] {
    const found = new Set(this.orders(source).map(kindOf));
    return ORDER.filter((kind) => found.has(kind));
  }

  /** What a unit costs to keep, or to raise; what an order for one of nobody costs, by its notation. */
  cost(unit: string): number {
    return this.costs.get(unit) ?? 0;
  }

  spending(letter: Letter): Spending | undefined {
    return this.spendings.find((one) => one.letter === letter);
  }
}

const isFigure = (source: string): boolean => source === DEAD || FIGURES.has(unitOf(source).kind);

/** A unit to raise as offers name it: `A milan`, with its class in front where it is special. */
function raisedBy(source: string): Build {
  const words = source.split(' ');
  const unit = unitOf(words.slice(-2).join(' '));
  return words.length > 2 ? { type: 'build', unit, unit_class: words[0] as NonNullable<Build['unit_class']> } : { type: 'build', unit };
}

function ordersOf(offer: Offer, retreating: boolean): AnyOrder[] {
  const unit = unitOf(offer.source);
  switch (offer.kind) {
    case 'shift': return offer.targets.map((to) => ({ type: 'shift', unit, to }));
    case 'call': return offer.targets.map((place) => ({ type: 'call', unit: { ...unit, place } }));
    case 'hold': return offer.targets.length ? read(offer) : [{ type: 'hold', unit }];
    case 'retreat': return offer.targets.map((to) => ({ type: 'retreat', unit, to }));
    case 'maintain': return [{ type: 'maintain', unit }];
    case 'disband': return offer.targets.length ? read(offer) : [retreating ? { type: 'retreat', unit, to: '' } : { type: 'dismiss', unit }];
    default: return read(offer);
  }
}
const read = (offer: Offer): AnyOrder[] => offer.targets.flatMap((line) => orderFrom(line) ?? []);

/** Spots that light up for a unit once it is chosen, or for one kind of its orders: where it could go, whom it could help. */
export function lit(choices: Choices, source: string, kind: Kind | null): string[] {
  // Places to go to come before the unit's own, which turns it into another: what comes first has the focus.
  const own = placeOf(spotOf(unitOf(source)));
  const spots = choices.orders(source).flatMap((order): string[] => {
    if (kind !== null && kindOf(order) !== kind) return [];
    switch (order.type) {
      case 'advance': case 'shift': return [placeOf(order.to)];
      case 'retreat': return [order.to === INTO_CITY ? `${order.unit.place}/CITY` : placeOf(order.to ?? '')];
      case 'convert': return [order.into === 'G' ? `${order.unit.place}/CITY` : order.unit.place];
      case 'besiege': return [`${order.unit.place}/CITY`];
      case 'call': return [order.unit.place];
      case 'support': case 'transport': return kind === null ? [] : [spotOf(order.of)];
      case 'support_power': return kind === null ? [] : [order.place];
      default: return [];
    }
  });
  return [...new Set(spots.filter(Boolean))].toSorted((one, other) => Number(placeOf(one) === own) - Number(placeOf(other) === own));
}

/** What a spot may mean once a unit is chosen: going there, or help for the unit there; after a kind, that alone. */
export function meant(choices: Choices, source: string, kind: Kind | null, spot: string): AnyOrder[] {
  return choices.orders(source).filter((order) => {
    if (kind !== null && kindOf(order) !== kind) return false;
    switch (order.type) {
      case 'support': case 'transport': return spotOf(order.of) === spot;
      case 'support_power': return order.place === spot;
      case 'hold': case 'lift': case 'disband': return false;
      default: return lit(choices, source, kindOf(order)).includes(spot) && spotOfOrder(order) === spot;
    }
  });
}

function spotOfOrder(order: AnyOrder): string {
  if (order.type === 'advance' || order.type === 'shift') return placeOf(order.to);
  if (order.type === 'retreat') return order.to === INTO_CITY ? `${order.unit.place}/CITY` : placeOf(order.to ?? '');
  if (order.type === 'convert') return order.into === 'G' ? `${order.unit.place}/CITY` : order.unit.place;
  return order.type === 'besiege' ? `${order.unit.place}/CITY` : order.unit.place;
}

/** Whether an order helps what another one of the same power is told to do: such help comes first. */
export function fits(order: AnyOrder, own: readonly AnyOrder[]): boolean {
  if (order.type !== 'support' && order.type !== 'transport') return false;
  const helped = own.find((one) => unitText(one.unit) === unitText(order.of));
  if (order.type === 'transport') return helped?.type === 'advance' && placeOf(helped.to) === placeOf(order.to);
  if (order.to) return helped?.type === 'advance' && placeOf(helped.to) === placeOf(order.to);
  if (order.into) return helped?.type === 'convert' && helped.into === order.into;
  return helped !== undefined && ['hold', 'besiege', 'lift', 'support', 'transport'].includes(helped.type);
}

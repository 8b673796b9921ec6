/** A game of Diplomacy as the server tells it, and what the page reads out of it. */
import { settings } from '../../../lib/settings.svelte';
import type { DiplomacyView, Judged, PowerView } from '../../../generated/diplomacy';
import type { RingView } from '../../../generated/ring-diplomacy';
import type { BoardGeometry } from '../../../lib/types';
import { provinceOf, type UnitMark } from './board/marks';
import { unitOf, unitText, type AnyOrder, type Say, type UnitValue } from './orders';
import { capital } from '../../../lib/words';
import { FIGURES, FLYERS, kindWord, leaderOf } from './kinds';

export type { RingView } from '../../../generated/ring-diplomacy';
export type { DiplomacyView, Judged, PowerView, ReportView } from '../../../generated/diplomacy';

/** What the rules and the board together say of a game: names, colours and units of the moment shown. */
export class Survey implements Say {
  readonly names: ReadonlyMap<string, string>;

  constructor(readonly board: BoardGeometry) {
    this.names = new Map(board.spaces.map((space) => [space.id, space.name]));
  }

  /** `STP/SC` is "St Petersburg, south coast". */
  place(at: string): string {
    const [id = '', coast] = at.split('/');
    const name = this.names.get(id) ?? id;
    return coast ? `${name} (${COASTS[coast] ?? coast})` : name;
  }

  /** "Army Burgundy"; a centre to build in has its name alone. */
  unit(source: string): string {
    if (!source.includes(' ')) return source === 'DEAD' ? 'The Dead' : this.place(source);
    const unit = unitOf(source);
    return `${capital(kindWord(unit.kind))} ${this.place(unit.at)}`;
  }
}

export const COASTS: Record<string, string> = { NC: 'north coast', SC: 'south coast', EC: 'east coast', WC: 'west coast' };
export { kindWord } from './kinds';

/** A moment of ring diplomacy; null for other games. */
export const ringOf = (view: DiplomacyView): RingView | null => ('figures' in view ? (view as unknown as RingView) : null);
/** The powers that the viewer leads: his own, or all of his side. */
export const ledBy = (view: DiplomacyView): readonly string[] => ringOf(view)?.led ?? (view.power === null ? [] : [view.power]);

/** Player colours of the powers. */
export function coloursOf(view: DiplomacyView): Record<string, number> {
  return Object.fromEntries(view.powers.map((power) => [power.id, power.colour]));
}

/** Whose colour each province has: of whoever was there last, or only of whoever owns its centre, as the reader has set it. */
export const painted = (view: DiplomacyView): Record<string, string> => (settings.paint === 'centre' ? view.centres : view.held);

/** Provinces in the colours of a mapping from province to power. */
export function tinted(holders: Record<string, string>, colours: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(holders).map(([province, power]) => [province, colours[power] ?? 0]));
}

export function unitMarks(view: DiplomacyView, colours: Record<string, number>, survey: Survey): UnitMark[] {
  const adjective = new Map(view.powers.map((power) => [power.id, power.adjective]));
  const mark = (power: string, unit: UnitValue, dislodged: boolean): UnitMark => ({
    id: unitText(unit) + (dislodged ? '!' : ''), kind: unit.kind, at: unit.at, colour: colours[power] ?? 0, dislodged,
    title: `${adjective.get(power) ?? power} ${kindWord(unit.kind)}`.trim() + `, ${survey.place(unit.at)}${dislodged ? ', dislodged' : ''}`,
  });
  const figures = Object.entries(ringOf(view)?.figures ?? {}).filter(([kind, at]) => FIGURES.has(kind) && !view.dislodged.some((lost) => lost.unit.kind === kind && lost.unit.at === at));
  const ring = ringOf(view);
  const whose = (kind: string) => (ring && FLYERS.has(kind) ? leaderOf(ring, kind) : '');
  return [
    ...figures.map(([kind, at]) => mark(whose(kind), { kind, at }, false)),
    ...Object.entries(view.units).flatMap(([power, units]) => units.map((unit) => mark(power, unit, false))),
    ...view.dislodged.map((lost) => mark(lost.power, lost.unit, true)),
  ];
}

/** Ids of the units of a seat, as `unitMarks` has them. */
export function ofSeat(view: DiplomacyView, seat: number): string[] {
  const own = new Set(view.powers.filter((power) => power.seat === seat).map((power) => power.id));
  return [
    ...Object.entries(view.units).flatMap(([power, units]) => (own.has(power) ? units.map((unit) => unitText(unit)) : [])),
    ...view.dislodged.filter((lost) => own.has(lost.power)).map((lost) => `${unitText(lost.unit)}!`),
  ];
}

/** The unit that stands in a province, and whose it is; dislodged ones only where asked for. */
export function unitAt(view: DiplomacyView, province: string): { power: string; unit: UnitValue } | null {
  for (const [power, units] of Object.entries(view.units)) {
    const unit = units.find((one) => provinceOf(one.at) === province);
    if (unit) return { power, unit };
  }
  return null;
}

/** A judged order that belongs to a unit; a waived build has nothing to show on the board. */
export type JudgedUnit = Omit<Judged, 'order'> & { order: AnyOrder };
export const ofUnits = (judged: readonly Judged[]): JudgedUnit[] => judged.filter((one): one is JudgedUnit => one.order.type !== 'waive');

export const powerOf = (view: DiplomacyView, id: string | null): PowerView | undefined => view.powers.find((power) => power.id === id);

/** The strength a unit of its own power defends a home fortress with; 0 where there is none. */
export function fortressOf(view: DiplomacyView, province: string): { power: PowerView; strength: number } | null {
  if (view.fortress_strength < 2) return null;
  const power = view.powers.find((one) => one.fortresses.includes(province));
  return power ? { power, strength: view.fortress_strength } : null;
}

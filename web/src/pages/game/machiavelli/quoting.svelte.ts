/** An order to quote, entered on the board: any unit, what it would do, and where. */
import type { Action } from '../../../lib/types';
import { capital, folded } from '../../../lib/words';
import type { Quotes } from '../family';
import type { Game } from '../game.svelte';
import { deskOf, type Desk } from './desk.svelte';
import { figureNamed, leaderOf } from '../diplomacy/kinds';
import { CITY, placeOf, unitOf, unitText, type AnyOrder, type UnitName } from './orders';
import { FIGURES, figureAt } from './ring/figures';
import { exampleOf } from './lines';
import { keyOf, sheetOf } from './sheet';
import { powerOf, unitAt } from './view';

type Way = 'move' | 'support' | 'transport' | 'besiege' | 'hold' | 'in' | 'army' | 'fleet';
const TITLES: Record<Way, string> = { move: 'moves', support: 'supports', transport: 'carries', besiege: 'besieges', hold: 'holds', in: 'goes into the city', army: 'comes out as army', fleet: 'comes out as fleet' };
/** Ways that need nothing more on the board, in notation. */
const BARE: Partial<Record<Way, string>> = { besiege: 'B', hold: 'H', in: 'C G', army: 'C A', fleet: 'C F' };

const OF_KIND: Partial<Record<string, readonly Way[]>> = { G: ['support', 'hold', 'army', 'fleet'], F: ['move', 'support', 'transport', 'besiege', 'hold', 'in'] };
const OF_ARMY: readonly Way[] = ['move', 'support', 'besiege', 'hold', 'in'];
/** What a unit or a figure could be quoted to do. */
const waysOf = (unit: string): readonly Way[] => {
  const { kind } = unitOf(unit);
  return FIGURES.has(kind) ? ['move', 'hold'] : (OF_KIND[kind] ?? OF_ARMY);
};

export class Quoting {
  private unit: string | null = null;
  private of: string | null = null;
  private way: Way = 'move';

  constructor(private readonly game: Game, private readonly desk: Desk) {}

  /** Begin anew, on the board of now. */
  begin(): void {
    if (this.game.replay.on) this.game.replay.now();
    this.desk.drop();
    this.unit = this.of = null;
    this.tell();
  }

  /** A spot was chosen on the board. */
  place(spot: string): void {
    const { view, layers } = this.desk;
    const there = unitAt(view, spot) ?? (this.unit === null ? figureAt(view, spot, layers.ring || this.game.over) : undefined);
    const place = placeOf(spot);
    const none = `No unit stands in ${this.desk.survey.place(place)}${spot.includes(CITY) ? '\'s city' : ''}.`;
    if (this.unit === null) {
      if (there) this.choose(there);
      return this.tell(there ? '' : `${none} Choose any unit.`);
    }
    if (this.way === 'move') return this.done(place === placeOf(unitOf(this.unit).place) ? `${this.unit} H` : `${this.unit} - ${place}`);
    if (this.of === null) {
      if (there) this.of = unitText(there);
      return this.tell(there ? '' : none);
    }
    const sign = this.way === 'support' ? 'S' : 'T';
    this.done(`${this.unit} ${sign} ${this.of} ${place === unitOf(this.of).place ? 'H' : `- ${place}`}`);
  }

  private choose(unit: UnitName): void {
    this.unit = unitText(unit);
    this.way = waysOf(this.unit)[0] ?? 'hold';
  }

  private done(text: string): void {
    const { quoting } = this.game;
    this.begin();
    quoting?.take(text);
  }

  private pick(way: Way): void {
    const bare = BARE[way];
    if (bare) return this.done(`${this.unit ?? ''} ${bare}`);
    this.way = way;
    this.of = null;
    this.tell();
  }

  private tell(trouble = ''): void {
    const { game } = this;
    const { survey } = this.desk;
    const waiting = game.quoting;
    game.lit = [this.unit, this.of].flatMap((unit) => (unit === null ? [] : [unitOf(unit).place]));
    if (!waiting) return;
    const { unit, of } = this;
    const called = (text: string) => survey.unit(unitOf(text));
    const said = unit === null ? '' : this.way === 'move' ? `${called(unit)}: choose where it goes.`
      : of === null ? `${called(unit)} ${TITLES[this.way]}: choose the unit.` : `${capital(TITLES[this.way])} ${called(of)}: choose where that goes${this.way === 'support' ? ', or itself where it stands' : ''}.`;
    const ways = unit === null ? [] : waysOf(unit).map((way) => ({ title: TITLES[way], on: way === this.way, pick: () => this.pick(way) }));
    const { said: _said, ways: _ways, ...rest } = waiting;
    game.quoting = { ...rest, said: trouble || said, ...(unit === null ? {} : { ways }) };
  }
}

/** A quote as the board draws it: its orders, its number in the letters, and whether it is looked at. */
export interface Spoken { orders: readonly AnyOrder[]; number: number; lit: boolean; colour: number; title: string; key: string }

/** The orders of units and figures in a quote, as the board draws them. */
export const ordersIn = (action: unknown): AnyOrder[] => ((action as Action).type === 'campaign' ? Object.values(sheetOf(action as Action).orders) : []);

/** Whose unit a typed order is for; null where it begins with nothing that stands on the board. */
function whose(game: Game, text: string): number | null {
  const desk = deskOf(game);
  const { ring } = desk;
  const figure = figureNamed(text);
  if (ring && figure) return powerOf(desk.view, leaderOf(ring, figure))?.seat ?? null;
  const [, kind = 'a', rest = ''] = /^([afg]) +(.*)$/.exec(folded(text)) ?? [];
  const begins = (name: string) => rest === name || rest.startsWith(`${name} `) || rest.startsWith(`${name}/`);
  const found = [...desk.survey.names].filter(([id, name]) => begins(id) || begins(folded(name))).toSorted((a, b) => b[0].length - a[0].length)[0];
  if (!found) return null;
  const unit = unitAt(desk.view, kind === 'g' ? `${found[0]}/${CITY}` : found[0]);
  return powerOf(desk.view, unit?.owner ?? null)?.seat ?? null;
}

export const quotes: Quotes = {
  example: (game) => exampleOf(deskOf(game)),
  whose,
  now: (game) => deskOf(game).view.asks === 'campaign',
  takes: (game, quote) => {
    const desk = deskOf(game);
    const [order, more] = ordersIn(quote.action);
    return order !== undefined && more === undefined && desk.mayEdit && desk.asks === 'campaign' && [...desk.choices.sources, ...desk.choices.figures].includes(keyOf(order));
  },
  take: (game, quote) => { const [order] = ordersIn(quote.action); if (order) deskOf(game).pen.put(order); },
};

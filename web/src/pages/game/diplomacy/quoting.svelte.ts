/** An order to quote, entered on the board: any unit, what it would do, and where. */
import { capital } from '../../../lib/words';
import type { Game, Quoting as Waiting } from '../game.svelte';
import type { Quotes } from '../family';
import { provinceOf } from './board/marks';
import { folded } from './complete';
import { deskOf, type Desk } from './desk.svelte';
import { FIGURES, figureNamed, leaderOf } from './kinds';
import { unitOf, unitText, type AnyOrder } from './orders';
import { powerOf, unitAt } from './view';

const WAYS = ['move', 'support', 'convoy', 'hold'] as const;
type Way = (typeof WAYS)[number];
const TITLES: Record<Way, string> = { move: 'moves', support: 'supports', convoy: 'convoys', hold: 'holds' };

export class Quoting {
  private unit: string | null = null;
  private of: string | null = null;
  private way: Way = 'move';

  constructor(private readonly desk: Desk) {}

  /** Begin anew, on the board of now. */
  begin(): void {
    if (this.desk.game.replay.on) this.desk.game.replay.now();
    this.desk.drop();
    this.unit = this.of = null;
    this.way = 'move';
    this.tell();
  }

  /** A province was chosen on the board, or the figure beside the unit there. */
  place(province: string, figure = ''): void {
    const there = unitAt(this.desk.view, province);
    if (this.unit === null) {
      if (figure) this.unit = `${figure} ${province}`;
      else if (there) this.unit = unitText(there.unit);
      return this.tell(this.unit !== null ? '' : `No unit stands in ${this.desk.survey.place(province)}. Choose any unit.`);
    }
    if (this.way === 'move') return this.done(province === this.at(this.unit) ? `${this.unit} H` : `${this.unit} - ${province}`);
    if (this.of === null) {
      if (there) this.of = unitText(there.unit);
      return this.tell(there ? '' : `No unit stands in ${this.desk.survey.place(province)}.`);
    }
    const sign = this.way === 'support' ? 'S' : 'C';
    const stays = province === this.at(this.of);
    this.done(`${this.unit} ${sign} ${this.of}${stays ? '' : ` - ${province}`}`);
  }

  private at(unit: string): string { return provinceOf(unitOf(unit).at); }

  private done(text: string): void {
    const { quoting } = this.desk.game;
    this.begin();
    quoting?.take(text);
  }

  private choose(way: Way): void {
    if (way === 'hold') return this.done(`${this.unit ?? ''} H`);
    this.way = way;
    this.of = null;
    this.tell();
  }

  private tell(trouble = ''): void {
    const { game, survey } = this.desk;
    const waiting: Waiting | null = game.quoting;
    game.lit = [this.unit, this.of].flatMap((unit) => (unit === null ? [] : [this.at(unit)]));
    if (!waiting) return;
    const { unit, of } = this;
    const said = unit === null ? '' : this.way === 'move' ? `${survey.unit(unit)}: choose where it goes.`
      : of === null ? `${survey.unit(unit)} ${TITLES[this.way]}: choose the unit.` : `${capital(TITLES[this.way])} ${survey.unit(of)}: choose where that goes${this.way === 'support' ? ', or itself where it holds' : ''}.`;
    const kind = unit === null ? '' : unitOf(unit).kind;
    const ways = WAYS.filter((way) => (FIGURES.has(kind) ? way === 'move' || way === 'hold' : way !== 'convoy' || kind === 'F')).map((way) => ({ title: TITLES[way], on: way === this.way, pick: () => this.choose(way) }));
    const { said: _said, ways: _ways, ...rest } = waiting;
    game.quoting = { ...rest, said: trouble || said, ...(unit === null ? {} : { ways }) };
  }
}

/** The orders of units in a quote, as the board draws them. */
export const ordersIn = (action: unknown): AnyOrder[] =>
  ((action as { orders?: (AnyOrder | { type: 'waive' })[] }).orders ?? []).filter((order): order is AnyOrder => order.type !== 'waive');

/** Whose unit a typed order is for; null where it begins with nothing that stands on the board. */
function whose(game: Game, text: string): number | null {
  const desk = deskOf(game);
  const figure = figureNamed(text);
  if (desk.ring && figure) return powerOf(desk.view, leaderOf(desk.ring, figure))?.seat ?? null;
  const [, code = ''] = /^(?:[BD] )?(?:[A-Z]{1,4} )?([^ /]{3,})/.exec(folded(text)) ?? [];
  const ids = desk.board.spaces.map((space) => space.id);
  const id = ids.find((one) => one.toUpperCase() === code || desk.ring?.codes[one]?.toUpperCase() === code);
  if (!id) return null;
  const power = unitAt(desk.view, id)?.power ?? desk.view.centres[id] ?? null;
  return powerOf(desk.view, power)?.seat ?? null;
}

export const quotes: Quotes = {
  example: (game) => {
    const desk = deskOf(game);
    const going = desk.choices.sources.flatMap((source) => desk.choices.orders(source, 'move'))[0];
    const unit = Object.values(desk.view.units).flat()[0];
    return going ? desk.line(going) : unit ? desk.line({ type: 'hold', unit }) : '';
  },
  whose,
  takes: (game, quote) => {
    const desk = deskOf(game);
    const [order, more] = ordersIn(quote.action);
    return order !== undefined && more === undefined && desk.mayEdit && desk.choices.knows(order.type === 'call' ? order.unit.kind : unitText(order.unit));
  },
  take: (game, quote) => { const [order] = ordersIn(quote.action); if (order) deskOf(game).pen.put(order); },
};

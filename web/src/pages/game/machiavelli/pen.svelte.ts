/** The entry of orders on the map: the unit chosen, what it should do, the question in between. */
import { api, ApiError } from '../../../lib/api';
import { CLICK, click } from '../../../lib/touch';
import { capital, list } from '../../../lib/words';
import { withTyped } from '../frame/votes';
import { spotOfWay, toggled, waysOut } from './ahead';
import { fits, kindOf, lit, meant, type Kind } from './choices';
import type { Desk } from './desk.svelte';
import { CITY, deed, notation, placeOf, raiseText, spotOf, unitOf, type AnyOrder, type Retreat } from './orders';
import { DEAD } from './ring/figures';
import { bankingSlot, keyOf, lastOf, sheetOf } from './sheet';
import { raisedWords, unitAt } from './view';

export interface Option { label: string; strong?: boolean; run: () => void }
export interface Ask { title: string; options: Option[] }

/** Units that a power shifts after a campaign. */
const MOST_SHIFTS = 2;
/** So many places are named where a unit cannot go somewhere else. */
const MOST_NAMED = 8;
/** Orders that need no target. */
const BARE: ReadonlySet<Kind> = new Set(['hold', 'besiege', 'lift', 'disband', 'maintain']);

export class Pen {
  source = $state.raw<string | null>(null);
  kind = $state.raw<Kind | null>(null);
  ask = $state.raw<Ask | null>(null);
  /** Whether places are clicked to which the unit would retreat. */
  ahead = $state(false);

  constructor(private readonly desk: Desk) {}

  readonly half: boolean = $derived.by(() => this.source !== null && (this.kind !== null || this.ask !== null));
  /** Spots that can be clicked now. */
  readonly targets: string[] = $derived.by(() => {
    if (this.desk.treasury.aim !== null || this.desk.treasury.heir !== null) return this.desk.treasury.targets;
    if (this.ahead && this.source !== null) return waysOut(this.desk, unitOf(this.source)).map((to) => spotOfWay(unitOf(this.source ?? ''), to));
    return this.source === null || this.ask ? [] : lit(this.desk.choices, this.source, this.kind);
  });

  /** What is asked for now. */
  readonly question: string = $derived.by(() => {
    if (this.ahead) return `If it is dislodged: ${click} where it goes, the best place first.`;
    if (this.kind === 'support') return `Support which unit? ${CLICK} it.`;
    if (this.source === DEAD) return `Call the Dead where? ${CLICK} a lit province.`;
    if (this.kind === 'transport') return `Carry which army? ${CLICK} it.`;
    if (this.desk.asks === 'retreats') return `Dislodged: ${click} a lit place, or disband it.`;
    if (this.desk.asks === 'shifts') return `${CLICK} a lit place to shift it there.`;
    if (this.desk.asks === 'year') return 'Keep it, or disband it?';
    return this.kind === 'advance' || this.targets.length ? `${CLICK} a lit place, or choose.` : 'What should it do?';
  });

  /** The order that a click on a spot would give, as far as it is certain. */
  sketch(spot: string | null): AnyOrder | null {
    if (spot === null || this.source === null || this.ask || this.ahead) return null;
    const found = this.at(this.source, spot);
    return found[0] && found.length === 1 ? found[0] : found.find((order) => order.type === 'advance' || order.type === 'retreat') ?? null;
  }

  /** What a spot may mean; the city stands for its field where it means nothing itself, and the other way round. */
  private at(source: string, spot: string): AnyOrder[] {
    const { choices, view } = this.desk;
    const [place, other] = [placeOf(spot), spot.includes('/') ? placeOf(spot) : `${spot}/${CITY}`];
    const own = placeOf(spotOf(unitOf(source))) === place;
    const found = meant(choices, source, this.kind, spot);
    if (view.cities[place]?.fills) return [...found, ...meant(choices, source, this.kind, other)];
    return found.length || own ? found : meant(choices, source, this.kind, other);
  }

  drop(): boolean {
    const something = this.source !== null;
    this.source = this.kind = this.ask = null;
    this.ahead = false;
    return something;
  }

  /** One level back. */
  back(): boolean {
    const { treasury } = this.desk;
    if (treasury.aim !== null || treasury.heir !== null) treasury.aim = treasury.heir = null;
    else if (this.ahead) this.ahead = false;
    else if (this.ask) this.ask = null;
    else if (this.kind) this.kind = null;
    else return this.drop();
    return true;
  }

  select(source: string): void {
    this.desk.drop();
    if (!this.desk.editable()) return;
    this.desk.fact = null;
    this.desk.warned = false;
    this.source = source;
    this.desk.game.assertive = `${this.desk.title(source)}. ${list(this.desk.choices.kinds(source).map(capital), 'or')}?`;
  }

  /** Choose what the unit should do. */
  choose(kind: Kind): void {
    const { source } = this;
    if (source === null || !this.desk.choices.kinds(source).includes(kind)) return;
    const orders = this.desk.choices.orders(source, kind);
    const [only] = orders;
    this.ask = null;
    if (only && (BARE.has(kind) || (kind === 'convert' && orders.length === 1))) return this.put(only);
    if (kind === 'convert') this.settle(orders);
    else this.kind = kind;
  }

  /** A spot was clicked, dragged to, or chosen by keyboard. */
  place(spot: string): void {
    const { desk, source } = this;
    desk.fact = null;
    if (desk.treasury.aim !== null || desk.treasury.heir !== null) return desk.treasury.pick(spot);
    if (this.ahead && source !== null) return this.flee(spot);
    if (source === null) return this.start(spot);
    if (this.kind === null && spot === spotOf(unitOf(source))) return void desk.drop();
    const found = this.at(source, spot);
    if (found.length) return this.settle(found);
    const next = this.kind === null ? desk.sourceAt(spot) : null;
    if (next) return this.select(next);
    this.refuse(source, spot);
  }

  /** A place to retreat to was clicked: it comes last in the list, or leaves it. */
  private flee(spot: string): void {
    const { desk } = this;
    const unit = unitOf(this.source ?? '');
    const way = waysOut(desk, unit).find((to) => spotOfWay(unit, to) === spot);
    if (way === undefined) return desk.game.refuse({ message: `${desk.survey.unit(unit)} cannot retreat to ${desk.survey.place(spot)}.` });
    this.plan((ahead) => toggled(ahead, unit, way));
  }
  /** Change the retreats in advance. */
  plan(change: (ahead: Retreat[]) => Retreat[]): void {
    if (this.desk.editable()) this.desk.draft.change((sheet) => ({ ...sheet, ahead: change(sheet.ahead) }));
  }

  /** Nothing is chosen yet: a unit of one's own, or a city to build in. */
  private start(spot: string): void {
    const { desk } = this;
    if (!desk.writing) return;
    const place = placeOf(spot);
    const source = desk.sourceAt(spot) ?? (spot.includes('/') || desk.view.cities[place]?.fills ? desk.sourceAt(`${place}/${CITY}`) : null);
    if (source) return this.select(source);
    if (desk.choices.sites.has(place)) return this.askBuild(place);
    const there = unitAt(desk.view, spot);
    if (!there || !desk.mayEdit) return;
    const whose = there.owner === desk.view.power ? 'has nothing to decide now.' : `belongs to ${desk.whose(there.owner)}. Choose one of your units first.`;
    desk.game.refuse({ message: `${desk.survey.unit(there)} ${whose}` });
  }

  /** Take the only way on, or ask which; help is never given by a slip. */
  private settle(found: readonly AnyOrder[]): void {
    const { desk } = this;
    const [only] = found;
    if (only && found.length === 1 && (this.kind !== null || !['support', 'transport', 'disband'].includes(kindOf(only)))) return this.put(only);
    const sorted = found.toSorted((a, b) => Number(fits(b, desk.orders)) - Number(fits(a, desk.orders)));
    const options = sorted.map((order): Option => ({ label: capital(deed(order, desk.survey)), strong: fits(order, desk.orders), run: () => this.put(order) }));
    this.ask = { title: `What should ${desk.title(this.source ?? '')} do?`, options };
  }

  private refuse(source: string, spot: string): void {
    const { desk } = this;
    const [unit, name] = [desk.title(source), desk.survey.place(spot)];
    if (this.kind === 'support' || this.kind === 'transport') return desk.game.refuse({ message: `${unit} cannot ${this.kind === 'support' ? 'support' : 'carry'} anything in ${name}.` });
    const siege = desk.view.position.sieges.some((one) => one.place === unitOf(source).place) && unitOf(source).kind !== 'G';
    if (siege && !desk.choices.kinds(source).includes('advance')) return desk.game.refuse({ message: `${desk.survey.place(unitOf(source).place)} is besieged. Lift the siege now, and move in the next campaign.` });
    const reach = [...new Set(lit(desk.choices, source, null).map((one) => desk.survey.place(one)))];
    const ways = reach.length > MOST_NAMED ? 'the places that are lit' : list(reach, 'or');
    desk.game.refuse({ message: `${unit} cannot go to ${name}.${reach.length ? ` It can go to ${ways}.` : ''}` });
  }

  /** Where a unit may be raised: which, or none. */
  askBuild(place: string): void {
    const { desk } = this;
    const { view } = desk;
    if (!desk.editable()) return;
    const orders = desk.choices.sites.get(place) ?? [];
    const there = desk.orders.find((order) => order.type === 'build' && order.unit.place === place);
    const options = orders.flatMap((order) => (order.type === 'build' ? [order] : [])).map((order): Option => ({ label: `${capital(raisedWords(view, order))}, ${desk.choices.cost(raiseText(order))} ducats`, strong: there !== undefined && notation(there) === notation(order), run: () => this.put(order) }));
    if (there) options.push({ label: 'Raise nothing here', run: () => this.remove(keyOf(there)) });
    this.source = `+ ${place}`;
    this.ask = { title: `${desk.survey.place(place)}: what do you want to raise?`, options };
  }

  put(order: AnyOrder): void {
    const { desk } = this;
    if (!desk.editable()) return;
    const shifts = desk.orders.filter((one) => one.type === 'shift' && keyOf(one) !== keyOf(order));
    if (order.type === 'shift' && shifts.length >= MOST_SHIFTS) return desk.game.refuse({ message: 'Two units are shifted at most. Take one back first.' });
    desk.draft.change((sheet) => {
      // A province raises one unit a year: another one takes the place of the first.
      const others = Object.entries(sheet.orders).filter(([, one]) => !(order.type === 'build' && one.type === 'build' && one.unit.place === order.unit.place));
      return { ...sheet, orders: { ...Object.fromEntries(others), [keyOf(order)]: order } };
    });
    desk.game.polite = `${desk.survey.unit(order.unit)} ${deed(order, desk.survey)}.`;
    desk.drop();
    desk.warned = false;
  }

  remove(key: string): void {
    const { desk } = this;
    if (!desk.editable()) return;
    desk.draft.change((sheet) => ({ ...sheet, orders: Object.fromEntries(Object.entries(sheet.orders).filter(([one]) => one !== key)) }));
    desk.drop();
  }

  /** Enter what was typed; the sentence why not, or nothing. */
  async type(text: string): Promise<string> {
    const { desk } = this;
    const seat = desk.game.asked;
    if (seat === null || !desk.editable()) return '';
    try {
      const read = sheetOf((await api.read(desk.game.table.id, seat, text)).action, () => desk.ring?.position.figures?.['Z'] ?? '');
      desk.draft.change((sheet) => ({
        orders: { ...sheet.orders, ...read.orders }, banking: lastOf([...sheet.banking, ...read.banking], bankingSlot),
        expenses: [...sheet.expenses.filter((one) => !read.expenses.some((other) => other.number === one.number)), ...read.expenses].toSorted((a, b) => a.number - b.number),
        allow: [...new Set([...sheet.allow, ...read.allow])], taxes: [...new Set([...sheet.taxes, ...read.taxes])], fleets: [...new Set([...sheet.fleets, ...read.fleets])],
        ...withTyped(sheet, read),
        ahead: lastOf([...sheet.ahead, ...read.ahead], notation),
      }));
      desk.game.polite = Object.values(read.orders).map((order) => `${desk.survey.unit(order.unit)} ${deed(order, desk.survey)}.`).join(' ');
      desk.drop();
      return '';
    } catch (error) {
      return error instanceof ApiError ? error.problem.message : 'The order could not be read. Try again.';
    }
  }
}

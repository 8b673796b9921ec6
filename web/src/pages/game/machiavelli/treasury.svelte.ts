/** The treasury desk: expenses, bank, gifts and passage as they are written, and the target that is being chosen. */
import type { Expense, GiveChit, GiveProvince, Pay } from '../../../generated/machiavelli';
import type { Desk } from './desk.svelte';
import { expenseFor, expenseTitle, MOST_EXPENSES, numbered, owedOf, POWERS, priceOf, repaid, stepOf, targetPlace, targetText, TITLES, type Banking, type Letter } from './money';
import { spotOf, type UnitKind } from './orders';
import type { Sheet } from './sheet';
import { moment, nameOf, STEP, type Loan } from './view';

export class TreasuryDesk {
  open = $state(false);
  /** What an expense that is being added is for, while its target is chosen. */
  aim = $state<Letter | null>(null);
  /** The power that a province is handed to, while that is chosen. */
  heir = $state<string | null>(null);
  /** The expense that is looked at, by its place in the list. */
  chosen = $state<number | null>(null);

  constructor(private readonly desk: Desk) {}

  readonly expenses: readonly Expense[] = $derived.by(() => (this.desk.spending ? this.desk.draft.sheet.expenses : []));
  readonly banking: readonly Banking[] = $derived.by(() => (this.desk.spending ? this.desk.draft.sheet.banking : []));
  readonly full: boolean = $derived.by(() => this.expenses.length >= MOST_EXPENSES);
  /** Everything of money that is written, as one number. */
  readonly count: number = $derived.by(() => this.expenses.length + this.banking.length);
  /** Spots that light up while a target is chosen. */
  readonly targets: string[] = $derived.by(() => (this.heir !== null ? this.free(this.heir) : this.aim === null || POWERS.has(this.aim) ? [] : [...new Set(this.able(this.aim).map((target) => this.spot(target)))]));

  /** Where a target lies: the spot of a unit, else its place. */
  spot(target: string): string {
    const [, kind, place] = target.split(' ');
    return kind && place ? spotOf({ kind: kind as UnitKind, place }) : target;
  }

  /** Targets of an expense that money reaches, and that no expense of its kind is for yet. */
  able(letter: Letter): string[] {
    const taken = new Set(this.expenses.filter((one) => one.letter === letter).map(targetText));
    const reach = this.desk.view.desk?.reach ?? {};
    const held = this.desk.view.position.provinces;
    const own = this.desk.view.power;
    return (this.desk.choices.spending(letter)?.targets ?? []).filter((target) => {
      if (taken.has(target)) return false;
      if (POWERS.has(letter) || letter === 'P') return true;
      const place = targetPlace(target);
      // Nobody raises rebels against himself, or where nobody holds.
      return place in reach && !(['C', 'D'].includes(letter) && (held[place] === own || !held[place]));
    });
  }

  price(letter: Letter, target: string): number {
    if (letter === 'P' && this.desk.view.position.provinces[target] === this.desk.view.power) return 1;
    return priceOf(this.desk.view.desk, letter, target, this.desk.choices.spending(letter)?.least ?? STEP);
  }

  /** Why an expense of a kind cannot be added now; empty where it can. */
  closed(letter: Letter): string {
    if (this.full) return 'Four expenses a campaign. Remove one first.';
    if (!this.desk.choices.spending(letter)?.targets.length) return letter === 'E' ? 'You have no chit to spend.' : 'There is no target for it on the board.';
    if (!this.able(letter).length) return 'You have no unit in or next to such a place.';
    const least = Math.min(...this.able(letter).map((target) => this.price(letter, target)));
    return least > this.desk.purse.left ? `It costs ${least}, and you have ${this.desk.purse.left} left.` : '';
  }

  private change(change: (sheet: Sheet) => Sheet): void {
    if (this.desk.editable()) this.desk.draft.change(change);
    this.desk.warned = false;
  }

  begin(letter: Letter): void {
    if (!this.desk.editable()) return;
    this.desk.pen.drop();
    this.heir = null;
    const able = this.able(letter);
    const [only] = able;
    if (able.length === 1 && only) return this.add(letter, only);
    this.aim = letter;
    this.desk.game.assertive = `${TITLES[letter]}: choose a target.`;
  }

  add(letter: Letter, target: string): void {
    if (this.full) return this.desk.game.refuse({ message: this.closed(letter) });
    const one = expenseFor(this.expenses.length + 1, this.price(letter, target), letter, target);
    this.aim = null;
    this.chosen = this.expenses.length;
    this.change((sheet) => ({ ...sheet, expenses: numbered([...sheet.expenses, one]) }));
    this.desk.game.polite = `Expense ${one.number}: ${expenseTitle(this.desk.view, this.desk.survey, one)}, ${one.ducats}. ${this.desk.purse.left} left.`;
  }

  /** A spot was clicked while a target is chosen. */
  pick(spot: string): void {
    const letter = this.aim;
    const [place = ''] = spot.split('/');
    if (this.heir !== null) return this.hand(place, this.heir);
    if (letter === null) return;
    const found = this.able(letter);
    const target = found.find((one) => this.spot(one) === spot) ?? found.find((one) => targetPlace(one) === place);
    if (target) return this.add(letter, target);
    this.desk.game.refuse({ message: this.why(letter, place) });
  }

  /** Why a place cannot be the target. */
  private why(letter: Letter, place: string): string {
    const { view, survey } = this.desk;
    const name = survey.place(place);
    const all = this.desk.choices.spending(letter)?.targets ?? [];
    if (POWERS.has(letter)) return 'It is for a power: choose one in the treasury.';
    if (!(place in (view.desk?.reach ?? {}))) return `You have no unit in ${name} or next to it.`;
    const own = view.position.units.find((unit) => unit.place === place && unit.owner === view.power);
    if (own && letter !== 'F') return `${survey.unit(own)} is yours. You can guard it with a counter-bribe.`;
    return all.some((target) => targetPlace(target) === place) ? `${name} already has such an expense.` : `There is no target for it in ${name}.`;
  }

  set(at: number, ducats: number): void {
    const now = this.expenses[at];
    const least = now ? stepOf(now.letter, this.price(now.letter, targetText(now))) : STEP;
    this.chosen = at;
    this.change((sheet) => ({ ...sheet, expenses: sheet.expenses.map((one, number) => (number === at ? { ...one, ducats: Math.max(least, ducats) } : one)) }));
    this.desk.game.polite = `${Math.max(least, ducats)}. ${this.desk.purse.left} left.`;
  }

  remove(at: number): void {
    this.chosen = null;
    const left = (sheet: Sheet) => numbered(sheet.expenses.filter((_, number) => number !== at));
    const named = (expenses: readonly Expense[]) => new Set(expenses.flatMap(({ unit }) => (unit ? [`${unit.kind} ${unit.place}`] : [])));
    this.change((sheet) => {
      // A unit that is not bid for any more is not ordered either.
      const [before, now] = [named(sheet.expenses), named(left(sheet))];
      const lost = (key: string): boolean => before.has(key) && !now.has(key) && !this.desk.choices.sources.includes(key);
      return { ...sheet, expenses: left(sheet), orders: Object.fromEntries(Object.entries(sheet.orders).filter(([key]) => !lost(key))) };
    });
  }

  /** Charge an expense earlier or later than its neighbour. */
  move(at: number, by: -1 | 1): void {
    const to = at + by;
    if (to < 0 || to >= this.expenses.length) return;
    this.chosen = to;
    this.change((sheet) => {
      const moved = [...sheet.expenses];
      const [one] = moved.splice(at, 1);
      if (one) moved.splice(to, 0, one);
      return { ...sheet, expenses: numbered(moved) };
    });
  }

  // --- bank, gifts, passage

  readonly owed: number = $derived.by(() => owedOf(this.desk.account.loans ?? []));
  readonly paying: number = $derived.by(() => this.gift('bank'));
  readonly loan: { ducats: number; years: 1 | 2 } | null = $derived.by(() => this.banking.find((one) => one.type === 'borrow') ?? null);
  /** What may still be borrowed, with what is paid back in this campaign. */
  readonly credit: number = $derived.by(() => {
    const owed = (this.desk.account.loans ?? []).toSorted((a, b) => moment(a.year, a.season) - moment(b.year, b.season));
    const principal = (loans: readonly Loan[]): number => loans.reduce((sum, loan) => sum + loan.principal, 0);
    return this.desk.account.defaulted ? 0 : (this.desk.view.desk?.credit ?? 0) + principal(owed) - principal(repaid(owed, this.paying));
  });

  private put(fits: (one: Banking) => boolean, now: Banking | null): void {
    this.change((sheet) => ({ ...sheet, banking: [...sheet.banking.filter((one) => !fits(one)), ...(now ? [now] : [])] }));
  }

  pay(to: string, ducats: number): void {
    if (to !== 'bank' && ducats > 0 && this.owed > this.paying) return this.desk.game.refuse({ message: `You owe the bank ${this.owed}. Pay it first, then you can give.` });
    this.put((one) => one.type === 'pay' && one.to === to, ducats > 0 ? { type: 'pay', ducats, to } : null);
    if (this.loan && this.loan.ducats > this.credit) this.borrow(this.credit, this.loan.years);
  }

  borrow(ducats: number, years: 1 | 2): void {
    this.put((one) => one.type === 'borrow', ducats > 0 ? { type: 'borrow', ducats: Math.min(ducats, this.credit), years } : null);
  }

  giveChit(against: string, to: string): void {
    this.put((one) => one.type === 'give_chit' && one.against === against, to ? { type: 'give_chit', against, to } : null);
  }

  /** Provinces that may be handed to a power: one's own, in which nobody's unit stands but the receiver's. */
  free(to: string): string[] {
    const { position, power } = this.desk.view;
    const given = new Set(this.handed.map((one) => one.place));
    return Object.keys(position.provinces).filter((place) => position.provinces[place] === power && !given.has(place) && position.units.every((unit) => unit.place !== place || unit.owner === to));
  }
  readonly handed: GiveProvince[] = $derived.by(() => this.banking.filter((one): one is GiveProvince => one.type === 'give_province'));

  /** Hand a province over; one that cannot go stays, with the reason. */
  hand(place: string, to: string): void {
    if (!this.free(to).includes(place)) return this.desk.game.refuse({ message: `${this.desk.survey.place(place)} cannot be handed over: it must be yours, and empty but for the receiver's own units.` });
    this.heir = null;
    this.put((one) => one.type === 'give_province' && one.place === place, { type: 'give_province', place, to });
  }
  keep(place: string): void {
    this.put((one) => one.type === 'give_province' && one.place === place, null);
  }

  /** What is written for a power, or for the bank. */
  gift(to: string): number {
    return this.banking.find((one): one is Pay => one.type === 'pay' && one.to === to)?.ducats ?? 0;
  }

  /** Who is to get the chit against a power; empty: nobody. */
  givenTo(against: string): string {
    return this.banking.find((one): one is GiveChit => one.type === 'give_chit' && one.against === against)?.to ?? '';
  }

  allow(power: string, on: boolean): void {
    this.change((sheet) => ({ ...sheet, allow: on ? [...sheet.allow, power] : sheet.allow.filter((one) => one !== power) }));
  }

  /** Other powers in the game, by their id and name. */
  readonly others: { id: string; name: string }[] = $derived.by(() =>
    this.desk.view.powers.filter((power) => power.id !== this.desk.view.power && !power.out).map(({ id }) => ({ id, name: nameOf(this.desk.view, id) })));
}

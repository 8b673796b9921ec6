/** The money of a campaign as it is written: what it costs, what is left, who could outbid it. All figures are ducats. */
import type { Account, CampaignOrders, DeskView, Expense, Loan } from '../../../generated/machiavelli';
import { capital, list, percent, plural } from '../../../lib/words';
import { KINDS, type Say, type UnitKind } from './orders';
import { NO_GAIN, type Gain } from './hopes';
import { eliteOf } from './ring/figures';
import { AUTONOMOUS, moment, nameOf, SEASONS, STEP, type MachiavelliView, type Rival } from './view';

export type Letter = Expense['letter'];
export type Banking = NonNullable<CampaignOrders['banking']>[number];
export interface Money { banking: readonly Banking[]; expenses: readonly Expense[] }

export const MOST_EXPENSES = 4;
export const LETTERS: readonly Letter[] = ['A', 'B', 'C', 'D', 'F', 'G', 'H', 'I', 'J', 'K', 'L', 'M', 'N', 'P', 'O', 'E'];
/** What an expense does, for lists of kinds. */
export const TITLES: Readonly<Record<Letter, string>> = {
  A: 'Relieve famine', B: 'Calm rebels', C: 'Rebellion in a conquered province', D: 'Rebellion in a home province', E: 'Murder', F: 'Guard a unit',
  G: 'Disband an independent garrison', H: 'Buy an independent garrison', I: 'Free a garrison', J: 'Disband a unit', K: 'Buy a unit', L: 'Order an independent unit',
  M: 'Buy an independent unit', N: 'Burn the land', O: 'Bodyguards', P: 'Send a diplomat',
};
const VERBS: Readonly<Record<Letter, string>> = {
  A: 'Relieve', B: 'Calm', C: 'Raise rebels in', D: 'Raise rebels in', E: 'Murder the ruler of', F: 'Guard', G: 'Disband', H: 'Buy', I: 'Free', J: 'Disband', K: 'Buy', L: 'Order', M: 'Buy', N: 'Burn', O: 'Guard', P: 'Watch',
};
const BRIBES: ReadonlySet<Letter> = new Set(['G', 'H', 'I', 'J', 'K', 'M']);
export const isBribe = (letter: Letter): boolean => BRIBES.has(letter);

/** Expenses that are for a power. */
export const POWERS: ReadonlySet<Letter> = new Set(['E', 'O']);
/** The least step of an expense: all go in threes but what diplomats cost. */
export const stepOf = (letter: Letter, price: number): number => (letter === 'P' ? price : STEP);

/** The target of an expense as offers name it: `pavia`, `milan`, `milan G pavia`. */
export const targetText = (one: Pick<Expense, 'place' | 'victim' | 'unit'>): string => (one.unit ? `${one.unit.owner} ${one.unit.kind} ${one.unit.place}` : one.place || one.victim || '');
/** Where on the board a target lies; a power lies nowhere. */
export const targetPlace = (text: string): string => text.split(' ')[2] ?? text;

export function expenseFor(number: number, ducats: number, letter: Letter, target: string): Expense {
  const [owner = '', kind, place = ''] = target.split(' ');
  if (kind) return { number, ducats, letter, unit: { owner, kind: kind as UnitKind, place } };
  return POWERS.has(letter) ? { number, ducats, letter, victim: target } : { number, ducats, letter, place: target };
}

/** The least that an expense costs on its target. */
export function priceOf(desk: DeskView | null, letter: Letter, target: string, offered: number): number {
  return desk?.prices[target]?.[letter] ?? offered;
}

/** What a unit that money is for is called: by its class where that has a name of its own. */
function kindWords(view: MachiavelliView, { owner, kind, place }: NonNullable<Expense['unit']>): string {
  const unit = kind === 'A' ? view.position.units.find((one) => one.owner === owner && one.kind === kind && one.place === place) : undefined;
  return (unit && eliteOf(view, unit)?.name) ?? KINDS[kind];
}

/** "Buy garrison Piombino". */
export function expenseTitle(view: MachiavelliView, say: Say, one: Expense): string {
  if (one.letter === 'O') return `Bodyguards of ${nameOf(view, one.victim ?? '')}`;
  if (one.unit) return `${VERBS[one.letter]} ${kindWords(view, one.unit)} ${say.place(one.unit.place)}`;
  return `${VERBS[one.letter]} ${one.victim ? nameOf(view, one.victim) : say.place(one.place ?? '')}`;
}

/** What an expense would do, or what it lacks, in a sentence. */
export function expenseWords(view: MachiavelliView, one: Expense, price: number): string {
  const worth = one.letter === 'P' ? one.ducats : one.ducats - (one.ducats % STEP);
  if (one.letter === 'E') return murderWords(view.desk, one.ducats);
  if (worth < price) return `It costs ${price}: with ${one.ducats} it fails, and the money is lost.`;
  if (worth < one.ducats) return `Expenses go in threes: ${one.ducats} counts as ${worth}.`;
  switch (one.letter) {
    case 'A': return 'No unit starves there after spring.';
    case 'B': return 'The rebels go, in field and city.';
    case 'C': case 'D': return 'Rebels rise against its holder, and it pays nothing.';
    case 'F': return 'Bribing it costs others that much more.';
    case 'L': return 'It obeys you in this campaign, if nobody pays as much; give it an order.';
    case 'N': return 'Famine until the end of the next spring.';
    case 'O': return 'Every attempt on that ruler is worth that much less.';
    case 'P': return 'You see it and its neighbours until the diplomat is discovered.';
    default: return `From ${price}. ${['H', 'K', 'M'].includes(one.letter) ? 'Yours' : one.letter === 'I' ? 'It becomes independent' : 'It leaves the board'}${view.desk?.tie === 'die' ? '; a die decides between equal bids' : view.desk?.tie === 'first' ? ' if no bid is higher' : ' if no bid is higher or equal'}.`;
  }
}

function murderWords(desk: DeskView | null, ducats: number): string {
  const best = desk?.murders.filter(([sum]) => sum <= ducats).at(-1);
  return best ? `A chance of ${best[1]} in ${best[2]}. The chit is spent.` : `It buys no assassin: ${desk?.murders[0]?.[0] ?? 12} is the least.`;
}

/** The powers that could spoil a bribe, as far as is public: their money reaches the unit, and suffices or is secret. */
export function outbidders(desk: DeskView, one: Expense, price: number): Rival[] {
  if (!one.unit || !isBribe(one.letter)) return [];
  const worth = one.ducats - (one.ducats % STEP);
  const spare = worth - price;
  const counter = Math.max(STEP, spare - (spare % STEP) + STEP);
  const { owner, place } = one.unit;
  return (desk.rivals[place] ?? []).filter((rival) => rival.treasury < 0 || rival.treasury >= (rival.power === owner ? counter : Math.min(counter, worth)));
}

/** "Naples (fleet Gulf of Naples) has 17 ducats…": who could outbid, in words. */
export function outbidWords(view: MachiavelliView, say: Say, one: Expense, price: number): string {
  const { desk } = view;
  if (desk && one.letter === 'E') return unrestWords(desk);
  if (!desk || !one.unit) return '';
  if (one.letter === 'F') return guardWords(view, one);
  if (!isBribe(one.letter)) return '';
  const found = outbidders(desk, one, price);
  const all = desk.rivals[one.unit.place] ?? [];
  if (!all.length) return `Nobody else's money reaches ${say.place(one.unit.place)}.`;
  const names = (found.length ? found : all).map((rival) => `${nameOf(view, rival.power)} (${reachWords(say, rival.reach)}${rival.treasury >= 0 ? `, ${rival.treasury} ducats` : ''})`);
  if (!found.length) return `Only with a loan: ${list(names, 'or')}.`;
  return `${list(names, 'or')} could outbid or guard it${found.some((rival) => rival.treasury < 0) ? '; what they have is secret' : ', more only with a loan'}.`;
}

/** What becomes of the provinces of a murdered ruler. */
function unrestWords({ rebels }: DeskView): string {
  const odds = (face: number): string => `${face} in 6`;
  return `If it succeeds, each province of the victim may rebel: at home ${odds(rebels.home_guarded)} with a unit there, ${odds(rebels.home_empty)} without; conquered ones ${odds(rebels.conquered_guarded)} and ${odds(rebels.conquered_empty)}.`;
}

function guardWords(view: MachiavelliView, one: Expense): string {
  const prices = view.desk?.prices[targetText(one)] ?? {};
  const buying = prices['K'] ?? prices['H'];
  const worth = one.ducats - (one.ducats % STEP);
  return buying ? `Buying it would cost ${buying + worth} instead of ${buying}.` : `A bribe must be worth ${worth} more than its price.`;
}

/** "army Pavia": what lets money reach a place; a province that is held has its name alone. */
export function reachWords(say: Say, reach: string): string {
  const [kind, place] = reach.split(' ');
  return place ? `${KINDS[kind as UnitKind]} ${say.place(place)}` : reach ? say.place(reach) : 'anywhere';
}

export const interestOf = (ducats: number, perCent: number): number => Math.ceil((ducats * perCent) / 100);
/** The loan that is taken now: due in the same season, so many years later. */
export function loanOf(desk: DeskView, ducats: number, years: number, year: number, season: Loan['season']): Loan {
  return { year: year + years, season, principal: ducats, interest: interestOf(ducats, desk.interest[String(years)] ?? 0) };
}
export const owedOf = (loans: readonly Loan[]): number => loans.reduce((sum, loan) => sum + loan.principal + loan.interest, 0);
/** "spring 1455", or "now" from then on. */
export const dueWords = (loan: Loan, now?: { year: number; season: string }): string => (now && moment(loan.year, loan.season) <= moment(now.year, now.season) ? 'now' : `${loan.season} ${loan.year}`);

export interface Line { title: string; ducats: number }
export interface Purse {
  /** Every line that is written, in the order in which bank and treasury take them. */
  lines: Line[];
  treasury: number; left: number;
  /** Ducats that are written but not there. */
  short: number;
  /** Ducats of loans due now that the treasury lacks. */
  unpaid: number;
  /** What is owed after this campaign. */
  loans: Loan[];
}

/** What the treasury holds after all that is written: the bank is paid, then gifts, then loans come, then what is due goes, then expenses. */
export function purse(view: MachiavelliView, account: Account, money: Money): Purse {
  const { year, season } = view.position;
  const treasury = account.treasury ?? 0;
  const lines: Line[] = [];
  let [left, wanted] = [treasury, 0];
  let loans = [...(account.loans ?? [])].toSorted((a, b) => moment(a.year, a.season) - moment(b.year, b.season));
  const take = (title: string, ducats: number, most = ducats): number => {
    const paid = Math.min(ducats, most, left);
    wanted += Math.min(ducats, most) - paid;
    left -= paid;
    lines.push({ title, ducats: -Math.min(ducats, most) });
    return paid;
  };
  for (const one of money.banking) if (one.type === 'pay' && one.to === 'bank') loans = repaid(loans, take('To the bank', one.ducats, owedOf(loans)));
  for (const one of money.banking) if (one.type === 'pay' && one.to !== 'bank') take(`To ${nameOf(view, one.to)}`, one.ducats);
  for (const one of money.banking) {
    if (one.type !== 'borrow' || !view.desk) continue;
    left += one.ducats;
    lines.push({ title: `New loan, ${one.years === 1 ? 'one year' : 'two years'}`, ducats: one.ducats });
    loans = [...loans, loanOf(view.desk, one.ducats, one.years, year, season)];
  }
  const due = loans.filter((loan) => moment(loan.year, loan.season) <= moment(year, season));
  const unpaid = Math.max(0, owedOf(due) - left);
  if (due.length) {
    take('Due to the bank', owedOf(due));
    loans = loans.filter((loan) => !due.includes(loan));
  }
  const spent = money.expenses.reduce((sum, one) => sum + one.ducats, 0);
  if (money.expenses.length) take(money.expenses.length === 1 ? 'One expense' : `${capital(['no', 'one', 'two', 'three', 'four'][money.expenses.length] ?? '')} expenses`, spent);
  return { lines, treasury, left, short: wanted, unpaid, loans };
}

/** What the bank does where a loan that is due cannot be paid. */
export const defaultWords = (account: Account, { unpaid }: Purse): string =>
  `The bank wants ${plural(unpaid, 'ducat')} more than you have. Not paid, it empties your treasury, sends its assassins, and never lends to you again${account.defaulted ? '' : ': pay with a new loan, if it lends you so much'}.`;

/** Loans after a payment: the one due first, interest before principal. */
export function repaid(loans: readonly Loan[], ducats: number): Loan[] {
  let left = ducats;
  return loans.map((loan) => {
    const interest = Math.min(left, loan.interest);
    const principal = Math.min(left - interest, loan.principal);
    left -= interest + principal;
    return { ...loan, interest: loan.interest - interest, principal: loan.principal - principal };
  }).filter((loan) => loan.interest + loan.principal > 0);
}

export interface Forecast {
  rows: { title: string; words: string }[];
  least: number; most: number;
  /** The chance that units cannot all be paid, in words; empty where there is none. */
  risk: string;
}

/** Next spring, if all stays as it is but for what is gained: income by line, upkeep, what the bank takes, and what is left to build with. */
export function forecast(view: MachiavelliView, left: number, loans: readonly Loan[], gain: Gain = NO_GAIN): Forecast | null {
  const known = view.desk?.spring;
  if (!known) return null;
  const spring = { ...known, seas: known.seas + gain.seas, provinces: known.provinces + gain.provinces, cities: known.cities + gain.cities, upkeep: known.upkeep + gain.upkeep };
  const at = moment(view.position.year + 1, 'spring');
  // What falls due before that spring is taken from the treasury on the way; what falls due in it comes after builds.
  const before = owedOf(loans.filter((loan) => moment(loan.year, loan.season) < at));
  const due = owedOf(loans.filter((loan) => moment(loan.year, loan.season) === at));
  const base = left - before + spring.seas + spring.provinces + spring.cities - spring.upkeep;
  const dice = spring.dice.map(([ducats]) => ducats);
  const [low, high] = [Math.min(...dice), Math.max(...dice)];
  const short = spring.dice.filter(([ducats]) => base + ducats < 0);
  const row = (title: string, words: string) => ({ title, words });
  const range = (a: number, b: number): string => (a === b ? String(a) : `${a} to ${b}`);
  const fixed = spring.seas + spring.provinces + spring.cities;
  return {
    rows: [
      row('Provinces', String(spring.provinces)), row('Cities', String(spring.cities)), row('Fleets at sea', String(spring.seas)), row('Dice', range(low, high)),
      row('Income', range(fixed + low, fixed + high)), row('Left over', String(left)), ...(before ? [row('Loans due before', `−${before}`)] : []), row('Upkeep', `−${spring.upkeep}`),
    ],
    least: base + low, most: base + high,
    risk: [riskWords(short, base), due ? `In that spring the bank collects ${due}.` : ''].filter(Boolean).join(' '),
  };
}

function riskWords(short: readonly (readonly [number, number, number])[], base: number): string {
  if (!short.length) return '';
  const worst = -(base + Math.min(...short.map(([ducats]) => ducats)));
  const chance = short.reduce((sum, [, part, whole]) => sum + part / whole, 0);
  const [only] = short;
  const odds = short.length === 1 && only ? `${only[1]} throw in ${only[2]} leaves` : `${percent(chance)} of throws leave`;
  return chance > 0.9999 ? `Units cannot all be paid: up to ${worst} are missing.` : `${odds} you ${short.length === 1 ? '' : 'up to '}${worst} short for your units.`;
}

/** Why an expense can not work as it is; empty where it can. */
export function fault(view: MachiavelliView, say: Say, one: Expense): string {
  const { desk } = view;
  if (!desk || one.letter === 'E') return '';
  const place = targetPlace(targetText(one));
  if (!(place in desk.reach)) return `You have no unit in ${say.place(place)} or next to it.`;
  return '';
}

/** Expenses numbered anew from one, in their order. */
export const numbered = (expenses: readonly Expense[]): Expense[] => expenses.map((one, at) => ({ ...one, number: at + 1 }));

export const bankingText = (one: Banking): string =>
  one.type === 'pay' ? `PAY ${one.ducats} TO ${one.to === 'bank' ? 'BANK' : one.to}` : one.type === 'borrow' ? `BORROW ${one.ducats} FOR ${one.years}` : one.type === 'give_province' ? `GIVE PROVINCE ${one.place} TO ${one.to}` : `GIVE CHIT ${one.against} TO ${one.to}`;
export const expenseText = (one: Expense): string => `E${one.number}: ${one.ducats} ${one.letter} ${targetText(one)}`;
export const ofNobody = (target: string): boolean => target.startsWith(`${AUTONOMOUS} `);
export const seasonOf = (at: number): string => `${SEASONS[at % 3] ?? ''} ${Math.floor(at / 3)}`;

/** Whose treasuries the viewer sees. */
export function treasuriesTold(view: Pick<MachiavelliView, 'secret_accounts' | 'power'>): string {
  if (!view.secret_accounts) return 'Treasuries are open in this game.';
  return `Treasuries are secret in this game${view.power === null ? '.' : ': you see your own.'}`;
}

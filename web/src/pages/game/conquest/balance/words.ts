/** What the variant's page says, worked out from its view. */
import { capital, inWords, list, plural } from '../../../../lib/words';
import type { Step } from '../../family';
import type { Phase } from '../view';
import type { BalanceView, Objective, Ware } from './view';

/** What can be bought comes first, each part in the order of the rules. */
export const forSale = (wares: Ware[]): Ware[] => [...wares.filter((ware) => !ware.reason), ...wares.filter((ware) => ware.reason)];

const TITLES: Partial<Record<Phase, [title: string, line: string]>> = {
  neutral_reinforce: ['Neutral army', 'reinforce, attack once'],
  buy: ['Actions', 'as many as you can pay'],
  maneuver: ['Maneuver', 'before the draft'],
  reinforce: ['Draft', ''],
  attack: ['Attack', 'as often as you like'],
  collect: ['Objective', 'one a turn'],
  fortify: ['Maneuver', 'one move'],
};
/** Phases that belong to the step of another. */
const WITHIN: Partial<Record<Phase, Phase>> = { neutral_attack: 'neutral_reinforce' };

/** The steps of the present turn. An interruption leaves the step it interrupts the current one. */
export function stepsOf(view: BalanceView): Step[] {
  const { phase } = view;
  if (phase === 'claim' || phase === 'setup') return [{ key: 'setup', title: phase === 'claim' ? 'Claim' : 'Set up', line: view.to_place ? `${view.to_place} to place` : '', state: 'current' }];
  if (phase === 'capital') return [{ key: 'setup', title: 'Set up', line: 'place your capital', state: 'current' }];
  const course = view.course.filter((one) => TITLES[one]);
  const at = phase === 'over' ? course.length : course.indexOf(stepOf(view));
  return course.map((key, index) => {
    const [title, line] = TITLES[key] ?? ['', ''];
    const said = key === 'reinforce' ? (phase === 'reinforce' ? `${view.to_place} to place` : index < at ? `${view.placed} placed` : '') : key === 'fortify' && view.maneuvers > 1 ? 'two moves' : line;
    return { key, title, line: said, state: index < at ? 'done' : index === at ? 'current' : 'ahead' };
  });
}

/** The phase of the course that a moment belongs to. */
export function stepOf(view: BalanceView): Phase {
  const { phase } = view;
  if (phase === 'occupy') return view.acting < 0 ? (view.course.includes('neutral_reinforce') ? 'neutral_reinforce' : 'buy') : 'attack';
  if (phase === 'neutral_attack' && !view.course.includes('neutral_reinforce')) return 'buy';
  if (phase === 'give') return 'fortify';
  return WITHIN[phase] ?? phase;
}

/** Whether it matters who is losing: for the neutral army, or for cards beyond the limit, as long as the game goes on. */
export const judged = (view: BalanceView): boolean => view.phase !== 'over' && (view.neutral !== null || view.cards.limit > 0);

/** Who is winning and losing, and why, to the reader: names by seat. */
export function standingWords(view: BalanceView, name: (seat: number) => string): { losing: string; why: string } {
  const { losing, winning, why } = view.standing;
  if (losing < 0 || !judged(view)) return { losing: '', why: '' };
  const scores = view.order.filter((seat) => view.alive[seat]).map((seat) => `${capital(name(seat))} ${view.standing.scores[seat] ?? 0}`);
  const rest = `Territories and cities: ${list(scores)}.`;
  const first = `${capital(name(losing))} ${name(losing) === 'you' ? 'are' : 'is'} the losing player${why ? `, ${why}` : ''}.`;
  const top = winning >= 0 && winning !== losing ? ` ${capital(name(winning))} ${name(winning) === 'you' ? 'are' : 'is'} winning.` : '';
  const power = view.neutral ? ' In their turn the losing player commands the neutral army, and they may get cards beyond the limit.' : view.cards.limit ? ' The losing player gets cards beyond the limit.' : '';
  return { losing: first, why: `${first}${top} ${rest}${power}` };
}

/** Objectives that nobody has collected yet. */
export const openObjectives = (view: BalanceView): Objective[] => view.objectives.filter((one) => one.by === null);
export const collectedBy = (view: BalanceView, seat: number): number => view.objectives.filter((one) => one.by === seat).length;

/** What is still needed to win, for a player of the game or for who only looks on: "Two more objectives win." */
export function neededWords(view: BalanceView, seat: number | null): string {
  if (seat === null || !view.alive[seat]) return `To win, collect ${plural(view.needed, 'objective')} and hold your own capital.`;
  const left = Math.max(0, view.needed - collectedBy(view, seat));
  if (!left) return 'You have enough objectives: hold your capital at the end of your turn to win.';
  return `To win, collect ${inWords(left)} more ${left === 1 ? 'objective' : 'objectives'} and hold your own capital.`;
}

/** What the pile and the cards pay for. */
export function fundsWords(funds: BalanceView['funds']): string {
  if (!funds) return '';
  const { pile, stars } = funds;
  if (!pile && !stars) return 'You have nothing to pay with yet: your casualties in battles fill your pile.';
  const cards = stars ? ` and ${plural(stars, 'star')} on your cards` : '';
  return `You can pay with ${plural(pile, 'army', 'armies')} of your pile${cards}.`;
}

/** A text about something in force, which knows players as "seat 2", to the reader: names by seat, "you" the reader's. */
export function addressed(text: string, name: (seat: number) => string): string {
  const who = (number: string) => name(Number(number) - 1);
  return text
    .replace(/the next turn of seat (\d+)/g, (_, number: string) => (who(number) === 'you' ? 'your next turn' : `the next turn of ${who(number)}`))
    .replace(/\bseat (\d+)\b/g, (_, number: string) => who(number));
}

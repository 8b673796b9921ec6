/** What dice owe a player, and what is still ordinary luck. */
import type { DiceReport } from '../../lib/types';
import { pagesOf, type Pages } from '../game/pages';

/** Mean of this many fair dice that 19 of 20 players stay within: two standard deviations of the mean. */
export function normalMean(report: DiceReport): [low: number, high: number] {
  const sides = report.rolled.length;
  const thrown = dice(report);
  const deviation = Math.sqrt((sides * sides - 1) / 12 / Math.max(1, thrown));
  return [report.expected_mean - 2 * deviation, report.expected_mean + 2 * deviation];
}

export const dice = (report: DiceReport): number => report.rolled.reduce((sum, count) => sum + count, 0);

/** One sentence on whether a player's dice were ordinary. */
export function ordinary(report: DiceReport, name: string): string {
  const thrown = dice(report);
  if (!thrown) return `${name} rolled no dice.`;
  const [low, high] = normalMean(report);
  const range = `19 of 20 players average between ${low.toFixed(2)} and ${high.toFixed(2)} with ${thrown} dice`;
  const verdict = report.mean < low ? 'unusually low' : report.mean > high ? 'unusually high' : 'ordinary';
  return `${name}'s ${report.mean.toFixed(2)} is ${verdict}: ${range}.`;
}

/** What dice bring in a game: the title of the column, a short one, and the thing itself. */
export const wordsOf = (game: string): NonNullable<Pages['dice']> =>
  pagesOf(game)?.dice ?? { title: 'Armies taken', short: 'Taken', what: 'armies taken' };

export const signed = (value: number): string => (Math.abs(value) < 0.05 ? '0.0' : `${value > 0 ? '+' : '−'}${Math.abs(value).toFixed(1)}`);

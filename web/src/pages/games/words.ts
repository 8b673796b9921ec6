/** Facts about a game in a few words. */
import type { GameInfo } from '../../lib/types';

export const seatWords = (game: GameInfo): string => (game.seats[0] === game.seats[1] ? String(game.seats[0]) : `${game.seats[0]} to ${game.seats[1]}`);

/** "30 min" up to an hour and a half, hours beyond, "by post" for games of days. */
export function lengthWords(game: GameInfo): string {
  if (game.minutes <= 90) return `${game.minutes} min`;
  if (game.minutes < 24 * 60) return `${Math.round(game.minutes / 30) / 2} h`;
  return 'by post';
}

/** The number of a rule within its game: "D8" of "risk D8". */
export const ruleNumber = (game: GameInfo, rule: string): string => (rule.startsWith(`${game.key} `) ? rule.slice(game.key.length + 1) : rule);

/** Where a rule is written out. */
export const rulePath = (game: GameInfo, rule: string): string => `/games/${game.key}#rule-${encodeURIComponent(ruleNumber(game, rule))}`;

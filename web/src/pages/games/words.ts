/** Facts about a game in a few words. */
import type { GameInfo } from '../../lib/types';

export const seatWords = (game: GameInfo): string => (game.seats[0] === game.seats[1] ? String(game.seats[0]) : `${game.seats[0]} to ${game.seats[1]}`);

/** "30 min" up to an hour and a half, hours beyond, "by post" for games of days. */
export function lengthWords(game: GameInfo): string {
  if (game.minutes <= 90) return `${game.minutes} min`;
  if (game.minutes < 24 * 60) return `${Math.round(game.minutes / 30) / 2} h`;
  return 'by post';
}

/** The tab of what people write: its name, and how much of it is unread. */
import type { Game } from '../../game.svelte';
import { lettersOf } from './letters.svelte';

export function talkTab(game: Game, open: boolean): { key: string; title: string; count: number } {
  if (game.press) return { key: 'chat', title: 'Press', count: lettersOf(game).unread };
  return { key: 'chat', title: 'Chat', count: open ? 0 : game.unread };
}

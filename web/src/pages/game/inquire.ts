/** Questions about a position that decide nothing; each game says what it answers. */
import { call } from '../../lib/api';
import type { Game } from './game.svelte';

/** Ask about the position as it is shown and as seen from the viewer's seat; rejects with `ApiError` where the question is nonsense. */
export function inquire<Answer>(game: Game, kind: string, ask: object, signal?: AbortSignal): Promise<Answer> {
  // Of the position that is shown: while moves of others are on their way to be seen, the server's is another.
  const body = { seat: game.asked ?? game.seat, step: game.shown.step, inquiry: { ask: kind, ...ask } };
  return call<Answer>('POST', `/tables/${encodeURIComponent(game.table.id)}/inquiries${game.around.invite ? `?invite=${encodeURIComponent(game.around.invite)}` : ''}`, body, signal);
}

/** The events of a table. All tabs of a browser share one stream, which reopens itself, misses nothing and says how it fares. */
import { session } from './me.svelte';
import { line } from './streams/line';
import type { LinkState } from './streams/messages';
import type { ChatLine, DraftNotice, Problem, SeatNumber, Table, Update } from './types';

export type { LinkState };

export interface StreamHandlers {
  update(update: Update): void;
  table(table: Table): void;
  chat(line: ChatLine): void;
  /** `since` is when the link was lost (milliseconds), 0 while it holds. */
  link(state: LinkState, since: number): void;
  /** So much was missed that the server does not tell it: load everything anew. */
  reload(): void;
  /** A draft of a seat of one's own was saved, by this window or another. */
  draft?(notice: DraftNotice): void;
  /** Something is new in conversations of one's own. */
  letters?(conversations: string[]): void;
  /** The table was dissolved; nothing more will come. */
  gone?(): void;
  /** The table may not be followed any more, as when this browser has become somebody else; nothing more will come. */
  refused?(problem: Problem): void;
}

/** Follow a table from `after()` on, a private one by its `invite`; returns a function that ends it. */
export function follow(table: string, seat: SeatNumber | null, after: () => number, handlers: StreamHandlers, invite = ''): () => void {
  return line.follow({
    table, seat, after, invite,
    player: () => session.me?.id ?? '',
    link: (state, since) => handlers.link(state, since),
    event(name, data) {
      const told: unknown = JSON.parse(data);
      if (name === 'update') handlers.update(told as Update);
      else if (name === 'table') handlers.table(told as Table);
      else if (name === 'chat') handlers.chat(told as ChatLine);
      else if (name === 'draft') handlers.draft?.(told as DraftNotice);
      else if (name === 'letters') handlers.letters?.((told as { conversations: string[] }).conversations);
      else if (name === 'reload') handlers.reload();
      else if (name === 'gone') handlers.gone?.();
      else handlers.refused?.(told as Problem);
    },
  });
}

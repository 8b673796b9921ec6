/** The event stream of a table: one EventSource that reopens itself, misses nothing and says how it fares. */
import type { ChatLine, SeatNumber, Table, Update } from './types';

export type LinkState = 'connecting' | 'open' | 'lost';

export interface StreamHandlers {
  update(update: Update): void;
  table(table: Table): void;
  chat(line: ChatLine): void;
  /** `since` is when the link was lost (milliseconds), 0 while it holds. */
  link(state: LinkState, since: number): void;
  /** So much was missed that the server does not tell it: load everything anew. */
  reload(): void;
  /** The table was dissolved; nothing more will come. */
  gone?(): void;
}

const RETRY = [500, 1000, 2000, 4000, 8000];

/** Follow a table from `after()` on, a private one by its `invite`; returns a function that ends it. */
export function follow(table: string, seat: SeatNumber | null, after: () => number, handlers: StreamHandlers, invite = ''): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let tries = 0;
  let lostAt = 0;
  let ended = false;

  const data = <T>(event: Event): T => JSON.parse((event as MessageEvent<string>).data) as T;

  function open(): void {
    clearTimeout(timer);
    source?.close();
    const as = (seat === null ? '' : `&as=${seat}`) + (invite ? `&invite=${encodeURIComponent(invite)}` : '');
    source = new EventSource(`/api/tables/${encodeURIComponent(table)}/stream?after=${after()}${as}`);
    source.addEventListener('open', () => {
      tries = 0;
      lostAt = 0;
      handlers.link('open', 0);
    });
    source.addEventListener('update', (event) => handlers.update(data<Update>(event)));
    source.addEventListener('table', (event) => handlers.table(data<Table>(event)));
    source.addEventListener('chat', (event) => handlers.chat(data<ChatLine>(event)));
    source.addEventListener('reload', () => handlers.reload());
    source.addEventListener('gone', () => {
      ended = true;
      source?.close();
      handlers.gone?.();
    });
    source.addEventListener('error', lost);
  }

  function lost(): void {
    if (ended) return;
    source?.close();
    lostAt ||= Date.now();
    handlers.link('lost', lostAt);
    timer = setTimeout(open, RETRY[Math.min(tries++, RETRY.length - 1)]);
  }

  const retryNow = () => { if (lostAt) open(); };
  window.addEventListener('online', retryNow);
  window.addEventListener('offline', lost);
  handlers.link('connecting', 0);
  open();

  return () => {
    ended = true;
    clearTimeout(timer);
    source?.close();
    window.removeEventListener('online', retryNow);
    window.removeEventListener('offline', lost);
  };
}

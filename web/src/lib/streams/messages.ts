/** What tabs and the one who keeps the stream for all of them say to each other. */

export type LinkState = 'connecting' | 'open' | 'lost';

/** A table that a tab follows. `key` is its own among all tabs; `player` is whom the tab takes itself for, empty where it does not know. */
export interface Wish { key: string; table: string; after: number; seat: number | null; invite: string; player: string }

export const NAMES = ['update', 'table', 'chat', 'draft', 'letters', 'reload', 'gone', 'refused'] as const;
export type Name = (typeof NAMES)[number];

/** What a tab says. A `ping` names all that it follows, so that nothing stays open for a tab that is no more. */
export type Said =
  | { type: 'follow'; wish: Wish }
  | { type: 'drop'; key: string }
  | { type: 'ping'; keys: string[] }
  | { type: 'retry' }
  | { type: 'offline' }
  | { type: 'bye' };

/** What a tab says to the shared worker beside: the name of a lock that it holds for as long as it lives. */
export type ToWorker = Said | { type: 'alive'; lock: string };

/** What a tab is told. After `hello`, and of the keys `unknown`, it says again what it follows. */
export type Told =
  | { type: 'hello' }
  | { type: 'event'; key: string; name: Name; data: string }
  | { type: 'link'; state: LinkState; since: number }
  | { type: 'pong'; unknown: string[] };

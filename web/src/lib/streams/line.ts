/** A tab's end of the line: what it follows, and that somebody answers who keeps the stream. */
import type { LinkState, Name, Told, Wish } from './messages';
import { openPort, type Hear, type Port } from './ports';

export interface Follower {
  table: string; seat: number | null; invite: string;
  /** How much is known already. */
  after: () => number;
  player: () => string;
  event(name: Name, data: string): void;
  /** `since` is when the link was lost (milliseconds), 0 while it holds. */
  link(state: LinkState, since: number): void;
}

const PING = 5000;
/** How long an answer may take; a worker that is loaded on a slow machine takes a while. */
const PATIENCE = 12_000;

export class Line {
  private readonly followers = new Map<string, Follower>();
  private port: Port | null = null;
  private pinged = 0;
  private pings: ReturnType<typeof setInterval> | undefined;
  private count = 0;
  private readonly name = Math.random().toString(36).slice(2);

  constructor(private readonly connect: (hear: Hear) => Port = openPort) {}

  follow(follower: Follower): () => void {
    this.open();
    const key = `${this.name}.${this.count++}`;
    this.followers.set(key, follower);
    follower.link('connecting', 0);
    this.ask(key, follower);
    return () => {
      if (this.followers.delete(key)) this.port?.send({ type: 'drop', key });
    };
  }

  private open(): void {
    if (this.port) return;
    this.port = this.connect((told) => this.hear(told));
    this.pings = setInterval(() => this.ping(), PING);
    // A tab that comes back from sleep or from the history asks at once whether it is still known.
    for (const name of ['pageshow', 'focus']) window.addEventListener(name, () => this.ping());
    for (const name of ['visibilitychange', 'resume']) document.addEventListener(name, () => this.ping());
    window.addEventListener('online', () => this.port?.send({ type: 'retry' }));
    window.addEventListener('offline', () => this.port?.send({ type: 'offline' }));
    window.addEventListener('pagehide', () => this.port?.send({ type: 'bye' }));
  }

  private ask(key: string, { table, seat, invite, after, player }: Follower): void {
    const wish: Wish = { key, table, seat, invite, after: after(), player: player() };
    this.port?.send({ type: 'follow', wish });
  }

  private askAll(): void {
    for (const [key, follower] of this.followers) this.ask(key, follower);
  }

  /** Ask whether somebody is there. Whoever slept has had no chance to hear an answer, and asks anew. */
  private ping(): void {
    const now = Date.now();
    const silence = this.pinged ? now - this.pinged : 0;
    if (silence > PATIENCE && silence < 2 * PATIENCE && document.visibilityState === 'visible' && this.port) {
      this.port = this.port.silent();
      this.pinged = 0;
      this.askAll();
      return;
    }
    if (!this.pinged || silence >= 2 * PATIENCE) this.pinged = now;
    this.port?.send({ type: 'ping', keys: [...this.followers.keys()] });
  }

  private hear(told: Told): void {
    if (told.type === 'hello') this.askAll();
    else if (told.type === 'pong') this.known(told.unknown);
    else if (told.type === 'link') for (const follower of this.followers.values()) follower.link(told.state, told.since);
    else this.pass(told.key, told.name, told.data);
  }

  private known(unknown: string[]): void {
    this.pinged = 0;
    for (const key of unknown) {
      const follower = this.followers.get(key);
      if (follower) this.ask(key, follower);
    }
  }

  private pass(key: string, name: Name, data: string): void {
    const follower = this.followers.get(key);
    if (name === 'gone' || name === 'refused') this.followers.delete(key);
    follower?.event(name, data);
  }
}

/** The line of this tab. */
export const line = new Line();

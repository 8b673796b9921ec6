/**
 * The one event stream of a browser, for the tables of all its tabs.
 *
 * A browser opens six connections to a server that speaks HTTP/1.1, and a stream holds one for as long as it lasts: with a
 * stream per tab the seventh tab would never load. The exchange lives in a shared worker, or in the tab that leads.
 */
import { NAMES, type LinkState, type Name, type Said, type Told, type Wish } from './messages';

/** As much of an EventSource as is used, so that tests can bring another. */
export interface Source {
  addEventListener(name: string, listener: (event: { data?: string; lastEventId?: string }) => void): void;
  close(): void;
}
interface Tab { tell: (told: Told) => void; heard: number; wishes: Map<string, Wish> }

const RETRY = [500, 1000, 2000, 4000, 8000];
/** Tabs open and close in bunches, as when a browser starts. */
const BUNCH = 30;
const LOOK_ROUND = 5000;
/** Hidden tabs may be given one moment a minute; one that has been still for longer is gone, or asleep and asks when it wakes. */
const ASLEEP = 150_000;
/** Signs of life that may fail to come before the connection is held for dead, as after a sleep. */
const MISSED_BEATS = 3;

export class Exchange {
  private readonly tabs = new Map<string, Tab>();
  private source: Source | null = null;
  /** A stream for a new set of tables: it takes over once it is open, so that nobody seems to leave in between. */
  private next: Source | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly round: ReturnType<typeof setInterval>;
  private state: LinkState = 'connecting';
  private lostAt = 0;
  private tries = 0;
  private beat = 15_000;
  private lastEvent = Date.now();

  constructor(private readonly connect: (url: string) => Source = (url) => new EventSource(url)) {
    this.round = setInterval(() => this.lookRound(), LOOK_ROUND);
  }

  /** Take in what a tab says; `tell` answers it. */
  hear(client: string, said: Said, tell: (told: Told) => void): void {
    const tab = this.tabs.get(client) ?? { tell, heard: 0, wishes: new Map<string, Wish>() };
    tab.heard = Date.now();
    this.tabs.set(client, tab);
    switch (said.type) {
      case 'follow':
        tab.wishes.set(said.wish.key, { ...said.wish });
        tell({ type: 'link', state: this.state, since: this.lostAt });
        this.soon();
        break;
      case 'drop':
        if (tab.wishes.delete(said.key)) this.soon();
        break;
      case 'ping':
        tell({ type: 'pong', unknown: said.keys.filter((key) => !tab.wishes.has(key)) });
        break;
      case 'retry':
        if (this.lostAt) this.open();
        break;
      case 'offline':
        this.lost();
        break;
      case 'bye':
        this.forget(client);
        break;
    }
  }

  /** Stop for good; somebody else keeps the stream now. */
  end(): void {
    clearInterval(this.round);
    this.tabs.clear();
    this.close();
  }

  private forget(client: string): void {
    const tab = this.tabs.get(client);
    this.tabs.delete(client);
    if (tab?.wishes.size) this.soon();
  }

  private lookRound(): void {
    for (const [client, tab] of this.tabs) if (Date.now() - tab.heard > ASLEEP) this.forget(client);
    if (this.state === 'open' && this.source && Date.now() - this.lastEvent > MISSED_BEATS * this.beat) this.open();
  }

  private close(): void {
    clearTimeout(this.timer);
    this.source?.close();
    this.next?.close();
    this.source = this.next = null;
  }

  private soon(): void {
    if (this.lostAt) return; // the next try asks for all that is followed by then
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.open(), BUNCH);
  }

  private open(): void {
    clearTimeout(this.timer);
    this.next?.close();
    this.next = null;
    const wishes = [...this.tabs.values()].flatMap((tab) => [...tab.wishes.values()].map((wish) => ({ tab, wish })));
    if (!wishes.length) {
      this.close();
      this.state = 'connecting';
      this.tries = this.lostAt = 0; // whoever comes next must not wait for a try that nobody makes
      return;
    }
    const source = this.next = this.connect(`/api/stream?${wishes.map(({ wish }) => `follow=${encodeURIComponent(channelOf(wish))}`).join('&')}`);
    source.addEventListener('open', () => this.opened(source));
    source.addEventListener('error', () => { if (source === this.next || source === this.source) this.lost(); });
    source.addEventListener('beat', ({ data }) => {
      this.lastEvent = Date.now();
      this.beat = ((JSON.parse(data ?? '{}') as { every?: number }).every ?? 15) * 1000;
    });
    wishes.forEach(({ tab, wish }, number) => {
      for (const name of NAMES) source.addEventListener(`${number}.${name}`, ({ data, lastEventId }) => this.told(tab, wish, number, name, data ?? '', lastEventId ?? ''));
    });
  }

  private opened(source: Source): void {
    if (source !== this.next) return;
    this.source?.close();
    [this.source, this.next] = [source, null];
    this.lastEvent = Date.now();
    this.tries = this.lostAt = 0;
    this.say('open');
  }

  private told(tab: Tab, wish: Wish, number: number, name: Name, data: string, id: string): void {
    this.lastEvent = Date.now();
    const [channel, seq] = id.split('.').map(Number);
    if (channel === number && seq) wish.after = Math.max(wish.after, seq);
    if (name === 'gone' || name === 'refused') tab.wishes.delete(wish.key);
    tab.tell({ type: 'event', key: wish.key, name, data });
  }

  private lost(): void {
    this.close();
    this.lostAt ||= Date.now();
    this.say('lost');
    this.timer = setTimeout(() => this.open(), RETRY[Math.min(this.tries++, RETRY.length - 1)]);
  }

  private say(state: LinkState): void {
    this.state = state;
    for (const tab of this.tabs.values()) tab.tell({ type: 'link', state, since: this.lostAt });
  }
}

/** What the server is asked to follow: `table,after,seat,invite,player`. */
export function channelOf(wish: Wish): string {
  return [wish.table, wish.after, wish.seat ?? '', wish.invite, wish.player].join(',');
}

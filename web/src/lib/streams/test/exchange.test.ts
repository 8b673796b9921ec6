import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Exchange, type Source } from '../exchange';
import type { Said, Told, Wish } from '../messages';

type Listener = (event: { data?: string; lastEventId?: string }) => void;

class Fake implements Source {
  closed = false;
  private readonly listeners = new Map<string, Listener>();
  constructor(readonly url: string) {}
  addEventListener(name: string, listener: Listener): void { this.listeners.set(name, listener); }
  close(): void { this.closed = true; }
  fire(name: string, data = '{}', lastEventId = ''): void { this.listeners.get(name)?.({ data, lastEventId }); }
  get follows(): string[] { return new URL(this.url, 'http://x').searchParams.getAll('follow'); }
}

let made: Fake[];
let exchange: Exchange;
const newest = (): Fake => made.at(-1) as Fake;
const open = (): Fake[] => made.filter((one) => !one.closed);

class Tab {
  told: Told[] = [];
  constructor(readonly name: string) {}
  say(said: Said): void { exchange.hear(this.name, said, (told) => this.told.push(told)); }
  follow(table: string, more: Partial<Wish> = {}): void {
    this.say({ type: 'follow', wish: { key: `${this.name}-${table}`, table, after: 0, seat: null, invite: '', player: 'me', ...more } });
  }
  get events(): string[] { return this.told.flatMap((one) => (one.type === 'event' ? [`${one.key} ${one.name}`] : [])); }
  get link(): string | undefined { return this.told.flatMap((one) => (one.type === 'link' ? [one.state] : [])).at(-1); }
}

beforeEach(() => {
  vi.useFakeTimers();
  made = [];
  exchange = new Exchange((url) => {
    made.push(new Fake(url));
    return newest();
  });
});
afterEach(() => {
  exchange.end();
  vi.useRealTimers();
});
const bunch = (): void => { vi.advanceTimersByTime(100); };

test('eight tabs share one stream, and each hears of its own table', () => {
  const tabs = Array.from({ length: 8 }, (_, number) => new Tab(`tab${number}`));
  tabs.forEach((tab, number) => tab.follow(`T${number}`));
  bunch();
  newest().fire('open');
  newest().fire('5.update');
  expect(open()).toHaveLength(1);
  expect(newest().follows).toHaveLength(8);
  expect(tabs.map((tab) => tab.events)).toEqual([[], [], [], [], [], ['tab5-T5 update'], [], []]);
  expect(tabs.map((tab) => tab.link)).toEqual(Array(8).fill('open'));
});

test('a new tab gets a stream that begins before the old one ends', () => {
  const [first, second] = [new Tab('a'), new Tab('b')];
  first.follow('T');
  bunch();
  newest().fire('open');
  second.follow('U');
  bunch();
  const [old] = made;
  expect(old?.closed).toBe(false);
  old?.fire('0.update', '{}', '0.7');
  newest().fire('open');
  expect(old?.closed).toBe(true);
  expect(first.events).toEqual(['a-T update']);
});

test('a stream that breaks is asked again for what has not come yet, table by table', () => {
  const tab = new Tab('a');
  tab.follow('T', { after: 3, seat: 1 });
  tab.follow('U', { after: 5, invite: 'code' });
  bunch();
  newest().fire('open');
  newest().fire('1.update', '{}', '1.9');
  newest().fire('0.table', '{}', '1.9'); // a browser hands the last id on to events without one
  newest().fire('error');
  expect(tab.link).toBe('lost');
  vi.advanceTimersByTime(600);
  expect(newest().follows).toEqual(['T,3,1,,me', 'U,9,,code,me']);
  newest().fire('open');
  expect(tab.link).toBe('open');
});

test('a tab that closes takes its tables along, and the last one ends the stream', () => {
  const [first, second] = [new Tab('a'), new Tab('b')];
  first.follow('T');
  second.follow('U');
  bunch();
  newest().fire('open');
  first.say({ type: 'bye' });
  bunch();
  newest().fire('open');
  expect(newest().follows).toEqual(['U,0,,,me']);
  second.say({ type: 'bye' });
  bunch();
  expect(open()).toEqual([]);
});

test('a tab that was asleep is forgotten, and told so when it wakes', () => {
  const [asleep, awake] = [new Tab('a'), new Tab('b')];
  asleep.follow('T');
  awake.follow('U');
  bunch();
  newest().fire('open');
  for (let second = 0; second < 200; second += 5) {
    vi.advanceTimersByTime(5000);
    newest().fire('beat', '{"every": 15}');
    newest().fire('open');
    awake.say({ type: 'ping', keys: ['b-U'] });
  }
  expect(newest().follows).toEqual(['U,0,,,me']);
  asleep.say({ type: 'ping', keys: ['a-T'] });
  expect(asleep.told.at(-1)).toEqual({ type: 'pong', unknown: ['a-T'] });
  expect(awake.told.at(-1)).toEqual({ type: 'pong', unknown: [] });
});

test('a connection that is dead without a word is left once its signs of life fail to come', () => {
  const tab = new Tab('a');
  tab.follow('T');
  bunch();
  newest().fire('open');
  newest().fire('beat', '{"every": 15}');
  vi.advanceTimersByTime(40_000);
  expect(made).toHaveLength(1);
  vi.advanceTimersByTime(15_000);
  expect(made.length).toBeGreaterThan(1);
});

test('a table that is refused is not asked for again', () => {
  const tab = new Tab('a');
  tab.follow('T');
  tab.follow('U');
  bunch();
  newest().fire('open');
  newest().fire('0.refused', '{"code": "identity.changed"}');
  newest().fire('error');
  vi.advanceTimersByTime(600);
  expect(newest().follows).toEqual(['U,0,,,me']);
  expect(tab.events).toEqual(['a-T refused']);
});

test('whoever follows a table after the line broke with nobody left gets a stream', () => {
  const tab = new Tab('a');
  tab.follow('T');
  bunch();
  newest().fire('open');
  newest().fire('error');
  tab.say({ type: 'drop', key: 'a-T' });
  vi.advanceTimersByTime(60_000);
  expect(open()).toEqual([]);
  tab.follow('U');
  bunch();
  expect(newest().follows).toEqual(['U,0,,,me']);
  newest().fire('open');
  expect(tab.link).toBe('open');
});

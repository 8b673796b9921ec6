import { describe, expect, it } from 'vitest';
import { closes, isShort, left, leftInShort, paceLine, remind, reminderOf, roughly, span, stageOf } from '../deadlines';

const S = 1000;
const HOUR = 3600;
const DAY = 86_400;
const asking = { notify: true, quiet: false, quietFrom: '22:00', quietTo: '08:00', muted: [] };

describe('what is left', () => {
  it('is told by its two greatest units, and by the second at the end', () => {
    expect([(2 * DAY + 3 * HOUR) * S, (3 * HOUR + 300) * S, 12 * 60 * S, 299 * S, 9 * S, -5].map(left)).toEqual(['2 d 3 h', '3 h 05 min', '12 min', '4:59', '0:09', '0:00']);
  });
  it('is told by its greatest unit where there is room for little', () => {
    expect([(2 * DAY + 3 * HOUR) * S, (3 * HOUR + 300) * S, 12 * 60 * S, 299 * S].map(leftInShort)).toEqual(['2 d', '3 h', '12 min', '4:59']);
  });
  it('counts a second that has begun', () => {
    expect(left(59_001)).toBe('1:00');
  });
  it('is short in the last tenth, a quarter of a minute at least, an hour at most', () => {
    expect([isShort(15 * S, 60), isShort(16 * S, 60)]).toEqual([true, false]);
    expect([isShort(90 * S, 900), isShort(91 * S, 900)]).toEqual([true, false]);
    expect([isShort(HOUR * S, 7 * DAY), isShort((HOUR + 1) * S, 7 * DAY)]).toEqual([true, false]);
  });
});

const ANY_HOUR = {
  zone: 'UTC', closes_at: '', weekdays: [], rest_days: false, times: {}, early: true, least: 0, grace: 0, holidays: 0, holidays_at_once: 0, pause: 'all' as const, reminders: [], bank: 0, increment: 0, offer: 0, excused: 0, reliable: 0, newcomers: true, longest_pause: 0,
};

describe('times in words', () => {
  it('name a span by the greatest unit that fits', () => {
    expect([60, 90, 300, HOUR, 12 * HOUR, DAY, 3 * DAY].map(span)).toEqual(['1 minute', '90 seconds', '5 minutes', '1 hour', '12 hours', '1 day', '3 days']);
  });
  it('tell the pace of a table', () => {
    expect(paceLine({ ...ANY_HOUR, seconds: 0, short: 0, window: 0, curtain: false, misses: 2, absent: 'bot' })).toContain('No time limit');
    expect(paceLine({ ...ANY_HOUR, seconds: DAY, short: 12 * HOUR, window: 0, curtain: false, misses: 2, absent: 'rules' }, 'Retreats and builds'))
      .toBe('1 day for each turn, 12 hours for retreats and builds. After 2 missed deadlines in a row the rules decide until the player is back.');
    expect(paceLine({ ...ANY_HOUR, seconds: 60, short: 0, window: 0, curtain: false, misses: 0, absent: 'bot' })).toBe('1 minute for each turn.');
    expect(paceLine({ ...ANY_HOUR, seconds: DAY, short: 0, window: 0, curtain: false, misses: 3, absent: 'bot', offer: 2, excused: 1 }))
      .toBe('1 day for each turn. After 2 missed deadlines in a row a bot plays until the player is back, or somebody else takes the seat. Each player has 1 miss that does not count.');
  });
  it('tell how long cards may be played out of turn', () => {
    expect(paceLine({ ...ANY_HOUR, seconds: 60, short: 0, window: 20, curtain: false, misses: 0, absent: 'bot' }, '', 'Cards in others’ turns stay open'))
      .toBe('1 minute for each turn. Cards in others’ turns stay open for 20 seconds.');
  });
  it('say when a deadline is, with its day where that is not today', () => {
    const now = new Date('2026-03-04T12:00:00');
    expect(closes(new Date('2026-03-04T18:00:00').getTime(), now)).toBe('at 18:00');
    expect(closes(new Date('2026-03-06T18:00:00').getTime(), now)).toBe('on Friday at 18:00');
    expect(closes(new Date('2026-03-20T18:00:00').getTime(), now)).toMatch(/^on Fri,? 20 Mar at 18:00$/);
  });
});

describe('reminders', () => {
  it('come at half the time and in the last part', () => {
    expect([DAY * S, (DAY / 2) * S, 2 * HOUR * S, HOUR * S, 0].map((rest) => stageOf(rest, DAY))).toEqual([null, 'half', 'half', 'last', null]);
  });
  it('ring once for each cause', () => {
    const told: string[] = [];
    const tell = (_: unknown, id: string, title: string) => void told.push(`${id}: ${title}`);
    const table = { id: 't', title: 'Diplomacy', asked: 'Order 3 units', deadline: DAY * S, granted: DAY };
    for (const now of [0, DAY / 2, DAY / 2 + 60, DAY - HOUR, DAY - 60]) remind(asking, table, now * S, tell);
    remind(asking, { ...table, deadline: null }, 0, tell);
    expect(told).toEqual(['t: Diplomacy: half the time is gone', 't: Diplomacy: 1 h 00 min left']);
  });
  it('come when the table has chosen, each once', () => {
    expect([4, 3, 2, 1, 0].map((hours) => reminderOf(hours * HOUR * S, [3 * HOUR, HOUR]))).toEqual([null, 3 * HOUR, 3 * HOUR, HOUR, null]);
    const told: string[] = [];
    const table = { id: 'r', title: 'Diplomacy', asked: '', deadline: DAY * S, granted: DAY, reminders: [3 * HOUR] };
    for (const now of [DAY / 2, DAY - 3 * HOUR, DAY - HOUR]) remind(asking, table, now * S, (_, id, title) => void told.push(`${id}: ${title}`));
    expect(told).toEqual(['r: Diplomacy: 3 h 00 min left']);
  });
});

describe('what a table has agreed', () => {
  it('is told with its pace', () => {
    const pace = { ...ANY_HOUR, seconds: 2 * DAY, short: 0, window: 0, curtain: false, misses: 0, absent: 'rules' as const, times: { 'orders.retreats': DAY } };
    expect(paceLine(pace, '', '', { 'orders.retreats': 'Retreats' })).toBe('2 days for each turn, 1 day for retreats.');
    expect(paceLine({ ...pace, early: false, grace: DAY, holidays: 14 })).toContain(
      'Phases close at their set time, even when all are ready. The first deadline that a player misses is extended by 1 day. Each player may take 14 days of holiday');
    expect(paceLine({ ...pace, least: HOUR })).toContain('not before 1 hour.');
    expect(paceLine({ ...pace, bank: 60, increment: 5 })).toContain('1 minute for each player, and 5 seconds more with every turn.');
  });
  it('leads to spans in their greatest unit', () => {
    expect([3600, 9 * DAY, 98 * DAY, 400 * DAY].map(roughly)).toEqual(['1 hour', '9 days', '14 weeks', '13 months']);
  });
});

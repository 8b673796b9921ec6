import { describe, expect, it } from 'vitest';
import type { Clock, SeatCard } from '../../../lib/types';
import { calendarLine } from '../../../lib/deadlines';
import { amountOf, hours, NO_LIMIT, openFor, paceOf, paces, remindersFor, usualWindow, withDay, withReminder, withSeconds } from '../../table/pace';
import { asksMe, daysLeft, extensions, holidayLine, lateLine, mayClose, pauseLine, voteLine, votesOf, waitedFor } from '../frame/clock';

const seat = (number: number, more: Partial<SeatCard> = {}): SeatCard => ({
  seat: number, kind: 'human', name: `P${number}`, colour: 1, avatar: '', level: '', you: false, present: true, resigned: false, missed: 0, away: false, offered: false, ...more,
});
const seats = [seat(0, { you: true }), seat(1), seat(2, { kind: 'bot' }), seat(3, { resigned: true }), seat(4, { away: true })];
const clock: Clock = { deadline: null, granted: 0, paused: false, left: null, votes: [1], needed: 2, refused: [], paused_until: null, late: [], since: null, holidays: {}, taken: {}, bank: {}, bank_from: null };
const live = { to_act: [0, 1, 2, 3, 4], ready: [0], outcome: null, clock };

describe('who is waited for', () => {
  it('are people asked who are neither ready nor away', () => {
    expect(waitedFor({ seats }, live).map((card) => card.name)).toEqual(['P1']);
  });
  it('lets the maker close the turn where no clock does', () => {
    expect(mayClose({ seats, creator: true, master: null }, live)).toBe(true);
    expect(mayClose({ seats, creator: false, master: null }, live)).toBe(false);
    expect(mayClose({ seats, creator: true, master: 'taken' }, live)).toBe(false);
    expect(mayClose({ seats, creator: true, master: null }, { ...live, clock: { ...clock, deadline: 1 } })).toBe(false);
    expect(mayClose({ seats, creator: true, master: null }, { ...live, clock: { ...clock, paused: true } })).toBe(false);
    expect(mayClose({ seats, creator: true, master: null }, { ...live, ready: [0, 1] })).toBe(false);
  });
});

describe('a vote about the clock', () => {
  it('counts those who play and are there', () => {
    expect(votesOf({ seats }, clock)).toEqual({ wanted: 1, needed: 2 });
  });
  it('is a question that says how many are missing', () => {
    expect(voteLine({ seats }, { ...clock, needed: 3 })).toBe('P1 asks to pause the clock: 1 of 3 agree, 2 are missing.');
    expect(voteLine({ seats }, { ...clock, votes: [0, 1], needed: 3, paused: true })).toBe('You and P1 ask to resume the clock: 2 of 3 agree, 1 is missing.');
    expect(voteLine({ seats }, { ...clock, needed: 3, refused: [0] })).toBe('P1 asks to pause the clock: 1 of 3 agree, 1 refuses, 2 are missing.');
    expect(voteLine({ seats }, { ...clock, votes: [] })).toBe('');
  });
  it('asks whoever has neither agreed nor refused', () => {
    expect([asksMe(clock, [0]), asksMe(clock, [1]), asksMe({ ...clock, refused: [0] }, [0]), asksMe({ ...clock, votes: [] }, [0])]).toEqual([true, false, false, false]);
  });
  it('leads to a pause of which all know the end', () => {
    const now = new Date(2026, 11, 1, 9);
    expect(pauseLine({ ...clock, paused: true, paused_until: new Date(2026, 11, 3, 18).getTime() }, now)).toBe('The clock is paused. It runs again on Thursday at 18:00.');
    expect([pauseLine({ ...clock, paused: true }, now), pauseLine(clock, now)]).toEqual(['', '']);
  });
});

describe('absence', () => {
  it('tells who is late after a first miss, and what another one means', () => {
    const late = { ...clock, late: [1], since: 0 };
    expect(lateLine({ seats, pace: { ...NO_LIMIT, misses: 1 } }, late, 4 * 3_600_000)).toBe('P1 is 4 hours late. After another miss the game no longer waits for them.');
    expect(lateLine({ seats, pace: NO_LIMIT }, { ...late, late: [0] }, 0)).toBe('You are a moment late. After another miss the rules decide.');
    expect(lateLine({ seats, pace: NO_LIMIT }, clock, 0)).toBe('');
  });
  it('tells who is on holiday, and counts the days left', () => {
    expect(holidayLine({ seats }, { ...clock, holidays: { 1: Date.UTC(2026, 11, 2, 12) } })).toBe('P1 is on holiday until 2 December. The clock is paused.');
    expect(holidayLine({ seats }, clock)).toBe('');
    expect(daysLeft({ ...NO_LIMIT, holidays: 14 }, { ...clock, taken: { 1: 2.5 * 86_400 } }, 1)).toBe(11);
  });
});

describe('times to choose from', () => {
  it('are six paces that fill the form, until a value is changed', () => {
    const game = { phases: { 'orders.movement': 'Orders', 'orders.retreats': 'Retreats' }, brief_turns: 'Retreats', absent: 'units hold' };
    for (const one of paces(game, 'Europe/Berlin')) expect(paceOf(game, one.pace, 'Europe/Berlin')).toBe(one.key);
    const [, , day] = paces(game, 'UTC');
    expect(day?.pace).toMatchObject({ seconds: 86_400, times: { 'orders.retreats': 43_200 }, short: 0 });
    expect(paceOf(game, { ...NO_LIMIT, ...day?.pace, window: 0, absent: 'rules' }, 'UTC')).toBe('day');
    expect(paceOf(game, { ...NO_LIMIT, ...day?.pace, grace: 1 }, 'UTC')).toBe('');
    expect(paces({ phases: {}, brief_turns: 'Cards' }, 'UTC')[2]?.pace).toMatchObject({ short: 43_200, times: {} });
  });
  it('are typed in the greatest unit that fits', () => {
    expect([0, 90, 7200, 172_800].map((seconds) => amountOf(seconds))).toEqual([
      { count: 0, unit: 'hours' }, { count: 90, unit: 'seconds' }, { count: 2, unit: 'hours' }, { count: 2, unit: 'days' }]);
  });
  it('are never longer for brief turns, and leave out what such turns cannot have', () => {
    const own = { ...NO_LIMIT, seconds: 86_400, short: 43_200, times: { a: 43_200 }, bank: 60, holidays: 14, least: 7200 };
    expect(withSeconds(own, 3600)).toMatchObject({ short: 0, times: {}, bank: 0, holidays: 0, least: 0 });
    expect(withSeconds(own, 600)).toMatchObject({ bank: 60 });
    expect(withSeconds(own, 0)).toMatchObject({ seconds: 0, holidays: 0, misses: 2 });
  });
  it('come with reminders', () => {
    const pace = withReminder({ ...NO_LIMIT, seconds: 86_400 }, 7200);
    expect(remindersFor(pace)).toEqual([10_800, 7200, 3600]);
    expect(withReminder(pace, 7200).reminders).toEqual([]);
  });
  it('may end on some days alone, but on one at least, and live turns end at any time', () => {
    const workdays = [5, 6].reduce(withDay, { ...NO_LIMIT, seconds: 86_400, closes_at: '18:00', zone: 'Europe/Berlin' });
    expect(workdays.weekdays).toEqual([0, 1, 2, 3, 4]);
    expect([5, 6].reduce(withDay, workdays).weekdays).toEqual([]);
    expect(withDay({ ...workdays, weekdays: [2] }, 2).weekdays).toEqual([2]);
    expect(calendarLine(workdays)).toBe(' Turns close at 18:00 from Monday to Friday, Europe/Berlin time.');
    expect(calendarLine({ ...workdays, closes_at: '', weekdays: [0, 3] })).toBe(' Turns close only on Monday and Thursday, Europe/Berlin time.');
    expect(withSeconds(workdays, 3600)).toMatchObject({ closes_at: '', weekdays: [] });
    expect([hours('').length, hours('18:30').indexOf('18:30')]).toEqual([24, 19]);
  });
  it('suit the pace out of turn: a moment in live games, else until all have answered', () => {
    expect([0, 60, 3600, 86_400].map(usualWindow)).toEqual([0, 20, 20, 0]);
    expect(openFor(25).map((one) => one.value)).toEqual([10, 20, 25, 30, 45, 60, 120]);
  });
  it('are given in steps that suit the pace', () => {
    expect([extensions(60)[0], extensions(86_400)[0]]).toEqual([60, 43_200]);
  });
});

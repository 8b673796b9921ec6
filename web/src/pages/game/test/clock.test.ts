import { describe, expect, it } from 'vitest';
import type { Clock, SeatCard } from '../../../lib/types';
import { calendarLine } from '../../../lib/deadlines';
import { hours, NO_LIMIT, openFor, shorter, times, usualWindow, withDay, withSeconds } from '../../table/pace';
import { extensions, mayClose, votesOf, waitedFor } from '../frame/clock';

const seat = (number: number, more: Partial<SeatCard> = {}): SeatCard => ({
  seat: number, kind: 'human', name: `P${number}`, colour: 1, avatar: '', level: '', you: false, present: true, resigned: false, missed: 0, away: false, ...more,
});
const seats = [seat(0, { you: true }), seat(1), seat(2, { kind: 'bot' }), seat(3, { resigned: true }), seat(4, { away: true })];
const clock: Clock = { deadline: null, granted: 0, paused: false, left: null, votes: [1] };
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
});

describe('times to choose from', () => {
  it('keep an unusual one that is set', () => {
    expect(times(0).map((group) => group.title)).toEqual(['Live', 'By correspondence']);
    expect(times(7200).at(-1)?.choices).toEqual([{ value: 7200, title: '2 hours' }]);
  });
  it('are shorter for brief turns, and never longer than the others', () => {
    expect(shorter(86_400, 0).map((one) => one.title)).toEqual(['12 hours', '6 hours', '15 minutes', '5 minutes', '2 minutes', '1 minute']);
    expect(withSeconds({ ...NO_LIMIT, seconds: 86_400, short: 43_200 }, 3600).short).toBe(0);
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

import { describe, expect, it } from 'vitest';
import { between, mayRing } from '../notify';

const at = (time: string) => new Date(`2026-03-04T${time}:00`);
const asked = { notify: true, quiet: true, quietFrom: '22:00', quietTo: '08:00', muted: ['silent'] };

describe('notifications', () => {
  it('come only when asked for, while the page is hidden', () => {
    expect(mayRing(asked, 'one', true, at('12:00'))).toBe(true);
    expect(mayRing(asked, 'one', false, at('12:00'))).toBe(false);
    expect(mayRing({ ...asked, notify: false }, 'one', true, at('12:00'))).toBe(false);
  });
  it('leave out silenced games and quiet hours', () => {
    expect(mayRing(asked, 'silent', true, at('12:00'))).toBe(false);
    expect(mayRing(asked, 'one', true, at('23:30'))).toBe(false);
    expect(mayRing({ ...asked, quiet: false }, 'one', true, at('23:30'))).toBe(true);
  });
  it('know a night from a day', () => {
    expect(['21:59', '22:00', '07:59', '08:00'].map((time) => between(at(time), '22:00', '08:00'))).toEqual([false, true, true, false]);
    expect(['08:59', '09:00', '16:59', '17:00'].map((time) => between(at(time), '09:00', '17:00'))).toEqual([false, true, true, false]);
  });
});

/** Notifications of the browser, for those who asked for them: a turn that waits, the end of a game. */
import type { Settings } from './settings.svelte';

export type Asking = Pick<Settings, 'notify' | 'quiet' | 'quietFrom' | 'quietTo' | 'muted'>;

/** Whether a table may ring now: asked for, not silenced, the page out of sight, and not in the quiet hours. */
export function mayRing(asking: Asking, table: string, hidden: boolean, now = new Date()): boolean {
  return asking.notify && hidden && !asking.muted.includes(table) && !(asking.quiet && between(now, asking.quietFrom, asking.quietTo));
}

/** Whether a moment lies between two times of the day, "22:00" and "08:00" being the night. */
export function between(now: Date, from: string, to: string): boolean {
  const at = now.getHours() * 60 + now.getMinutes();
  const [start, end] = [minutes(from), minutes(to)];
  return start <= end ? at >= start && at < end : at >= start || at < end;
}

function minutes(time: string): number {
  const [hours = 0, rest = 0] = time.split(':').map(Number);
  return hours * 60 + rest;
}

/** Whether this browser can notify at all; phones often cannot. */
export const canNotify = (): boolean => 'Notification' in globalThis;

/** Ask the browser for leave; true when it was given. */
export async function askLeave(): Promise<boolean> {
  return canNotify() && (await Notification.requestPermission()) === 'granted';
}

/** Ring for a table, one message for each however often; looking at the page takes it away. */
export function ring(asking: Asking, table: string, title: string, body: string): void {
  if (!canNotify() || Notification.permission !== 'granted' || !mayRing(asking, table, document.hidden)) return;
  try {
    const note = new Notification(title, { body, tag: `wartable-${table}`, icon: '/icon.svg' });
    note.onclick = () => { window.focus(); note.close(); };
    document.addEventListener('visibilitychange', () => note.close(), { once: true });
  } catch {
    // Some phones have notifications only for installed pages; the title of the page says it all the same.
  }
}

/** Web Push, as far as this browser has it: notices that come although no page is open. */
import type { PushWish } from '../generated/api';
import { askLeave, canNotify } from './notify';

/** Whether this browser can be told while its pages are closed; it can on pages by https and on `localhost`. */
export const canPush = (): boolean => canNotify() && 'serviceWorker' in navigator && 'PushManager' in globalThis;

/** Whether this is a phone or tablet of Apple's, which tells only pages that are on the home screen. */
export const asksForHomeScreen = (): boolean => /iPhone|iPad/.test(navigator.userAgent) && !matchMedia('(display-mode: standalone)').matches;

/** Where this browser is told from now on, for the server; null where it was not allowed. */
export async function subscribe(key: string): Promise<PushWish | null> {
  if (!(await askLeave())) return null;
  await navigator.serviceWorker.register('/push.js');
  const { pushManager } = await navigator.serviceWorker.ready;
  const there = await pushManager.getSubscription();
  if (there && keyOf(there) !== key) await there.unsubscribe(); // it was for another server at this address
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = made.toJSON();
  return { endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' };
}

/** End it in this browser. */
export async function unsubscribe(): Promise<void> {
  const worker = await navigator.serviceWorker.getRegistration();
  await (await worker?.pushManager.getSubscription())?.unsubscribe();
}

/** Take away what was shown of a table, now that its page is open. */
export async function clearPushes(table: string): Promise<void> {
  if (!canPush()) return;
  const worker = await navigator.serviceWorker.getRegistration();
  for (const shown of await worker?.getNotifications({ tag: table }) ?? []) shown.close();
}

function keyOf(there: PushSubscription): string {
  const key = there.options.applicationServerKey;
  if (!key) return '';
  return btoa(String.fromCharCode(...new Uint8Array(key))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

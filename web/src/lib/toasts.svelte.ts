/** Short notes at the foot of the page; refusals are spoken at once, the rest politely. */
import { leisurely } from './settings.svelte';

export interface Toast { id: number; text: string; tone: 'plain' | 'good' | 'danger' }

export const toasts: Toast[] = $state([]);
let next = 1;

/** Show a note for `life` milliseconds, or longer where the reader wants more time. */
export function toast(text: string, tone: Toast['tone'] = 'plain', life = 4000): void {
  const id = next++;
  toasts.push({ id, text, tone });
  setTimeout(() => dismiss(id), leisurely(life));
}

export function dismiss(id: number): void {
  const index = toasts.findIndex((one) => one.id === id);
  if (index >= 0) toasts.splice(index, 1);
}

/** Numbers, times and lists as words. */

const SMALL = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];

/** `plural(1, 'army', 'armies')` is "1 army". */
export const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/** What *Undo* says where it can do nothing. */
export const NO_UNDO = 'There is nothing to take back.';

/** A number with the minus sign of print. */
export const number = (value: number): string => String(value).replace('-', '−');

/** Small numbers in words, others as figures. */
export const inWords = (count: number): string => SMALL[count] ?? String(count);

/** "Brazil, Venezuela and Argentina". */
export function list(names: readonly string[], last = 'and'): string {
  if (names.length < 2) return names[0] ?? '';
  return `${names.slice(0, -1).join(', ')} ${last} ${names[names.length - 1]}`;
}

/** What somebody does as it follows the name: Rohan wins, Goblins win, Dwarves and Dale win; Legolas wins (`_does` tells the log so). */
export const does = (who: string, verb: string): string => (/[^aiouys]s$| and /.test(who) ? verb.replace(/(?<=ch)es$|s$/, '') : verb);

/** A set of rules by its name: "Classic rules", but "Settled rules" and "By the letter" as they are. */
export const rulesBy = (title: string): string => (title.includes(' ') ? title : `${title} rules`);

/** A chance as people read it: never 0 % or 100 % unless it is exactly that. */
export function percent(chance: number): string {
  if (chance <= 0) return '0 %';
  if (chance >= 1) return '100 %';
  const rounded = Math.round(chance * 100);
  if (rounded === 0) return '<1 %';
  if (rounded === 100) return '>99 %';
  return `${rounded} %`;
}

/** Small letters without accents, as one looks for words. */
export const folded = (text: string): string => text.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A day in the reader's zone: "23 November 2026". */
export const day = (iso: string): string => new Date(iso).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });

/** A moment in the reader's zone: time today, else weekday and time, else the date. */
export function when(iso: string, now = new Date()): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return '';
  const time = date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  if (date.toDateString() === now.toDateString()) return time;
  const days = (now.getTime() - date.getTime()) / 86_400_000;
  if (days < 6) return `${date.toLocaleDateString('en-GB', { weekday: 'long' })} ${time}`;
  return day(iso);
}

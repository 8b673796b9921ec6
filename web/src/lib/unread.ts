/** What waits unread at a table, in words: letters, and lines of the chat where no letters stand in for it. */
import { plural } from './words';

interface Written { letters: number; lines: number }

export const unread = (table: Written): number => table.letters + table.lines;
export const unreadWords = (table: Written): string =>
  [table.letters ? plural(table.letters, 'letter') : '', table.lines ? plural(table.lines, 'message') : ''].filter(Boolean).join(', ');

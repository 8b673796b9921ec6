/** Votes on the clock that are open, as lists of tables tell them. */
import type { TableCard } from './types';
import { list } from './words';

/** What a vote asks for, in two words. */
export const voteTitle = (table: TableCard): string => (table.vote?.about === 'resume' ? 'Resume the clock' : 'Pause the clock');

/** Who asks, how many agree and how many have to: "asked by Ann, 1 of 3 agrees". */
export function voteState(table: TableCard): string {
  const { vote } = table;
  return vote ? `asked by ${list(vote.by)}; ${vote.agreed} of ${vote.needed} ${vote.agreed === 1 ? 'agrees' : 'agree'}` : '';
}

/** Whether a vote waits for the reader's answer. */
export const asksVote = (table: TableCard): boolean => table.vote?.mine ?? false;

/** Votes on the end of a game, which go with the orders: for a draw, of whom, or for the victory of another. */
import type { Offer } from '../../../lib/types';

export interface Ballot { draw: boolean; drawOf: string[]; concedeTo: string }
/** What may be voted: `sharers` are those who may share a draw, where that is chosen. */
export interface Elections { mayDraw: boolean; sharers: readonly string[]; concede: readonly string[] }
interface SentVote { draw?: boolean; draw_of?: readonly string[]; concede_to?: string }

export function electionsIn(offers: readonly Offer[]): Elections {
  const draw = offers.find((offer) => offer.kind === 'draw');
  return { mayDraw: draw !== undefined, sharers: draw?.targets ?? [], concede: offers.find((offer) => offer.kind === 'concede')?.targets ?? [] };
}

export const readVote = (sent: SentVote): Ballot => ({ draw: sent.draw ?? false, drawOf: [...(sent.draw_of ?? [])], concedeTo: sent.concede_to ?? '' });

export const sentVote = ({ draw, drawOf, concedeTo }: Ballot): Required<SentVote> => ({ draw, draw_of: draw ? drawOf : [], concede_to: concedeTo });

/** What is typed comes in addition to what was voted. */
export const withTyped = (vote: Ballot, typed: Ballot): Ballot => ({ draw: vote.draw || typed.draw, drawOf: typed.drawOf.length ? typed.drawOf : vote.drawOf, concedeTo: typed.concedeTo || vote.concedeTo });

/** Let a power share the draw that is voted for, or not; null where fewer than two would be left. */
export function shared(vote: Ballot, all: readonly string[], power: string, on: boolean): string[] | null {
  const wanted = all.filter((one) => (one === power ? on : !vote.drawOf.length || vote.drawOf.includes(one)));
  if (wanted.length < 2) return null;
  return wanted.length === all.length ? [] : wanted;
}

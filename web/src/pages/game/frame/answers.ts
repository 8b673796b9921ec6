/** What the frame asks itself: offers of the rules as buttons, read by the server where something is chosen with them. */
import type { Action, Offer } from '../../../lib/types';
import { capital } from '../../../lib/words';
import { plainAction, show } from '../twin/offers';
import type { Form } from './draft.svelte';

/** What is chosen with an offer: a place and an amount, where it asks for them. */
export interface Choice { target: string; amount: number }
export const firstChoice = (offer: Offer): Choice => ({ target: offer.targets[0] ?? '', amount: Math.max(offer.least, Math.min(1, offer.most)) });

/** The notation of an offer and what is chosen with it: kind, what acts, where to, how much. */
export const textOf = (offer: Offer, { target, amount }: Choice): string =>
  [offer.kind, offer.source, target, offer.most ? amount : ''].filter((part) => part !== '').join(' ');

export const isPass = (offer: Offer): boolean => plainAction(offer) !== null && ['pass', 'done', 'decline'].includes(offer.kind);

/** An offer as its button says it. */
export const titleOf = (offer: Offer): string => offer.note || [capital(offer.kind.replaceAll('_', ' ')), offer.source].filter(Boolean).join(' ');

/** A decision in words: its kind and what was chosen; `place` names what is a place on the board. */
export const decisionWords = ({ type, ...chosen }: Action, place: (id: string) => string = (id) => id): string =>
  [capital(type.replaceAll('_', ' ')), ...Object.values(chosen).filter((value) => value !== null && value !== '').map((value) => (typeof value === 'string' ? place(value) : show(value)))].join(' ');

/** A secret decision of a game whose own page does not ask for it: the action itself. */
export const plainForm: Form<Action | null> = {
  read: (action) => action,
  write: (action) => action ?? { type: '' },
  text: (action) => JSON.stringify(action),
};

/** Values and offers of any game in words, and the actions of offers that leave nothing open. */
import type { Action, Offer } from '../../../lib/types';
import { capital, plural } from '../../../lib/words';

export const words = (name: string) => capital(name.replaceAll('_', ' '));
export function show(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map(show).join(', ');
  if (typeof value === 'object') return Object.entries(value).map(([key, one]) => `${words(key)} ${show(one)}`).join('; ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** An offer in words, "Move from a to b, 1 to 3". */
export function offerWords(offer: Offer): string {
  const parts = [words(offer.kind), offer.source, offer.targets.length ? `to ${plural(offer.targets.length, 'place')}` : '', offer.most ? `${offer.least} to ${offer.most}` : '', offer.note];
  return parts.filter(Boolean).join(' ');
}

/** The action of an offer that leaves nothing open, as most games spell it; null where something must be chosen. */
export function plainAction(offer: Offer): Action | null {
  return offer.source === '' && offer.targets.length === 0 && offer.most === 0 && !offer.free ? { type: offer.kind } : null;
}

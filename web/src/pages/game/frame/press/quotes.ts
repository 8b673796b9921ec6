/** Orders that letters speak of: in brackets within the text, `keep [A NWY H] and`. */
import type { Quote } from '../../../../generated/api';

/** A stretch of a letter; with a quote where it speaks of an order. */
export interface Piece { text: string; quote: Quote | null }

const BRACKETS = /\[([^[\]\n]{3,80})\]/g;

/** One spelling of an order, for comparisons: upper case, single spaces, plain dashes. */
export const spelled = (text: string): string => text.toUpperCase().replace(/->|→|–|—/g, '-').replace(/\s*([-=])\s*/g, ' $1 ').replace(/\s+/g, ' ').trim();

/** What stands in brackets in a text, each once. */
export const bracketed = (text: string): string[] => [...new Set([...text.matchAll(BRACKETS)].map((found) => (found[1] ?? '').trim()))];

/** A letter cut where it speaks of its quotes; what else stands in brackets stays as it is. */
export function pieces(text: string, quotes: readonly Quote[]): Piece[] {
  const known = new Map(quotes.map((quote) => [spelled(quote.text), quote]));
  const found: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(BRACKETS)) {
    const quote = known.get(spelled(match[1] ?? ''));
    if (!quote) continue;
    if (match.index > from) found.push({ text: text.slice(from, match.index), quote: null });
    found.push({ text: quote.text, quote });
    from = match.index + match[0].length;
  }
  if (from < text.length) found.push({ text: text.slice(from), quote: null });
  return found;
}

/** Quotes that the text itself does not speak of: they stand below it. */
export const beside = (text: string, quotes: readonly Quote[]): Quote[] => {
  const named = new Set(bracketed(text).map(spelled));
  return quotes.filter((quote) => !named.has(spelled(quote.text)));
};

/** The text with each quoted order as the rules write it. */
export const canonical = (text: string, quoteOf: (typed: string) => Quote | null): string =>
  text.replace(BRACKETS, (all, typed: string) => { const quote = quoteOf(typed.trim()); return quote ? `[${quote.text}]` : all; });

/** What tells a quote from others. */
export const keyOf = (quote: Quote): string => `${quote.seat} ${quote.text}`;

/** The words of a game that a text uses, found so that they can explain themselves. */
import type { GuideWord } from '../../lib/types';

export interface Piece { text: string; word?: GuideWord }

const safe = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Cut a text at the first place of each of these words, the longer before the shorter; what is no word of them stays text. */
export function marked(text: string, words: readonly GuideWord[]): Piece[] {
  const forms = words.flatMap((word) => [word.term, ...(word.forms ?? [])].map((form) => ({ form, word }))).sort((a, b) => b.form.length - a.form.length);
  if (!forms.length) return [{ text }];
  const named = new Map(forms.map(({ form, word }) => [form.toLowerCase(), word]));
  const seen = new Set<GuideWord>();
  const found: Piece[] = [];
  const add = (more: string) => {
    const last = found.at(-1);
    if (last && !last.word) last.text += more;
    else if (more) found.push({ text: more });
  };
  for (const part of text.split(new RegExp(`(?<![\\p{L}\\d])((?:${forms.map(({ form }) => safe(form)).join('|')})s?)(?![\\p{L}\\d])`, 'giu'))) {
    const lower = part.toLowerCase();
    const word = named.get(lower) ?? named.get(lower.replace(/s$/, ''));
    if (!word || seen.has(word)) add(part);
    else {
      seen.add(word);
      found.push({ text: part, word });
    }
  }
  return found;
}

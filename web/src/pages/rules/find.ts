/** Searching the rules of a game: what its page says, and the rules by number. */
import type { Guide, Rules, GuideStep } from '../../lib/types';
import { folded } from '../../lib/words';

/** A text of the rules: where it stands, under which name, and the address that leads there. */
export interface Passage { part: string; title: string; text: string; path: string }

/** What the page of a game says, in its order. */
export function passagesOf(guide: Pick<Guide, 'page' | 'turn' | 'example' | 'tables' | 'differs' | 'questions' | 'words'>): Passage[] {
  const steps = (part: string, id: string, all: readonly GuideStep[]): Passage[] => all.map(({ title, text }) => ({ part, title, text, path: `#${id}` }));
  return [
    ...steps('On one page', 'page', guide.page), ...steps('A turn', 'turn', guide.turn), ...steps('An example', 'example', guide.example),
    ...guide.tables.map((table) => ({ part: 'Table', title: table.title, text: [...(table.head?.length ? [table.head] : []), ...table.rows].map((row) => row.join(' ')).join('; '), path: '#tables' })),
    ...steps('What differs', 'differs', guide.differs), ...steps('Question', 'questions', guide.questions),
    ...guide.words.map(({ term, text }) => ({ part: 'Word', title: term, text, path: '#words' })),
  ];
}

const NUMBER = /^[A-Z]?\d[\w.]*/;

/** The full rules of a game, cut into their paragraphs, list items and rows of tables; a rule that has a number leads to itself. */
export function ruledPassages(rules: Rules, game: string): Passage[] {
  return rules.sections.flatMap((section) => {
    const page = new DOMParser().parseFromString(section.html, 'text/html');
    return [...page.querySelectorAll('p, li, tr')].filter((one) => !one.querySelector('p, li')).map((one) => {
      const bold = one.querySelector('strong')?.textContent ?? '';
      const [number] = NUMBER.exec(bold) ?? [];
      const text = (one.tagName === 'TR' ? [...one.children].map((cell) => cell.textContent.trim()).join(' · ') : one.textContent).replace(/\s+/g, ' ').trim();
      return { part: 'Full rules', title: bold.replace(/\.$/, '') || section.title, text: bold && text.startsWith(bold) ? text.slice(bold.length).trim() : text, path: `/games/${game}#${number ? `rule-${encodeURIComponent(number)}` : section.id}` };
    });
  });
}

/** The passages in which all words stand, those first that have them in their name; none for no words. */
export function found(passages: readonly Passage[], words: string): Passage[] {
  const wanted = folded(words).split(/\s+/).filter(Boolean);
  if (!wanted.length) return [];
  const hits = passages.filter((one) => { const text = folded(`${one.title} ${one.text}`); return wanted.every((word) => text.includes(word)); });
  const named = (one: Passage) => wanted.every((word) => folded(one.title).includes(word));
  return [...hits.filter(named), ...hits.filter((one) => !named(one))];
}

/** A text cut at the words that were searched, whatever their accents; every second piece is one of them. */
export function lit(text: string, words: string): string[] {
  const wanted = folded(words).split(/\s+/).filter(Boolean);
  const letters = Array.from(text);
  const plain = letters.map((letter) => letter.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase());
  const pieces: string[] = [];
  let between = '';
  for (let at = 0; at < letters.length;) {
    const rest = plain.slice(at).join('');
    const [word] = wanted.filter((one) => rest.startsWith(one)).sort((a, b) => b.length - a.length);
    if (word) {
      pieces.push(between, letters.slice(at, at + word.length).join(''));
      between = '';
    } else between += letters[at] ?? '';
    at += word?.length ?? 1;
  }
  return [...pieces, between];
}

/** Standing answers by the occasion they are for. */
import type { Offered } from '../../../../generated/api';
import { ABOUT } from './words';

/** `proposed`: suits most players where nobody can be asked in time. */
export interface Choice { key: string; proposed: boolean; lasts: Offered['lasts']; words: (place: (id: string) => string, card: (id: string) => string) => string }
/** `on` is the key of the answer that holds; empty: one is asked. */
export interface Occasion { about: string; title: string; choices: Choice[]; on: string }

const LASTS: Record<Offered['lasts'], string> = { once: 'The first time that it fits; after that you are asked.', turn: 'Until your next turn.', game: 'Until you change it.' };

const KEY = /^(?:(?<pass>pass)|card (?<card>\w+?)(?:>(?<to>\w+))?(?<count>[+-]\d)?) (?<about>[a-z.]+)(?:@(?<space>\w+))?$/;

/** Answers that are offered, by occasion; where one passes for all moments of the Fellowship, that stands first. */
export function occasions(offered: readonly Offered[]): Occasion[] {
  const found = new Map<string, Occasion>();
  for (const one of offered) {
    const parts = KEY.exec(one.key)?.groups;
    const about = parts?.about ?? one.key;
    const row = found.get(about) ?? { about, title: ABOUT[about] ?? one.title, choices: [], on: '' };
    row.choices.push({ key: one.key, proposed: one.proposed, lasts: one.lasts, words: (place, card) => (parts ? wordsOf(parts, place, card) : one.title) });
    if (one.on) row.on = one.key;
    found.set(about, row);
  }
  return [...found.values()];
}

/** On what condition the answer holds that has been given, and how long; `apart`: nobody is asked at this screen. */
export function holds(row: Occasion, apart = false): string {
  const given = row.choices.find((choice) => choice.key === row.on);
  if (apart && given?.lasts === 'once') return 'The first time that it fits; after that you pass.';
  return given ? LASTS[given.lasts] : '';
}

/** What is proposed, of the occasions for which nothing has been settled. */
export const proposals = (rows: readonly Occasion[]): Choice[] => rows.flatMap((row) => (row.on ? [] : row.choices.filter((choice) => choice.proposed)));

function wordsOf({ pass, card = '', to, count, about = '', space }: Record<string, string | undefined>, place: (id: string) => string, name: (id: string) => string): string {
  const where = space ? ` ${place(space)}` : '';
  if (pass) return `Pass${where ? ` on${where}` : ''}`;
  return `Play ${name(card)}${count ? ` ${count.replace('-', '−')}` : ''}${to ? ` to ${place(to)}` : ''}${where ? `, ${about.startsWith('fellowship') ? 'in' : 'for'}${where}` : ''}`;
}

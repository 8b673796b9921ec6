/** What lies on a place beside armies, in the order it is drawn. */
import { plural } from '../../../../lib/words';
import type { Ground } from '../view';
import type { BalanceView, SiteEffect } from './view';

export type MarkKind = 'capital' | 'city' | 'rough' | 'site' | 'airfield' | 'tank' | 'general' | SiteEffect;
/** `colour` is that of the player it belongs to, 0 for none; `count` of more than one. */
export interface Mark { kind: MarkKind; words: string; means: string; colour: number; count: number }

/** Looks in a box of 14, its middle at the origin. */
export const GLYPHS: Record<MarkKind, string> = {
  capital: 'M0-7 2.1-2.3 7-1.8 3.3 1.5 4.4 6.4 0 3.8-4.4 6.4-3.3 1.5-7-1.8-2.1-2.3Z',
  city: 'M-6.5 6.5V-1H-2.6V-6.5H2.2V-3H6.5V6.5H1.2V3.4H-1.2V6.5ZM-.9-4.6V-2.9H.6V-4.6ZM-.9-1.6V.1H.6V-1.6ZM3.6-1.2V.5H5V-1.2ZM-5.1.8V2.5H-3.7V.8Z',
  rough: 'M-7 5.8-2.4-5.2.5 1.2 2.6-2.4 7 5.8Z',
  site: 'M0-6.8 6.6-3V-1.5H-6.6V-3ZM-5.3-.7H-3V4.2H-5.3ZM-1.1-.7H1.1V4.2H-1.1ZM3-.7H5.3V4.2H3ZM-6.6 4.9H6.6V6.7H-6.6Z',
  airfield: 'M0-7C.9-7 1.3-5.6 1.3-4.4V-1.8L6.9 1.8V3.6L1.3 1.9V4.5L3.1 5.9V7L0 6.2-3.1 7V5.9L-1.3 4.5V1.9L-6.9 3.6V1.8L-1.3-1.8V-4.4C-1.3-5.6-.9-7 0-7Z',
  tank: 'M-6.9 1.6H6.9L5.2 6H-5.2ZM-4.2.9V-2.6H-1.6V-4.2H2.6V-2.3H7V-.9H2.6V.9Z',
  barracks: 'M-6.9-.6 0-6.6 6.9-.6V6.6H2.6V1.6H-2.6V6.6H-6.9ZM-4.6-.3V1.6H-3.2V-.3ZM3.2-.3V1.6H4.6V-.3Z',
  fortress: 'M-6.6-6.6H-3.9V-4.3H-1.4V-6.6H1.4V-4.3H3.9V-6.6H6.6V-1.6H5.2V6.6H1.7V2.6A1.7 1.7 0 0 0-1.7 2.6V6.6H-5.2V-1.6H-6.6Z',
  arsenal: 'M-1.5 6.6V-2.2C-1.5-4.4-.8-5.8 0-7 .8-5.8 1.5-4.4 1.5-2.2V6.6ZM-6.4 6.6V-.2C-6.4-2-5.8-3.1-5-4.2-4.2-3.1-3.6-2-3.6-.2V6.6ZM3.6 6.6V-.2C3.6-2 4.2-3.1 5-4.2 5.8-3.1 6.4-2 6.4-.2V6.6Z',
  listening_post: 'M-6.2-5.6C-6.2 1-1.6 5 4.4 5L1.1 1.6 4.7-2 3.6-3.1 0 .5-6.2-5.6ZM-1.6 4.6 1.5 5.3 2.6 7H-3.4Z',
  general: 'M-5 6.8V2.6L0-.6 5 2.6V6.8L0 3.8ZM-6.6-6.8-4.9-5 0-1.6 4.9-5 6.6-6.8 6.8-4.6 0 .2-6.8-4.6Z',
};

const MEANS: Record<MarkKind, string> = {
  capital: 'Gives its holder 1 army with each draft. Its owner can win only while holding it.',
  city: 'Counts as a territory in the draft and in the score.',
  rough: 'Attackers roll 2 dice at most, the defender always 2.',
  site: 'Matters for objectives and for recon missions.',
  airfield: 'Adds 1 to its holder’s highest die in battles here and next to it.',
  tank: 'Adds 1 to its holder’s highest die in battles here and next to it, and in attacks from next to it; it neither fights nor falls, and is lost with its place.',
  barracks: 'Brings its holder more armies with each draft.',
  fortress: 'Lifts the highest die of its defender.',
  arsenal: 'Makes special combat actions cheaper for its holder.',
  listening_post: 'Brings its holder a card each turn.',
  general: 'May not attack the player who killed its general.',
};

/** The marks of a place. `owner` names a seat as it is read ("your", "Jonas's"), `colour` gives its colour. */
export function marksAt(view: BalanceView, ground: Ground, id: string, owner: (seat: number) => string, colour: (seat: number) => number): Mark[] {
  const { marks } = view;
  const found: Mark[] = [];
  const add = (kind: MarkKind, words: string, more: Partial<Mark> = {}) => found.push({ kind, words, means: MEANS[kind], colour: 0, count: 1, ...more });
  for (const capital of marks.capitals) {
    if (capital.space === id) add('capital', `${owner(capital.seat)} capital`, { colour: colour(capital.seat) });
  }
  if (marks.cities.includes(id)) add('city', 'city');
  if (marks.rough.includes(id)) add('rough', 'rough terrain');
  if (marks.sites.includes(id)) add('site', 'site');
  if (marks.airfields.includes(id)) add('airfield', 'airfield');
  for (const site of marks.site_effects) {
    if (site.space === id && site.effect !== 'airfield') add(site.effect, site.title.toLowerCase(), { means: site.text });
  }
  const tanks = marks.tanks[ground.index.get(id) ?? -1] ?? 0;
  if (tanks) add('tank', plural(tanks, 'tank'), { count: tanks });
  for (const effect of view.effects) {
    if (effect.space === id) add('general', 'general killed', { colour: colour(effect.against ?? effect.seat), means: `${effect.text}, ${effect.ends}.` });
  }
  return found;
}

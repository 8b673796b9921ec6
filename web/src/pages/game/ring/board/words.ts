/** Figures, forces and places in words: for cards, for the list, and for those who hear the table. */
import { capital, list, plural } from '../../../../lib/words';
import type { Game } from '../../game.svelte';
import type { Ground, GroundPlace } from '../ground';
import { forceName, headcount, kindRows, kindWords } from '../moving/teams';
import { many } from '../moving/words';
import type { Crowd } from './crowd';
import { named, type Badge, type FigureView, type KindView, type RingView, type Spot } from '../view';
import { distance } from './shapes';

const BADGES: Record<Badge, string> = { wounded: 'wounded', pinned: 'pinned', moved: 'has moved', regrouping: 'regroups', hidden: 'hidden' };
const KINDS: Record<GroundPlace['kind'], string> = {
  fortress: 'fortress', citadel: 'citadel', tower: 'tower', stockade: 'stockade', haven: 'haven', site: 'place', edge: 'edge of the table',
};
const TOKENS: Record<KindView['token'], string> = { foot: 'on foot', mounted: 'mounted', hero: 'hero', character: 'character', ship: 'ship', artillery: 'artillery', flyer: 'flyer' };

/** "10″, 7″ in difficult ground". */
export function speedWords(kind: KindView): string {
  const inch = (mil: number) => `${Number((mil / 1000).toFixed(1))}″`;
  if (!kind.speed && kind.sea) return kind.river ? `${inch(kind.sea)}, ${inch(kind.river)} on rivers` : inch(kind.sea);
  if (!kind.speed) return kind.difficult ? `${inch(kind.difficult)} in difficult ground only` : 'does not move';
  return kind.difficult ? `${inch(kind.speed)}, ${inch(kind.difficult)} in difficult ground` : `${inch(kind.speed)}, clear ground only`;
}

/** "2 dice, hits on 4, saves on 5". */
export function fightWords(kind: KindView): string {
  const dice = kind.dice === null ? 'a die for each man aboard' : plural(kind.dice, 'die', 'dice');
  const parts = kind.attack === null ? ['does not attack'] : [dice, `hits on ${kind.attack}`];
  return [...parts, kind.defence === null ? 'no save' : `saves on ${kind.defence}`, kind.wounds > 1 ? plural(kind.wounds, 'wound') : ''].filter(Boolean).join(', ');
}

/** "hero, leads +2, wizardry 3". Only who has that ability is a hero; all others of a name of their own are characters. */
export function standing(kind: KindView, mounted: boolean): string {
  const leads = kind.leadership ? `leads +${kind.leadership}` : '';
  const wizardry = kind.wizardry ? `wizardry ${kind.wizardry}` : '';
  return [TOKENS[kind.token], named(kind.token) && mounted ? 'mounted' : '', leads, wizardry].filter(Boolean).join(' · ');
}

/** "axes, woodsmen": what a kind can do beside fighting; that it is a hero is said before. */
export const abilityWords = (kind: KindView): string => kind.abilities.filter((one) => one !== 'Hero').map((one) => one.charAt(0).toLowerCase() + one.slice(1)).join(', ');

export const stateWords = (one: FigureView): string => (one.badges ?? []).map((badge) => BADGES[badge]).join(', ');

/** "2 of 3 wounds left"; empty while none is lost. */
export function leftWords(one: FigureView, kind: KindView): string {
  const lost = one.figure.lost_wounds ?? 0;
  return lost ? `${kind.wounds - lost} of ${plural(kind.wounds, 'wound')} left` : '';
}

/** "8 Corsairs, room for 2 more"; empty for what carries nobody. */
export function aboardWords(crowd: Crowd, one: FigureView): string {
  const on = crowd.on(one.figure.id);
  const room = (crowd.kind(one)?.capacity ?? 0) - on.length;
  const who = kindRows(crowd, on).map((row) => (row.figures.length > 1 ? `${row.figures.length} ${many(row.name)}` : row.name));
  if (!on.length) return room > 0 ? `nobody, room for ${room}` : '';
  return room > 0 ? `${list(who)}, room for ${room} more` : list(who);
}

/** "the One Ring, worn 2 times" for who bears it; empty for all others. */
export function bearsWords(view: RingView, one: FigureView): string {
  const item = one.figure.holds ? view.items.find(({ id }) => id === one.figure.holds) : undefined;
  if (!item) return '';
  return `${item.name.replace(/^(The|An?) /, (article) => article.toLowerCase())}${item.corruption ? `, worn ${item.corruption === 1 ? 'once' : `${item.corruption} times`}` : ''}`;
}

export function ownerWords(game: Game, view: RingView, owner: number): string {
  const player = view.players[owner];
  if (!player) return 'nobody';
  if (player.seat === null) return 'wild';
  return game.mine.includes(player.seat) ? `${player.name}, yours` : player.name;
}

export function placeWords(view: RingView, place: GroundPlace): string {
  const now = view.places.find((one) => one.id === place.id);
  const holder = view.sides.find((side) => side.id === now?.holder);
  const held = `held by ${holder?.name ?? 'nobody'}`;
  const inside = now ? [now.garrison ? plural(now.garrison, 'figure') + ' inside' : '', now.tower ? `${now.tower} in the tower` : ''] : [];
  return [capital(KINDS[place.kind]), held, ...inside, now?.open ? 'breached' : '', place.healing ? 'a place of healing' : ''].filter(Boolean).join(' · ');
}

/** "near Edoras", "at Helm's Deep"; empty where no place is within a hand's breadth. */
export function whereabouts(ground: Ground, spot: Spot): string {
  const near = ground.places.map((place) => ({ place, far: distance(place.at, spot) })).sort((a, b) => a.far - b.far)[0];
  return near ? `${inchesOf(near.far)} from ${near.place.name}` : '';
}
const inchesOf = (mil: number) => `${Math.round(mil / 1000)}″`;

/** What holds for some figures, or for all: "4 hidden", "Hidden". */
export function statesOf(figures: readonly FigureView[]): string {
  return capital(list((Object.keys(BADGES) as Badge[]).map((badge) => ({ badge, count: figures.filter((one) => one.badges?.includes(badge)).length }))
    .filter(({ count }) => count).map(({ badge, count }) => `${count === figures.length ? '' : `${count} `}${count > 1 && badge === 'moved' ? 'have moved' : BADGES[badge]}`)));
}

/** "Éomer's force, Rohan, yours, 13 figures: Éomer and 12 Riders of Rohan. 7″ from Edoras. 2 pinned." */
export function forceWords(game: Game, ground: Ground, crowd: Crowd, figures: readonly FigureView[]): string {
  const first = figures[0];
  if (!first) return '';
  const place = (id: string) => ground.places.find((one) => one.id === id)?.name ?? id;
  const rows = kindWords(crowd, crowd.manned(figures));
  const where = first.figure.inside ? `in ${place(first.figure.inside)}` : whereabouts(ground, [first.figure.x, first.figure.y]);
  const states = statesOf(figures);
  const head = `${forceName(crowd, figures, place)}, ${ownerWords(game, crowd.view, first.figure.owner)}, ${headcount(crowd.manned(figures))}`;
  return `${head}: ${rows}. ${capital(where)}.${states ? ` ${states}.` : ''}`;
}

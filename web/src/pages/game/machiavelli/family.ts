/** Machiavelli on the game page: columns, words, frames and status. */
import { capital, inWords, plural } from '../../../lib/words';
import type { View } from '../../../lib/types';
import type { Family } from '../family';
import type { Status } from '../frame/status';
import type { Game } from '../game.svelte';
import { deskOf } from './desk.svelte';
import { framesOf, type RevealFrame } from './frames';
import Powers from './Powers.svelte';
import Rail from './Rail.svelte';
import Stage from './Stage.svelte';
import { quotes } from './quoting.svelte';
import { titleOf, type MachiavelliView } from './view';

const seen = (view: View) => view as MachiavelliView;
const campaignOf = ({ season, year }: MachiavelliView['position']) => capital(`${season} ${year}`);
const powerOf = (view: View, seat: number) => seen(view).powers.find((power) => power.seat === seat);
const WHAT = { campaign: 'orders and money', retreats: '', year: 'units of the year', shifts: '', bans: 'a sentence of the Papacy' } as const;

export const machiavelli: Family = {
  serves: (asked) => asked.kind === 'orders',
  Stage,
  keys: 'italy',
  Rail,
  Players: Powers,
  columns: [
    { title: 'Cities', one: 'city', strong: true, of: (view, seat) => String(powerOf(view, seat)?.cities ?? 0) },
    { title: 'Units', one: 'unit', of: (view, seat) => String(powerOf(view, seat)?.units ?? 0) },
  ],
  measures: { cities: 'Cities', provinces: 'Provinces', units: 'Units' },
  phase: (view) => seen(view).asks || 'campaign',
  steps: (view) => [{ key: seen(view).asks || 'campaign', title: titleOf(seen(view)), line: '', state: 'current' }],
  order: (view, seats) => {
    const all = Array.from({ length: seats }, (_, seat) => seat);
    return all.toSorted((a, b) => Number(powerOf(view, a)?.out ?? false) - Number(powerOf(view, b)?.out ?? false));
  },
  alive: (view, seat) => !(powerOf(view, seat)?.out ?? false),
  hides: () => true,
  secret: () => null,
  revealed: () => [],
  doing: () => 'thinks',
  tell: (lines) => lines.map((line) => line.text).join(' '),
  frames: framesOf,
  colours: (view, seats) => seats.map((colour, seat) => powerOf(view, seat)?.colour || colour),
  role: (view, seat) => powerOf(view, seat)?.name ?? '',
  moment: (view) => {
    const now = seen(view);
    const what = now.asks === 'campaign' && !now.money ? 'orders' : now.asks ? WHAT[now.asks] : '';
    return [titleOf(now), what, `${inWords(now.powers.length)} powers`].filter(Boolean).join(' · ');
  },
  turnTitle: (game, turn) => (turn === game.shown.turn ? campaignOf(seen(game.shown.view).position) : ''),
  quotes,
  status: statusOf,
};

function statusOf(game: Game): Status | null {
  const desk = deskOf(game);
  if ((game.playback.frame as RevealFrame | null)?.waiting) return { text: 'All orders are in', tone: 'plain' };
  // While moves are shown the card of the verdict is not there.
  if (desk.fact !== null && desk.told.facts.length && !game.playback.on && !game.replay.on) return { text: `The verdict, ${desk.fact + 1} of ${desk.told.facts.length}`, tone: 'slate' };
  if (desk.writing && !desk.draft.ready) {
    const left = desk.missing.length;
    if (left) return { text: capital(plural(left, desk.asks === 'retreats' ? 'retreat' : 'order')) + ' missing', tone: 'brass' };
    return { text: desk.asks === 'year' ? 'Your units of the year' : 'Ready?', tone: 'brass' };
  }
  if (game.framed && game.asked !== null && !game.replay.on && !game.over && !game.shown.ready.includes(game.asked)) return { text: 'Your answer', tone: 'brass' };
  const asked = seen(game.shown.view).powers.filter((power) => power.asked);
  if (game.over || !asked.length) return null;
  const ready = asked.filter((power) => game.shown.ready.includes(power.seat) || (power.id === desk.view.power && desk.writing));
  return { text: `${ready.length} of ${asked.length} ready`, tone: 'plain' };
}

export default machiavelli;

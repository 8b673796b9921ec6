/** Games of secret simultaneous orders on the game page: columns, words, frames and status. */
import { capital, inWords, plural } from '../../../lib/words';
import type { View } from '../../../lib/types';
import type { Family } from '../family';
import type { Status } from '../frame/status';
import type { Game } from '../game.svelte';
import { deskOf } from './desk.svelte';
import { framesOf, type RevealFrame } from './frames';
import { quotes } from './quoting.svelte';
import Powers from './Powers.svelte';
import Rail from './Rail.svelte';
import Stage from './Stage.svelte';
import Told from './Told.svelte';
import type { DiplomacyView } from './view';

const diplo = (view: View) => view as DiplomacyView;
const powerOf = (view: View, seat: number) => diplo(view).powers.find((power) => power.seat === seat);
const KINDS = { movement: 'orders', retreats: 'retreats', adjustments: 'builds' } as const;

export const diplomacy: Family = {
  serves: () => true,
  Stage,
  keys: 'orders',
  Rail,
  Told,
  Players: Powers,
  columns: [
    { title: 'Centres', one: 'centre', strong: true, of: (view, seat) => String(powerOf(view, seat)?.centres ?? 0) },
    { title: 'Units', one: 'unit', of: (view, seat) => String(powerOf(view, seat)?.units ?? 0) },
  ],
  measures: { centres: 'Supply centres', units: 'Units' },
  phase: (view) => diplo(view).phase.kind,
  steps: (view) => [{ key: diplo(view).phase.kind, title: diplo(view).phase.title, line: '', state: 'current' }],
  order: (view, seats) => {
    const all = Array.from({ length: seats }, (_, seat) => seat);
    return all.toSorted((a, b) => Number(powerOf(view, a)?.standing === 'out') - Number(powerOf(view, b)?.standing === 'out'));
  },
  alive: (view, seat) => powerOf(view, seat)?.standing !== 'out',
  absent: (view, seat) => powerOf(view, seat)?.standing === 'disorder',
  hides: () => true,
  pace: 1800, // a step is a whole phase: all its orders are to be read
  secret: () => null,
  revealed: () => [],
  doing: () => 'thinks',
  tell: (lines) => lines.map((line) => line.text).join(' '),
  frames: framesOf,
  colours: (view, seats) => seats.map((colour, seat) => powerOf(view, seat)?.colour ?? colour),
  role: (view, seat) => powerOf(view, seat)?.name ?? '',
  moment: (view) => {
    const { phase: { title, kind }, ending } = diplo(view);
    const what = ending || title.toLowerCase().includes(KINDS[kind]) || title.toLowerCase().includes(kind) ? '' : ` · ${KINDS[kind]}`;
    return `${title}${what} · ${inWords(diplo(view).powers.length)} powers`;
  },
  turnTitle: (game, turn) => (turn === game.shown.turn ? diplo(game.shown.view).phase.title : ''),
  status: statusOf,
  quotes,
};

function statusOf(game: Game): Status | null {
  const desk = deskOf(game);
  if ((game.playback.frame as RevealFrame | null)?.waiting) return { text: 'All orders are in', tone: 'plain' };
  if (desk.writing && !desk.draft.ready) {
    const { choices, left } = desk;
    if (left) return { text: capital(choices.builds ? `${plural(left, 'build')} open` : choices.removals ? `${plural(left, 'unit')} to remove` : `${plural(left, 'order')} missing`), tone: 'brass' };
    const count = desk.orders.length;
    return { text: count ? `Ready? ${count === 1 ? 'It is' : `All ${count}`} ordered` : 'Ready?', tone: 'brass' };
  }
  if (!game.over && desk.ring?.asked_riders) return game.framed ? { text: 'A question to you', tone: 'brass' } : { text: 'Mordor is asked', tone: 'plain' };
  const asked = diplo(game.shown.view).powers.filter((power) => power.standing === 'asked' || power.standing === 'in');
  if (game.over || !asked.length) return null;
  const ready = asked.filter((power) => power.standing === 'in' || (power.seat !== null && game.shown.ready.includes(power.seat)) || (desk.led.includes(power.id) && desk.writing));
  return { text: `${ready.length} of ${asked.length} ready`, tone: 'plain' };
}

export default diplomacy;

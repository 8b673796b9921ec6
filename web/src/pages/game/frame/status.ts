/** The one state of the game as the pill and the page's title say it. */
import { capital, inWords, list } from '../../../lib/words';
import type { SeatCard } from '../../../lib/types';
import type { Game } from '../game.svelte';

export interface Status { text: string; tone: 'plain' | 'brass' | 'amber' | 'slate'; action?: 'now' }

const LATE = 2000;
const OFFLINE = 10_000;
/** So many winners are still named. */
const SHARING = 3;

/** `now` is the clock in milliseconds, `waited` how long others have been asked. */
export function statusOf(game: Game, now: number, waited: number): Status {
  const lost = game.link.state === 'lost' ? now - game.link.since : 0;
  if (lost > OFFLINE) return { text: `Offline, ${Math.round(lost / 1000)} s`, tone: 'amber' };
  if (lost > LATE) return { text: 'Reconnecting…', tone: 'amber' };
  if (game.replay.on) return { text: `${game.turnTitle(game.replay.turn) || `Turn ${game.replay.turn + 1} of ${game.shown.turn + 1}`}${waits(game) ? ' · your turn' : ''}`, tone: 'slate', action: 'now' };
  if (game.over) return { text: overText(game), tone: 'plain' };
  if (game.asked !== null && game.card(game.asked)?.away) return { text: 'You are away', tone: 'plain' };
  const told = game.family.status?.(game);
  if (told && (!game.playback.watching || game.family.together?.(game.shown.view))) return told;
  if (game.playback.watching) return { text: playingText(game), tone: 'plain' };
  if (game.playback.on && game.playback.own && game.asked === null && game.playback.frame !== null) return { text: 'You play…', tone: 'plain' };
  if (game.asked !== null) return { text: game.framed ? askedText(game) : `Your turn, ${game.card(game.asked)?.name ?? ''}`, tone: 'brass' };
  if (game.mine.length === 0) return { text: 'You are watching', tone: 'plain' };
  return { text: waitingText(game, waited), tone: 'plain' };
}

/** Whether the game waits for the reader, who is there and has not said that they are ready. */
const waits = (game: Game): boolean =>
  !game.over && game.asked !== null && !game.shown.ready.includes(game.asked) && !game.card(game.asked)?.away;

const allied = (game: Game, seats: readonly number[]): boolean =>
  new Set(seats.map((seat) => game.shown.sides[seat] ?? -1 - seat)).size === 1;

/** Whether a seat has answered what all are asked in secret, in a word; empty where nothing of that kind is asked of it. */
export function readiness(game: Game, seat: number): string {
  const { asked, to_act: seats, ready } = game.shown;
  if (game.replay.on || game.over || asked?.kind !== 'orders' || !asked.secret || !seats.includes(seat)) return '';
  return ready.includes(seat) ? 'ready' : 'deciding';
}

const ASKED = { turn: 'Your choice', orders: 'Your orders', reaction: 'Your answer', vote: 'Your vote', consent: 'Do you agree?' };
function askedText(game: Game): string {
  const said = game.shown.asked?.secret && game.shown.ready.includes(game.asked ?? -1) ? 'You are ready' : ASKED[game.shown.asked?.kind ?? 'turn'];
  return `${said}, ${game.card(game.asked)?.name ?? ''}`;
}

function overText(game: Game): string {
  const winners = game.shown.outcome?.winners ?? [];
  if (!winners.length) return 'Nobody has won';
  const together = allied(game, winners);
  if (winners.length > SHARING) return together ? `${capital(inWords(winners.length))} have won together` : `A draw of ${inWords(winners.length)}`;
  const names = list(winners.map((seat) => game.card(seat)?.name ?? ''));
  return winners.length === 1 ? `${names} has won` : together ? `${names} have won` : `${names} share the first place`;
}

/** While moves are shown the position is still that before them: what is said holds for the one that is shown, or for all of them. */
function playingText(game: Game): string {
  const { actor } = game.playback;
  if (actor !== null && actor < 0) return `${capital(game.family.outsider?.name ?? 'somebody')} plays…`;
  const seat = actor ?? game.shown.seat;
  return seat === null ? doingText(game) : `${game.card(seat)?.name ?? 'Somebody'} plays…`;
}

function doingText(game: Game): string {
  const seat = game.shown.seat ?? game.shown.to_act[0] ?? null;
  return `${game.card(seat)?.name ?? 'Somebody'} ${game.family.doing(game.shown.view) || 'moves'}`;
}

function waitingText(game: Game, waited: number): string {
  const { asked, to_act: seats } = game.shown;
  if (asked && !game.family.serves(asked) && asked.kind === 'reaction') return 'Waiting for answers';
  if (seats.length > 1) return `${game.table.seats.length - seats.length} of ${game.table.seats.length} ready`;
  const card = game.card(seats[0] ?? null);
  if (card?.kind === 'bot') return waited > 400 ? `${card.name} thinks…` : doingText(game);
  return doingText(game);
}

/** What is said beside the name of a player: away is who missed deadlines, not here who has closed the page. */
export const whereabouts = (card: SeatCard): string =>
  (card.offered ? 'seat is free' : card.resigned ? 'resigned' : card.away ? 'away' : card.missed ? `missed ${card.missed}` : card.present ? '' : 'not here');

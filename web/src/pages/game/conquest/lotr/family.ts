/** Lord of the Rings Risk on the page of the conquest games. */
import type { LogLine } from '../../../../lib/types';
import { capital } from '../../../../lib/words';
import type { Exhibit, Family } from '../../family';
import type { Game } from '../../game.svelte';
import { conquest } from '../family';
import Answers from './Answers.svelte';
import AnswersPanel from './AnswersPanel.svelte';
import Cards from './Cards.svelte';
import { commandOf } from '../commands';
import { ours } from './command.svelte';
import { pictureOf } from './faces';
import { CARD_LINES, cardFrames } from './frames';
import Score from './Score.svelte';
import { turnSteps } from './steps';
import { roundSteps } from '../simultaneous/steps';
import Summary from './Summary.svelte';
import { colourOf, lotr, openCards, type LotrView } from './view';

const DOING: Partial<Record<LotrView['phase'], string>> = { setup: 'sets up', declare: 'declares leaders', cards: 'takes cards', fellowship: 'waits for the Fellowship' };

export const middleEarth: Family = {
  ...conquest,
  columns: [
    { title: 'Terr.', one: 'territory', shared: true, of: (view, seat) => String(lotr(view).territories[seat] ?? 0) },
    { title: 'Points', one: 'point', strong: true, shared: true, of: (view, seat) => (lotr(view).ring ? String(lotr(view).points[seat]?.total ?? 0) : '') },
    { title: 'Units', one: 'unit', shared: true, of: (view, seat) => ((lotr(view).totals[seat] ?? 0) < 0 ? '?' : String(lotr(view).totals[seat] ?? 0)) },
    { title: 'Next', of: (view, seat) => (lotr(view).alive[seat] ? `+${lotr(view).incomes[seat]?.total ?? 0}` : '') },
    { title: 'Cards', of: (view, seat) => (lotr(view).cards.on ? `${lotr(view).adventure.counts[seat] ?? 0} · ${lotr(view).cards.counts[seat] ?? 0}` : '') },
  ],
  measures: { points: 'Points, had it ended then', territories: 'Territories', armies: 'Units', income: 'Income' },
  chartless: true,
  Answers,
  Summary,
  steps: (view) => roundSteps(view, lotr(view).phase, true) ?? turnSteps(lotr(view)),
  hides: () => true,
  holds: (view, seats) => seats.some((seat) => (lotr(view).cards.counts[seat] ?? 0) > 0 || (lotr(view).adventure.counts[seat] ?? 0) > 0) || lotr(view).goal.mission !== null,
  secret: () => null,
  revealed: (view) => lotr(view).goal.missions,
  doing: (view) => DOING[lotr(view).phase] ?? conquest.doing(view),
  outsider: { name: 'the neutral army', colour: 49 },
  remark: (view, seat) => lotr(view).sides[seat] ?? '',
  side: (view, seat) => capital(lotr(view).sides[seat] ?? ''),
  colours: (view, seats) => seats.map((colour, seat) => colourOf(lotr(view).colours[seat]) || colour),
  reached: (view) => reached(lotr(view)),
  keys: 'adventure',
  exhibits,
  frames: cardFrames,
  tabs: () => [{ key: 'score', title: 'Score', Panel: Score, first: true }, { key: 'answers', title: 'Answers', Panel: AnswersPanel }, { key: 'cards', title: 'Cards', Panel: Cards, place: 'cards' }],
  tab(game: Game) {
    if (game.over || game.replay.on) return '';
    return game.framed ? 'answers' : '';
  },
};

/** The cards that lines of the log name, as far as they lie open. */
function exhibits(lines: readonly LogLine[], game: Game): Exhibit[] {
  const told = lines.filter((line) => CARD_LINES.has(line.kind)).map((line) => line.text).join(' ');
  if (!told) return [];
  const cards = new Map(openCards(lotr(game.live.view)).map(({ card }) => [card.id, card]));
  return [...cards.values()].filter((card) => told.includes(card.name))
    .map(({ id, name }) => ({ key: id, label: name, picture: pictureOf(id), open: () => { ours(commandOf(game)).looked = id; } }));
}

/** The board draws the way with South Downs, which a table may leave out (T85). */
function reached({ ring }: LotrView): Record<string, number> {
  if (!ring) return {};
  const left = !ring.path.includes('south_downs') && ring.step > ring.path.indexOf('weather_hills');
  return { fellowship: ring.step + 1 + Number(left) };
}

export default middleEarth;

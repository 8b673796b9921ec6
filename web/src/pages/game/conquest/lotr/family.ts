/** Lord of the Rings Risk on the page of the conquest games. */
import type { LogLine } from '../../../../lib/types';
import type { Exhibit, Family, Step } from '../../family';
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
import { roundSteps } from '../simultaneous/steps';
import Summary from './Summary.svelte';
import { colourOf, isLotr, lotr, openCards, type LotrView } from './view';

const DOING: Partial<Record<LotrView['phase'], string>> = { setup: 'sets up', declare: 'declares leaders', cards: 'takes cards', fellowship: 'waits for the Fellowship' };

export const middleEarth: Family = {
  ...conquest,
  shows: (view, board) => isLotr(view) && board !== null,
  columns: [
    { title: 'Terr.', one: 'territory', of: (view, seat) => String(lotr(view).territories[seat] ?? 0) },
    { title: 'Points', one: 'point', strong: true, of: (view, seat) => String(lotr(view).points[seat]?.total ?? 0) },
    { title: 'Units', one: 'unit', of: (view, seat) => ((lotr(view).totals[seat] ?? 0) < 0 ? '?' : String(lotr(view).totals[seat] ?? 0)) },
    { title: 'Next', of: (view, seat) => (lotr(view).alive[seat] ? `+${lotr(view).incomes[seat]?.total ?? 0}` : '') },
    { title: 'Cards', of: (view, seat) => (lotr(view).cards.on ? `${lotr(view).adventure.counts[seat] ?? 0} · ${lotr(view).cards.counts[seat] ?? 0}` : '') },
  ],
  measures: { points: 'Points, had it ended then', territories: 'Territories', armies: 'Units', income: 'Income' },
  chartless: true,
  Answers,
  Summary,
  steps: (view) => roundSteps(view, lotr(view).phase, true) ?? steps(lotr(view)),
  hides: () => true,
  holds: (view, seats) => seats.some((seat) => (lotr(view).cards.counts[seat] ?? 0) > 0 || (lotr(view).adventure.counts[seat] ?? 0) > 0) || lotr(view).goal.mission !== null,
  secret: () => null,
  revealed: (view) => lotr(view).goal.missions,
  doing: (view) => DOING[lotr(view).phase] ?? conquest.doing(view),
  outsider: { name: 'the neutral army', colour: 49 },
  remark: (view, seat) => lotr(view).sides[seat] ?? '',
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

const TITLES = [['reinforce', 'Reinforce'], ['declare', 'Declare'], ['attack', 'Attack'], ['fortify', 'Fortify'], ['cards', 'Cards']] as const;

function steps(view: LotrView): Step[] {
  if (view.phase === 'claim' || view.phase === 'setup') {
    return [{ key: 'setup', title: view.phase === 'claim' ? 'Claim' : 'Set up', line: view.to_place ? `${view.to_place} to place` : 'leaders and cards', state: 'current' }];
  }
  const phase = view.phase === 'occupy' ? 'attack' : view.phase;
  const deciding = TITLES.filter(([key]) => ['reinforce', 'attack', 'fortify'].includes(key) || key === phase);
  const at = deciding.findIndex(([key]) => key === phase);
  const lines: Record<string, string> = { reinforce: at === 0 ? `${view.to_place} to place` : `${view.placed} placed`, declare: 'leaders for missions', attack: 'as often as you like', fortify: view.moves ? `${view.moves} made` : 'one move', cards: 'shown and drawn' };
  const here = at < 0 ? deciding.length : at;
  const main = deciding.map(([key, title], index): Step => ({ key, title, line: lines[key] ?? '', state: index < here ? 'done' : index === here ? 'current' : 'ahead' }));
  const { ring } = view;
  const needs = ring ? (ring.dice.includes(ring.step) ? `${ring.needed}+` : 'moves on') : '';
  const follow = (key: string, title: string, line: string, state: Step['state']): Step => ({ key, title, line, state, follows: true });
  return [...main, follow('card', 'Card', 'a conquest', 'ahead'), follow('adventure', 'Adventure', 'a leader takes a site', 'ahead'), ...(ring ? [follow('ring', 'Ring', needs, phase === 'fellowship' ? 'current' : 'ahead')] : [])];
}

export default middleEarth;

/** Conquest games on the game page: columns, steps, words and frames. */
import type { LogLine, View } from '../../../lib/types';
import type { Family, Step } from '../family';
import { isTall } from '../frame/screen.svelte';
import { heldWords } from './cards';
import { framesOf } from './frames';
import Sets from './Sets.svelte';
import { commandOf } from './commands';
import { setUpHeading } from './setup';
import { headingOf, joined, ofBattle } from './simultaneous/headings';
import { roundSteps, roundDoing } from './simultaneous/steps';
import { roundOf, TASKS, together } from './simultaneous/view';
import Stage from './Stage.svelte';
import { tellDecision, withYou } from './tell';
import { deedOf, type ConquestView, type Deed } from './view';

const risk = (view: View) => view as ConquestView;

const DOING: Record<Deed, string> = {
  pick: 'places', place: 'reinforces', attack: 'attacks', occupy: 'attacks', move: 'fortifies', buy: '', collect: '', give: '',
  leader: 'places a leader', declare: 'declares leaders', card: 'plays a card', show: 'shows missions', discard: 'discards', over: '', write: 'writes', orders: 'writes', aims: 'fights', withdraw: 'fights',
};
const STEPS = [['reinforce', 'Reinforce'], ['attack', 'Attack'], ['fortify', 'Fortify']] as const;

export const conquest: Family = {
  serves: (asked) => (asked.kind === 'turn' && !asked.secret) || asked.about in TASKS,
  status: (game) => (roundOf(game.view) ? commandOf(game).rounds.status : null),
  Stage,
  Summary: Sets,
  beside: true,
  keys: 'conquest',
  remark: (view, seat) => (risk(view).alive[seat] ? heldWords(risk(view).cards, seat) : ''),
  columns: [
    { title: 'Territories', one: 'territory', of: (view, seat) => String(risk(view).territories[seat] ?? 0) },
    { title: 'Armies', one: 'army', strong: true, of: (view, seat) => String(risk(view).totals[seat] ?? 0) },
    { title: 'Next', of: (view, seat) => (risk(view).alive[seat] ? `+${risk(view).income[seat] ?? 0}` : '') },
  ],
  measures: { territories: 'Territories', armies: 'Armies', income: 'Income' },
  phase: (view) => risk(view).phase,
  steps: (view) => roundSteps(view, risk(view).phase) ?? steps(risk(view)),
  order(view, seats) {
    const { order, alive } = risk(view);
    const all = order.length === seats ? order : Array.from({ length: seats }, (_, seat) => seat);
    return [...all.filter((seat) => alive[seat]), ...all.filter((seat) => !alive[seat])];
  },
  alive: (view, seat) => risk(view).alive[seat] ?? true,
  hides: (view) => risk(view).cards.on || risk(view).goal?.kind === 'missions',
  holds: (view, seats) => seats.some((seat) => (risk(view).cards.counts[seat] ?? 0) > 0) || risk(view).goal?.kind === 'missions',
  secret: (view) => risk(view).goal?.mission ?? null,
  revealed: (view) => risk(view).goal?.missions ?? [],
  doing: (view) => (risk(view).phase === 'claim' ? 'claims' : roundOf(view) ? roundDoing(risk(view).phase) : DOING[deedOf(risk(view).phase)]),
  folds: (game) => isTall(game.around.board) && commandOf(game).rounds.task === 'aims' && !commandOf(game).rounds.telling && !game.over && !game.replay.on,
  heading: (line, before, game) => setUpHeading(line, game) ?? (roundOf(game.view) ? headingOf(line, before, (id) => game.around.board?.spaces.find((space) => space.id === id)?.name ?? id) : null),
  turnTitle: (game, turn) => (roundOf(game.view) ? `Round ${turn + 1}` : ''),
  turnWord: (view) => (roundOf(view) ? 'round' : 'turn'),
  lastTurn: (game) => Number(game.table.options.turn_limit ?? 0),
  together,
  tell(lines, game) {
    const board = game.around.board;
    const me = game.mine.length === 1 ? (game.card(game.mine[0] ?? null)?.name ?? '') : '';
    const round = roundOf(game.view) ? told(lines).map((line) => ({ ...line, text: withYou(line.text, me) })) : lines;
    return tellDecision(round, {
      me,
      name: (seat) => game.card(seat)?.name ?? game.family.outsider?.name ?? '',
      you: (seat) => game.mine.length === 1 && game.mine.includes(seat),
      place: (id) => board?.spaces.find((space) => space.id === id)?.name ?? id,
    });
  },
  frames: framesOf,
};

const JOINED = new Set(['placed', 'marched', 'fortified', 'leader_moved']);

/** Lines of a round as the log says them, where the heading already says what they are of. */
function told(lines: LogLine[]): LogLine[] {
  const [first] = lines;
  if (!first || first.kind === 'revealed') return [];
  const alike = (line: LogLine) => line.kind === first.kind && line.seat === first.seat && (JOINED.has(line.kind) || line.text === first.text);
  if (lines.length > 1 && lines.every(alike)) return [{ ...first, text: joined(lines) }];
  return lines.map((line) => (['aimed', 'round_fought'].includes(line.kind) ? { ...line, text: ofBattle(line.text) } : line));
}

function steps(view: ConquestView): Step[] {
  if (view.phase === 'claim' || view.phase === 'setup') {
    return [{ key: 'setup', title: view.phase === 'claim' ? 'Claim' : 'Set up', line: view.to_place ? `${view.to_place} to place` : '', state: 'current' }];
  }
  const at = view.phase === 'reinforce' ? 0 : view.phase === 'fortify' ? 2 : view.phase === 'over' ? 3 : 1;
  const lines = [at === 0 ? `${view.to_place} to place` : `${view.placed} placed`, 'as often as you like', 'one move'];
  return STEPS.map(([key, title], index) => ({ key, title, line: lines[index] ?? '', state: index < at ? 'done' : index === at ? 'current' : 'ahead' }));
}

export default conquest;

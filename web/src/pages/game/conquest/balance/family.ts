/** The Balance of Power variant on the page of the conquest games. */
import type { View } from '../../../../lib/types';
import type { Family } from '../../family';
import type { Game } from '../../game.svelte';
import { conquest } from '../family';
import { NEUTRAL_COLOUR } from '../view';
import ActionsPanel from './ActionsPanel.svelte';
import Objectives from './Objectives.svelte';
import Summary from './Summary.svelte';
import type { BalanceView } from './view';
import { collectedBy, judged, stepOf, stepsOf } from './words';

const ours = (view: View) => view as BalanceView;
const DOING: Partial<Record<BalanceView['phase'], string>> = {
  capital: 'places a capital', neutral_reinforce: 'commands the neutral army', neutral_attack: 'commands the neutral army', buy: 'buys actions',
  maneuver: 'moves armies', collect: 'collects an objective', give: 'gives a card away',
};

export const balance: Family = {
  ...conquest,
  columns: [
    { title: 'Score', of: (view, seat) => String(ours(view).standing.scores[seat] ?? 0) },
    { title: 'Armies', one: 'army', strong: true, of: (view, seat) => String(ours(view).totals[seat] ?? 0) },
    { title: 'Next', of: (view, seat) => (ours(view).alive[seat] ? `+${ours(view).income[seat] ?? 0}` : '') },
  ],
  steps: (view) => stepsOf(ours(view)),
  hides: () => true, // hands of cards
  holds: (view, seats) => seats.some((seat) => (ours(view).cards.counts[seat] ?? 0) > 0),
  secret: () => null,
  revealed: () => [],
  doing: (view) => DOING[ours(view).phase] ?? conquest.doing(view),
  outsider: { name: 'the neutral army', colour: NEUTRAL_COLOUR },
  remark(view, seat) {
    const { standing } = ours(view);
    const won = collectedBy(ours(view), seat);
    const side = !judged(ours(view)) ? '' : seat === standing.losing ? 'losing' : seat === standing.winning ? 'winning' : '';
    return [side, won ? `${won} of ${ours(view).needed}` : ''].filter(Boolean).join(', ');
  },
  Summary,
  tabs: (view) => [{ key: 'objectives', title: 'Objectives', Panel: Objectives }, ...(ours(view).course.includes('buy') ? [{ key: 'actions', title: 'Actions', Panel: ActionsPanel }] : [])],
  /** The tab that the moment asks for. */
  tab(game: Game) {
    if (game.asked === null || game.replay.on) return '';
    const step = stepOf(ours(game.view));
    return step === 'buy' ? 'actions' : step === 'collect' ? 'objectives' : '';
  },
};

export default balance;

/** The steps of a turn for the strip. */
import type { Step } from '../../family';
import type { LotrView } from './view';

const TITLES = [['reinforce', 'Reinforce'], ['declare', 'Declare'], ['attack', 'Attack'], ['fortify', 'Fortify'], ['cards', 'Cards']] as const;

const follow = (key: string, title: string, line: string, state: Step['state']): Step => ({ key, title, line, state, follows: true });

/** A card at the end of the turn: what it is for, whether it is earned, and that it came. */
function earned(view: LotrView, kind: LotrView['earned'][number], title: string, reason: string): Step {
  if (!view.earned.includes(kind)) return follow(kind, title, reason, 'ahead');
  return follow(kind, title, view.phase === 'fellowship' ? 'drawn' : 'earned', 'done');
}

/** The steps in which somebody decides, then what follows by itself. */
export function turnSteps(view: LotrView): Step[] {
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
  const needs = ring ? (ring.dice.includes(ring.step) ? `moves on ${ring.needed}+` : 'moves on') : '';
  return [...main, earned(view, 'territory', 'Card', 'for a conquest'), earned(view, 'adventure', 'Adventure card', 'if a leader takes a site'), ...(ring && phase !== 'over' ? [follow('ring', 'Ring', needs, phase === 'fellowship' ? 'current' : 'ahead')] : [])];
}

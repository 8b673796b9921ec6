/** Where chosen figures might well go, by name: enemies to meet and places to enter, nearest first. Lengths are 1/1000 inch. */
import type { Crowd } from '../board/crowd';
import type { Ground } from '../ground';
import { spotOf, type FigureView } from '../view';
import { aimOf, apart, nearest, onRing, type Aim } from './aim';
import { fighters, forceName, moverOf } from './teams';

export interface Target { key: string; words: string; far: number; aim: Aim }

/** As many as a list shows. */
const MOST = 8;

/** Places and enemy forces that one move might lead to, as the crow flies. */
export function targetsOf(crowd: Crowd, ground: Ground, lead: FigureView, allowance: number): Target[] {
  const from = spotOf(lead.figure);
  const { view } = crowd;
  const side = view.players[moverOf(lead)]?.side ?? '';
  const name = (id: string) => ground.places.find((place) => place.id === id)?.name ?? id;
  const found: Target[] = [];
  for (const place of ground.places) {
    const spot = onRing(place.ring, from);
    const aim = aimOf(view, ground, lead, { figure: null, insider: null, place: place.id, spot: place.walled ? spot : place.at, at: { x: 0, y: 0 }, touch: false, shift: false, double: false });
    const verb = aim?.goal?.out ? 'Leave by' : aim?.goal ? 'Enter' : place.walled ? 'Up to the wall of' : 'To';
    if (aim) found.push({ key: place.id, words: `${verb} ${place.name}`, far: apart(spot, from), aim });
  }
  for (const force of crowd.forces) {
    if (view.players[force.owner]?.side === side || !force.figures[0]) continue;
    const spot = nearest(force.figures.map((one) => spotOf(one.figure)), from);
    found.push({ key: `force ${force.figures[0].figure.id}`, words: `Against ${forceName(crowd, force.figures, name)} (${fighters(force.figures) || force.figures.length})`, far: apart(spot, from), aim: { to: spot, goal: null } });
  }
  return found.filter((one) => one.far > 0 && one.far <= allowance).sort((a, b) => a.far - b.far).slice(0, MOST);
}

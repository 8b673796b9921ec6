/** Keeps what is decided on in sight: it is looked at anew with each matter, and where the dock grows over it. Lengths are 1/1000 inch. */
import type { TableDesk } from '../table.svelte';
import { inField, spotOf, type Spot } from '../view';
import { nearest, onRing } from '../moving/aim';
import type { Trail } from './trails.svelte';

/** To be called in an effect: `about` names the matter (empty: none), `spots` are asked for only where it is looked at. */
export function keeper(desk: TableDesk): (about: string, spots: () => readonly Spot[], close: number) => void {
  let looked = { about: '', dock: 0 };
  return (about, spots, close) => {
    const { dock, viewport } = desk;
    if (!about) looked = { about, dock: 0 };
    if (!about || !viewport.width || !viewport.height || (looked.about === about && dock <= looked.dock)) return;
    looked = { about, dock };
    const found = spots();
    if (found.length) desk.reveal(found, close);
  };
}

/** Figures in the field, and of a walled place the stretches of wall that they stand at, and its middle. */
export function scene(desk: TableDesk, figures: readonly number[], place: string): Spot[] {
  const field = figures.map((id) => desk.crowd.byId.get(id)?.figure).filter((one) => one !== undefined).filter(inField).map(spotOf);
  const walls = desk.ground.places.find((one) => one.id === place && one.walled);
  if (!walls) return field;
  const stretch = field.map((spot) => onRing(walls.ring, spot));
  const [first] = stretch;
  if (!first) return [...walls.ring];
  const tower = walls.tower?.circle;
  return [...field, ...stretch, nearest(tower ? [walls.at, [tower[0], tower[1]]] : [walls.at], first)];
}

/** What somebody who only watches looks at first: where the last move went, else the largest force of whoever is to move. */
export function watched({ view, crowd }: Pick<TableDesk, 'view' | 'crowd'>, trails: readonly Trail[]): Spot[] {
  const last = trails.at(-1);
  if (last) return [...last.path];
  const mover = view.question?.player ?? view.mover;
  const force = crowd.forces.find((one) => one.owner === mover)?.figures ?? view.figures.filter((one) => one.figure.owner === mover);
  return force.map((one) => spotOf(one.figure));
}

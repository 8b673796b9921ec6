/** What a phone's sheet says when it is low while figures are moved, and its main button. */
import { plural } from '../../../../lib/words';
import type { TableDesk } from '../table.svelte';
import type { March } from './march.svelte';
import { forceName } from './teams';
import { inches, used, wholeInches } from './words';

export function peekOf(march: March): TableDesk['peek'] {
  const { desk, way } = march;
  if (march.planning && way) {
    const title = march.trouble ? march.trouble.message : march.boat ? `${inches(march.rowed)} of ${wholeInches(march.boats)} by boat` : `${inches(used(way))} of ${wholeInches(way.allowance)}`;
    const apart = march.parts ? [way.left.length ? `${plural(way.left.length, 'figure')} ${way.left.length === 1 ? 'stays' : 'stay'} behind` : '', march.abandoned.length ? `${plural(march.abandoned.length, 'weapon')} left without crew` : ''] : [];
    return { title: [title, ...apart].filter(Boolean).join(' · '), label: way.move ? march.verb : '', run: () => void march.go() };
  }
  if (desk.chosen.length) return { title: forceName(desk.crowd, desk.selected, (id) => march.placeName(id)), label: '', run: () => undefined };
  if (!march.moving) return null;
  const left = march.left.length;
  const who = march.mover && `${march.mover}: `;
  return { title: left ? `${who}${left} of ${plural(march.forces.length, 'force')} to move` : `${who}${who ? 'every' : 'Every'} force has moved`, label: march.warned ? 'End anyway' : 'End movement', run: () => void march.end() };
}

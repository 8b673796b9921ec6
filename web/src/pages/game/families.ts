/** Which family of games a view belongs to: every folder here with a `family.ts` is one; games of none get the generic page. */
import type { BoardGeometry, View } from '../../lib/types';
import type { Family } from './family';
import { generic } from './twin/generic';

const found = import.meta.glob<Family>('./*/**/family.ts', { eager: true, import: 'default' });
/** A variant, whose folder lies within its family's, is asked before it. */
const families = Object.entries(found).toSorted(([one], [other]) => other.split('/').length - one.split('/').length).map(([, family]) => family);

export function familyOf(view: View | undefined, board: BoardGeometry | null): Family {
  return families.find((family) => view && family.shows(view, board)) ?? generic;
}

/** The picture under the figures, which stays the same for the whole game. Lengths are 1/1000 inch, sizes of pictures pixels. */
import type { Ground, Name } from '../../../generated/ring-of-power';
import { call } from '../../../lib/api';

export type { Custom, Date as Dated, Goal, Ground, Ladder, Name as GroundName, PlaceSpot as GroundPlace, Zone as GroundZone } from '../../../generated/ring-of-power';
export type NameStyle = Name['style'];

const asked = new Map<string, Promise<Ground>>();

/** The ground of a table, fetched once for each theme; who watches a private one needs its invitation. */
export function groundOf(table: string, theme: 'light' | 'dark', invite: string): Promise<Ground> {
  const path = `/tables/${encodeURIComponent(table)}/ground?theme=${theme}${invite ? `&invite=${encodeURIComponent(invite)}` : ''}`;
  let answer = asked.get(path);
  if (!answer) {
    answer = call<Ground>('GET', path);
    answer.catch(() => asked.delete(path)); // so that a later look may ask again
    asked.set(path, answer);
  }
  return answer;
}

const pictures = new WeakMap<Ground, string>();

/** The address of a ground's picture for `<img>`; it stays as long as the page. */
export function pictureOf(ground: Ground): string {
  const known = pictures.get(ground) ?? URL.createObjectURL(new Blob([ground.svg], { type: 'image/svg+xml' }));
  pictures.set(ground, known);
  return known;
}

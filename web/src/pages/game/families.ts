/**
 * Which family of games a view belongs to: every folder here with a `family.ts` is one, and its `shows.ts` says of which views.
 * A family is fetched when a game of it is opened, so that nobody waits for the boards of others; games of none get the generic page.
 */
import type { BoardGeometry, View } from '../../lib/types';
import type { Family } from './family';
import { folderOf } from './pages';
import { generic } from './twin/generic';

export type Shows = (view: View, board: BoardGeometry | null) => boolean;

const rules = import.meta.glob<Shows>('./*/**/shows.ts', { eager: true, import: 'default' });
const families = import.meta.glob<Family>('./*/**/family.ts', { import: 'default' });
const folder = (path: string) => path.slice(0, path.lastIndexOf('/'));
/** A variant, whose folder lies within its family's, is asked before it. */
const folders = Object.entries(rules).toSorted(([one], [other]) => other.split('/').length - one.split('/').length).map(([path, shows]) => ({ at: folder(path), shows }));

/** The family that shows a view. */
export async function familyOf(view: View | undefined, board: BoardGeometry | null): Promise<Family> {
  const found = view && folders.find(({ shows }) => shows(view, board));
  return (await fetched(found?.at ?? '')) ?? generic;
}

/** Begin to fetch the family of a game, before its view says for sure which one it is. */
export function expectFamily(game: string): void {
  const at = folderOf(game);
  const near = folders.find((one) => at === one.at || at.startsWith(`${one.at}/`));
  if (near) void fetched(near.at)?.catch(() => undefined); // asked for again, and told of, by whoever needs it
}

const fetched = (at: string) => families[`${at}/family.ts`]?.();

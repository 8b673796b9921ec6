/** Positions of a board nobody plays on, for pictures. */
import type { Component } from 'svelte';
import type { BoardGeometry } from '../../../lib/types';

export interface Example {
  /** Of each space in board order; armies only where a game has any. */
  colours: number[]; armies?: number[];
  /** Draws what lies on spaces beside armies; `tokens`: around those of the armies. */
  Marks?: Component<{ board: BoardGeometry; unit: number; tokens: boolean }>;
}

/** Armies by colour and space as given; a space that is not named has the colour of its region. */
export function byRegion(board: BoardGeometry, armies: Record<number, Record<string, number>>): Example {
  const known = new Map(Object.entries(armies).flatMap(([colour, spaces]) =>
    Object.entries(spaces).map(([id, count]): [string, [number, number]] => [id, [Number(colour), count]])));
  const regions = board.regions.map((region) => region.id);
  const places = board.spaces.map((space, index) => known.get(space.id) ?? [1 + (Math.max(0, regions.indexOf(space.region)) % 8), 1 + (index % 3)]);
  return { colours: places.map((place) => place[0] ?? 0), armies: places.map((place) => place[1] ?? 1) };
}

/** Who holds what by colour, ids of spaces as one text; for boards that show no armies. */
export function held(board: BoardGeometry, holders: Record<number, string>): Example {
  const colours = new Map(Object.entries(holders).flatMap(([colour, spaces]) => spaces.split(' ').map((id): [string, number] => [id, Number(colour)])));
  return { colours: board.spaces.map((space) => colours.get(space.id) ?? 0) };
}

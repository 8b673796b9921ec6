/** A list of what one would like to play: all sides, those wished for first. */

/** All sides in the order of a list; those that it does not name come behind, as the game has them. */
export function ordered(roles: readonly string[], wishes: readonly string[]): string[] {
  const known = wishes.filter((side) => roles.includes(side));
  return [...known, ...roles.filter((side) => !known.includes(side))];
}

/** A list with the side at a place moved up (-1) or down (1). */
export function moved(sides: readonly string[], place: number, by: -1 | 1): string[] {
  const found = [...sides];
  const [side] = found.splice(place, 1);
  if (side !== undefined) found.splice(place + by, 0, side);
  return found;
}

/** Which marks of a line of time have room for their words. */

/**
 * The marks whose words touch nobody else's. The last is where the game stands and always goes by its own name: what
 * stands too near before it goes without. `apart` are pixels between two marks, `room` half of what a mark's words take.
 */
export function legible<M>(marks: readonly M[], apart: (a: M, b: M) => number, room: (mark: M, isFirst: boolean) => number): M[] {
  const kept: M[] = [];
  const fits = (mark: M): boolean => {
    const before = kept.at(-1);
    return !before || apart(before, mark) >= room(before, kept.length === 1) + room(mark, false);
  };
  for (const mark of marks) {
    while (mark === marks.at(-1) && kept.length > 1 && !fits(mark)) kept.pop();
    if (fits(mark)) kept.push(mark);
  }
  return kept;
}

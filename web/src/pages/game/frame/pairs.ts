/** Which dice of a roll have cost an army. */

/** `lost` are the armies that fell: where one army rolls two dice it falls once, though both of them are beaten. */
export function fallen(
  attack: readonly number[], defence: readonly number[], bonus: readonly [number, number], pairs: number, lost?: readonly [number, number],
): { attack: boolean[]; defence: boolean[] } {
  const compared = Math.min(attack.length, defence.length, pairs || 9);
  /** What is added counts for the highest die. */
  const beats = (at: number): boolean => (attack[at] ?? 0) + (at ? 0 : bonus[0]) > (defence[at] ?? 0) + (at ? 0 : bonus[1]);
  const left = [lost?.[0] ?? compared, lost?.[1] ?? compared] as [number, number];
  const fell = (side: 0 | 1, at: number): boolean => at < compared && beats(at) === (side === 1) && left[side]-- > 0;
  return { attack: attack.map((_, at) => fell(0, at)), defence: defence.map((_, at) => fell(1, at)) };
}

/** Axes of small charts: round steps and labels that keep their distance. */

/** Round values from 0 to at least `most`, about `count` of them. */
export function ticks(most: number, count = 5): number[] {
  const rough = Math.max(most, 1e-9) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
  return Array.from({ length: Math.ceil(most / step - 1e-9) + 1 }, (_, index) => index * step);
}

/** Move positions apart so that neighbours are at least `gap` from each other and none leaves 0 to `end`. */
export function apart(wanted: readonly number[], gap: number, end: number): number[] {
  const order = wanted.map((_, index) => index).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0));
  const placed: number[] = [];
  let free = -Infinity;
  for (const index of order) {
    placed[index] = Math.max(wanted[index] ?? 0, free);
    free = (placed[index] ?? 0) + gap;
  }
  let limit = end;
  for (const index of order.reverse()) {
    placed[index] = Math.max(0, Math.min(placed[index] ?? 0, limit));
    limit = (placed[index] ?? 0) - gap;
  }
  return placed;
}

/** A name of at most so many letters; what is left out of its end shows as an ellipsis. */
export function shortened(name: string, letters: number): string {
  return name.length <= letters ? name : `${name.slice(0, Math.max(1, Math.floor(letters) - 1)).trimEnd()}…`;
}

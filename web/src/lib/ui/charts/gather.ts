/** Which bars tell how a battle ends: rare ends left out, large battles gathered in ranges. */

export type Spread = readonly (readonly [count: number, chance: number])[];
export interface Bar { side: 'held' | 'arrived'; low: number; high: number; chance: number }

/** Ends at the far edge of a side are left out as long as they are together rarer than this. */
const SHOWN = 0.0005;

/** How many entries from the front are together rarer than `SHOWN`. */
function tail(rows: readonly (readonly [number, number])[]): number {
  let total = 0;
  return rows.filter(([, chance]) => (total += chance) < SHOWN).length;
}

function trimmed(spread: Spread): [number, number][] {
  const rows = spread.filter(([count]) => count > 0).map(([count, chance]): [number, number] => [count, chance]).sort((a, b) => a[0] - b[0]);
  return rows.slice(tail(rows), rows.length - tail([...rows].reverse()));
}

function widthFor(least: number): number {
  let width = 1;
  while (width < least) width = String(width).startsWith('2') ? (width * 5) / 2 : width * 2;
  return width;
}

function gathered(side: Bar['side'], rows: [number, number][], width: number): Bar[] {
  const bars: Bar[] = [];
  for (const [count, chance] of rows) {
    const low = Math.floor((count - 1) / width) * width + 1;
    const last = bars[bars.length - 1];
    if (last?.low === low) last.chance += chance;
    else bars.push({ side, low, high: low + width - 1, chance });
  }
  return bars;
}

/** Bars in reading order: many defenders left … few, few attackers arrived … many; at most about `most`. */
export function battleBars(held: Spread, arrived: Spread, most = 24): Bar[] {
  const [theirs, ours] = [trimmed(held), trimmed(arrived)];
  const width = widthFor(Math.ceil((theirs.length + ours.length) / most));
  return [...gathered('held', theirs, width).reverse(), ...gathered('arrived', ours, width)];
}

export const barLabel = (bar: Bar): string => (bar.low === bar.high ? String(bar.low) : `${bar.low}–${bar.high}`);

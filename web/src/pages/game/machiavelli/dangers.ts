/** Famine, plague and storms: what each place has to fear, the tables, and what the dice gave last. */
import type { LogLine } from '../../../lib/types';
import { capital, percent, plural } from '../../../lib/words';
import type { DangerView, MachiavelliView, Survey } from './view';

export const LINES: readonly number[] = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
export const DANGER_TITLES: Readonly<Record<DangerView['disaster'], string>> = { famine: 'Famine', plague: 'Plague', storm: 'Storms' };
type Ratio = readonly [number, number];

/** How many of 36 throws of two dice give a line. */
export const throwsOf = (line: number): number => 6 - Math.abs(7 - line);
export const chanceWords = ([part, whole]: Ratio): string => percent(part / whole);

/** When a disaster is rolled for, and what it does. */
export function dangerWords(view: MachiavelliView, danger: DangerView): string {
  const from = danger.since > view.position.year ? `, first in ${danger.since}` : '';
  if (danger.disaster === 'famine') return `Rolled for at the start of a year${from}. A place that starves pays nothing that year, nothing is raised there, and what stands there after spring dies unless the place is relieved.`;
  if (danger.disaster === 'plague') return `Rolled for after each spring${from}. Every unit in a place that is struck dies at once, garrisons too.`;
  return danger.season === 'summer' ? `Rolled for after each summer${from}. Fleets that are still in such a sea after fall sink.` : `Rolled for after each fall${from}. Fleets in a sea that is struck sink at once.`;
}

const EFFECTS = { none: 'nothing', row: 'one row', column: 'one column', both: 'a row and a column' } as const;
/** "One throw strikes nothing (8 %), one row (25 %)…". */
export function effectWords(danger: DangerView): string {
  const parts = (Object.keys(EFFECTS) as (keyof typeof EFFECTS)[]).flatMap((effect) => {
    const odds = danger.effects[effect];
    return odds ? [`${EFFECTS[effect]} ${chanceWords(odds)}`] : [];
  });
  return `Each year it strikes: ${parts.join(', ')}. Two dice choose each row and each column.`;
}

/** A place that matters to a power: its chance to be struck, and what of the power is there. */
export interface Feared { place: string; name: string; odds: Ratio; mine: string; now: boolean }

/** Places of a power that may be struck, the likeliest first. */
export function feared(view: MachiavelliView, danger: DangerView, survey: Survey): Feared[] {
  const own = view.power;
  const found = Object.entries(danger.odds).flatMap(([place, odds]): Feared[] => {
    const units = view.position.units.filter((unit) => unit.place === place && unit.owner === own);
    const held = view.position.provinces[place] === own || view.position.cities[place] === own;
    const wanted = danger.disaster === 'famine' ? held || units.length > 0 : units.length > 0;
    if (own === null || !wanted) return [];
    return [{ place, name: survey.place(place), odds, mine: units.length ? plural(units.length, 'unit') : 'no unit', now: view.position.famine.includes(place) && danger.disaster === 'famine' }];
  });
  return found.toSorted((a, b) => b.odds[0] / b.odds[1] - a.odds[0] / a.odds[1] || a.name.localeCompare(b.name));
}

/** The chance that at least so much as one of some places is struck, exactly: rows and columns strike several at once. */
export function anyStruck(danger: DangerView, places: ReadonlySet<string>): number {
  const cells = danger.cells.filter(([, , place]) => places.has(place));
  const rows = new Set(cells.map(([row]) => row));
  const columns = new Set(cells.map(([, column]) => column));
  const line = (lines: ReadonlySet<number>) => [...lines].reduce((sum, one) => sum + throwsOf(one) / 36, 0);
  const [byRow, byColumn] = [line(rows), line(columns)];
  const odds = (effect: 'row' | 'column' | 'both'): number => { const found = danger.effects[effect]; return found ? found[0] / found[1] : 0; };
  return odds('row') * byRow + odds('column') * byColumn + odds('both') * (byRow + byColumn - byRow * byColumn);
}

/** What the dice gave last, out of the log: the lines of the table (0: none) and the places struck. */
export interface Rolled { row: number; column: number; struck: ReadonlySet<string>; text: string }

export function lastRolled(log: readonly LogLine[], danger: DangerView): Rolled | null {
  const line = log.findLast((one) => one.kind === 'disaster_rolled' && one.text.startsWith(capital(danger.disaster)));
  if (!line) return null;
  const found = (name: string): number => Number(new RegExp(`${name} (\\d+)`).exec(line.text)?.[1] ?? 0);
  const [row, column] = [found('row'), found('column')];
  return { row, column, struck: new Set(danger.cells.flatMap(([at, across, place]) => (at === row || across === column ? [place] : []))), text: line.text };
}

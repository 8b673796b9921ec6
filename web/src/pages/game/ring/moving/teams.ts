/** Who goes together, what a force is called, and which forces of a player have still to move. */
import { list, plural } from '../../../../lib/words';
import type { Crowd } from '../board/crowd';
import { named, type FigureView } from '../view';
import { many } from './words';

/** The player who moves a figure now: its owner, or to whom it was lent. */
export const moverOf = (one: FigureView): number => (one.figure.lent_to ?? -1) >= 0 ? (one.figure.lent_to ?? -1) : one.figure.owner;

export interface Team { go: readonly number[]; stay: readonly FigureView[] }

/**
 * The chosen figures of the first one's player that can go, with whom they cannot do without: crews of weapons, and all
 * who carry somebody. Those aboard a ship go by themselves, ashore; beside others they are left out. `stay` are those
 * that are kept where they are; they hinder nobody else.
 */
export function teamOf(crowd: Crowd, chosen: readonly number[]): Team {
  const figures = chosen.map((id) => crowd.byId.get(id)).filter((one) => one !== undefined);
  const first = figures[0];
  if (!first) return { go: [], stay: [] };
  const all = figures.filter((one) => moverOf(one) === moverOf(first));
  const own = all.some((one) => !one.figure.aboard) ? all.filter((one) => !one.figure.aboard) : all;
  const stay = own.filter((one) => one.still);
  const able = own.filter((one) => !one.still);
  const whereabouts = ({ figure }: FigureView) => `${figure.inside ?? ''} ${Boolean(figure.tower)} ${figure.aboard ?? 0}`;
  const head = able[0];
  const together = able.filter((one) => head && whereabouts(one) === whereabouts(head));
  const ids = new Set(together.map((one) => one.figure.id));
  for (const one of crowd.view.figures) {
    if (one.figure.serves && ids.has(one.figure.serves) && !one.still) ids.add(one.figure.id);
    const carriers = one.figure.carried_by ?? [];
    if (carriers.some((id) => ids.has(id))) for (const id of carriers) ids.add(id);
  }
  return { go: [...ids], stay: [...stay, ...able.filter((one) => !ids.has(one.figure.id))] };
}

/** Why figures stay, each reason once, with how many it holds: "2 are pinned". */
export function whyStay(stay: readonly FigureView[]): string[] {
  const groups = new Map<string, FigureView[]>();
  for (const one of stay) {
    const why = one.still ? one.still.replace(one.name, '').trim() : 'is elsewhere.';
    groups.set(why, [...(groups.get(why) ?? []), one]);
  }
  return [...groups].map(([why, ones]) => `${ones.length > 1 ? headcount(ones) : ones[0]?.name ?? ''} ${ones.length > 1 ? pluralised(why) : why}`);
}

const VERBS: [RegExp, string][] = [[/^is aboard and moves with what carries it/, 'are aboard and move with what carries them'], [/^is\b/, 'are'], [/^has\b/, 'have'], [/^regroups or recovers and does\b/, 'regroup or recover and do']];
const pluralised = (why: string): string => VERBS.reduce((text, [one, many]) => text.replace(one, many), why);

export interface OwnForce { key: string; name: string; figures: readonly FigureView[]; open: readonly FigureView[]; moved: boolean }

/** The forces of a player: `open` are the figures of each that may still move, of those `movable` at all. */
export function ownForces(crowd: Crowd, player: number, movable: ReadonlySet<number>, placeName: (id: string) => string): OwnForce[] {
  const groups = new Map<string, FigureView[]>();
  for (const one of crowd.view.figures) {
    if (moverOf(one) !== player || one.figure.carried_by?.length || one.figure.aboard) continue;
    const key = `${one.force} ${one.figure.inside ?? ''} ${one.figure.tower ? 'tower' : ''}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const turn = crowd.view.turn;
  return [...groups].map(([key, figures]) => {
    const open = figures.filter((one) => movable.has(one.figure.id));
    return { key, figures, open, name: forceName(crowd, figures, placeName), moved: figures.some((one) => one.figure.moved === turn) };
  }).filter((force) => force.open.length || force.moved);
}

/** "Garrison of Helm's Deep", "Éomer's force", "Riders of Rohan". */
export function forceName(crowd: Crowd, figures: readonly FigureView[], placeName: (id: string) => string): string {
  const [first] = figures;
  if (!first) return '';
  if (figures.length === 1) return first.name;
  if (first.figure.inside) return `${first.figure.tower ? 'Tower' : 'Garrison'} of ${placeName(first.figure.inside)}`;
  const characters = figures.filter((one) => named(crowd.kind(one)?.token));
  const leader = characters.toSorted((a, b) => (crowd.kind(b)?.leadership ?? 0) - (crowd.kind(a)?.leadership ?? 0))[0];
  if (leader && characters.length === figures.length) return `${leader.name}'s company`;
  if (leader) return `${leader.name}'s force`;
  const rows = kindRows(crowd, figures).map((row) => (row.figures.length > 1 ? many(row.name) : row.name));
  return rows.length > 2 ? `${rows[0] ?? ''} and others` : list(rows);
}

/** How many of these fight by themselves; weapons do not, so they are no figures where figures are counted (as on the server). */
export const fighters = (figures: readonly FigureView[]): number => figures.filter((one) => !one.figure.weapon).length;

/** "29 figures and 1 weapon". */
export function headcount(figures: readonly FigureView[]): string {
  const men = fighters(figures);
  const weapons = figures.length - men;
  return [men || !weapons ? plural(men, 'figure') : '', weapons ? plural(weapons, 'weapon') : ''].filter(Boolean).join(' and ');
}

/** "Éomer, 12 Riders of Rohan and 1 Bolt shooter"; who stands alone needs no number. */
export function kindWords(crowd: Crowd, figures: readonly FigureView[]): string {
  if (figures.length === 1) return figures[0]?.name ?? '';
  return list(kindRows(crowd, figures).map((row) => {
    const one = row.figures.length === 1;
    return one && named(crowd.view.kinds[row.kind]?.token) ? row.name : `${row.figures.length} ${one ? row.name : many(row.name)}`;
  }));
}

/** `title` tells riders from those of the same name on foot, where there are both. */
export interface KindRow { kind: number; name: string; title: string; figures: readonly FigureView[] }

/** Figures by their kind: characters first, then the most numerous. */
export function kindRows(crowd: Crowd, figures: readonly FigureView[]): KindRow[] {
  const rows = new Map<number, FigureView[]>();
  for (const one of figures) rows.set(one.kind, [...(rows.get(one.kind) ?? []), one]);
  const first = (row: { kind: number }) => Number(named(crowd.view.kinds[row.kind]?.token));
  const found = [...rows].map(([kind, ones]) => ({ kind, name: ones[0]?.name ?? '', figures: ones }));
  const twice = ({ name }: { name: string }) => found.filter((row) => row.name === name).length > 1;
  return found.map((row) => ({ ...row, title: twice(row) ? `${row.name}, ${row.figures[0]?.figure.mounted ? 'mounted' : 'on foot'}` : row.name }))
    .sort((a, b) => first(b) - first(a) || b.figures.length - a.figures.length);
}

/** The force that comes after the one chosen, of those that have still to move; the first where none of them is chosen. */
export function nextForce(forces: readonly OwnForce[], chosen: readonly number[]): OwnForce | null {
  const open = forces.filter((force) => force.open.length);
  const at = open.findIndex((force) => force.figures.some((one) => chosen.includes(one.figure.id)));
  return open[(at + 1) % Math.max(1, open.length)] ?? null;
}

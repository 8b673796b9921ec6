/** Forces seen from afar and garrisons, each as one shield with a number. Places on the sheet are CSS pixels. */
import type { Ground } from '../ground';
import { fighters } from '../moving/teams';
import type { FigureView, Spot } from '../view';
import { meet, type Box } from './boxes';
import { grouped, type Crowd } from './crowd';
import { signOf, type SignName } from './signs';

export interface Shield {
  key: string; x: number; y: number; owner: number; count: number; hero: boolean; figures: readonly FigureView[];
  /** The place whose garrison it is; empty: a force in the field. */
  place: string; tower: boolean;
  /** The signs of its most frequent kinds, as many as find room below it. */
  signs: readonly SignName[];
}
/** `size`: how many times larger than usual shields are drawn. */
export interface Sheet { width: number; height: number; size: number; px(spot: Spot): [number, number] }

const WIDE = 22;
const HIGH = 26;
/** How far the shield of a tower stands above that of the place around it. */
const ABOVE = 7;
export const SIZE = { width: WIDE, height: HIGH };
/** How wide and high the sign of a kind is below a shield, and how many there are at most. */
export const CHIP = 12;
const MOST = 3;
/** A force moved aside is looked for room so far from its middle at most, in pixels. */
const FARTHEST = 14;
const STEP = 7;

/** The shields of garrisons, and `far` out those of forces in the field, moved aside until none lies on another. */
export function shieldsOf(crowd: Crowd, ground: Ground, sheet: Sheet, far: boolean): Shield[] {
  const fixed = garrisons(crowd, ground, sheet);
  return roomy(far ? apart(fixed, crowd.forces.map((force) => fieldShield(crowd, force.figures, sheet)), sheet) : fixed, sheet.size);
}

/** The place that a shield takes, and that of so many signs below it. */
const bodyOf = ({ x, y }: Shield, size: number): Box => ({ x, y, wide: WIDE * size, high: HIGH * size });
export const rowOf = ({ x, y }: Pick<Shield, 'x' | 'y'>, count: number, size: number): Box => ({ x, y: y + ((HIGH + CHIP) / 2) * size, wide: count * CHIP * size, high: CHIP * size });

/** Shields with as many of their signs as lie neither on another shield nor on its signs; the largest first. */
function roomy(shields: readonly Shield[], size: number): Shield[] {
  const rows: Box[] = [];
  const signs = new Map(shields.toSorted((a, b) => b.count - a.count).map((shield) => {
    let count = shield.signs.length;
    const blocked = () => { const row = rowOf(shield, count, size); return [...rows, ...shields.filter((other) => other !== shield).map((other) => bodyOf(other, size))].some((box) => meet(box, row)); };
    while (count && blocked()) count--;
    if (count) rows.push(rowOf(shield, count, size));
    return [shield.key, shield.signs.slice(0, count)];
  }));
  return shields.map((shield) => ({ ...shield, signs: signs.get(shield.key) ?? [] }));
}

/** The signs of the most frequent kinds of figures. */
function signsOf(crowd: Crowd, figures: readonly FigureView[]): SignName[] {
  const kinds = grouped(figures, (one) => { const kind = crowd.kind(one); return (kind && signOf(kind)) ?? ''; });
  return [...kinds].filter(([sign]) => sign).toSorted(([, a], [, b]) => b.length - a.length).slice(0, MOST).map(([sign]) => sign as SignName);
}

function garrisons(crowd: Crowd, ground: Ground, sheet: Sheet): Shield[] {
  const inside = crowd.view.figures.filter((one) => one.figure.inside);
  const homes = grouped(inside, ({ figure }) => `${figure.inside} ${figure.tower ?? false}`);
  return [...homes.values()].flatMap((home) => {
    const first = home[0]?.figure;
    const place = ground.places.find((one) => one.id === first?.inside);
    if (!first || !place) return [];
    const tower = Boolean(first.tower);
    const camps = [...grouped(home, (one) => String(one.figure.owner)).values()];
    const [x, y] = sheet.px(tower && place.tower?.circle ? [place.tower.circle[0], place.tower.circle[1]] : place.at);
    // A tower without a disc of its own stands in the middle too: its shield goes above, and above the star of the other.
    const up = tower && !place.tower?.circle ? (HIGH + ABOVE) * sheet.size : 0;
    return camps.map((figures, at) => ({
      ...about(crowd, figures), key: `${place.id} ${tower ? 'tower ' : ''}${figures[0]?.figure.owner ?? 0}`,
      x: x + (at - (camps.length - 1) / 2) * (WIDE + 1) * sheet.size, y: y - up, place: place.id, tower,
    }));
  });
}

function fieldShield(crowd: Crowd, figures: readonly FigureView[], sheet: Sheet): Shield {
  const mean = (part: 'x' | 'y') => figures.reduce((sum, one) => sum + one.figure[part], 0) / figures.length;
  const [x, y] = sheet.px([mean('x'), mean('y')]);
  return { ...about(crowd, figures), key: `force ${figures[0]?.force ?? 0} ${figures[0]?.figure.owner ?? 0}`, x, y, place: '', tower: false };
}

function about(crowd: Crowd, figures: readonly FigureView[]): Pick<Shield, 'owner' | 'count' | 'hero' | 'figures' | 'signs'> {
  const all = crowd.manned(figures);
  return { owner: figures[0]?.figure.owner ?? 0, count: fighters(all) || all.length, hero: figures.some((one) => crowd.kind(one)?.token === 'hero'), figures, signs: signsOf(crowd, figures) };
}

/** All shields, those of forces moved aside until none lies on another, the largest first. */
function apart(fixed: readonly Shield[], loose: readonly Shield[], sheet: Sheet): Shield[] {
  const placed = [...fixed];
  for (const shield of loose.toSorted((a, b) => b.count - a.count || a.key.localeCompare(b.key))) {
    const spot = around(shield).find((one) => free(one, placed, sheet)) ?? shield;
    placed.push({ ...shield, x: spot.x, y: spot.y });
  }
  return placed;
}

function around({ x, y }: { x: number; y: number }): { x: number; y: number }[] {
  const spots = [{ x, y }];
  for (let ring = 1; ring <= FARTHEST; ring++) {
    for (let turn = 0; turn < 12; turn++) spots.push({ x: x + ring * STEP * Math.cos((turn * Math.PI) / 6), y: y + ring * STEP * Math.sin((turn * Math.PI) / 6) });
  }
  return spots;
}

function free(at: { x: number; y: number }, placed: readonly Shield[], sheet: Sheet): boolean {
  const onSheet = at.x >= WIDE / 2 && at.x <= sheet.width - WIDE / 2 && at.y >= HIGH / 2 && at.y <= sheet.height - HIGH / 2;
  return onSheet && placed.every((other) => Math.abs(at.x - other.x) >= WIDE + 1 || Math.abs(at.y - other.y) >= HIGH + 1);
}

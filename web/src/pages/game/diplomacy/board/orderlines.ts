/** Orders as lines: moves, supports that end on them, convoys along the water, and the marks of failure. */
import type { BoardGeometry, Point } from '../../../../lib/types';
import { bar, bent, bowed, Course, head, polygon, rebound, scalloped, straight, through } from './curves';
import { lanePoints } from './lanes';
import { afloatNear, aside, namedAbove, pointOf, provinceOf, type OrderMark } from './marks';

/** A line to draw; widths are in map units already. Heads are filled as well. */
export interface Stroke { path: string; width: number; dash: string; filled: boolean }
/** An order ready to draw: its lines, the red marks of failure, and the line to point at. */
export interface Drawn { mark: OrderMark; strokes: Stroke[]; red: string; hit: string; middle: Point; knee?: Point }

const GLYPH = 12.5;
const BOW = 0.12;
const WIDTH = 5.2;
const HEAD = 13;
const HALF = 7;
const SUPPORT = 3.4;
const RANK = { hold: 0, build: 0, remove: 0, convert: 0, convoy: 1, move: 2, retreat: 2, support: 3 } as const;
type Courses = Map<string, Course>;
const going = (mark: OrderMark) => mark.kind === 'move' || mark.kind === 'retreat';

/** All orders, those that lie below first. `standing` are the provinces with a unit; `u` map units make a screen pixel. */
export function orderLines(board: BoardGeometry, marks: readonly OrderMark[], standing: ReadonlySet<string>, u: number): Drawn[] {
  const courses: Courses = new Map();
  for (const mark of marks) if (going(mark) && mark.to) courses.set(`${mark.unit} ${provinceOf(mark.to)}`, courseOf(board, mark, standing, u));
  const ready = (mark: OrderMark) => (mark.kind === 'support' || mark.kind === 'convoy' ? mark.of !== '' : !going(mark) || mark.to !== '');
  const sorted = marks.filter(ready).toSorted((a, b) => RANK[a.kind] - RANK[b.kind] || Number(a.outcome === 'done') - Number(b.outcome === 'done'));
  return sorted.map((mark) => drawn(board, mark, standing, courses, u));
}

/** Marks that are drawn round their unit: a number stands beside it. */
const AROUND: ReadonlySet<string> = new Set(['hold', 'convoy', 'build', 'convert', 'remove']);
/** Pixels between two numbers, so that both can be read. */
const NUMBER = 22;

/** Where the numbers of orders stand that letters speak of, by their keys: side by side where they would cover each other. */
export function numberSpots(all: readonly Drawn[], u: number): Map<string, Point> {
  const spots = new Map<string, Point>();
  for (const { mark, middle } of all.filter((one) => one.mark.number)) {
    const out = AROUND.has(mark.kind) ? 17 * u : 0;
    let spot: Point = [middle[0] + out, middle[1] - out];
    while ([...spots.values()].some(([x, y]) => Math.hypot(spot[0] - x, spot[1] - y) < (NUMBER - 1) * u)) spot = [spot[0] + NUMBER * u, spot[1]];
    spots.set(mark.key, spot);
  }
  return spots;
}

/** Where a move begins and ends; what stands beside units is drawn beside them. */
function ends(board: BoardGeometry, mark: OrderMark, standing: ReadonlySet<string>, u: number): [Point, Point] {
  const spots = [mark.unit, mark.to].map((place): Point => {
    const [x, y] = pointOf(board, place);
    if (!mark.figure) return [x, y];
    const [dx, dy] = aside(mark.figure, { unit: standing.has(provinceOf(place)), flyers: 1, hidden: 1, below: namedAbove(board, place) });
    return [x + dx * u, y + dy * u];
  });
  return [spots[0] ?? [0, 0], spots[1] ?? [0, 0]];
}

/** The knee of a move over two provinces: the middle of the one between, beside a unit that stands there. */
function kneeOf(board: BoardGeometry, between: string, mark: OrderMark, standing: ReadonlySet<string>, u: number): Point {
  const [x, y] = pointOf(board, between);
  if (!standing.has(between)) return mark.figure ? [x, y - 14 * u] : [x, y];
  const [start, end] = [pointOf(board, mark.unit), pointOf(board, mark.to)];
  const [mx, my] = [(start[0] + end[0]) / 2 - x, (start[1] + end[1]) / 2 - y];
  const length = Math.hypot(mx, my);
  const [dx, dy] = length > 1 ? [mx / length, my / length] : [1, 0];
  return [x + dx * 27 * u, y + dy * 27 * u];
}

/** The way of a move: from outside its unit to its target, short of a unit that stands there. */
function courseOf(board: BoardGeometry, mark: OrderMark, standing: ReadonlySet<string>, u: number): Course {
  const [start, end] = ends(board, mark, standing, u);
  const [between] = mark.path ?? [];
  const lanes = between || mark.figure || mark.via.length ? null : lanePoints(board, mark.unit, mark.to);
  const whole = between ? bent(start, kneeOf(board, between, mark, standing, u), end, 16 * u) : lanes ? new Course([start, ...lanes, end]) : mark.via.length ? through([start, ...mark.via.map((place) => pointOf(board, place)), end]) : bowed(start, end, BOW);
  const gap = (GLYPH + 3.5) * u;
  const stop = whole.length - (standing.has(provinceOf(mark.to)) ? gap : 3 * u) - (mark.outcome === 'bounced' ? 9 * u : 0);
  const from = standing.has(provinceOf(mark.unit)) ? gap : 3 * u;
  const course = whole.part(Math.min(from, whole.length / 3), Math.max(stop, whole.length / 2));
  course.knee = whole.knee;
  return course;
}

function drawn(board: BoardGeometry, mark: OrderMark, standing: ReadonlySet<string>, courses: Courses, u: number): Drawn {
  const [at] = ends(board, mark, standing, u);
  if (going(mark)) return arrow(mark, courses.get(`${mark.unit} ${provinceOf(mark.to)}`) ?? straight(at, at), u);
  if (mark.kind === 'support') return support(board, mark, courses, u);
  const ring = (corners: number, radius: number, width: number, dash = '') => around(mark, at, polygon(at, corners, (GLYPH + radius) * u), width * u, dash);
  if (mark.kind === 'convoy') return ring(6, 8.5, 2.8, `${5 * u} ${3 * u}`);
  if (mark.kind === 'build') return ring(36, 6, 3);
  if (mark.kind === 'convert') return ring(4, 9, 2.8, `${4 * u} ${2.5 * u}`);
  if (mark.kind === 'remove') return crossed(mark, at, u);
  return ring(8, 6.5, 2.6);
}

const around = (mark: OrderMark, at: Point, path: string, width: number, dash: string): Drawn =>
  ({ mark, strokes: [{ path, width, dash, filled: false }], red: '', hit: path, middle: at });

function crossed(mark: OrderMark, [x, y]: Point, u: number): Drawn {
  const reach = (GLYPH + 3) * u;
  const path = [1, -1].map((slope) => straight([x - reach, y - slope * reach], [x + reach, y + slope * reach]).path).join('');
  return around(mark, [x, y], path, 3.6 * u, '');
}

function arrow(mark: OrderMark, course: Course, u: number): Drawn {
  const direction = course.direction(course.length - 2);
  const tip = course.points[course.points.length - 1] ?? [0, 0];
  const shaft = course.part(0, course.length - 0.8 * HEAD * u);
  const thin = mark.via.length > 0 || mark.kind === 'retreat' || mark.figure !== undefined;
  const dash = mark.figure ? `${4 * u} ${3.5 * u}` : mark.partial || mark.kind === 'retreat' ? `${2.5 * u} ${6 * u}` : '';
  const strokes: Stroke[] = [
    { path: mark.via.length ? scalloped(shaft, 10 * u) : shaft.path, width: (thin ? SUPPORT + 0.6 : WIDTH) * u, dash, filled: false },
    { path: head(tip, direction, HEAD * u, HALF * u), width: 1.4 * u, dash: '', filled: true },
  ];
  const failed = mark.outcome === 'bounced' ? rebound(tip, direction, u) : mark.outcome === 'failed' ? bar(course.at(course.length / 2), course.direction(course.length / 2), 9 * u) : '';
  const { knee } = course;
  return { mark, strokes, red: failed, hit: course.path, middle: course.at(course.length / 2), ...(knee ? { knee } : {}) };
}

/** A dashed line that ends in a ring: on the arrow it helps, or round the unit that is to stay. */
function support(board: BoardGeometry, mark: OrderMark, courses: Courses, u: number): Drawn {
  const [target, radius] = helped(board, mark, courses, u);
  const line = straight(pointOf(board, mark.unit), target);
  const shown = line.part(Math.min((GLYPH + 3) * u, line.length / 3), line.length - (radius + 1.2 * u));
  const dash = mark.outcome === 'cut' ? `${4 * u} ${9 * u}` : mark.partial ? `${2.5 * u} ${6 * u}` : `${7 * u} ${4.5 * u}`;
  const lost = mark.outcome === 'cut' || mark.outcome === 'failed';
  return {
    mark,
    strokes: [{ path: shown.path, width: SUPPORT * u, dash, filled: false }, { path: polygon(target, 24, radius), width: 2.8 * u, dash: '', filled: false }],
    red: lost ? scissors(line.at((GLYPH + 9) * u), line.direction(line.length / 2), 7 * u) : '',
    hit: shown.path,
    middle: line.at(line.length / 2),
  };
}

/** Two crossing cuts over a broken support. */
function scissors(at: Point, [dx, dy]: Point, half: number): string {
  const turned = (turn: number): Point => [dx * Math.cos(turn) - dy * Math.sin(turn), dx * Math.sin(turn) + dy * Math.cos(turn)];
  return bar(at, turned(0.5), half) + bar(at, turned(-0.5), half);
}

/** Where a support ends, and the radius of its ring there. */
function helped(board: BoardGeometry, mark: OrderMark, courses: Courses, u: number): [Point, number] {
  const of = pointOf(board, mark.of);
  if (!mark.to) return [of, (GLYPH + 4.5) * u];
  const course = courses.get(`${mark.of} ${provinceOf(mark.to)}`);
  if (course) return [course.at(course.length * (course.knee ? 0.76 : 0.45)), 5.2 * u]; // over two provinces, the attack comes from the second
  return [bowed(of, pointOf(board, mark.to), BOW).at(24 * u), 5.2 * u];
}

/** The fewest of a convoy's fleets that lead over the water, in order; none where they lead nowhere. */
export function seaWay(board: BoardGeometry, from: string, to: string, fleets: readonly string[]): string[] {
  const [start, goal] = [provinceOf(from), provinceOf(to)];
  const near = (id: string) => afloatNear(board, id);
  const seen = new Set([start]);
  for (let ways: string[][] = [[start]]; ways.length;) {
    const way = ways.shift() ?? [];
    const next = near(way[way.length - 1] ?? '');
    if (way.length > 1 && next.includes(goal)) return way.slice(1);
    for (const id of next) {
      if (seen.has(id) || !fleets.some((fleet) => provinceOf(fleet) === id)) continue;
      seen.add(id);
      ways = [...ways, [...way, id]];
    }
  }
  return [];
}

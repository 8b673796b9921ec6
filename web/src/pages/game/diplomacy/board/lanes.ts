/** Ways over the sea from port to port, along the lines that the board draws. */
import type { BoardGeometry, Point } from '../../../../lib/types';
import { provinceOf } from './marks';

type Lane = BoardGeometry['links'][number];
const STRAIGHT = /^M[^a-z]*l[^a-z]*$/i;
const NUMBER = /-?(?:\d+\.?\d*|\.\d+)/g;

/** The points of a line that is written as one start and steps from it; none for other lines. */
export function pointsOf(line: string): Point[] {
  if (!STRAIGHT.test(line)) return [];
  const numbers = [...line.matchAll(NUMBER)].map((found) => Number(found[0]));
  const points: Point[] = [];
  for (let at = 0; at + 1 < numbers.length; at += 2) {
    const [x, y] = points.at(-1) ?? [0, 0];
    points.push([x + (numbers[at] ?? 0), y + (numbers[at + 1] ?? 0)]);
  }
  return points;
}

/** Over the fewest lines from one port to another that no border joins; null where there is no such way. */
export function lanePoints(board: BoardGeometry, from: string, to: string): Point[] | null {
  const [start, goal] = [provinceOf(from), provinceOf(to)];
  const ports = new Set((board.ports ?? []).map((port) => port.space));
  const near = (board.borders ?? []).some(([a, b]) => (a === start && b === goal) || (a === goal && b === start));
  if (near || start === goal || !ports.has(start) || !ports.has(goal)) return null;
  const lanes = board.links.filter((link) => link.kind === 'sea_lane' && ports.has(link.a) && ports.has(link.b));
  const seen = new Set([start]);
  const ways: { at: string; points: Point[] }[] = [{ at: start, points: [] }];
  for (const { at, points } of ways) {
    if (at === goal) return points.length ? points : null;
    for (const lane of lanes) {
      const next = lane.a === at ? lane.b : lane.b === at ? lane.a : '';
      if (!next || seen.has(next)) continue;
      seen.add(next);
      ways.push({ at: next, points: [...points, ...along(lane, at)] });
    }
  }
  return null;
}

const along = (lane: Lane, from: string): Point[] => (lane.a === from ? pointsOf(lane.d) : pointsOf(lane.d).toReversed());

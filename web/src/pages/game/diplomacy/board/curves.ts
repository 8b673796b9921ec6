/** Curves of order arrows: bowed lines, waves along a line, heads, bars and arcs, as points and SVG path data. */
import type { Point } from '../../../../lib/types';

const STEPS = 24;

/** A line with a direction: the points an arrow runs along. */
export class Course {
  readonly length: number;
  /** Where a line of two parts bends. */
  knee: Point | undefined;

  constructor(readonly points: readonly Point[]) {
    this.length = pairs(points).reduce((sum, [a, b]) => sum + far(a, b), 0);
  }

  /** The point so many units from the start, the last one where the line is shorter. */
  at(distance: number): Point {
    let left = Math.max(distance, 0);
    for (const [a, b] of pairs(this.points)) {
      const step = far(a, b);
      if (step > 0 && left <= step) return [a[0] + ((b[0] - a[0]) * left) / step, a[1] + ((b[1] - a[1]) * left) / step];
      left -= step;
    }
    return this.points[this.points.length - 1] ?? [0, 0];
  }

  /** The unit vector of the line there. */
  direction(distance: number): Point {
    const [a, b] = [this.at(distance - 1.5), this.at(distance + 1.5)];
    const length = far(a, b) || 1;
    return [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
  }

  /** The stretch between two distances from the start; never less than a unit. */
  part(start: number, end: number): Course {
    const last = Math.max(end, start + 1);
    const inner: Point[] = [];
    let walked = 0;
    for (const [a, b] of pairs(this.points)) {
      walked += far(a, b);
      if (walked > start && walked < last) inner.push(b);
    }
    return new Course([this.at(start), ...inner, this.at(last)]);
  }

  get path(): string {
    return `M${this.points.map(text).join('L')}`;
  }
}

export const straight = (start: Point, end: Point): Course => new Course([start, end]);

/** A line that swings to its left by a part of its length, so that two opposite ones do not meet. */
export function bowed(start: Point, end: Point, bow: number): Course {
  const [dx, dy] = [end[0] - start[0], end[1] - start[1]];
  const bend: Point = [(start[0] + end[0]) / 2 + dy * bow, (start[1] + end[1]) / 2 - dx * bow];
  const on = (t: number, at: 0 | 1) => (1 - t) ** 2 * start[at] + 2 * t * (1 - t) * bend[at] + t * t * end[at];
  return new Course(steps((t) => [on(t, 0), on(t, 1)]));
}

/** Two straight lines that meet in a rounded knee. */
export function bent(start: Point, knee: Point, end: Point, radius: number): Course {
  const toward = (to: Point, by: number): Point => {
    const length = far(knee, to) || 1;
    return [knee[0] + ((to[0] - knee[0]) * by) / length, knee[1] + ((to[1] - knee[1]) * by) / length];
  };
  const round = Math.min(radius, far(start, knee) / 2, far(knee, end) / 2);
  const [a, b] = [toward(start, round), toward(end, round)];
  const on = (t: number, at: 0 | 1) => (1 - t) ** 2 * a[at] + 2 * t * (1 - t) * knee[at] + t * t * b[at];
  const course = new Course([start, ...steps((t) => [on(t, 0), on(t, 1)]), end]);
  course.knee = [on(0.5, 0), on(0.5, 1)];
  return course;
}

/** A smooth line through all places (Catmull and Rom's). */
export function through(places: readonly Point[]): Course {
  const first: Point = places[0] ?? [0, 0];
  const last: Point = places[places.length - 1] ?? first;
  const padded = [first, ...places, last];
  const points: Point[] = [first];
  for (let at = 0; at + 3 < padded.length; at++) {
    const [a, b, c, d] = padded.slice(at, at + 4) as [Point, Point, Point, Point];
    const on = (t: number, n: 0 | 1) =>
      0.5 * (2 * b[n] + (c[n] - a[n]) * t + (2 * a[n] - 5 * b[n] + 4 * c[n] - d[n]) * t ** 2 + (3 * b[n] - a[n] - 3 * c[n] + d[n]) * t ** 3);
    points.push(...steps((t) => [on(t, 0), on(t, 1)] as Point).slice(1));
  }
  return new Course(points);
}

/** Path data of arcs along a line, each about `size` long, all on its left. */
export function scalloped(course: Course, size: number): string {
  const count = Math.max(2, Math.ceil(course.length / size));
  const radius = ((course.length / count) * 0.62).toFixed(1);
  const stops = Array.from({ length: count + 1 }, (_, step) => course.at((course.length * step) / count));
  return `M${text(stops[0] ?? [0, 0])}${stops.slice(1).map((stop) => `A${radius} ${radius} 0 0 1 ${text(stop)}`).join('')}`;
}

/** A triangle that points in a direction and ends at its tip. */
export function head([x, y]: Point, [dx, dy]: Point, length: number, half: number): string {
  const [bx, by] = [x - dx * length, y - dy * length];
  return `M${text([x, y])}L${text([bx - dy * half, by + dx * half])}L${text([bx + dy * half, by - dx * half])}z`;
}

/** A line across a direction. */
export function bar([x, y]: Point, [dx, dy]: Point, half: number): string {
  return `M${text([x - dy * half, y + dx * half])}L${text([x + dy * half, y - dx * half])}`;
}

/** Two short arcs in front of a point, as of something that rebounds. */
export function rebound([x, y]: Point, [dx, dy]: Point, unit: number): string {
  return [[3, 7], [7.5, 10]].map(([ahead = 0, half = 0]) => {
    const [cx, cy, h] = [x + dx * ahead * unit, y + dy * ahead * unit, half * unit];
    const r = (1.5 * h).toFixed(1);
    return `M${text([cx - dy * h, cy + dx * h])}A${r} ${r} 0 0 0 ${text([cx + dy * h, cy - dx * h])}`;
  }).join('');
}

/** A regular polygon with a level upper side. */
export function polygon([x, y]: Point, corners: number, radius: number): string {
  const turns = Array.from({ length: corners }, (_, step) => (2 * Math.PI * (step + 0.5)) / corners);
  return `M${turns.map((turn) => text([x + radius * Math.sin(turn), y - radius * Math.cos(turn)])).join('L')}z`;
}

const steps = (on: (t: number) => Point): Point[] => Array.from({ length: STEPS + 1 }, (_, step) => on(step / STEPS));
const pairs = (points: readonly Point[]): [Point, Point][] => points.slice(1).map((point, at) => [points[at] ?? point, point]);
const far = (a: Point, b: Point): number => Math.hypot(b[0] - a[0], b[1] - a[1]);
const text = (point: Point): string => `${point[0].toFixed(1)} ${point[1].toFixed(1)}`;

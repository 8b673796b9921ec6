/** Arrows between pieces: slightly bowed, starting and ending outside the tokens. */
import type { BoardGeometry, Point } from '../../../lib/types';

export interface Arrow { d: string; head: string; middle: Point }

const BOW = 0.12;

/** One arrow, or two halves where the way leads over the edge of the map. */
export function arrows(board: BoardGeometry, source: string, target: string, clear: number, head: number): Arrow[] {
  const from = tokenOf(board, source);
  const to = tokenOf(board, target);
  if (!from || !to) return [];
  const wraps = board.links.some((link) => link.wraps && ((link.a === source && link.b === target) || (link.a === target && link.b === source)));
  if (!wraps) return [bowed(from, to, clear, head)];
  const shift = from[0] < to[0] ? -board.width : board.width;
  return [bowed(from, [to[0] + shift, to[1]], clear, head), bowed([from[0] - shift, from[1]], to, clear, head)];
}

const tokenOf = (board: BoardGeometry, id: string): Point | undefined => board.spaces.find((space) => space.id === id)?.token;

export function bowed(from: Point, to: Point, clear: number, head: number): Arrow {
  const dx = to[0] - from[0];
  const dy = to[1] - from[1];
  const length = Math.hypot(dx, dy) || 1;
  const side = dx >= 0 ? 1 : -1; // always bows upwards
  const bend: Point = [from[0] + dx / 2 + (dy / length) * length * BOW * side, from[1] + dy / 2 - (dx / length) * length * BOW * side];
  const start = towards(from, bend, Math.min(clear, length * 0.3));
  const tip = towards(to, bend, Math.min(clear, length * 0.3));
  const angle = Math.atan2(tip[1] - bend[1], tip[0] - bend[0]);
  const neck = towards(tip, bend, head * 0.7);
  const wing = (turn: number): Point => [tip[0] - head * Math.cos(angle + turn), tip[1] - head * Math.sin(angle + turn)];
  const [left, right] = [wing(0.5), wing(-0.5)];
  return {
    d: `M${text(start)}Q${text(bend)} ${text(neck)}`,
    head: `M${text(tip)}L${text(left)}L${text(right)}Z`,
    middle: [(start[0] + 2 * bend[0] + tip[0]) / 4, (start[1] + 2 * bend[1] + tip[1]) / 4],
  };
}

function towards(from: Point, to: Point, by: number): Point {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  return [from[0] + ((to[0] - from[0]) / length) * by, from[1] + ((to[1] - from[1]) / length) * by];
}
const text = (point: Point) => `${point[0].toFixed(1)} ${point[1].toFixed(1)}`;

/** Where the sides of a battle stand in its picture, and the ways between them. */
import type { BattleView } from './view';

export interface Spot { player: number; x: number; y: number }
export const WIDTH = 400;
const [TOP, RADIUS, GAP] = [32, 150, 34];

/** Discs in a row, a triangle, a square or around: whoever defends on top, the reader below it on the left. */
export function spots(battle: BattleView, seat: number): Spot[] {
  const players = battle.sides.map((side) => side.player);
  const top = battle.acting === seat ? -2 : battle.acting;
  const order = [...players.filter((one) => one === top), ...players.filter((one) => one !== top && one !== seat)];
  const all = players.includes(seat) ? [...order.slice(0, 1), seat, ...order.slice(1)] : order;
  if (all.length === 2) return all.toReversed().map((player, at) => ({ player, x: 82 + at * 236, y: TOP }));
  if (all.length === 3) return [[200, TOP], [64, 162], [336, 162]].map(([x = 0, y = 0], at) => ({ player: all[at] ?? -1, x, y }));
  if (all.length === 4) return [[64, TOP], [64, 182], [336, 182], [336, TOP]].map(([x = 0, y = 0], at) => ({ player: all[at] ?? -1, x, y }));
  const turn = (2 * Math.PI) / all.length;
  return all.map((player, at) => ({ player, x: WIDTH / 2 - RADIUS * Math.sin(turn * at), y: TOP + RADIUS * 0.8 * (1 - Math.cos(turn * at)) }));
}

/** A way from one disc to another, a little to its right, so that two ways between the same do not lie on each other. */
export function way(from: Spot, to: Spot, aside: number): { d: string; at: [number, number]; along: [number, number] } {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const far = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / far, dy / far];
  const point = (by: number): [number, number] => [from.x + ux * by + uy * aside, from.y + uy * by - ux * aside];
  const [start, end] = [point(GAP), point(far - GAP)];
  return { d: `M${start[0].toFixed(1)} ${start[1].toFixed(1)}L${end[0].toFixed(1)} ${end[1].toFixed(1)}`, at: [(start[0] + end[0]) / 2, (start[1] + end[1]) / 2], along: [ux, uy] };
}

/** What a drawing of simultaneous orders shows, as plain data free of any game: units, orders and how they ended. */
import type { BoardGeometry, BoardSpace, Point } from '../../../../lib/types';
import { LETTER, LINE } from '../../board/lettering';

/** A unit at a space (`MUN`) or coast (`STP/SC`) in a player colour (1 to 48); `id` tells it from all others on the board. What only the viewer knows of is `locked`. */
export interface UnitMark { id: string; kind: string; at: string; colour: number; title: string; dislodged?: boolean; locked?: boolean }

export type OrderMarkKind = 'hold' | 'move' | 'support' | 'convoy' | 'retreat' | 'build' | 'remove' | 'convert';
/** `open` is an order nobody has judged yet; `cut` is a support that was broken, `failed` anything else that came to nothing. */
export type MarkOutcome = 'open' | 'done' | 'bounced' | 'failed' | 'cut';
/**
 * One order as lines on the map. `unit` is where the ordered unit stands; a move or retreat goes `to` a place, by convoy over
 * the fleets `via`; a support or convoy helps the unit at `of` to move `to` a place, or to hold where `to` is empty.
 * `colour` 0 is the ink of one's own orders; `partial` is an order that is still being entered.
 */
export interface OrderMark {
  key: string; kind: OrderMarkKind; unit: string; to: string; of: string; via: string[]; colour: number; outcome: MarkOutcome;
  title: string; partial?: boolean;
  /** The province that a move over two passes, and the kind of what stands beside units. */
  path?: string[]; figure?: string;
  /** Its number in letters that speak of it, and whether it is the one looked at there. */
  number?: number; lit?: boolean;
}

/** The middle of a name: it keeps its distance from the piece while both grow or shrink against the map, as far as the frame lets it. */
export function nameSpot(board: BoardGeometry, space: BoardSpace, lines: readonly string[], size: number): Point {
  const zoom = size / board.unit;
  const half = [(Math.max(...lines.map((line) => line.length)) * LETTER) / 2 + 3, (lines.length * LINE) / 2 + 1] as const;
  const within = (at: 0 | 1, end: number) => {
    const wished = space.token[at] + (space.label[at] - space.token[at]) * zoom;
    return Math.max(half[at] * size, Math.min(end - half[at] * size, wished));
  };
  return [within(0, board.width), within(1, board.height)];
}

/** Whether the name of a place stands above its piece. */
export function namedAbove(board: BoardGeometry, place: string): boolean {
  const space = board.spaces.find((one) => one.id === provinceOf(place));
  return space !== undefined && space.label[1] < space.token[1];
}

/** Where what stands beside units is drawn from the token point, in screen pixels: flyers above, or below where the name is above; hidden figures beside a unit. */
export function aside(kind: string, beside: { unit: boolean; flyers: number; hidden: number; below?: boolean }): Point {
  if (kind === 'Z' || kind === 'GEG') return [beside.flyers > 1 ? (kind === 'Z' ? -25 : 25) : 0, (beside.unit || beside.flyers > 1 ? -33 : -14) * (beside.below ? -1 : 1)];
  const out = beside.unit || beside.hidden > 1 ? 27 : 0;
  return [kind === 'RB' ? -out : out, beside.unit ? 4 : 0];
}

/** A supply centre (`centre`, or `fortress` for one drawn as a keep) and where it is drawn. */
export interface Site { id: string; name: string; space: string; kind: string; at: readonly [number, number] }

/** Whether a board draws supply centres of its own; on others the map of the game says where they are. */
export const hasOwnCentres = (board: BoardGeometry): boolean => (board.sites ?? []).some((site) => site.kind === 'centre' || site.kind === 'fortress');

/** Supply centres that the map of a game puts on the sites of a board. */
export function sitesOn(board: BoardGeometry, centres: readonly string[], say: { place(location: string): string }): Site[] {
  return centres.map((space): Site => {
    const site = (board.sites ?? []).find((one) => one.space === space && one.kind !== 'port');
    const [x, y] = pointOf(board, space);
    return { id: space, space, name: site?.name ?? say.place(space), kind: site?.kind === 'stronghold' ? 'fortress' : 'centre', at: site?.at ?? [x, y + 30 * board.unit] };
  });
}

/** Spaces next to each other for fleets: by a border, or a line over the sea. */
export function afloatNear(board: BoardGeometry, id: string): string[] {
  const lanes = board.links.filter((link) => link.kind === 'sea_lane').map(({ a, b }): [string, string] => [a, b]);
  return [...(board.borders ?? []), ...lanes].flatMap(([a, b]) => (a === id ? [b] : b === id ? [a] : []));
}

export const provinceOf = (place: string): string => place.split('/')[0] ?? place;

/** Where a piece is drawn at a space or at one of its coasts; the corner of the board for places it lacks. */
export function pointOf(board: BoardGeometry, place: string): Point {
  const [id, coast] = place.split('/');
  const space = board.spaces.find((one) => one.id === id);
  if (!space) return [0, 0];
  return (coast ? (space.coasts ?? []).find((one) => one.id === coast)?.at : undefined) ?? space.token;
}

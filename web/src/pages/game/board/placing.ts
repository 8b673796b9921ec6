/** Names, tokens and signs placed anew for a board that is seen whole: drawn larger against the map, they no longer fit where they were placed. */
import type { BoardGeometry, BoardSpace, Point } from '../../../lib/types';
import { LETTER, LINE } from './lettering';

/** Map units to a pixel of tokens and names, and to one of the signs beside them. */
export interface Sizes { token: number; sign: number }
interface Box { x: number; y: number; w: number; h: number }
/** Where the parts of a place lie from its token; boxes by their middles. */
interface Layout { token: Box; name: Box; sign: Box | null; cost: number }

/** A cell of the map in which a place is looked for, in map units, and how far apart tries are, in pixels of a token; a token that may be chosen has a ring. */
const CELL = 3;
const STEP = 5;
const [TOKEN, SIGN, GAP, RING] = [27, 20, 2, 3] as const;
/** What it costs that all of a part leaves its outline, lies on another part, or on a mark of the map; and to move by a pixel. */
const COST = { token: 160, sign: 110, name: 45, over: 160, mark: 100, away: 0.12 } as const;
/** What lies on a cell. */
const [MARK, PART] = [1, 2] as const;

/** The board with tokens, names and signs where they fit at these sizes. */
export function placedAnew(board: BoardGeometry, sizes: Sizes): BoardGeometry {
  const ground = groundOf(board);
  for (const mark of marksOf(board, sizes)) cover(ground, mark, MARK);
  const found = new Map<string, { token: Point; label: Point; sign: Point | null }>();
  const areas = areasOf(ground, board.spaces.length);
  const order = board.spaces.map((space, at) => ({ space, at })).sort((a, b) => (areas[a.at] ?? 0) - (areas[b.at] ?? 0)); // small ones have least choice
  for (const { space, at } of order) {
    const sign = (board.sites ?? []).some((site) => site.space === space.id);
    const best = bestOf(space, at, layoutsOf(space, sign, sizes), { ground, step: STEP * sizes.token });
    if (!best) continue;
    const { layout, x, y } = best;
    const put = (box: Box): Point => [x + box.x, y + box.y];
    for (const box of [layout.token, layout.name, layout.sign]) if (box) cover(ground, { ...box, x: x + box.x, y: y + box.y }, PART);
    found.set(space.id, { token: put(layout.token), label: put(layout.name), sign: layout.sign && put(layout.sign) });
  }
  return {
    ...board,
    spaces: board.spaces.map((space) => ({ ...space, ...pick(found.get(space.id)) })),
    sites: (board.sites ?? []).map((site) => ({ ...site, at: found.get(site.space)?.sign ?? site.at })),
  };
}

const pick = (place: { token: Point; label: Point } | undefined) => (place ? { token: place.token, label: place.label } : {});

/** Token and sign beside each other or one over the other, the name below, above, or between. */
function layoutsOf(space: BoardSpace, sign: boolean, { token: k, sign: s }: Sizes): Layout[] {
  const lines = space.short.split('\n');
  const [w, h] = [Math.max(...lines.map((line) => line.length)) * LETTER * k, LINE * lines.length * k];
  const token: Box = { x: 0, y: 0, w: TOKEN * k, h: TOKEN * k };
  const down = (TOKEN / 2) * k + h / 2 + (GAP / 2) * k;
  const below: Box = { x: 0, y: down, w, h };
  const above: Box = { x: 0, y: -down - RING * k, w, h };
  if (!sign) return [{ token, name: below, sign: null, cost: 0 }, { token, name: above, sign: null, cost: 1 }];
  const size = SIGN * s;
  const aside = (TOKEN / 2) * k + size / 2 + GAP * k;
  const mark = (x: number, y: number): Box => ({ x, y, w: size, h: size });
  const far = down + h / 2 + size / 2 + (GAP / 2) * k;
  const near = (TOKEN / 2) * k + size / 2 + GAP * k;
  const sides = [-1, 1].flatMap((side): Layout[] => [below, above].map((name, at) => ({ token, name: { ...name, x: (side * aside) / 2 }, sign: mark(side * aside, 0), cost: at })));
  return [
    ...sides, { token, name: below, sign: mark(0, far), cost: 2 }, { token, name: above, sign: mark(0, -far), cost: 3 },
    { token, name: above, sign: mark(0, near), cost: 2 }, { token, name: below, sign: mark(0, -near), cost: 2 },
  ];
}

interface Where { ground: Ground; step: number }

function bestOf(space: BoardSpace, at: number, layouts: readonly Layout[], where: Where): { layout: Layout; x: number; y: number } | null {
  const { ground, step } = where;
  const { left, top, right, bottom } = ground.bounds[at] ?? { left: 0, top: 0, right: 0, bottom: 0 };
  const tries: { x: number; y: number; moved: number }[] = [];
  for (let y = top; y <= bottom; y += step) {
    for (let x = left; x <= right; x += step) {
      if (ground.owner[ground.cell(x, y)] === at) tries.push({ x, y, moved: (COST.away * Math.hypot(x - space.token[0], y - space.token[1]) * STEP) / step });
    }
  }
  let best: { layout: Layout; x: number; y: number } | null = null;
  let least = Infinity;
  for (const { x, y, moved } of tries.sort((a, b) => a.moved - b.moved)) {
    if (moved >= least) break; // what is farther away costs more
    for (const layout of layouts) {
      const cost = costOf(layout, x, y, at, ground, moved + layout.cost, least);
      if (cost < least) [least, best] = [cost, { layout, x, y }];
    }
  }
  return best;
}

/** What a layout costs at a spot, beginning with `cost`; no more is added up than is too much. */
function costOf(layout: Layout, x: number, y: number, at: number, ground: Ground, begun: number, most: number): number {
  let cost = begun;
  for (const [box, leaves] of [[layout.token, COST.token], [layout.name, COST.name], [layout.sign, COST.sign]] as const) {
    if (!box) continue;
    if (cost >= most) return cost;
    let [outside, over, marked] = [0, 0, 0];
    for (const [dx, dy] of SPOTS) {
      const cell = ground.cell(x + box.x + dx * box.w, y + box.y + dy * box.h);
      if (cell < 0 || ground.owner[cell] !== at) outside++;
      const there = ground.taken[cell] ?? 0;
      if (there & PART) over++;
      else if (there & MARK) marked++;
    }
    cost += (leaves * outside + COST.over * over + COST.mark * marked) / SPOTS.length;
  }
  return cost;
}

/** Spots of a box at which it is looked, from its middle, in parts of its width and height. */
const SPOTS: readonly Point[] = [-0.5, -0.33, -0.17, 0, 0.17, 0.33, 0.5].flatMap((dx) => [-0.5, 0, 0.5].map((dy): Point => [dx, dy]));

/** Note what lies on the cells of a box. */
function cover(ground: Ground, { x, y, w, h }: Box, what: number): void {
  for (let down = y - h / 2; down <= y + h / 2; down += CELL) {
    for (let across = x - w / 2; across <= x + w / 2; across += CELL) {
      const cell = ground.cell(across, down);
      if (cell >= 0) ground.taken[cell] = (ground.taken[cell] ?? 0) | what;
    }
  }
}

/** Bridges, ports, steps of paths, peaks and the letters of regions, which stay where they are. */
function marksOf(board: BoardGeometry, { sign: s }: Sizes): Box[] {
  const box = ([x, y]: Point, side: number): Box => ({ x, y, w: side, h: side });
  return [
    ...(board.bridges ?? []).map((bridge) => box(bridge.at, 18 * s)), ...(board.ports ?? []).map((port) => box(port.at, 19 * s)),
    ...(board.paths ?? []).flatMap((path) => path.steps.map((step) => box(step.at, 13 * s))),
    ...(board.regions ?? []).flatMap((region) => lettersOf(region, s)),
    ...(board.ranges ?? []).flatMap((range) => range.peaks.map(([x, y, high]): Box => ({ x, y: y - high / 2, w: high, h: high }))),
  ];
}

/** The letters of a region's name, spaced along its line, and the plate of its worth, which grows with the signs. */
function lettersOf({ name, title }: BoardGeometry['regions'][number], sign: number): Box[] {
  if (!title) return [];
  const [angle, size] = [(title.angle * Math.PI) / 180, title.size];
  const worth = (name.length / 2) * size * 0.82 + 12 * sign; // what it is worth stands after it
  const plate: Box = { x: title.at[0] + worth * Math.cos(angle), y: title.at[1] + worth * Math.sin(angle), w: 24 * sign, h: 19 * sign };
  return [plate, ...Array.from(name, (_, at) => {
    const along = (at - (name.length - 1) / 2) * size * 0.82;
    return { x: title.at[0] + along * Math.cos(angle), y: title.at[1] + along * Math.sin(angle), w: size * 0.6, h: size * 0.7 };
  })];
}

/** The map in cells: whose each is, by the number of the place (-1: nobody's), and what lies there. */
interface Ground { cell: (x: number, y: number) => number; owner: Int16Array; taken: Uint8Array; bounds: { left: number; top: number; right: number; bottom: number }[] }

function groundOf(board: BoardGeometry): Ground {
  const [wide, high] = [Math.ceil(board.width / CELL), Math.ceil(board.height / CELL)];
  const owner = new Int16Array(wide * high).fill(-1);
  const bounds = board.spaces.map((space, at) => {
    const rings = ringsOf(space.d);
    fill(rings, at, owner, wide, high);
    const xs = rings.flatMap((ring) => ring.map((point) => point[0]));
    const ys = rings.flatMap((ring) => ring.map((point) => point[1]));
    return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
  });
  const cell = (x: number, y: number) => {
    const [across, down] = [Math.floor(x / CELL), Math.floor(y / CELL)];
    return across < 0 || down < 0 || across >= wide || down >= high ? -1 : down * wide + across;
  };
  return { cell, owner, taken: new Uint8Array(wide * high), bounds };
}

function areasOf({ owner }: Ground, spaces: number): number[] {
  const areas = Array<number>(spaces).fill(0);
  for (const at of owner) if (at >= 0) areas[at] = (areas[at] ?? 0) + 1;
  return areas;
}

/** Fill the cells whose middle lies within the rings, row by row. */
function fill(rings: readonly Point[][], at: number, cells: Int16Array, wide: number, high: number): void {
  const ys = rings.flatMap((ring) => ring.map((point) => point[1]));
  const [from, to] = [Math.max(0, Math.floor(Math.min(...ys) / CELL)), Math.min(high - 1, Math.ceil(Math.max(...ys) / CELL))];
  for (let row = from; row <= to; row++) {
    const y = (row + 0.5) * CELL;
    const cuts: number[] = [];
    for (const ring of rings) {
      for (const [number, a] of ring.entries()) {
        const b = ring[(number + 1) % ring.length] ?? a;
        if ((a[1] > y) !== (b[1] > y)) cuts.push(a[0] + ((y - a[1]) / (b[1] - a[1])) * (b[0] - a[0]));
      }
    }
    cuts.sort((a, b) => a - b);
    for (let pair = 0; pair + 1 < cuts.length; pair += 2) {
      const last = Math.min(wide - 1, Math.floor((cuts[pair + 1] ?? 0) / CELL - 0.5));
      for (let cell = Math.max(0, Math.ceil((cuts[pair] ?? 0) / CELL - 0.5)); cell <= last; cell++) cells[row * wide + cell] = at;
    }
  }
}

/** The rings of an outline: paths of boards have absolute starts and relative lines. */
export function ringsOf(d: string): Point[][] {
  return d.split('M').slice(1).map((part) => {
    const numbers = (part.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number);
    const ring: Point[] = [];
    let [x, y] = [0, 0];
    for (let at = 0; at + 1 < numbers.length; at += 2) {
      [x, y] = [x + (numbers[at] ?? 0), y + (numbers[at + 1] ?? 0)];
      ring.push([x, y]);
    }
    return ring;
  });
}

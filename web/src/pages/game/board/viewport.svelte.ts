/** Where the reader looks on a board: zoom from 1 to 6 times the fitted size (or to a scale of one's own), and the shift. */

export interface Insets { top: number; right: number; bottom: number; left: number }
export interface XY { x: number; y: number }
type Point = readonly [number, number];
type Points = readonly Point[];

export const LEAST = 1;
export const MOST = 6;

export class Viewport {
  width = $state(1000);
  height = $state(600);
  zoom = $state(1);
  /** Screen pixels from the centre of the free area to the centre of the map. */
  dx = $state(0);
  dy = $state(0);
  insets = $state.raw<Insets>({ top: 0, right: 0, bottom: 0, left: 0 });
  /** Pixels at the foot that a sheet covers: the map may be moved out from under it. */
  under = 0;
  /** Screen pixels per map unit when nearest, where that is not so many times the fitted size; 0: it is. */
  nearest = 0;

  constructor(readonly mapWidth: number, readonly mapHeight: number) {}

  /** Screen pixels per map unit when fitted. */
  readonly fitScale: number = $derived.by(() => {
    const { left, right, top, bottom } = this.insets;
    return Math.max(0.05, Math.min((this.width - left - right) / this.mapWidth, (this.height - top - bottom) / this.mapHeight));
  });
  /** The most that the zoom may be. */
  readonly most: number = $derived.by(() => (this.nearest ? Math.max(LEAST, this.nearest / this.fitScale) : MOST));
  readonly scale: number = $derived.by(() => this.fitScale * this.zoom);
  readonly origin: XY = $derived.by(() => {
    const { left, right, top, bottom } = this.insets;
    return {
      x: (left + this.width - right) / 2 + this.dx - (this.mapWidth * this.scale) / 2,
      y: (top + this.height - bottom) / 2 + this.dy - (this.mapHeight * this.scale) / 2,
    };
  });
  /** The part of the map that is on the screen, in map units. */
  readonly seen: { x: number; y: number; width: number; height: number } = $derived.by(() => ({
    x: -this.origin.x / this.scale, y: -this.origin.y / this.scale, width: this.width / this.scale, height: this.height / this.scale,
  }));

  toScreen(point: readonly [number, number]): XY {
    return { x: this.origin.x + point[0] * this.scale, y: this.origin.y + point[1] * this.scale };
  }
  toMap(at: XY): [number, number] {
    return [(at.x - this.origin.x) / this.scale, (at.y - this.origin.y) / this.scale];
  }

  /** Zoom so that what is under a point of the screen stays there; all the way out, the whole map is seen. */
  zoomAt(factor: number, at: XY): void {
    const point = this.toMap(at);
    this.zoom = clamp(this.zoom * factor, LEAST, this.most);
    if (factor < 1 && this.zoom === LEAST) return this.fit();
    const now = this.toScreen(point);
    this.pan(at.x - now.x, at.y - now.y);
  }
  zoomBy(factor: number): void {
    this.zoomAt(factor, { x: this.width / 2, y: this.height / 2 });
  }

  /** Shift by so many pixels, as far as enough of the map stays in the part that is not covered. */
  pan(x: number, y: number, cover: Pick<Insets, 'right' | 'bottom'> = { ...this.insets, bottom: Math.max(this.insets.bottom, this.under) }): void {
    const roomX = Math.max(0, (this.mapWidth * this.scale - this.width) / 2) + this.width * 0.25 + cover.right - this.insets.right;
    const roomY = Math.max(0, (this.mapHeight * this.scale - this.height) / 2) + this.height * 0.25 + cover.bottom - this.insets.bottom;
    this.dx = clamp(this.dx + x, -roomX, roomX);
    this.dy = clamp(this.dy + y, -roomY, roomY);
  }

  fit(): void {
    this.zoom = 1;
    this.dx = this.dy = 0;
  }

  /** Look at a point from nearby. */
  centre(point: readonly [number, number], zoom: number): void {
    this.zoom = clamp(zoom, LEAST, this.most);
    const at = this.toScreen(point);
    this.pan(this.width / 2 - at.x, (this.height - this.insets.bottom) / 2 - at.y);
  }

  /** The zoom at which points just fit into the part not covered, `free` pixels from its edges. */
  private zoomFor(points: Points, cover: Insets, free: number): number {
    const box = boxOf(points);
    const room = { x: this.width - cover.left - cover.right - 2 * free, y: this.height - cover.top - cover.bottom - 2 * free };
    return Math.min(room.x / Math.max(1, box.right - box.left), room.y / Math.max(1, box.bottom - box.top)) / this.fitScale;
  }

  /** Points with those beside them that can be seen together, the nearest first, at a zoom of at least `least`. */
  withNear(points: Points, beside: Points, cover: Insets, free: number, least: number): Points {
    const far = (one: Point) => Math.min(...points.map((point) => Math.hypot(point[0] - one[0], point[1] - one[1])));
    const seen = [...points];
    for (const one of beside.toSorted((a, b) => far(a) - far(b))) if (this.zoomFor([...seen, one], cover, free) >= least) seen.push(one);
    return seen;
  }

  /**
   * Move (and zoom out if need be) so that all points lie in the part not covered, `free` pixels from its edges.
   * With `close`, zoom in as far as they allow, at most to that zoom, and have them in the middle where they must move at all.
   */
  reveal(points: Points, cover: Insets, free = 40, close = 0): void {
    if (!points.length) return;
    const box = boxOf(points);
    this.zoom = clamp(Math.min(Math.max(this.zoom, close), this.zoomFor(points, cover, free)), LEAST, this.most);
    const from = this.toScreen([box.left, box.top]);
    const to = this.toScreen([box.right, box.bottom]);
    // Where there is not so much room around them, what room there is is shared out: better near an edge than covered.
    const spare = (length: number, room: number) => Math.max(0, Math.min(free, (room - length) / 2));
    const x = spare(to.x - from.x, this.width - cover.left - cover.right);
    const y = spare(to.y - from.y, this.height - cover.top - cover.bottom);
    const [right, down] = [nudge(from.x, to.x, cover.left + x, this.width - cover.right - x), nudge(from.y, to.y, cover.top + y, this.height - cover.bottom - y)];
    if (close && (right || down)) this.pan((cover.left + this.width - cover.right - from.x - to.x) / 2, (cover.top + this.height - cover.bottom - from.y - to.y) / 2, cover);
    else this.pan(right, down, cover);
    this.fill(cover, points, { x, y });
  }

  /**
   * Shift the map over what it leaves bare on one side while more of it is hidden on the other, as it is once the zoom or
   * what covers it has changed; points that must be seen come no nearer to an edge by it than `free` pixels.
   */
  fill(cover: Insets, points: Points | null = null, free: XY = { x: 0, y: 0 }): void {
    const [start, end] = [this.origin, this.toScreen([this.mapWidth, this.mapHeight])];
    const [right, bottom] = [this.width - cover.right, this.height - cover.bottom];
    const box = points && boxOf(points);
    const from = box ? this.toScreen([box.left, box.top]) : { x: Infinity, y: Infinity };
    const to = box ? this.toScreen([box.right, box.bottom]) : { x: -Infinity, y: -Infinity };
    this.pan(
      bare(start.x, end.x, cover.left, right, from.x - cover.left - free.x, right - free.x - to.x),
      bare(start.y, end.y, cover.top, bottom, from.y - cover.top - free.y, bottom - free.y - to.y),
      cover,
    );
  }
}

/** The box around points, in their own units. */
function boxOf(points: Points): { left: number; right: number; top: number; bottom: number } {
  const [xs, ys] = [points.map((point) => point[0]), points.map((point) => point[1])];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value));

/** The shift over what a stretch leaves bare at one end, as far as more of it is hidden at the other and there is room on that side. */
function bare(from: number, to: number, low: number, high: number, before: number, after: number): number {
  if (to < high && from < low) return Math.max(0, Math.min(high - to, low - from, after));
  if (from > low && to > high) return -Math.max(0, Math.min(from - low, to - high, before));
  return 0;
}

/** The least shift that brings a stretch between two limits; the start wins where it does not fit. */
function nudge(from: number, to: number, least: number, most: number): number {
  if (from < least) return least - from;
  if (to > most) return Math.max(most - to, least - from);
  return 0;
}

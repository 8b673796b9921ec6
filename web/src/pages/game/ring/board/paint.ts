/** Which figures are painted where and how large, and the painting itself. Places on the sheet are CSS pixels. */
import { inField, named, type FigureView, type Spot } from '../view';
import type { Crowd } from './crowd';
import { signOf } from './signs';
import { EDGE, PAPER, type Mood, type Sprites } from './sprites';

/** The part of the sheet that is painted. */
export interface Cover { x: number; y: number; width: number; height: number }
export interface Painted { one: FigureView; x: number; y: number; radius: number }

/** Pixels across below which no token is drawn; farther out forces become shields. */
export const LEAST = 14;
/** Pixels to an inch below which tokens would be smaller than that. */
export const NEAR = 14;
const HERO = 9;
/** The least radius of what stands for a figure where forces are shields, in pixels. */
const FAR = 3.5;
const BADGE = 1.1;
/** A ship's base is broader than rivers are: its hull is drawn half as broad, so that it looks alike in the open and at a bank. */
const HULL = 0.5;
const GOLD = '#FFD84A';
/** Cells of this many pixels: the painted part changes only when the window comes into another. */
export const CELL = 256;

/** The radius of a figure's token: its base, smaller where a neighbour is near, but never too small to be seen. */
export function radiusOf(crowd: Crowd, one: FigureView, scale: number): number {
  const kind = crowd.kind(one);
  const base = ((kind?.radius ?? 500) / 1000) * scale * (kind?.token === 'ship' ? HULL : 1);
  const room = ((crowd.apart.get(one.figure.id) ?? Infinity) / 1000) * scale;
  // Diamonds reach farther than their radius, discs touch their neighbours with nothing between.
  const fits = (room / 2) * (kind?.token === 'mounted' ? 0.86 : 0.92);
  if (named(kind?.token)) return Math.max(HERO, Math.min(base * 1.12, fits * 1.12));
  return Math.max(LEAST / 2, Math.min(base * 0.96, fits));
}

/** The radius at which a figure is marked or drawn as a ghost: its token's, or its base's where forces are shields. */
export function marked(crowd: Crowd, one: FigureView, scale: number): number {
  return scale < NEAR ? Math.max(FAR, ((crowd.kind(one)?.radius ?? 0) / 1000) * scale) : radiusOf(crowd, one, scale);
}

/** The figures on the table where they are drawn, lowest in front and characters before all. */
export function placed(crowd: Crowd, scale: number, at: (spot: Spot) => readonly [number, number], shift: ReadonlyMap<number, Spot>): Painted[] {
  const shown = shift.size ? crowd.view.figures.filter((one) => inField(one.figure) || shift.has(one.figure.id)) : crowd.field;
  const found = shown.map((one) => {
    const [x, y] = at(shift.get(one.figure.id) ?? [one.figure.x, one.figure.y]);
    return { one, x, y, radius: radiusOf(crowd, one, scale) };
  });
  const first = (painted: Painted) => Number(named(crowd.kind(painted.one)?.token));
  return found.sort((a, b) => first(a) - first(b) || a.y - b.y || a.one.figure.id - b.one.figure.id);
}

export interface Scene { crowd: Crowd; painted: readonly Painted[]; cover: Cover; mood(one: FigureView): Mood; alpha(one: FigureView): number; rough: boolean }

/** Paint tokens and badges onto a canvas that covers a part of the sheet. */
export function paint(canvas: HTMLCanvasElement, sprites: Sprites, scene: Scene): void {
  const { cover, crowd } = scene;
  const wide = Math.round(cover.width * sprites.density);
  const high = Math.round(cover.height * sprites.density);
  if (canvas.width !== wide || canvas.height !== high) { canvas.width = wide; canvas.height = high; }
  const ctx = canvas.getContext('2d');
  if (!ctx) return;
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  ctx.clearRect(0, 0, wide, high);
  ctx.setTransform(sprites.density, 0, 0, sprites.density, -cover.x * sprites.density, -cover.y * sprites.density);
  const near = scene.painted.filter(({ x, y, radius }) =>
    x + 2 * radius > cover.x && x - 2 * radius < cover.x + cover.width && y + 2 * radius > cover.y && y - 2 * radius < cover.y + cover.height);
  for (const { one, x, y, radius } of near) {
    const kind = crowd.kind(one);
    if (!kind) continue;
    const hidden = one.badges?.includes('hidden') ?? false;
    const sprite = sprites.of({ player: one.figure.owner, token: kind.token, sign: signOf(kind), cornered: crowd.side(one) === 'evil', radius, mood: scene.mood(one), hidden }, scene.rough);
    const half = sprite.half * (radius / sprite.radius);
    ctx.globalAlpha = scene.alpha(one);
    ctx.drawImage(sprite.image, x - half, y - half, 2 * half, 2 * half);
    (one.badges ?? []).filter((badge) => badge !== 'hidden').forEach((badge, at) => {
      const mark = sprites.badge(badge);
      const size = mark.half * Math.min(BADGE, Math.max(0.72, radius / 12));
      ctx.drawImage(mark.image, x + radius * 0.75 - at * size * 1.2 - size, y - radius * 0.8 - size, 2 * size, 2 * size);
    });
    if (one.figure.holds) ring(ctx, x - radius * 0.8, y - radius * 0.7, Math.max(3, Math.min(6, radius * 0.4)));
    const aboard = crowd.on(one.figure.id).length;
    if (aboard) number(ctx, String(aboard), x, y + radius * 0.45, Math.max(10, Math.min(16, radius * 0.55)));
  }
  ctx.globalAlpha = 1;
}

/** A golden ring: who bears something. */
function ring(ctx: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, 2 * Math.PI);
  for (const [colour, wide] of [[EDGE, radius * 0.9], [GOLD, radius * 0.5]] as const) {
    ctx.strokeStyle = colour;
    ctx.lineWidth = wide;
    ctx.stroke();
  }
}

/** A number on a pill: how many are aboard. */
function number(ctx: CanvasRenderingContext2D, text: string, x: number, y: number, size: number): void {
  ctx.font = `700 ${size}px "Source Sans 3", sans-serif`;
  const half = ctx.measureText(text).width / 2 + size * 0.38;
  const high = size * 0.6;
  ctx.beginPath();
  ctx.roundRect(x - half, y - high, 2 * half, 2 * high, high);
  ctx.fillStyle = PAPER;
  ctx.fill();
  ctx.strokeStyle = ctx.fillStyle = EDGE;
  ctx.lineWidth = 1;
  ctx.stroke();
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillText(text, x, y + size * 0.06);
}

/** The part of the sheet to be painted for a window on it: the window, out to the next border of a cell. */
export function coverOf(left: number, top: number, width: number, height: number): Cover {
  return { x: Math.floor(left / CELL) * CELL, y: Math.floor(top / CELL) * CELL, width: width + CELL, height: height + CELL };
}

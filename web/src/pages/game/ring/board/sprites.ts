/** Tokens and badges drawn once for each size, to be copied onto the table. Sizes are CSS pixels. */
import { named, type Badge, type TokenKind } from '../view';
import type { Livery } from './livery';
import { BADGES, BANNER, BODIES, CORNERED, SIGNS, STAR, WIDE, type Sign, type SignName } from './signs';

export type Mood = 'plain' | 'chosen' | 'ready' | 'faint';
/** `sign` says what a figure is; `cornered`, for those of the Shadow, that it is no friend, also without colours. */
export interface Look { player: number; token: TokenKind; sign: SignName | null; cornered: boolean; radius: number; mood: Mood; hidden: boolean }

/** How strong patterns are by the reader's setting. */
export const STRENGTH = { on: 0.45, strong: 0.75, off: 0 } as const;

export const EDGE = '#1E1712';
export const PAPER = '#FFFDF7';
const BRASS = '#E5B53B';
/** Bodies reach at most so many radii from their middle, and lines a little farther. */
const REACH = 1.16;
const MARGIN = 5;
/** Radius from which heroes and other characters have a ring inside their disc. */
const RINGED = 11;
/** Radius from which light falls on a token. */
const ROUND = 8;
/** Radius from which there is room for a pattern beside a sign. */
const ROOMY = 11;
/** How much of a token its sign takes. */
const SIGN = 0.62;
const STEPS = 2 ** (1 / 8);

type Sheet = HTMLCanvasElement;
export interface Sprite { image: Sheet; /** Half its size at the radius it was drawn for. */ half: number; radius: number }

export class Sprites {
  private readonly made = new Map<string, Sprite>();

  /** `strength` is how strong patterns are, 0 for none; `density` device pixels to a CSS pixel. */
  constructor(private readonly liveries: readonly Livery[], readonly density: number, private readonly strength: number) {}

  /** The sprite of a look; a `rough` one of nearly its size, to be stretched, so that zooming draws few. */
  of(look: Look, rough = false): Sprite {
    const radius = rough ? STEPS ** Math.ceil(Math.log(look.radius) / Math.log(STEPS)) : Math.round(look.radius * 4) / 4;
    const key = `${look.player} ${look.token} ${look.sign} ${look.cornered} ${radius.toFixed(2)} ${look.mood} ${look.hidden}`;
    const known = this.made.get(key);
    if (known) return known;
    if (this.made.size > 900) this.made.clear();
    const sprite = this.draw({ ...look, radius });
    this.made.set(key, sprite);
    return sprite;
  }

  badge(badge: Badge): Sprite {
    const known = this.made.get(badge);
    if (known) return known;
    const sprite = this.sheet(7, 7, (ctx) => {
      for (const { d, fill, stroke, wide } of BADGES[badge]) {
        const path = new Path2D(d);
        if (fill) { ctx.fillStyle = fill; ctx.fill(path); }
        if (stroke) { ctx.strokeStyle = stroke; ctx.lineWidth = wide ?? 1; ctx.stroke(path); }
      }
    });
    this.made.set(badge, sprite);
    return sprite;
  }

  private sheet(half: number, radius: number, paint: (ctx: CanvasRenderingContext2D) => void): Sprite {
    const image = document.createElement('canvas');
    image.width = image.height = Math.ceil(2 * half * this.density);
    const ctx = image.getContext('2d');
    if (ctx) {
      ctx.scale(this.density, this.density);
      ctx.translate(image.width / 2 / this.density, image.height / 2 / this.density);
      ctx.lineJoin = ctx.lineCap = 'round';
      paint(ctx);
    }
    return { image, half: image.width / 2 / this.density, radius };
  }

  private draw(look: Look): Sprite {
    const { radius } = look;
    const livery = this.liveries[look.player];
    return this.sheet(radius * REACH + MARGIN, radius, (ctx) => {
      if (!livery) return;
      const body = scaled(bodyOf(look), radius);
      const line = Math.max(1, Math.min(2.2, radius * 0.13));
      if (look.mood === 'faint') ctx.globalAlpha = 0.45;
      this.edge(ctx, body, look.mood, line, radius);
      ctx.fillStyle = livery.fill;
      ctx.fill(body);
      if (!named(look.token) && (!look.sign || radius > ROOMY)) this.pattern(ctx, body, livery, radius);
      if (radius > ROUND) { ctx.fillStyle = shade(ctx, radius); ctx.fill(body); }
      if (look.hidden) ctx.setLineDash([radius * 0.3, radius * 0.22]);
      ctx.strokeStyle = look.hidden ? livery.ink : EDGE;
      ctx.lineWidth = line;
      ctx.stroke(body);
      ctx.setLineDash([]);
      if (named(look.token)) {
        ctx.fillStyle = livery.ink;
        ctx.fill(look.token === 'hero' ? scaled(STAR, radius * 0.6) : scaled(BANNER, radius));
        ctx.strokeStyle = livery.ink;
        ctx.lineWidth = line * 0.6;
        if (radius > RINGED) ctx.stroke(scaled(bodyOf(look), radius * 0.8));
      }
      if (look.sign) sign(ctx, look.sign, radius * (look.token === 'mounted' ? SIGN * 0.92 : SIGN), livery);
    });
  }

  /** What sets a token off from the ground: a thin light line, or brass where it is chosen or may be. */
  private edge(ctx: CanvasRenderingContext2D, body: Path2D, mood: Mood, line: number, radius: number): void {
    if (mood === 'chosen' || mood === 'ready') {
      // Narrow on small tokens, so that neighbours do not cover each other.
      const wide = mood === 'chosen' ? Math.min(4.4, radius * 0.36) : Math.min(2.4, radius * 0.24);
      ctx.strokeStyle = EDGE;
      ctx.lineWidth = line + wide + 1.8;
      ctx.stroke(body);
      ctx.strokeStyle = BRASS;
      ctx.lineWidth = line + wide;
      ctx.stroke(body);
      return;
    }
    ctx.strokeStyle = 'rgba(255, 253, 247, 0.6)';
    ctx.lineWidth = line + 1.6;
    ctx.stroke(body);
  }

  private pattern(ctx: CanvasRenderingContext2D, body: Path2D, livery: Livery, radius: number): void {
    if (!this.strength || !(livery.pattern.line ?? livery.pattern.dots ?? livery.pattern.rings)) return;
    const size = Math.max(0.42, Math.min(1.1, radius * 0.058));
    ctx.save();
    ctx.clip(body);
    ctx.globalAlpha *= this.strength;
    ctx.strokeStyle = ctx.fillStyle = livery.ink;
    ctx.scale(size, size);
    ctx.lineWidth = 1.9;
    const cells = Math.ceil((radius * REACH) / size / 12) + 1;
    const line = livery.pattern.line ? new Path2D(livery.pattern.line) : null;
    for (let across = -cells; across < cells; across++) {
      for (let down = -cells; down < cells; down++) {
        ctx.save();
        ctx.translate(across * 12, down * 12);
        ctx.beginPath();
        ctx.rect(0, 0, 12, 12);
        ctx.clip();
        if (line) ctx.stroke(line);
        for (const [x, y, r] of livery.pattern.dots ?? []) { ctx.beginPath(); ctx.arc(x, y, r, 0, 2 * Math.PI); ctx.fill(); }
        if (livery.pattern.rings) { ctx.beginPath(); ctx.arc(6, 6, 3.2, 0, 2 * Math.PI); ctx.stroke(); }
        ctx.restore();
      }
    }
    ctx.restore();
  }
}

const scaled = (d: string, by: number): Path2D => {
  const path = new Path2D();
  path.addPath(new Path2D(d), { a: by, d: by });
  return path;
};
/** Light from above, shade below. */
function shade(ctx: CanvasRenderingContext2D, radius: number): CanvasGradient {
  const light = ctx.createLinearGradient(0, -radius, 0, radius);
  light.addColorStop(0, 'rgba(255, 255, 255, 0.26)');
  light.addColorStop(0.45, 'rgba(255, 255, 255, 0)');
  light.addColorStop(1, 'rgba(0, 0, 0, 0.22)');
  return light;
}
const bodyOf = ({ token, cornered }: Look): string => (cornered && BODIES[token] === BODIES.foot ? CORNERED : BODIES[token]);
/** A sign in the ink of its owner, set off from the pattern under it. */
function sign(ctx: CanvasRenderingContext2D, name: SignName, radius: number, { fill, ink }: Livery): void {
  const { fill: area, line, wide }: Sign = SIGNS[name];
  const paths = [area, line].map((d) => (d ? scaled(d, radius) : null));
  for (const [colour, more] of [[fill, radius * 0.34], [ink, 0]] as const) {
    ctx.strokeStyle = ctx.fillStyle = colour;
    const [filled, drawn] = paths;
    if (filled) {
      ctx.lineWidth = more;
      if (more) ctx.stroke(filled);
      ctx.fill(filled);
    }
    if (drawn) {
      ctx.lineWidth = (wide ?? WIDE) * radius + more;
      ctx.stroke(drawn);
    }
  }
}

/** Tokens and badges drawn once for each size, to be copied onto the table. Sizes are CSS pixels. */
import { named, type Badge, type TokenKind } from '../view';
import type { Livery } from './livery';
import { SIGNS, WIDE, type Sign, type SignName } from './signs';

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

const BODY: Record<TokenKind, string> = {
  foot: 'M-1 0A1 1 0 1 1 1 0 1 1 0 1 1-1 0z',
  hero: 'M-1 0A1 1 0 1 1 1 0 1 1 0 1 1-1 0z',
  character: 'M-1 0A1 1 0 1 1 1 0 1 1 0 1 1-1 0z',
  mounted: 'M0-1.12 1.12 0 0 1.12-1.12 0z',
  ship: 'M-1 .1H1L.6 .8H-.6zM-.1 0V-1L.7-.1H-.1zM-.2 0V-.7L-.75-.1z',
  artillery: 'M-.92-.92H.92V.92H-.92z',
  flyer: 'M0 .9C-.2 .3-.6 .1-1.15 .2-1-.5-.4-.8 0-.4 .4-.8 1-.5 1.15 .2 .6 .1 .2 .3 0 .9z',
};
/** The discs of the Shadow have corners. */
const CORNERED = 'M-.42-1.02H.42L1.02-.42V.42L.42 1.02H-.42L-1.02.42V-.42z';
/** The sign of characters who are no heroes: a banner on its pole. */
const BANNER = 'M-.36-.62H-.21V.62H-.36zM-.21-.6H.52L.3-.27 .52 .06H-.21z';
export const STAR = Array.from({ length: 10 }, (_, at): [number, number] => {
  const far = at % 2 ? 0.42 : 1;
  return [far * Math.sin((at * Math.PI) / 5), -far * Math.cos((at * Math.PI) / 5)];
});
/** Badges on a field of 10 by 10 round the middle: filled and stroked in turn. */
const BADGES: Record<Badge, readonly { d: string; fill?: string; stroke?: string; wide?: number }[]> = {
  wounded: [{ d: 'M0-5C3-1 4 .6 4 2.2A4 4 0 0 1-4 2.2C-4 .6-3-1 0-5z', fill: '#B3122A', stroke: PAPER, wide: 1 }],
  pinned: [
    { d: 'M-2.4-.6V-2.6a2.4 2.4 0 0 1 4.8 0V-.6', stroke: PAPER, wide: 3.2 }, { d: 'M-2.4-.6V-2.6a2.4 2.4 0 0 1 4.8 0V-.6', stroke: '#1E2329', wide: 1.6 },
    { d: 'M-4-.8H4V4.8H-4z', fill: BRASS, stroke: '#1E2329', wide: 1 },
  ],
  moved: [{ d: 'M-4.4-3H2L4.8 0 2 3H-4.4z', fill: '#6E747A', stroke: PAPER, wide: 1 }],
  regrouping: [
    { d: 'M-4.8 0A4.8 4.8 0 1 1 4.8 0 4.8 4.8 0 1 1-4.8 0z', fill: PAPER, stroke: '#1E2329', wide: 0.8 },
    { d: 'M-2.8 1.6A3.2 3.2 0 1 0-2-2.5M-3.9-3.6l1.6 1.3 1.3-1.8', stroke: '#1E2329', wide: 1.3 },
  ],
  hidden: [],
};

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
        ctx.fill(look.token === 'hero' ? star(radius * 0.6) : scaled(BANNER, radius));
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
function star(radius: number): Path2D {
  return new Path2D(`M${STAR.map(([x, y]) => `${x * radius} ${y * radius}`).join('L')}Z`);
}
const bodyOf = ({ token, cornered }: Look): string => (cornered && BODY[token] === BODY.foot ? CORNERED : BODY[token]);
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

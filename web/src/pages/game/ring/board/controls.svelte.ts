/** What presses and drags on the table do with each tool, after whoever acts on the table has had them first. */
import type { Handlers } from '../../board/gestures';
import type { XY } from '../../board/viewport.svelte';
import type { Hit, TableDesk } from '../table.svelte';
import type { FigureView } from '../view';
import { figureAt, placeAt, shieldAt, within, zoneAt } from './hit';
import { insider } from './outlines';
import { placed, type Painted } from './paint';
import { Ruler } from './ruler.svelte';
import type { Dot } from './shapes';
import { shieldsOf, type Shield } from './shields';

const DOUBLE = 400;
const DOUBLE_NEAR = 8;
/** What the gestures know the empty table by. */
const TABLE = 'table';

export class Controls {
  readonly ruler = new Ruler();
  /** Two corners of the rectangle being drawn, in pixels of the sheet. */
  box = $state.raw<readonly [Dot, Dot] | null>(null);
  /** What is looked at, and where. */
  looked = $state.raw<{ figure: FigureView | null; group: readonly FigureView[]; place: string | null; at: XY } | null>(null);
  /** The ground under the pointer in words. */
  told = $state('');
  /** Whether the shift key was down at the last press. */
  shift = false;
  /** Whether the pointer is between the figures of a force that a press would choose. */
  between = $state(false);
  private last: { figure: number | null; at: XY; time: number } | null = null;
  private grabbed: 'box' | 'ruler' | 'hand' | null = null;
  private hand: ReturnType<TableDesk['used']>;
  private first: Hit | null = null;
  private latest: Hit | null = null;

  constructor(private readonly desk: TableDesk) {}

  readonly painted: readonly Painted[] = $derived.by(() => placed(this.desk.crowd, this.desk.scale, (spot) => this.desk.px(spot), this.desk.shift));
  readonly shields: readonly Shield[] = $derived.by(() => {
    const [width, height] = this.desk.px([this.desk.ground.table[0], 0]);
    return shieldsOf(this.desk.crowd, this.desk.ground, { width, height, size: this.shieldSize, px: (spot) => this.desk.px(spot) }, this.desk.far);
  });
  /** Shields grow a little with the table. */
  readonly shieldSize: number = $derived.by(() => Math.max(0.92, Math.min(1.5, (this.desk.scale / 18) ** 0.4)));

  private dot(at: XY): Dot {
    const { origin } = this.desk.viewport;
    return [at.x - origin.x, at.y - origin.y];
  }
  private shield(at: XY, touch: boolean): Shield | null {
    return shieldAt(this.shields, this.dot(at), this.shieldSize, touch);
  }
  /** What is met at a point of the board. */
  hit(at: XY, touch = false, shift = false): Hit {
    const spot = this.desk.toTable(at);
    const shield = this.shield(at, touch);
    const figure = shield ? (shield.place ? null : (shield.figures[0]?.figure.id ?? null)) : this.desk.far ? null : (figureAt(this.painted, this.dot(at), touch)?.one.figure.id ?? null);
    const between = figure === null && !shield && !this.desk.far ? insider(this.desk.outlines, this.desk.inches(spot), (at) => this.desk.inches(at)) : figure;
    const place = shield?.place || (placeAt(this.desk.ground.places, spot)?.id ?? null);
    return { figure, insider: between, place, spot, at, touch, shift, double: false };
  }

  /** Whether a press between the figures of a force chooses that force, since nobody is chosen whom it would send there. */
  private free(hit: Hit): boolean {
    return hit.figure === null && hit.insider !== null && !this.desk.chosen.length && this.desk.tool !== 'ruler';
  }

  /** Follow the pointer; called once a frame at most. */
  point(at: XY | null): void {
    const { desk } = this;
    const hit = at && this.hit(at);
    desk.over = hit?.figure ?? null;
    desk.overPlace = hit?.place ?? null;
    this.between = hit !== null && this.free(hit);
    const zone = hit && zoneAt(desk.ground.zones, hit.spot);
    this.told = zone ? [zone.name, zone.name ? zone.title.toLowerCase() : zone.title].filter(Boolean).join(', ') : '';
    if (hit && this.ruler.open && desk.tool === 'ruler') this.ruler.follow(this.snapped(hit));
    desk.point(hit);
  }

  /** The middle of the figure that is met, else the point itself. */
  private snapped(hit: Hit): readonly [number, number] {
    const one = hit.figure === null ? undefined : this.desk.crowd.byId.get(hit.figure)?.figure;
    return one ? [one.x, one.y] : hit.spot;
  }

  private pick(hit: Hit): void {
    const { desk } = this;
    if (desk.tool === 'ruler') { this.ruler.press(this.snapped(hit), hit.shift); return; }
    if (desk.used((hand) => hand.pick?.(hit))) return;
    if (hit.figure !== null) return this.pickFigure(hit, hit.figure);
    const place = desk.ground.places.find((one) => one.id === hit.place);
    if (place && (place.walled || desk.crowd.garrison(place.id).length)) { desk.clear(); desk.place = place.id; return; }
    if (hit.insider !== null) return this.pickFigure(hit, hit.insider, true);
    if (!hit.shift) desk.clear();
  }

  private pickFigure(hit: Hit, id: number, all = false): void {
    const { desk } = this;
    const whole = all || desk.tool === 'force' || desk.far || hit.double || (hit.touch && !desk.chosen.includes(id));
    const picked = whole ? desk.crowd.forceOf(id) : [id];
    if (!hit.shift) desk.choose(picked);
    else if (desk.chosen.includes(id)) desk.choose(desk.chosen.filter((one) => !picked.includes(one)));
    else desk.choose([...desk.chosen, ...picked.filter((one) => !desk.chosen.includes(one))]);
  }

  /** Choose what lies in the rectangle: the viewer's own figures, else those of the owner who has most there. */
  private pickBox(shift: boolean): void {
    const { box, desk } = this;
    this.box = null;
    if (!box) return;
    const met = within(this.painted, box[0], box[1]).map((one) => one.one);
    const counts = new Map<number, number>();
    for (const { figure } of met) counts.set(figure.owner, (counts.get(figure.owner) ?? 0) + (figure.owner === desk.player ? 1e6 : 1));
    const owner = [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
    const ids = met.filter((one) => one.figure.owner === owner).map((one) => one.figure.id);
    desk.choose(shift ? [...new Set([...desk.chosen, ...ids])] : ids);
  }

  /** One step back: the ruler, what others are about, the tool, what is chosen. */
  back(): boolean {
    const { desk } = this;
    this.last = null; // the next click is no second one
    if (this.ruler.clear()) return true;
    if (desk.used((hand) => hand.back?.())) return true;
    if (desk.tool !== 'select') { desk.tool = 'select'; return true; }
    const some = desk.chosen.length > 0 || desk.place !== null;
    desk.clear();
    return some;
  }

  /** The gestures of the board; what is dragged is told by the tool, not by an element. */
  readonly handlers: Handlers = {
    under: (at, what, touch) => {
      if (what === 'data-near') return null;
      const hit = this.hit(at, touch);
      if (what === 'data-piece') { this.first = hit; return TABLE; }
      if (this.free(hit)) return `force ${hit.insider}`;
      return hit.figure !== null ? `figure ${hit.figure}` : hit.place !== null ? `place ${hit.place}` : null;
    },
    draggable: () => this.grab(),
    pick: ({ at, touch, shift }) => {
      this.let('cancel');
      this.looked = null;
      const hit = this.hit(at, touch, shift);
      const now = performance.now();
      const { last } = this;
      hit.double = last !== null && last.figure === hit.figure && now - last.time < DOUBLE && Math.hypot(at.x - last.at.x, at.y - last.at.y) < DOUBLE_NEAR;
      this.last = { figure: hit.figure, at, time: now };
      this.pick(hit);
    },
    hold: () => false,
    back: () => { if (!this.back()) this.desk.clear(); },
    look: (id, at) => this.look(id, at),
    drag: (_, at) => (at ? this.drag(at) : this.let('end')),
    drop: () => undefined,
  };

  private look(id: string | null, at: XY): void {
    const [what, key = ''] = id?.split(' ') ?? [];
    const shield = id ? this.shield(at, false) : null;
    if (shield) this.looked = { figure: null, group: shield.figures, place: shield.place || null, at };
    else if (what === 'force') this.looked = { figure: null, group: this.desk.crowd.force(Number(key))?.figures ?? [], place: null, at };
    else if (what === 'figure') this.looked = { figure: this.desk.crowd.byId.get(Number(key)) ?? null, group: [], place: null, at };
    else this.looked = what === 'place' ? { figure: null, group: [], place: key, at } : null;
  }

  private grab(): boolean {
    const { desk, first } = this;
    this.let('cancel'); // a second finger may have come between
    this.hand = first ? desk.used((hand) => hand.drag?.('start', first)) : undefined;
    if (this.hand) this.grabbed = 'hand';
    else if (desk.tool === 'rectangle') this.grabbed = 'box';
    else if (desk.tool === 'ruler') this.grabbed = 'ruler';
    return this.grabbed !== null;
  }

  private drag(at: XY): void {
    const hit = this.hit(at, this.first?.touch);
    if (this.grabbed === 'box' && this.first) this.box = [this.box?.[0] ?? this.dot(this.first.at), this.dot(at)];
    else if (this.grabbed === 'ruler' && this.first) {
      if (!this.latest) this.ruler.press(this.snapped(this.first), false);
      this.ruler.follow(this.snapped(hit));
    } else if (this.grabbed === 'hand') this.hand?.drag?.('move', hit);
    this.latest = hit;
  }

  /** The end of what was grabbed; a press without a drag cancels it. */
  private let(how: 'end' | 'cancel'): void {
    const hit = this.latest ?? this.first;
    if (this.grabbed === 'hand' && hit) this.hand?.drag?.(how, hit);
    if (this.grabbed === 'box' && how === 'end') this.pickBox(this.shift);
    if (this.grabbed === 'ruler' && how === 'end') this.ruler.end();
    this.box = null;
    this.grabbed = this.latest = null;
    this.hand = undefined;
  }
}

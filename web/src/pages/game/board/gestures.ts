/** Mouse, touch and wheel on a board: pan, pinch, zoom to the pointer, pick, drag from piece to place, look. */
import { leisurely } from '../../../lib/settings.svelte';
import type { Viewport, XY } from './viewport.svelte';

/** `loose`: the finger met the water round a place, not the place itself; `part`: what was met of what stands there. */
export interface Touched { id: string | null; part: string; at: XY; touch: boolean; shift: boolean; loose: boolean }
export interface Handlers {
  pick(touched: Touched): void;
  /** Held down without moving; false where holding means nothing but a look. */
  hold(id: string): boolean;
  /** Right button: step back or take away. */
  back(id: string | null): void;
  look(id: string | null, at: XY): void;
  /** Whether dragging this piece draws an arrow instead of moving the map. */
  draggable(id: string): boolean;
  drag(from: string, at: XY | null, over: string | null): void;
  drop(from: string, to: string): void;
  /** What lies at a point, for boards that find it themselves; without it, the element there tells by its attribute. */
  under?(at: XY, what: Thing, touch: boolean): string | null;
}
/** What the pointer may meet: a place, a piece that can be dragged, the water round a place, a part of what stands there. */
export type Thing = 'data-space' | 'data-piece' | 'data-near' | 'data-part';

const THRESHOLD = 6;
const LOOK_MOUSE = 250;
const HOLD = 400;
const HOLD_AGAIN = 350;

/** Attach to the board's element; returns the way to detach. */
export function gestures(node: HTMLElement, viewport: Viewport, on: Handlers): () => void {
  const fingers = new Map<number, XY>();
  let start: (XY & { id: string | null; piece: string | null; touch: boolean; moved: boolean; held: boolean }) | null = null;
  let pinch = 0;
  let lookTimer: ReturnType<typeof setTimeout> | undefined;
  let hovered: string | null = null;

  const here = (event: MouseEvent): XY => {
    const box = node.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const under = (event: MouseEvent, attribute: Thing = 'data-space'): string | null => {
    if (on.under) return on.under(here(event), attribute, (event as PointerEvent).pointerType === 'touch');
    const found = document.elementFromPoint(event.clientX, event.clientY)?.closest(`[${attribute}]`);
    return found && node.contains(found) ? found.getAttribute(attribute) : null;
  };
  const onBoard = (event: Event) => !(event.target as Element).closest('button, a, input, [data-float]');

  function down(event: PointerEvent): void {
    if (!onBoard(event) || event.button === 2) return;
    fingers.set(event.pointerId, here(event));
    if (fingers.size === 2) { pinch = spread(); start = null; return; }
    const piece = under(event, 'data-piece');
    start = { ...here(event), id: under(event), piece: piece && on.draggable(piece) ? piece : null, touch: event.pointerType !== 'mouse', moved: false, held: false };
    clearTimeout(lookTimer);
    lookTimer = setTimeout(hold, leisurely(HOLD));
    if (!start.touch) on.look(null, start);
  }

  function hold(): void {
    if (!start || start.moved) return;
    if (start.id && on.hold(start.id)) start.held = true;
    else if (start.touch) { start.held = true; on.look(start.id, start); }
  }

  function move(event: PointerEvent): void {
    const at = here(event);
    const before = fingers.get(event.pointerId);
    if (!before) return hover(event, at);
    fingers.set(event.pointerId, at);
    if (fingers.size === 2) return pinched();
    if (!start) return;
    if (!start.moved && Math.hypot(at.x - start.x, at.y - start.y) < THRESHOLD) return;
    if (!start.moved) { node.setPointerCapture(event.pointerId); clearTimeout(lookTimer); }
    start.moved = true;
    if (start.piece) on.drag(start.piece, at, under(event));
    else viewport.pan(at.x - before.x, at.y - before.y);
  }

  function hover(event: PointerEvent, at: XY): void {
    if (event.pointerType !== 'mouse' || !onBoard(event)) return;
    const id = under(event);
    if (id === hovered) return;
    hovered = id;
    clearTimeout(lookTimer);
    if (!id) return on.look(null, at);
    lookTimer = setTimeout(() => on.look(id, at), LOOK_MOUSE);
  }

  function up(event: PointerEvent): void {
    if (!fingers.delete(event.pointerId)) return;
    clearTimeout(lookTimer);
    const from = start;
    start = null;
    if (!from || fingers.size) return;
    if (from.piece && from.moved) {
      const to = under(event);
      on.drag(from.piece, null, null);
      if (to && to !== from.piece) on.drop(from.piece, to);
    } else if (!from.moved && !from.held && event.type === 'pointerup') {
      on.pick({ id: from.id, at: from, touch: from.touch, shift: event.shiftKey, loose: under(event, 'data-near') !== null, part: under(event, 'data-part') ?? '' });
    } else if (from.held) setTimeout(() => on.look(null, from), HOLD_AGAIN * 4);
  }

  const spread = () => {
    const [a, b] = [...fingers.values()];
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  };
  function pinched(): void {
    const [a, b] = [...fingers.values()];
    const now = spread();
    if (a && b && pinch) viewport.zoomAt(now / pinch, { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
    pinch = now;
  }

  function wheel(event: WheelEvent): void {
    if (!onBoard(event)) return;
    event.preventDefault();
    const step = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 16 : event.deltaY;
    viewport.zoomAt(Math.exp(-step * 0.0016), here(event));
  }
  function menu(event: MouseEvent): void {
    if (!onBoard(event)) return;
    event.preventDefault();
    if (!start?.touch) on.back(under(event)); // a finger held down is no right button
  }
  const leave = () => { clearTimeout(lookTimer); hovered = null; on.look(null, { x: 0, y: 0 }); };

  const listeners: [string, (event: never) => void, AddEventListenerOptions?][] = [
    ['pointerdown', down], ['pointermove', move], ['pointerup', up], ['pointercancel', up], ['pointerleave', leave],
    ['wheel', wheel, { passive: false }], ['contextmenu', menu],
  ];
  for (const [name, listener, options] of listeners) node.addEventListener(name, listener as EventListener, options);
  return () => {
    clearTimeout(lookTimer);
    for (const [name, listener] of listeners) node.removeEventListener(name, listener as EventListener);
  };
}

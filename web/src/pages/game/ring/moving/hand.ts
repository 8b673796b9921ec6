/** Presses, drags and keys on the table while figures are being moved. */
import type { Hand, Hit } from '../table.svelte';
import { aimOf, apart, segmentAt, slot, type Aim } from './aim';
import { nextForce } from './teams';
import type { March } from './march.svelte';

/** Pixels within which a press meets the line or a way-point. */
const GRIP = 12;

/** The number of a way-point that is held, and whether it has still to be put there. */
interface Grip { at: number; added: boolean }

export function marchHand(march: March, line: () => void): Hand {
  const { desk } = march;
  const mil = (pixels: number) => (pixels / desk.scale) * 1000;
  const selecting = () => desk.tool !== 'ruler';
  function aim(hit: Hit): Aim | null {
    const found = march.planning && march.lead && selecting() ? aimOf(desk.view, desk.ground, march.lead, hit) : null;
    return found && march.landing ? { to: found.to, goal: null } : found; // nobody goes into a place from the water
  }
  let held: Grip | null = null;

  /** The way-point under the pointer, or the place of a new one on the line. */
  function grip(hit: Hit): Grip | null {
    if (!march.planning || !march.stops.length || hit.touch) return null;
    const near = march.stops.findIndex((stop) => apart(stop.to, hit.spot) <= mil(GRIP));
    if (near >= 0) return { at: near, added: false };
    const met = march.landing ? null : segmentAt(march.line, hit.spot);
    return met && met.far <= mil(GRIP) ? { at: slot(march.line, met.segment, march.stops.map((stop) => stop.to)), added: true } : null;
  }

  return {
    pick(hit) {
      const target = hit.double || hit.shift ? null : aim(hit);
      if (!target) return false;
      if (!march.stops.some((stop) => apart(stop.to, target.to) <= mil(GRIP))) march.press(target, hit.touch);
      return true;
    },
    point(hit) {
      if (!hit?.touch) march.look(hit && aim(hit));
    },
    drag(phase, hit) {
      if (phase === 'start') held = grip(hit);
      if (!held) return false;
      if (phase === 'move') {
        const last = held.at === march.stops.length - 1 && !held.added;
        march.bend(held.at, (last ? aim(hit) : null) ?? { to: hit.spot, goal: null }, held.added);
        held.added = false;
      } else if (phase !== 'start') {
        march.letGo(phase === 'end');
        held = null;
      }
      return true;
    },
    back: () => march.back(),
    key(event, letters) {
      if (event.ctrlKey || event.metaKey || event.altKey) return event.key.toLowerCase() === 'z' && !event.altKey && act(() => march.undo());
      if (event.repeat && /^(enter|[enu])$/i.test(event.key)) return true; // a key held down decides once
      if (event.key === 'Escape' || event.key === 'Backspace') return march.back();
      if (event.key === 'Enter') {
        const run = march.aims.length ? () => void march.go() : march.main;
        return run !== null && act(run);
      }
      if (event.key === '/') return march.moving && act(line);
      if (!letters) return false;
      const key = event.key.toLowerCase();
      if (key === 'u') return act(() => march.undo(event.shiftKey));
      if (!march.moving) return false;
      if (key === 'n') return act(() => march.choose(nextForce(march.forces, desk.chosen)));
      return key === 'e' && act(() => void march.end());
    },
  };
}

function act(run: () => void): true {
  run();
  return true;
}

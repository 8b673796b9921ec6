/** What one does to a place on this device: it is tapped where fingers point, and clicked elsewhere. */
const fingers = typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches;
export const CLICK = fingers ? 'Tap' : 'Click';
export const click = CLICK.toLowerCase();

/** How wide texts are in the boldest letters of the table, as the browser measures them. */

const FACE = '700 100px Alegreya, Georgia, serif';
let loaded = $state(false);
let pen: CanvasRenderingContext2D | null | undefined;
const known = new Map<string, number>();

/** The width of a text in parts of the size of its letters; asked again when the letters have come. */
export function breadth(text: string): number {
  const key = `${loaded} ${text}`;
  let wide = known.get(key);
  if (wide === undefined) {
    pen ??= document.createElement('canvas').getContext('2d');
    if (pen) pen.font = FACE;
    wide = (pen?.measureText(text).width ?? text.length * 55) / 100;
    known.set(key, wide);
  }
  return wide;
}

/** Have the letters loaded, for whoever writes with them first. */
export function loadLetters(): void {
  void document.fonts.load(FACE).then(() => { loaded = true; });
}

/** Grain of old paper as a tile that repeats without a seam: stains and fibres, drawn once. */
const SIDE = 256;
/** How many spots of each kind lie side by side on a tile, and how strong they are. */
const LAYERS = [[4, 0.3], [9, 0.22], [23, 0.14], [64, 0.14], [128, 0.2]] as const;

/** A number from 0 to 1 that is the same for a spot each time. */
function spot(x: number, y: number, layer: number): number {
  const mixed = Math.imul(x * 374_761_393 + y * 668_265_263 + layer * 974_634_777, 1_274_126_177);
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 4_294_967_296;
}

/** How dark the paper is at each pixel of the tile, from 0 to 1, row by row: between spots evenly, and after the last comes the first again. */
export function grain(side = SIDE): Float32Array {
  const dark = new Float32Array(side * side);
  for (const [layer, [spots, strength]] of LAYERS.entries()) {
    const dots = Float32Array.from({ length: spots * spots }, (_, at) => strength * spot(at % spots, Math.floor(at / spots), layer));
    const dot = (x: number, y: number) => dots[(y % spots) * spots + (x % spots)] ?? 0;
    for (let y = 0; y < side; y++) {
      const top = Math.floor((y * spots) / side);
      const down = eased((y * spots) / side - top);
      for (let x = 0; x < side; x++) {
        const left = Math.floor((x * spots) / side);
        const across = eased((x * spots) / side - left);
        const [above, below] = [dot(left, top) * (1 - across) + dot(left + 1, top) * across, dot(left, top + 1) * (1 - across) + dot(left + 1, top + 1) * across];
        dark[y * side + x] = (dark[y * side + x] ?? 0) + above * (1 - down) + below * down;
      }
    }
  }
  return dark;
}

const eased = (part: number): number => part * part * (3 - 2 * part);

let made: string | null = null;

/** The tile as the address of a picture: brown, and the more so the darker the paper is. */
export function paperTile(): string {
  if (made !== null) return made;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = SIDE;
  const ink = canvas.getContext('2d');
  if (!ink) return (made = '');
  const sheet = ink.createImageData(SIDE, SIDE);
  for (const [at, dark] of grain().entries()) sheet.data.set([76, 51, 23, Math.max(0, Math.min(1, (dark - 0.34) * 0.62)) * 255], at * 4);
  ink.putImageData(sheet, 0, 0);
  return (made = canvas.toDataURL());
}

export const PAPER = SIDE;

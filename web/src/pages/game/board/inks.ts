/** Shapes of an inked map: one unit high with the foot at the origin, or in pixels of a token about the origin. */
export const PEAK_LIT = 'M-.47 0C-.3-.3-.14-.62 0-1 .05-.8.02-.66.09-.5 0-.36.06-.2 0 0z';
export const PEAK_SHADED = 'M0-1C.12-.66.3-.3.47 0H0C.06-.2 0-.36.09-.5.02-.66.05-.8 0-1z';
export const PEAK_CREST = 'M-.47 0C-.3-.3-.14-.62 0-1 .12-.66.3-.3.47 0';
export const TRUNK = 'M0 0V-.32';
export const CROWN_SHADE = 'M.06-1.04A.42.44 0 0 1 .12-.18C.3-.5.28-.82.06-1.04z';
export const SLOPE = 'M-.62 0C-.5-.3-.26-.44 0-.44S.5-.3.62 0';
export const REED = 'M-.6 0H.6M-.32-.04-.38-.5M0-.04V-.66M.32-.04.38-.5';
export const WAVE = 'q2.6-4 5.2 0 2.6-4 5.2 0 2.6-4 5.2 0';
export const KEEP = 'M-5 5V-5.2H-2.7V-3.4H-1.2V-5.2H1.2V-3.4H2.7V-5.2H5V5H1.5V2A1.5 1.5 0 0 0-1.5 2V5z';
export const STAR = star(5, 5, 2.1);
export const SUN = star(8, 6.9, 3.3);
export const DECK = 'M-9.5-3.4H9.5V3.4H-9.5z';
export const PLANKS = 'M-4.6-3V3M0-3V3M4.6-3V3';
export const RAILS = 'M-9.8-5.6Q-7.6-3.4-5.2-3.4H5.2Q7.6-3.4 9.8-5.6M-9.8 5.6Q-7.6 3.4-5.2 3.4H5.2Q7.6 3.4 9.8 5.6';
export const ANCHOR = 'M0-3.6V5.6M-2.9-1.8H2.9M-5 1.6C-4.6 4.4-2.6 5.8 0 5.8 2.6 5.8 4.6 4.4 5 1.6M-5.9 3.1-5 1.4-3.3 2.3M5.9 3.1 5 1.4 3.3 2.3M-1.4-5a1.4 1.4 0 1 0 2.8 0a1.4 1.4 0 1 0-2.8 0';

function star(points: number, outer: number, inner: number): string {
  const corners = Array.from({ length: 2 * points }, (_, step) => {
    const [turn, r] = [(Math.PI * step) / points - Math.PI / 2, step % 2 ? inner : outer];
    return `${(r * Math.cos(turn)).toFixed(1)} ${(r * Math.sin(turn)).toFixed(1)}`;
  });
  return `M${corners.join('L')}z`;
}

/** The triangles of a compass rose of so many pixels, each with whether it lies in the shade. */
export function rose(size: number): { d: string; dark: boolean }[] {
  const spot = (angle: number, far: number) => `${(far * Math.sin(angle)).toFixed(1)} ${(-far * Math.cos(angle)).toFixed(1)}`;
  const rows = [[size * 0.62, 8, Math.PI / 8], [size * 0.78, 4, Math.PI / 4], [size, 4, 0]] as const;
  return rows.flatMap(([far, count, turn]) => Array.from({ length: count }, (_, at) => turn + (2 * Math.PI * at) / count).flatMap((angle) =>
    [-1, 1].map((side) => ({ d: `M0 0L${spot(angle + (side * Math.PI) / 4, far * 0.2)}L${spot(angle, far)}z`, dark: side > 0 }))));
}

/** A number from 0 to 1 that is the same for a space in every picture, and differs between neighbours. */
export const shadeOf = (id: string): number =>
  (Array.from(id).slice(0, 5).reduce((sum, letter, at) => sum + letter.charCodeAt(0) * ([37, 11, 71, 3, 29][at] ?? 1), 0) % 7) / 6;

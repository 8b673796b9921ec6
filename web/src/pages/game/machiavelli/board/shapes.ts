/** Shapes of marks on a grid of screen pixels about the origin. */
export const PLATE = 'M-7 7.5V-7H-3.9V-4.4H-1.6V-7H1.6V-4.4H3.9V-7H7V7.5z';
export const DIAMOND = 'M0-10 10 0 0 10-10 0z';
export const EAR = 'M0 6V-5M0-1.5C-3.500-1.500-4-4-4-4 0-4 0-1.500 0-1.500zM0-1.500C3.500-1.500 4-4 4-4 0-4 0-1.500 0-1.500zM0 2.200C-3.500 2.200-4-.3-4-.3 0-.3 0 2.200 0 2.200zM0 2.200C3.500 2.200 4-.3 4-.3 0-.3 0 2.200 0 2.200z';
export const CROSSED = 'M-6 5.500 6-5.500';
export const PENNANT = 'M0-11 13-6.500 0-2z';
export const STAFF = 'M0-12V10';
export const WAVES = 'M-6-2.500c2-2.600 4-2.600 6 0s4 2.600 6 0M-6 3c2-2.600 4-2.600 6 0s4 2.600 6 0';

/** A ring with teeth: the siege of a city. */
export function toothed(radius: number, teeth = 12, tooth = 4): string {
  const spokes = Array.from({ length: teeth }, (_, at) => {
    const turn = (2 * Math.PI * at) / teeth;
    const [x, y] = [Math.sin(turn), -Math.cos(turn)];
    return `M${(x * radius).toFixed(1)} ${(y * radius).toFixed(1)}L${(x * (radius + tooth)).toFixed(1)} ${(y * (radius + tooth)).toFixed(1)}`;
  });
  return `M0${-radius}A${radius} ${radius} 0 1 1 0 ${radius}A${radius} ${radius} 0 1 1 0${-radius}z${spokes.join('')}`;
}

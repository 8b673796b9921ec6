/** Shapes of marks on a grid of screen pixels about the origin. */
export const PLATE = 'M-7 7.5V-7H-3.9V-4.4H-1.6V-7H1.6V-4.4H3.9V-7H7V7.5z';
export const DIAMOND = 'M0-10 10 0 0 10-10 0z';
export const EAR = 'M0 6V-5M0-1.5C-3.500-1.500-4-4-4-4 0-4 0-1.500 0-1.500zM0-1.500C3.500-1.500 4-4 4-4 0-4 0-1.500 0-1.500zM0 2.200C-3.500 2.200-4-.3-4-.3 0-.3 0 2.200 0 2.200zM0 2.200C3.500 2.200 4-.3 4-.3 0-.3 0 2.200 0 2.200z';
export const CROSSED = 'M-6 5.500 6-5.500';
export const PENNANT = 'M0-11 13-6.500 0-2z';
export const STAFF = 'M0-12V10';
/** Two links of a chain; a shield and a dagger on it. */
export const LINKS = 'M-9-3h6a3.500 3.500 0 0 1 0 7h-6a3.500 3.500 0 0 1 0-7zM3-3h6a3.500 3.500 0 0 1 0 7H3a3.500 3.500 0 0 1 0-7z';
export const SHIELD = 'M-9-10H9V-1C9 5 5 8.500 0 10.500-5 8.500-9 5-9-1z';
export const DAGGER = 'M0 7 1.600 3V-3H4.500M-4.500-3H-1.600V3L0 7M0-3V-7';
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

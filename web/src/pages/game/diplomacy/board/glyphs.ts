/** Shapes of pieces on a grid where a unit is 25 wide: letters on an atlas, shields and ships on parchment. */
export const HULL = 'M-13.5-7.5H13.5L8.5 8.5H-8.5z';
export const SHIELD = 'M-9.5-11.5H9.5V-1C9.5 5.5 5 9.5 0 12-5 9.5-9.5 5.5-9.5-1z';
export const SWORD = 'M-1.2 7.6 0 9.4 1.2 7.6V-2.6H4V-5H1.3V-8.6H-1.3V-5H-4V-2.6H-1.2z';
export const SHIP = 'M-13 3.5H13C11.5 8.5 9 10.5 5.5 10.5H-5.5C-9 10.5-11.5 8.5-13 3.5zM-1.2-12V2H-10C-8-3-5.5-7.5-1.2-12zM1.2-10C6-7.5 9-3 9.5 2H1.2z';
export const NOTCH = 'M2.5-15.5 15.5-15.5 15.5-2.5z';
export const CROWN = 'M-7 7V-7H-4.2V-4.6H-1.4V-7H1.4V-4.6H4.2V-7H7V7z';

/** How a kind that is neither army nor fleet is drawn: an outline with a letter, and what its sign says of it. */
export interface Cast { d: string; letter: string; y?: number; sign?: 'strong' | 'fast'; fill?: string; inner?: string; detail?: string }
const WINGS = 'M0-8 4.5-4.5C9-8.5 15-10.5 22-9.5 19.5-7 19-4 19.5-1 16-1.5 13.5 0 12 3 9 1.5 6.5 2.5 4.5 5.5L0 10-4.5 5.5C-6.5 2.5-9 1.5-12 3-13.5 0-16-1.5-19.5-1-19-4-19.5-7-22-9.5-15-10.5-9-8.5-4.5-4.5z';
const EAGLE = 'M0-8.5C3-8.5 4.5-7 5.5-5.5 11-8 17-8 23-5.5 22-1.5 18.5 2 13 3 9.5 6 5 7 3.5 7.5L0 11-3.5 7.5C-5 7-9.5 6-13 3-18.5 2-22-1.5-23-5.5-17-8-11-8-5.5-5.5-4.5-7-3-8.5 0-8.5z';
const STAR = 'M0-12.5 3.5-8.5 9-10 8-4.5 12.5-1 8.5 2.5 10 8 4.5 7.5 1 12-2.5 8-8 10-7.5 4.5-12 1.5-8-2.5-10-8.5-4-7.5z';
const TREE = 'M0-12C4-12 6.5-9.5 6.5-7 10-7 12.5-4.5 12-1 11.5 2.5 9 4 6 4 4.5 5.5 3 6 2.5 6V11H-2.5V6C-3 6-4.5 5.5-6 4-9 4-11.5 2.5-12-1-12.5-4.5-10-7-6.5-7-6.5-9.5-4-12 0-12z';
const HOOD = 'M0-13C6-13 9.5-8 9.5-1 9.5 4 10.5 8 11.5 11H-11.5C-10.5 8-9.5 4-9.5-1-9.5-8-6-13 0-13z';
export const TOWER = 'M-8.5 10V-9H-4.6V-5.6H-2V-9H2V-5.6H4.6V-9H8.5V10z';
const DISC = 'M-10.6 0A10.6 10.6 0 1 1 10.6 0 10.6 10.6 0 1 1-10.6 0z';

export const CAST: Readonly<Record<string, Cast>> = {
  G: { d: TOWER, letter: 'G', y: 6 },
  T: { d: 'M-6.5-11H6.5L12.5 0 6.5 11H-6.5L-12.5 0z', letter: 'T', sign: 'strong' },
  M: { d: 'M-10.5-9.5H10.5Q13-9.5 13-7V5.5Q13 7.5 11 7.5H9L11 11.5C7.5 11.5 5.5 10 4.5 7.5H-4.5C-5.5 10-7.5 11.5-11 11.5L-9 7.5H-11Q-13 7.5-13 5.5V-7Q-13-9.5-10.5-9.5z', letter: 'M', y: 4.5, sign: 'strong' },
  H: { d: 'M-10.5-11H10.5V0C10.5 6.5 5.5 10.5 0 12.5-5.5 10.5-10.5 6.5-10.5 0z', letter: 'H', y: 4, sign: 'strong' },
  N: { d: TREE, letter: 'N', y: 2.5, sign: 'strong' },
  C: { d: 'M0-13.5 13.5 0 0 13.5-13.5 0z', letter: 'C', sign: 'fast' },
  W: { d: STAR, letter: 'W', sign: 'fast' },
  U: { d: 'M0-12.5 12.5-3.5 8 11H-8L-12.5-3.5z', letter: 'U', sign: 'fast' },
  Z: { d: WINGS, letter: 'Z', y: 3.5 },
  GEG: { d: EAGLE, letter: 'GEG', y: 3 },
  RB: { d: DISC, letter: '', fill: '#e3b341', inner: 'M-5 0A5 5 0 1 1 5 0 5 5 0 1 1-5 0z', detail: '#fffdf7' },
  BRC: { d: HOOD, letter: '', fill: '#2a2c33', inner: 'M0-8C3.5-8 5.5-5 5.5-1.5 5.5 2.5 3 5 0 5-3 5-5.5 2.5-5.5-1.5-5.5-5-3.5-8 0-8zM-3.4-2.2-1-1.2-1.6.6zM3.4-2.2 1-1.2 1.6.6z', detail: '#b3122a' },
  DEAD: { d: 'M-9.5 11V-3C-9.5-9-5-12.5 0-12.5S9.5-9 9.5-3V11z', letter: 'DEAD', y: 2, fill: '#d9d6cd', detail: '#1e2329' },
};

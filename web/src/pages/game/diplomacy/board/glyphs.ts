/** Shapes of pieces on a grid where a unit is 25 wide: letters on an atlas, shields and ships on parchment. */
export const HULL = 'M-13.5-7.5H13.5L8.5 8.5H-8.5z';
export const SHIELD = 'M-9.5-11.5H9.5V-1C9.5 5.5 5 9.5 0 12-5 9.5-9.5 5.5-9.5-1z';
export const SWORD = 'M-1.2 7.6 0 9.4 1.2 7.6V-2.6H4V-5H1.3V-8.6H-1.3V-5H-4V-2.6H-1.2z';
export const SHIP = 'M-13 3.5H13C11.5 8.5 9 10.5 5.5 10.5H-5.5C-9 10.5-11.5 8.5-13 3.5zM-1.2-12V2H-10C-8-3-5.5-7.5-1.2-12zM1.2-10C6-7.5 9-3 9.5 2H1.2z';
export const NOTCH = 'M2.5-15.5 15.5-15.5 15.5-2.5z';
export const CROWN = 'M-7 7V-7H-4.2V-4.6H-1.4V-7H1.4V-4.6H4.2V-7H7V7z';

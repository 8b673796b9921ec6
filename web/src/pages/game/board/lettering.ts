/** What the name of a place takes, in pixels of a token: a letter, about, and a line. */
export const LETTER = 6.1;
export const LINE = 12.5;

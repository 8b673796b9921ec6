/** Pictures of the adventure cards by their ids, and the signs of their kinds. */
const found = import.meta.glob<string>('./cards/*.svg', { eager: true, query: '?url', import: 'default' });

export const pictureOf = (id: string): string => found[`./cards/${id}.svg`] ?? '';

/** Look and sign of each kind, the sign in a box of 16. */
export const KINDS = {
  mission: { title: 'Mission', d: 'M8 1 9.6 5.9 13.3 2.7 11.1 7 16 8 11.1 9 13.3 13.3 9.6 10.1 8 15 6.4 10.1 2.7 13.3 4.9 9 0 8 4.9 7 2.7 2.7 6.4 5.9z' },
  power: { title: 'Power', d: 'M8.6 1C9.4 4 12.6 5.6 12.6 9.8 12.6 13 10.6 15 8 15 5.3 15 3.4 13 3.4 10.2 3.4 8.2 4.4 7 5.2 5.6 5.6 7 6.2 7.6 7 7.8 6.6 5.2 7.2 2.8 8.6 1z' },
  event: { title: 'Event', d: 'M1 5h8.4a1.9 1.9 0 1 0-1.8-2.6M1 8h11.6a2 2 0 1 1-1.9 2.8M1 11h6.4a1.7 1.7 0 1 1-1.6 2.3' },
} as const;

export const SHIELD = 'M-6-7H6V0C6 4 3 6.4 0 7.6-3 6.4-6 4-6 0z';
export const TREE = 'M0-4.8V4.6M0-.6-3-3.4M0-.6 3-3.4M0 2-3.6-.4M0 2 3.6-.4';
export const EYE = 'M-4.4 0Q0-4.4 4.4 0 0 4.4-4.4 0z';

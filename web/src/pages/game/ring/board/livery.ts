/** Whose a piece is, by colour and by pattern: those of the scenario's players, as on its printed table. */
import type { RingView } from '../view';

/** Marks of a pattern on a tile of 12 by 12: lines, or filled discs. */
export interface Pattern { line?: string; dots?: readonly (readonly [number, number, number])[]; rings?: boolean }
export interface Livery { name: string; fill: string; ink: string; pattern: Pattern }

const CROSS = 'M-3 3 3-3M-3 15 15-3M9 15 15 9M-3 9 3 15M-3-3 15 15M9-3 15 3';
const PATTERNS: readonly Pattern[] = [
  {}, { line: 'M-3 3 3-3M-3 15 15-3M9 15 15 9' }, { dots: [[3, 3, 1.6], [9, 9, 1.6]] }, { line: 'M0 3h12M0 9h12' },
  { line: CROSS }, { line: 'M3 0v12M9 0v12' }, { line: 'M-3 9 3 15M-3-3 15 15M9-3 15 3' }, { rings: true },
];
const LATTICE: Pattern = { line: 'M0 3h12M0 9h12M3 0v12M9 0v12' };
/** For players whose scenario gives them no colour, in the order of the players' fills. */
const USUAL = ['#D93D1E', '#3D57B0', '#04866B', '#FFD27A', '#44207C', '#9EDDFF', '#65381D', '#D3A0BE'];
const WILD = '#6B6459';
const LIGHT = 150;

/** The number under which the page knows the livery of a player (`--p61` and on): those before are of all games. */
export const numberOf = (player: number): number => 61 + player;

/** The colour of each seat: that of its first player. */
export const seatColours = (players: RingView['players'], seats: readonly number[]): number[] =>
  seats.map((colour, seat) => { const at = players.findIndex((player) => player.seat === seat); return at < 0 ? colour : numberOf(at); });

export function liveries(players: RingView['players']): Livery[] {
  return players.map((player, at) => {
    const wild = player.seat === null && !player.colour;
    const fill = player.colour || (wild ? WILD : USUAL[at % USUAL.length] ?? WILD);
    return { name: player.name, fill, ink: inkOn(fill), pattern: wild ? LATTICE : PATTERNS[(at + 1) % PATTERNS.length] ?? {} };
  });
}

/** Black or white, whichever is read better on a colour `#rrggbb`. */
export function inkOn(fill: string): string {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(fill.slice(at, at + 2), 16));
  return 0.299 * (red ?? 0) + 0.587 * (green ?? 0) + 0.114 * (blue ?? 0) > LIGHT ? '#1E2329' : '#FFFFFF';
}

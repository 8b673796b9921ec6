/** What a family of games plugs into the game page: its board, its columns, its words. */
import type { Component } from 'svelte';
import type { Boards } from '../../lib/keysheet';
import type { Quote } from '../../generated/api';
import type { IconName } from '../../lib/ui/icons';
import type { Asked, LogLine, Update, View } from '../../lib/types';
import type { Status } from './frame/status';
import type { Game } from './game.svelte';

/**
 * A stretch of time in which something is shown before the next confirmed position: of a move of the viewer's `own`, or not.
 * One with a `least` lasts so many milliseconds at any speed but *instant*, however much others do.
 * A `held` one lasts as long as it says at any speed but *instant*, and falls away where more is waiting to be shown.
 * `seat` is whose move it shows; one that `hits` shows what is done to the viewer, and is given its time before all others.
 */
export interface Frame { ms: number; own: boolean; held?: boolean; least?: number; seat?: number; hits?: boolean; data: unknown }

/** Something that the log names and that can be looked at; `picture` is its address. */
export interface Exhibit { key: string; label: string; picture: string; open(): void }

/** `place` is the icon of a place of its own at the foot of phones; `first` comes before the log. */
export interface FamilyTab { key: string; title: string; Panel: Component<{ game: Game }>; place?: IconName; first?: boolean }

/** A part of a turn in the log, where all act together; `battle` is where one is fought, `joined` lines of a seat are one entry, and a part that goes on for long may have the `newest` first. */
export interface Heading { title: string; battle?: string; joined?: boolean; newest?: boolean }

/** `example` is an order of this position as one would quote it; `now` says whether orders can be quoted in this phase, where they cannot in every one. */
export interface Quotes { example(game: Game): string; whose(game: Game, text: string): number | null; takes(game: Game, quote: Quote): boolean; take(game: Game, quote: Quote): void; now?(game: Game): boolean }

/** A key figure of the players table; `one` is what it counts, "army", where it counts things; `shared`: allies have it together. */
export interface Column { title: string; one?: string; strong?: boolean; shared?: boolean; of(view: View, seat: number): string }

/** Seats in an order, allies together: one list for each side, or for each seat where everybody plays alone. */
export function bySide(order: readonly number[], sides: readonly number[]): number[][] {
  const side = (seat: number) => sides[seat] ?? seat;
  return [...new Set(order.map(side))].map((one) => order.filter((seat) => side(seat) === one));
}

/** What allies have together; empty where nobody adds that up. */
export function sharedFigure(column: Column, view: View, seats: readonly number[]): string {
  if (!column.shared) return '';
  const sum = seats.reduce((all, seat) => all + Number(column.of(view, seat)), 0);
  return Number.isNaN(sum) ? '?' : String(sum);
}

/** The columns in which somebody has a figure: a table that counts no points has none of them. */
export const figures = ({ columns }: Pick<Family, 'columns'>, view: View, seats: readonly number[]): Column[] => columns.filter((column) => seats.some((seat) => column.of(view, seat) !== ''));

/** A key figure where no title stands above it: "12 territories", "1 army", "Score 5". */
export function figureWords(column: Column, view: View, seat: number): string {
  const figure = column.of(view, seat);
  if (!column.one) return `${column.title} ${figure}`;
  return `${figure} ${figure === '1' ? column.one : column.title.toLowerCase()}`;
}

export interface Family {
  /** Whether its stage asks this itself; what it does not ask, the frame does, by the offers of the rules. */
  serves(asked: Asked): boolean;
  /** How it asks out of turn and in secret, where it has a look of its own for that. */
  Answers?: Component<{ game: Game }>;
  /** Whether its stage stands what is decided beside a board that is taller than wide, not under it. */
  beside?: boolean;
  /** Whether the moment needs the room of the rail, which folds to a strip as in narrow windows. */
  folds?(game: Game): boolean;
  /** Whether its own tabs say how the game went so far, so that the rail need not. */
  chartless?: boolean;
  /** Everything in the board column above the history bar. */
  Stage: Component<{ game: Game }>;
  columns: Column[];
  /** Words for the measures of the chart, in the order of the switch; others keep their own names. */
  measures: Record<string, string>;
  /** Key of the rules reminder for where the game stands. */
  phase(view: View): string;
  /** The steps of a turn for narrow bars: title and whether done, current or to come. */
  steps(view: View): Step[];
  /** Seats in playing order, the eliminated last. */
  order(view: View, seats: number): number[];
  alive(view: View, seat: number): boolean;
  /** Whether the game itself waits for a seat no more, though its player may come back, as from civil disorder. */
  absent?(view: View, seat: number): boolean;
  /** Whether somebody else at this screen must not see what one seat sees. */
  hides(view: View): boolean;
  /** Whether one of some seats holds something now that another at this screen must not see; without it, what `hides` says. */
  holds?(view: View, seats: readonly number[]): boolean;
  /** A secret card of the viewer, in words. */
  secret(view: View): string | null;
  /** The secret cards of all seats once they are open; empty before, and where there are none. */
  revealed(view: View): (string | null)[];
  /** What somebody else is doing, "attacks". */
  doing(view: View): string;
  /** A whole decision as one sentence of the log. */
  tell(lines: LogLine[], game: Game): string;
  /** Under which heading of the log a line stands that belongs to all seats together; null: under that of its seat. */
  heading?(line: LogLine, before: Heading | null, game: Game): Heading | null;
  /** What lines of the log name that can be opened, as cards. */
  exhibits?(lines: readonly LogLine[], game: Game): Exhibit[];
  /** What to show on the way from one position to the next; own moves are shown in full. */
  frames(update: Update, mine: readonly number[]): Frame[];
  /** The right side of the page, where a family has one of its own; it stays open beside the board on narrower windows too. */
  Rail?: Component<{ game: Game }>;
  /** What happened in short, beside the board also for a game master, who has a rail of their own. */
  Told?: Component<{ game: Game }>;
  /** Whose keys the help lists; without it those of all games. */
  keys?: Boards;
  /** What the game is about, for phones; wider pages show it in the family's own rail. */
  Goal?: Component<{ game: Game }>;
  /** What stands under the table of players. */
  Summary?: Component<{ game: Game }>;
  /** Further tabs beside log, chat and rules, and which of them the moment asks for (empty: none). */
  tabs?(view: View): FamilyTab[];
  tab?(game: Game): string;
  /** The table of players, where a family has one of its own. */
  Players?: Component<{ game: Game }>;
  /** Colours of the seats, where they follow from what is played rather than from the players' wishes. */
  colours?(view: View, seats: readonly number[]): number[];
  /** What a seat plays, where that says more than its player's name. */
  role?(view: View, seat: number): string;
  /** A side that no player plays; its events name seat -1. */
  outsider?: { name: string; colour: number };
  /** What the side of a seat is called, where allies win together. */
  side?(view: View, seat: number): string;
  /** How a seat stands, in a word or two. */
  remark?(view: View, seat: number): string;
  /** The moment in the words of the game, instead of a number of turns. */
  moment?(view: View): string;
  /** What a turn is called in the history and the log, where the marks do not say it; empty where it has no name. */
  turnTitle?: (game: Game, turn: number) => string;
  /** What turns are called, where not so: one of them, as in "round". */
  turnWord?: (view: View) => string;
  /** For how many milliseconds the history stays at a step while it is played, where not as long as usual. */
  pace?: number;
  /** The number of turns after which the game ends, where the table has set one. */
  lastTurn?: (game: Game) => number;
  /** Whether all are in the same step, so that the steps hold while moves of others are shown too. */
  together?: (view: View) => boolean;
  /** How letters quote orders, where the game writes orders: whose one would be (null: nobody's), and taking it for one's own. */
  quotes?: Quotes;
  /** On which step of each path of the board its marker stands, by path and from 1. */
  reached?(view: View): Record<string, number>;
  /** The state of the game for the pill, where it has more to say than whose turn it is; null: the usual. */
  status?(game: Game): Status | null;
}

/** `follows`: nobody decides anything there, it comes by itself. */
export interface Step { key: string; title: string; line: string; state: 'done' | 'current' | 'ahead'; follows?: boolean }

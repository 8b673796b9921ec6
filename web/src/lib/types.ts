/** The shapes that travel between server and browser, as the HTTP interface documents them. */

export type SeatNumber = number;

export interface Problem { code: string; message: string; rule: string; fix: string[] }

export interface Me { id: string; name: string; colour: number; avatar: string }

export interface Preset { key: string; title: string; line: string; options: OptionValues }
export type OptionValue = boolean | number | string;
export type OptionValues = Record<string, OptionValue>;
export interface OptionField {
  name: string; label: string; sentence: string; rule: string; group: string;
  kind: 'bool' | 'int' | 'choice'; default: OptionValue;
  least: number | null; most: number | null; choices: [string, string][];
}
export interface BotInfo { key: string; title: string; line: string }
export interface GameInfo {
  key: string; title: string; line: string; about: string; minutes: number; dice: boolean; caveat: string;
  seats: [number, number]; board: string | null; hidden: boolean;
  presets: Preset[]; options: OptionField[]; bots: BotInfo[];
}
export interface RuleSection { id: string; title: string; html: string }
export interface Rules { title: string; sections: RuleSection[]; phases: Record<string, string> }

export type SeatKind = 'human' | 'bot' | 'local' | 'open';
export interface SeatCard {
  seat: SeatNumber; kind: SeatKind; name: string; colour: number; avatar: string; level: string;
  you: boolean; present: boolean; resigned: boolean;
}
export interface SeatWish { kind: 'me' | 'open' | 'bot' | 'local'; level?: string; name?: string; colour?: number }
export type TableStatus = 'open' | 'running' | 'finished';
export interface TableCard {
  id: string; title: string; game: string; preset: string; status: TableStatus; seats: SeatCard[]; free: number;
  turn: number; asked: string; waits_for_me: boolean; updated: string; changes: number; board: string | null; owners: number[] | null;
}
export interface Table {
  id: string; title: string; game: string; preset: string; options: OptionValues; board: string | null; changes: number; status: TableStatus;
  private: boolean; creator: boolean; invite: string; seats: SeatCard[]; my_seats: SeatNumber[]; seat_link: string | null;
  can_start: boolean; missing: string;
}
export interface NewTable {
  game: string; preset: string; options: OptionValues; title?: string; private: boolean; seats: SeatWish[]; start: boolean;
}

export interface Action { type: string; [field: string]: unknown }
export interface GameEvent { type: string; [field: string]: unknown }
export interface Offer {
  kind: string; source: string; targets: string[]; least: number; most: number; free: boolean; note: string;
}
export interface Forecast {
  chance: number; own_loss: number; other_loss: number; own_left: [number, number][]; other_left: [number, number][]; chips: string[];
}
export interface Outcome { ranks: number[]; scores: number[]; reason: string; winners: SeatNumber[] }
/** One sentence of the log: `step` is the move that told it, `decision` the seat's move it came from. */
export interface LogLine {
  step: number; decision: number; turn: number; seat: SeatNumber | null; text: string; kind: string; spaces: string[];
  dice: { attack: number[]; defence: number[] } | null; chance: number | null; mine: boolean; bot: boolean;
}
export interface ChatLine { id: number | string; name: string; colour: number; text: string; at: string }
export interface TurnMark { turn: number; seat: SeatNumber | null; step: number }
export interface ChartPoint { step: number; turn: number; values: Record<string, number[]> }
/** Whether the viewer may take back, and how far (`earliest` step). */
export interface UndoState { allowed: boolean; seat: SeatNumber | null; label: string; reason: string; earliest: number }
export interface View { type: string; [field: string]: unknown }
/** What changed since `from_step`; later steps known before were taken back. */
export interface Update {
  seq: number; step: number; from_step: number; turn: number; seat: SeatNumber | null; status: TableStatus; look: SeatNumber | null;
  view: View; events: GameEvent[]; log: LogLine[]; to_act: SeatNumber[];
  prompts: Record<string, string>; offers: Record<string, Offer[]>; undo: UndoState;
  outcome: Outcome | null; points: ChartPoint[]; marks: TurnMark[];
}
/** The chart: for each measure a row per turn with a figure per seat. */
export interface Series { names: string[]; turns: number[]; steps: number[]; values: Record<string, number[][]> }
export interface Snapshot {
  table: Table; seq: number; step: number; update: Update | null; log: LogLine[]; series: Series; chat: ChatLine[];
  commitment: string; marks: TurnMark[];
}
export interface Moment { step: number; turn: number; seat: SeatNumber | null; view: View; events: GameEvent[]; text: string }

export interface DiceReport {
  seat: SeatNumber; rolled: number[]; mean: number; expected_mean: number; gained: number; expected: number; luck: number;
}
export interface TurningPoint { step: number; turn: number; text: string; swing: number }
export interface Result {
  outcome: Outcome; sentence: string; series: Series; marks: TurnMark[]; turning_points: TurningPoint[]; dice: DiceReport[];
  commitment: string; seed: string; rolls: number; verified: boolean;
}

export type Point = [number, number];

/** A board as drawn: outlines as SVG path data in canvas pixels; `unit` of them make a screen pixel where marks were placed. */
export interface BoardGeometry {
  key: string; title: string; style: 'atlas' | 'parchment'; width: number; height: number; unit: number;
  spaces: BoardSpace[]; regions: BoardRegion[]; links: BoardLink[]; lines: Partial<Record<'coast' | 'inside' | 'region' | 'closed', string>>;
  sites: BoardSite[]; borders: [string, string][];
}
export interface BoardSpace {
  id: string; name: string; short: string; region: string; kind: 'land' | 'sea' | 'coast'; token: Point; label: Point; d: string;
}
export interface BoardRegion { id: string; name: string; plate: Point; spaces: string[]; d: string }
export interface BoardLink { a: string; b: string; kind: 'land' | 'bridge' | 'sea_lane' | 'impassable'; d: string; wraps: boolean }
export interface BoardSite { id: string; name: string; space: string; kind: string; at: Point }

/**
 * The shapes that travel between server and browser, by the names the client uses.
 *
 * They are made of the server's own structs (`src/generated/`, see `tools/build_web.py`); written here is only what these leave
 * open: views, events and actions, which every family of games shapes in its own way.
 */
import type * as Shapes from '../generated/api';

export type SeatNumber = number;
export type Point = [number, number];

export type Problem = Shapes.Problem;
export type Me = Shapes.Me;

export type OptionValue = boolean | number | string | readonly string[];
export type OptionValues = Record<string, OptionValue>;
export type OptionField = Shapes.OptionField;
export type Need = Shapes.Need;
export type Disagreement = Shapes.Disagreement;
export type Preset = Omit<Shapes.Preset, 'options'> & { options: OptionValues };
export type BotInfo = Shapes.BotInfo;
export type GameInfo = Omit<Shapes.GameInfo, 'presets'> & { presets: Preset[] };
export type Rules = Shapes.RulesPage;
/** The rules of a game for players; `GuideScene` is a picture of theirs, `When` the options that something is true with. */
export type Guide = Shapes.Guide;
export type GuideStep = Shapes.GuideStep;
export type GuideTable = Shapes.GuideTable;
export type GuideWord = Shapes.GuideWord;
export type GuideScene = Partial<Shapes.GuideScene>; // what has its default is left out
export type When = Record<string, string[]>;

export type SeatCard = Shapes.SeatCard;
export type SeatWish = Pick<Shapes.SeatWish, 'kind'> & Partial<Shapes.SeatWish>;
export type TableCard = Omit<Shapes.TableCard, 'pace'> & { pace: Pace };
export type Pace = Omit<Shapes.Pace, 'times'> & { times: Record<string, number> };
export type Dates = Shapes.Dates;
/** How the player of a seat keeps deadlines. */
export type Reliability = Shapes.Reliability;
export type SeatOffer = Shapes.SeatOffer;
export type PressRule = Shapes.PressRule;
export type SidesRule = Shapes.SidesRule;
export type Overview = Shapes.Overview;
export type Overseen = Shapes.Overseen;
export type Press = Shapes.Press;
export type Letter = Shapes.Letter;
export type ConversationCard = Shapes.ConversationCard;
export type Clock = Required<Shapes.Clock>;
export type Table = Omit<Shapes.Table, 'options' | 'pace'> & { options: OptionValues; pace: Pace };
export interface NewTable {
  game: string; preset: string; options: OptionValues; title?: string; private: boolean; seats: SeatWish[]; start: boolean; pace?: Pace; press?: PressRule; joins?: boolean;
}

export interface Action { type: string; [field: string]: unknown }
export interface GameEvent { type: string; [field: string]: unknown }
export interface View { type: string; [field: string]: unknown }
export type Offer = Shapes.Offer;
/** Who is asked, and why. */
export type Asked = Shapes.Asked;
export type Forecast = Shapes.Forecast;
export type Outcome = Shapes.OutcomeInfo;
/** One sentence of the log: `step` is the move that told it, `decision` the seat's move it came from, `against` who was attacked. */
export type LogLine = Shapes.LogLine;
export type ChatLine = Shapes.ChatLine;
export type TurnMark = Shapes.Mark;
export type ChartPoint = Shapes.Point;
/** What changed since `from_step`; later steps known before were taken back. */
export type Update = Omit<Shapes.Update, 'view' | 'events' | 'clock'> & { view: View; events: GameEvent[]; clock: Clock };
/** The chart: for each measure a row per turn with a figure per seat. */
export type Series = Shapes.Series;
/** A decision prepared in secret; only its own seat ever gets it. */
export type Draft = Omit<Shapes.Draft, 'action'> & { action: Action | null };
/** Which draft of a seat is the newest; told to its own player only, without what it says. */
export interface DraftNotice { seat: SeatNumber; step: number; revision: number }
export type DraftWish = Omit<Shapes.DraftWish, 'action'> & { action: Action };
export type LogPage = Shapes.LogPage;
export type Snapshot = Omit<Shapes.Snapshot, 'table' | 'update'> & { table: Table; update: Update | null };
export type Moment = Omit<Shapes.Moment, 'view' | 'events'> & { view: View; events: GameEvent[] };

export type DiceReport = Shapes.SeatDice;
export type TurningPoint = Shapes.TurningPoint;
export type DiceRound = Shapes.Round;
export type Result = Shapes.Result;

/** A board as drawn: outlines as SVG path data in canvas pixels; `unit` of them make a screen pixel where marks were placed. */
export type BoardGeometry = Shapes.BoardGeometry;
export type BoardSpace = Shapes.SpaceGeometry;

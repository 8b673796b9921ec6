/** The table of Ring of Power as everybody sees it. Lengths are 1/1000 inch; y grows to the north. */
import type { View } from '../../../lib/types';
import type { CombatView } from './combat/view';

export type Spot = readonly [x: number, y: number];
export type Path = readonly Spot[];
export type TokenKind = 'foot' | 'mounted' | 'hero' | 'character' | 'ship' | 'artillery' | 'flyer';

/** Whether a token is that of somebody with a name of their own. Only some of them are heroes, who bear the star. */
export const named = (token: TokenKind | undefined): boolean => token === 'hero' || token === 'character';
export type Badge = 'wounded' | 'pinned' | 'moved' | 'regrouping' | 'hidden';

/** A figure's state; what has its usual value is left out. */
export interface Figure {
  id: number; owner: number; x: number; y: number;
  unit?: string; weapon?: string; inside?: string; tower?: boolean; mounted?: boolean; wounded?: boolean; lost_wounds?: number;
  serves?: number; original?: boolean; crew?: number; aboard?: number; carried_by?: readonly number[]; holds?: string;
  moved?: number; fought?: number; still_until?: number; found?: number; disturbed?: number; lent_to?: number; leaves?: number;
  leaves_on_victory?: boolean; wizardry?: number; leadership?: number; broken?: boolean;
}
/** `force` joins figures that stand together; `kind` is the number of its row in `RingView.kinds`; `still`: why it may not move now. */
export interface FigureView { figure: Figure; name: string; force: number; kind: number; badges?: readonly Badge[]; still?: string }
/** What figures of one type on foot, or mounted, are: their token, radius, inches a turn on clear and difficult
 * ground, open water and rivers, profile, failures that fell it, and how many it carries; a weapon that is `dropped` is lost when its crew walks off. */
export interface KindView {
  key: string; name: string; token: TokenKind; radius: number; speed: number | null; difficult: number | null;
  sea: number; river: number; dice: number | null; attack: number | null; defence: number | null; wounds: number; capacity: number; leadership: number; wizardry: number; abilities: readonly string[];
  dropped: boolean;
}
/** The wild sides follow the players; they have no seat. */
export interface PlayerView { name: string; side: string; colour: string; seat: number | null; points: number }
/** `garrison` and `tower` count figures; weapons are none. */
export interface PlaceView { id: string; holder: string; open: boolean; garrison: number; tower: number }
/** What somebody bears, and how often it has corrupted its bearers. */
export interface ItemView { id: string; name: string; corruption: number }
export interface Coming { player: number; at: readonly string[]; characters: readonly string[]; units: readonly (readonly [name: string, count: number])[] }
export interface Question {
  player: number; kind: 'movement' | 'declare' | 'combat' | 'retreat' | 'land' | 'consent'; rule: string;
  decision: Decision | null;
  /** Those who retreat, and the proposed way of each; who has none is trapped. */
  figures: readonly number[];
  retreat: readonly (readonly [figure: number, path: Path])[];
  /** The wounded, those who carry them along or could, and whether they do. */
  loads: readonly (readonly [figure: number, bearers: readonly number[], carried: boolean])[];
  assaults: readonly (readonly [figure: number, place: string, tower: boolean])[];
  sallies: readonly (readonly [place: string, figures: readonly number[]])[];
  /** The reinforcements for which a place is chosen, and the places that are open to them. */
  arriving: Coming | null;
}
export type DecisionKind = 'hide' | 'search' | 'aim' | 'hold' | 'challenge' | 'enchant' | 'serve' | 'pick' | 'allocate' | 'lose' | 'flee' | 'enter';
export interface Decision {
  kind: DecisionKind; side: number; player: number; default: { type: DecisionKind; [field: string]: unknown };
  figures: readonly number[]; options: readonly (readonly [figure: number, choices: readonly (number | string)[]])[];
  need: number; batches: readonly { count: number; tags: readonly string[] }[];
  /** Players to whom the hits on their own figures can be handed, so that they deal these out. */
  allies: readonly number[]; question: string;
}
export type Phase = 'turn_start' | 'movement' | 'combat' | 'over';

export interface RingView extends View {
  scenario: string; title: string; turn: number; last_turn: number; phase: Phase;
  /** The player whose movement it is, else -1. */
  mover: number;
  sides: readonly { id: string; name: string }[];
  players: readonly PlayerView[];
  kinds: readonly KindView[];
  figures: readonly FigureView[];
  places: readonly PlaceView[];
  items: readonly ItemView[];
  damage: readonly { key: string; tries: number; broken: boolean }[];
  closed: readonly { area: string; until: number }[];
  flags: readonly string[];
  coming: readonly Coming[];
  fallen: readonly (readonly [name: string, player: number, fate: string])[];
  question: Question | null;
  /** The combat that something is asked about, or that was just lost. */
  combat: CombatView | null;
  ending: { winner: string; grade: string; sentence: string } | null;
  /** The ending that would come if the campaign ended now (-1: none), and special rules that are used up. */
  goal: { ending: number; used: readonly string[] };
}

/** Whether a figure stands on the table itself, neither in a garrison nor aboard nor carried. */
export const inField = (figure: Figure): boolean => !figure.inside && !figure.aboard && !figure.carried_by?.length;
export const spotOf = (figure: Figure): Spot => [figure.x, figure.y];

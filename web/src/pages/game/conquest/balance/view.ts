/** What the Balance of Power variant shows beyond every conquest game. */
import type { ConquestView, Phase } from '../view';

export interface Reason { code: string; message: string; rule: string; fix: string[] }

/** A special combat action: its price, what it would do now, and why it cannot be bought, if so. */
export interface Ware {
  what: string; title: string; cost: number; now: string; reason: Reason | null;
  /** What has to be said beside: a space, a side, or armies by space. */
  wants: '' | 'space' | 'seat' | 'armies';
  /** Spaces or sides that may be chosen; sides by number, -1 the neutral army. */
  choices: string[];
  /** Armies to place or to move, at most. */
  amount: number;
}

/** An objective; `by` is who has collected it. */
export interface Objective { id: string; title: string; text: string; reward: string | null; progress: number[]; by: number | null }

/** A site that is something more: what, and what that does, in words. */
export interface SpecialSite { space: string; effect: SiteEffect; title: string; text: string }
export type SiteEffect = 'barracks' | 'airfield' | 'fortress' | 'arsenal' | 'listening_post';

/** Something bought that is in force: `text` and `ends` in words after the name of `seat`, `against` whom a ban spares, `space` where it holds. */
export interface InForce { what: string; text: string; seat: number; against: number | null; space: string | null; ends: string }

export interface BalanceView extends ConquestView {
  /** Maneuvers that may still be made in this phase. */
  maneuvers: number;
  /** Whose armies the asked seat commands now: -1 the neutral army's. */
  acting: number;
  /** The phases of the present turn, in order. */
  course: Phase[];
  marks: { cities: string[]; rough: string[]; sites: string[]; site_effects: SpecialSite[]; airfields: string[]; capitals: { seat: number; space: string }[]; tanks: number[] };
  neutral: { territories: number; armies: number; pile: number } | null;
  piles: number[];
  /** -1 where it is not known. */
  standing: { scores: number[]; winning: number; losing: number; why: string };
  shop: Ware[];
  funds: { pile: number; stars: number } | null;
  /** Rewards of each seat. */
  earned: { key: string; title: string; text: string }[][];
  objectives: Objective[];
  /** Objectives that win. */
  needed: number;
  effects: InForce[];
  cards: ConquestView['cards'] & { star_table: [stars: number, armies: number][]; limit: number };
  /** Where a card beyond the limit goes: to a seat, or off. */
  give: { to: number | null; why: string } | null;
}

export const isBalance = (view: ConquestView): view is BalanceView => view.type === 'balance-of-power';

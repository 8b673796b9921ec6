/** The sandbox of Machiavelli as data: steps of a year with everybody's decisions, and what the server is asked about them. */
import type * as Shapes from '../../../generated/api';
import type { Dislodged, Position } from '../../../generated/machiavelli';
import { call } from '../../../lib/api';
import type { Action, LogLine } from '../../../lib/types';
import { capital } from '../../../lib/words';
import { withTyped } from '../../game/frame/votes';
import { bankingText, expenseText } from '../../game/machiavelli/money';
import { notation } from '../../game/machiavelli/orders';
import { sheetOf, type Sheet } from '../../game/machiavelli/sheet';
import { follow, type Grown, type Twig } from '../tree';

export type { DeskView, Dislodged, MachiavelliView, Position } from '../../../generated/machiavelli';
export type StepOffers = Shapes.StepOffers;
export type StepTold = Shapes.StepTold;
export type StepLine = Shapes.StepLine;
export type GameKey = 'machiavelli' | 'lotr-machiavelli';
export const GAMES: readonly { key: GameKey; title: string }[] = [{ key: 'machiavelli', title: 'Machiavelli' }, { key: 'lotr-machiavelli', title: 'Lord of the Rings Machiavelli' }];

export const STEPS = { year: 'Famine and income', units: 'Units of the year', campaign: 'Campaign', retreats: 'Retreats', shifts: 'Strategic movement' } as const;
export type Step = keyof typeof STEPS;
/** A position, what is decided in it, and the units that retreat. */
export interface Moment { step: Step; position: Position; dislodged: Dislodged[] }
/** A step in a line of play: decisions by power, faces of dice that are known, and what the others are drawn by. */
export interface Stage extends Twig {
  position: Moment; orders: Record<string, Action>; dice: number[]; seed: string;
  /** Whether the black riders go to the ring-bearer when it is seen. */
  riders: boolean;
}
export interface Bench extends Grown<Stage> { game: GameKey; rules: string; options: Record<string, unknown> }

const seed = (): string => Math.random().toString(36).slice(2, 10);
const fresh = (id: number, parent: number | null, position: Moment): Stage => ({ id, parent, position, orders: {}, dice: [], seed: seed(), riders: false, judged: false });
export const thrownAnew = (): Pick<Stage, 'dice' | 'seed'> => ({ dice: [], seed: seed() });

export const begin = (game: GameKey, rules: string, options: Record<string, unknown>, position: Moment): Bench => ({ game, rules, options, stages: [fresh(1, null, position)], at: 1 });
/** Go on to the position a step led to. */
export const goOn = (bench: Bench, id: number, next: Moment): Bench => follow<Stage, Bench>(bench, id, next, (made) => fresh(made, id, next));

/** "Spring 1454", "Retreats, spring 1454", "Units of 1454", "Start of 1454". */
export function stepTitle({ step, position: { season, year } }: Moment): string {
  const when = `${season ?? 'spring'} ${year}`;
  if (step === 'year' || step === 'units') return `${step === 'year' ? 'Start' : 'Units'} of ${year}`;
  return step === 'campaign' ? capital(when) : `${STEPS[step]}, ${when}`;
}
/** The same in a few letters: `Sp1454`, `Sp1454R`, `U1454`. */
export function stepCode({ step, position: { season, year } }: Moment): string {
  if (step === 'year' || step === 'units') return `${step === 'year' ? 'Y' : 'U'}${year}`;
  return `${capital((season ?? 'spring').slice(0, 2))}${year}${step === 'campaign' ? '' : step === 'retreats' ? 'R' : 'S'}`;
}

/** What the server sends as a moment, whole. */
export const whole = (given: { step?: unknown; position?: unknown; dislodged?: unknown }): Moment =>
  ({ step: given.step as Step, position: given.position as Position, dislodged: (given.dislodged ?? []) as Dislodged[] });
/** The position that the server read. */
export const momentOf = (read: StepOffers): Moment => whole({ step: read.step, position: read.view['position'], dislodged: read.view['dislodged'] });

// --- what powers write

/** A sheet as lines of notation. */
export const linesOf = (sheet: Sheet): string[] => [
  ...sheet.banking.map(bankingText), ...sheet.expenses.map(expenseText), ...(sheet.allow.length ? [`ALLOW ${sheet.allow.join(', ')}`] : []),
  ...sheet.ahead.map((one) => `RETREAT ${notation(one)}`), ...sheet.taxes.map((place) => `TAX ${place}`), ...sheet.fleets.map((place) => `FLEET ${place}`), ...Object.values(sheet.orders).map(notation),
];
const nazgulOf = (moment: Moment) => () => (moment.position as { figures?: Record<string, string> }).figures?.['Z'] ?? '';
export const sheetIn = (stage: Stage, power: string): Sheet => sheetOf(stage.orders[power] ?? null, nazgulOf(stage.position));

/** All orders under the names of their powers. */
export function asText(stage: Stage, name: (power: string) => string): string {
  const parts = Object.keys(stage.orders).map((power) => [name(power), ...linesOf(sheetIn(stage, power))].join('\n'));
  return [...parts, ...(stage.riders ? ['riders go'] : [])].join('\n\n');
}

/** A sheet with what another one adds: an order for the same unit takes the place of the first, an expense that of its number. */
export function joined(sheet: Sheet, more: Sheet): Sheet {
  const union = (a: readonly string[], b: readonly string[]): string[] => [...new Set([...a, ...b])];
  return {
    ...withTyped(sheet, more), orders: { ...sheet.orders, ...more.orders }, banking: [...sheet.banking.filter((one) => !more.banking.some((other) => bankingText(other) === bankingText(one))), ...more.banking],
    expenses: [...sheet.expenses.filter((one) => !more.expenses.some((other) => other.number === one.number)), ...more.expenses].toSorted((a, b) => a.number - b.number),
    allow: union(sheet.allow, more.allow), taxes: union(sheet.taxes, more.taxes), fleets: union(sheet.fleets, more.fleets),
    ahead: [...sheet.ahead.filter((one) => !more.ahead.some((other) => notation(other) === notation(one))), ...more.ahead],
  };
}

/** Faces of dice as they are typed: `3 4, 1`; null where something else stands there. */
export function facesOf(text: string): number[] | null {
  const words = text.split(/[\s,;]+/).filter(Boolean);
  const faces = words.map(Number);
  return faces.every((face) => Number.isInteger(face) && face >= 1 && face <= 36) ? faces : null;
}

/** A line of a step as the pages of the game know lines of the log. */
export const logLine = (line: StepLine, at: number): LogLine => ({ step: at, decision: at, turn: 0, seat: null, against: null, text: line.text, kind: line.kind, spaces: [...(line.spaces ?? [])], dice: null, chance: null, mine: false, bot: false, rules: false });

// --- asking the server

/** Game, rules and position of a question; the position may be any text people write. */
export interface Situation { game: GameKey; rules: string; options: Record<string, unknown>; position: Moment | string | null }
const PATH = '/adjudicate/machiavelli';
export const offered = (where: Situation) => call<StepOffers>('POST', `${PATH}/orders`, where);
export const readings = (where: Situation, orders: string) => call<Shapes.StepRead>('POST', `${PATH}/readings`, { ...where, orders });
export const judged = (where: Situation, orders: string, dice: readonly number[], by: string, picture = false) => call<StepTold>('POST', PATH, { ...where, orders, dice, seed: by, picture });

// --- links

const FORM = 1;
export const packed = (bench: Bench): unknown => [FORM, bench];
const isObject = (given: unknown): given is Record<string, unknown> => typeof given === 'object' && given !== null && !Array.isArray(given);
const isStage = (one: unknown): one is Stage => isObject(one) && typeof one['id'] === 'number' && isObject(one['orders']) && isObject(one['position']) && isObject(one['position']['position']) && String(one['position']['step']) in STEPS && Array.isArray(one['dice']) && typeof one['seed'] === 'string';

/** Read what a link holds; whether the positions in it can be is for the server to say. */
export function unpacked(given: unknown): Bench | null {
  const [form, bench] = Array.isArray(given) ? (given as unknown[]) : [];
  if (form !== FORM || !isObject(bench) || !GAMES.some((one) => one.key === bench['game']) || !isObject(bench['options']) || typeof bench['rules'] !== 'string') return null;
  const { stages, at } = bench;
  if (!Array.isArray(stages) || !stages.every(isStage) || !stages.some((one) => one.id === at) || new Set(stages.map((one) => one.id)).size !== stages.length) return null;
  return stages.every((one) => one.parent === null || (one.parent < one.id && stages.some((other) => other.id === one.parent))) ? (bench as unknown as Bench) : null;
}

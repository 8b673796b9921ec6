/** From the game into the sandbox: the position with one's own orders, or a finished phase with everybody's. */
import { api } from '../../../lib/api';
import type { OptionField, OptionValues } from '../../../lib/types';
import { begin, judge, type Bench, type Orders, type Position } from '../../sandbox/model';
import RING from '../../sandbox/ring-options.json';
import { decode, encode, keptFor } from '../../sandbox/share';
import { defaultFor } from '../../table/draft';
import type { Desk } from './desk.svelte';
import { FIGURES, HIDDEN, leaderOf } from './kinds';
import { notation, unitText, type AnyOrder } from './orders';
import { ringOf, unitAt, type DiplomacyView, type ReportView, type RingView } from './view';

/** A moment of a game as the sandbox has positions. */
export function positionOf(view: DiplomacyView): Position {
  const { season, year, kind } = view.phase;
  const centres: Record<string, string[]> = {};
  for (const [centre, power] of Object.entries(view.centres)) (centres[power] ??= []).push(centre);
  return {
    phase: `${season} ${year} ${kind}`, centres,
    units: Object.fromEntries(Object.entries(view.units).map(([power, units]) => [power, units.map(unitText)])),
    dislodged: view.dislodged.map((lost) => ({ power: lost.power, unit: unitText(lost.unit), attacker: lost.attacker, retreats: [...lost.retreats] })),
    ...besideUnits(view),
  };
}

/** What stands beside units, as far as the viewer knows of it. */
function besideUnits(view: DiplomacyView): { beside?: string[] } {
  const ring = ringOf(view);
  if (!ring?.advanced) return {};
  const waiting = [...(ring.dead ? ['DEAD vale_of_erech'] : []), ...(ring.asleep ? ['WOOD fangorn'] : [])];
  return { beside: [...Object.entries(ring.figures).map(([kind, at]) => `${kind} ${at}`), ...waiting] };
}

/** Orders under the names of those who give them; hidden moves under a name of their own. */
function byPower(desk: Desk): Orders {
  const { ring, view } = desk;
  const found: Orders = {};
  for (const order of desk.orders) (found[ring ? giver(ring, view, order) : (view.power ?? '')] ??= []).push(notation(order));
  const waives = Array.from({ length: desk.draft.sheet.waives }, () => 'WAIVE');
  if (waives.length && view.power) found[view.power] = [...(found[view.power] ?? []), ...waives];
  return found;
}

function giver(ring: RingView, view: DiplomacyView, order: AnyOrder): string {
  const { kind, at } = order.unit;
  if (HIDDEN.has(kind)) return 'hidden';
  if (FIGURES.has(kind) || kind === 'DEAD') return leaderOf(ring, kind);
  const lost = view.dislodged.find((one) => unitText(one.unit) === unitText(order.unit))?.power;
  return lost ?? unitAt(view, at)?.power ?? view.centres[at] ?? view.power ?? '';
}

/** Options of ring diplomacy and of Middle-Earth VIII that change the map or how it is judged. */
const OF_MAPS = new Set([
  ...RING.map((one) => one.field),
  'seasons', 'starting_units', 'fleet_sites', 'fortress_supports', 'fortress_covers_movers', 'fortress_needs_owner', 'fortress_dol_guldur', 'fortress_every_home', 'conversion_stopped_by',
]);
const POINTS = new Set([
  'routes', 'paradox', 'adjacent_convoy', 'land_fallback', 'convoyed_cuts_against_origin', 'retreat_to_convoyed_origin', 'dislodged_blocks_origin', 'removal',
  'disorder_supported', 'waive', 'implicit_orders', 'proxy_orders',
]);
const WORDS: Record<string, string> = { yes: 'true', no: 'false' };

/** The options of a game that settle how it is judged, as the adjudicator takes them: those that are not as `fields` say they usually are with all powers played. */
export function issuesOf(options: OptionValues, fields: readonly OptionField[]): Record<string, string> {
  const chosen = fields.flatMap((field) => {
    const value = options[field.name] ?? field.default;
    return (POINTS.has(field.name) || OF_MAPS.has(field.name)) && value !== defaultFor(field, Infinity) ? [[field.name, value] as const] : [];
  });
  return Object.fromEntries(chosen.map(([name, value]) => [name, WORDS[String(value)] ?? String(value)]));
}

/** The orders somebody guessed for the others when he last looked at this phase in the sandbox. */
export function guesses(bench: Bench, position: Position, own: string | null): Orders {
  const same = bench.stages.findLast((stage) => stage.position.phase === position.phase && JSON.stringify(stage.position.units) === JSON.stringify(position.units));
  return Object.fromEntries(Object.entries(same?.orders ?? {}).filter(([power]) => power !== own));
}

async function guessed(desk: Desk, position: Position): Promise<Orders> {
  const kept = sessionStorage.getItem(keptFor(desk.game.table.id));
  return kept ? decode(kept).then((bench) => guesses(bench, position, desk.view.power), () => ({})) : {};
}

const path = async (desk: Desk, bench: Bench): Promise<string> => {
  const query = new URLSearchParams({ table: desk.game.table.id, ...(desk.view.power ? { power: desk.view.power } : {}) });
  return `/sandbox?${query.toString()}#${await encode(bench)}`;
};
const laidOut = (desk: Desk, position: Position, orders: Orders): Bench =>
  begin(desk.view.variant, desk.view.rulebook, position, orders, issuesOf(desk.game.table.options, desk.game.around.info?.options ?? []));

/** The sandbox with the position before one, and one's own orders so far; only this browser sees it. */
export async function whatIf(desk: Desk): Promise<string> {
  const position = positionOf(desk.view);
  const own = desk.view.power && desk.writing ? byPower(desk) : {};
  return path(desk, laidOut(desk, position, { ...(await guessed(desk, position)), ...own }));
}

/** The sandbox with a finished phase and all its orders, judged. */
export async function reopened(desk: Desk, report: ReportView['report']): Promise<string> {
  const before = await phaseBefore(desk, report);
  const orders: Orders = {};
  for (const { power, order } of report.judged) (orders[power] ??= []).push(order.type === 'waive' ? 'WAIVE' : notation(order));
  return path(desk, judge(laidOut(desk, positionOf(before), orders), 1));
}

/** The position in which a phase was begun: the last turn before the moment shown that is of that phase. */
async function phaseBefore(desk: Desk, report: ReportView['report']): Promise<DiplomacyView> {
  const { game } = desk;
  const { season, year, kind } = report.phase;
  for (const mark of game.marks.filter((one) => one.step <= game.replay.at).toReversed()) {
    const { phase, ...view } = (await api.at(game.table.id, mark.step, game.look)).view as DiplomacyView;
    if (phase.season === season && phase.year === year && phase.kind === kind) return { ...view, phase };
  }
  throw new Error('The position before this phase is no longer known.');
}

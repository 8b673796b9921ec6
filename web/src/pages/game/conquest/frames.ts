/** How the events of a conquest game are shown on the way to the next position. */
import type { Event } from '../../../generated/balance-of-power';
import type { Update } from '../../../lib/types';
import { plural } from '../../../lib/words';
import type { Frame } from '../family';
import { roundFrames } from './simultaneous/frames';
import type { Battle } from './view';

export interface Throw extends Battle { rolling: boolean; roll: number; rolls: number }
export interface RiskFrame {
  armies: Record<string, number>;
  owners: Record<string, number>;
  throw: Throw | null;
  arrow: { source: string; target: string; seat: number } | null;
  losses: { id: string; count: number }[];
  gains: { id: string; count: number }[];
  /** Places that are lit for a moment. */
  flash?: readonly string[];
  flood: { id: string; from: string; seat: number; before: number } | null;
  /** Armies that somebody gets for a set of cards. */
  traded?: number;
}

/** What is shown, after the name of who does it; empty where it is nothing of these. */
export function deedWords(frame: RiskFrame, name: (id: string) => string, unit: readonly [string, string]): string {
  const [gain, loss] = [frame.gains[0], frame.losses[0]];
  if (frame.arrow) {
    const way = `${name(frame.arrow.source)} → ${name(frame.arrow.target)}`;
    return frame.flood ? `${way}, conquered` : gain ? `${way}, ${plural(gain.count, ...unit)} ${gain.count === 1 ? 'moves' : 'move'}` : way;
  }
  if (frame.traded) return `a set of cards for ${plural(frame.traded, ...unit)}`;
  if (gain) return `${plural(gain.count, ...unit)} to ${name(gain.id)}`;
  return loss ? `${name(loss.id)} loses ${plural(loss.count, ...unit)}` : '';
}

/** Both places of an attack on the viewer; empty where it is none. */
export const attacked = (frame: RiskFrame | null, mine: readonly number[]): string[] =>
  (frame?.arrow && frame.throw && mine.includes(frame.throw.defender) ? [frame.arrow.source, frame.arrow.target] : []);

const ROLL = 700;
const TRADE = 1200;
const MIDDLE_TICKS = 6;

/** Turn the events of an update into frames; own rolls tumble first, others' are only told. */
export function framesOf(update: Update, mine: readonly number[]): Frame[] {
  const armies: Record<string, number> = {};
  const owners: Record<string, number> = {};
  const frames: Frame[] = roundFrames(update, mine);
  /** The last roll, which stays to be seen while its place changes hands. */
  let rolled: Throw | null = null;
  if (frames.length) return frames;
  /** An army of nobody's is the reader's to command in his own turn. */
  const isOwn = (seat: number) => mine.includes(seat < 0 ? (update.seat ?? seat) : seat);
  const add = (ms: number, seat: number, more: Partial<RiskFrame>, hits = false, least = 0) =>
    frames.push({ ms, least, own: isOwn(seat), seat, hits, data: { armies: { ...armies }, owners: { ...owners }, throw: null, arrow: null, losses: [], gains: [], flood: null, ...more } satisfies RiskFrame });

  for (const part of campaigns(update.events as Event[])) {
    for (const [at, battle] of part.battles.entries()) {
      if (worthShowing(at + 1, part.battles.length, isOwn(battle.seat))) fight(battle, at + 1, part.battles.length);
      else Object.assign(armies, left(battle));
    }
    if (part.event) after(part.event);
  }
  return frames;

  function fight(battle: Battle, number: number, rolls: number): void {
    const arrow = { source: battle.source, target: battle.target, seat: battle.seat };
    const own = isOwn(battle.seat);
    const hits = !own && mine.includes(battle.defender);
    const shown = (rolling: boolean): Throw => ({ ...battle, rolling, roll: number, rolls });
    const edge = number === 1 || number === rolls;
    if (own && edge) add(ROLL / 2, battle.seat, { throw: shown(true), arrow });
    Object.assign(armies, left(battle));
    const losses = [{ id: battle.source, count: battle.attacker_loss }, { id: battle.target, count: battle.defender_loss }];
    rolled = shown(false);
    add(own ? (edge ? ROLL / 2 : 90) : edge ? 420 : 80, battle.seat, { throw: rolled, arrow, losses: losses.filter((one) => one.count > 0) }, hits);
  }

  function after(event: Exclude<Event, Battle>): void {
    const own = 'seat' in event && isOwn(event.seat);
    if (event.type === 'conquered') {
      const { seat, source, target, defender } = event;
      owners[target] = seat;
      armies[target] = 0;
      add(own ? 450 : 400, seat, { throw: rolled, flood: { id: target, from: source, seat, before: defender }, arrow: { source, target, seat } }, !own && mine.includes(defender));
    } else if (event.type === 'moved_in' || event.type === 'fortified') {
      const { seat, source, target, count } = event;
      // What was not told before is known only when the position comes: then the number on the board stays.
      if (armies[source] !== undefined) armies[source] -= count;
      // Nobody stands where armies move in, though that fell in an update before this one.
      if (event.type === 'moved_in' || armies[target] !== undefined) armies[target] = (armies[target] ?? 0) + count;
      if (!own || event.type === 'fortified') add(300, seat, { arrow: { source, target, seat }, gains: [{ id: target, count }] });
    } else if (event.type === 'traded' && !own) {
      add(TRADE, event.seat, { traded: event.armies, ...(event.bonus === null ? {} : { flash: [event.bonus] }) }, false, TRADE);
    } else if (event.type === 'struck') {
      const { space, count, left } = event;
      armies[space] = left;
      add(450, event.seat, { losses: [{ id: space, count }] });
    } else if ((event.type === 'placed' || event.type === 'neutral_placed') && !own) {
      const { space, count } = event;
      if (armies[space] !== undefined) armies[space] += count;
      add(280, event.seat, { gains: [{ id: space, count }] });
    }
  }
}

const left = (battle: Battle) => ({ [battle.source]: battle.source_left, [battle.target]: battle.target_left });

interface Part { battles: Battle[]; event: Exclude<Event, Battle> | null }

/** Rolls of the same attack belong together; every other event stands alone. */
function campaigns(events: Event[]): Part[] {
  const parts: Part[] = [];
  for (const event of events) {
    const last = parts[parts.length - 1]?.battles;
    if (event.type !== 'battle') parts.push({ battles: [], event });
    else if (last?.[0] && last[0].source === event.source && last[0].target === event.target) last.push(event);
    else parts.push({ battles: [event], event: null });
  }
  return parts;
}

/** The first and the last roll, and a few between that serve as a counter. */
function worthShowing(roll: number, rolls: number, own: boolean): boolean {
  if (roll === 1 || roll === rolls) return true;
  const between = rolls - 2;
  const ticks = own ? MIDDLE_TICKS : 3;
  return between <= ticks || roll % Math.ceil(between / ticks) === 0;
}

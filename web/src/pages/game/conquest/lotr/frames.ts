/** Cards that others show, and what events do, on the way to the next position, among everything else that is shown there. */
import type { Event } from '../../../../generated/lotr-risk';
import type { GameEvent, Update } from '../../../../lib/types';
import type { Frame } from '../../family';
import { framesOf, type RiskFrame } from '../frames';

export interface CardFrame extends RiskFrame { card?: { id: string; seat: number | null } }

/** How long a card lies large, and at least where others do much; how long each place flashes that it changes. */
const CARD = 1800;
const LEAST = 900;
const FLASH = 300;
/** How long the dice of a battle lie there that is heard of by one of its ends, and each further roll of it. */
const HEARD = 420;
const FURTHER = 120;
/** Lines of the log that name an adventure card which lies open. */
export const CARD_LINES: ReadonlySet<string> = new Set(['power_played', 'mission_shown', 'event_drawn', 'turned_up']);
const NOTHING: RiskFrame = { armies: {}, owners: {}, throw: null, arrow: null, losses: [], gains: [], flood: null };

export function cardFrames(update: Update, mine: readonly number[]): Frame[] {
  const frames: Frame[] = [];
  let armies: Record<string, number> = {};
  let owners: Record<string, number> = {};
  let waiting: GameEvent[] = [];
  /** Show what happened up to here; what it changed stays changed in what follows. */
  const flush = () => {
    for (const frame of framesOf({ ...update, events: waiting }, mine)) {
      const data = frame.data as RiskFrame;
      frames.push({ ...frame, data: { ...data, armies: { ...armies, ...data.armies }, owners: { ...owners, ...data.owners } } });
    }
    const last = frames.at(-1)?.data as RiskFrame | undefined;
    if (waiting.length && last) ({ armies, owners } = last);
    waiting = [];
  };
  const add = (ms: number, seat: number, more: Partial<CardFrame>, least = 0, hits = false) =>
    frames.push({ ms, least, own: mine.includes(seat), ...(seat >= 0 && { seat }), hits: hits && !mine.includes(seat), data: { ...NOTHING, armies, owners, ...more } satisfies CardFrame });
  let heard = '';
  for (const event of update.events) {
    const told = event as Event;
    const before = heard;
    heard = told.type === 'battle_heard' ? `${told.source} ${told.target}` : '';
    if (told.type === 'reward_placed') {
      flush();
      const change = [{ id: told.space, count: Math.abs(told.count) }];
      add(FLASH, told.seat, { flash: [told.space], ...(told.count < 0 ? { losses: change } : { gains: change }) }, FLASH);
    } else if (told.type === 'battle_heard') {
      flush();
      const { seat, source, target } = told;
      const losses = [{ id: source, count: told.attacker_loss }, { id: target, count: told.defender_loss }].filter((one) => one.count > 0);
      // What is left at the other end is not known: the numbers on the board stay until the position comes.
      add(heard === before ? FURTHER : HEARD, seat, { throw: { ...told, type: 'battle', source_left: 0, target_left: 0, cap: 0, committed: [0, 0], pairs: 0, protected: 0, raised: false, rolling: false, roll: 1, rolls: 1 }, arrow: { source, target, seat }, losses }, 0, mine.includes(told.defender));
    } else if (told.type === 'departed') {
      flush();
      add(FLASH, update.seat ?? -1, { flash: [told.space] });
    } else if (told.type === 'turned_up') {
      flush();
      add(2 * FLASH, told.seat, { flash: told.spaces }, 2 * FLASH);
    } else if (told.type === 'power_played' || told.type === 'mission_shown' || told.type === 'event_drawn') {
      flush();
      const { seat, card } = told;
      if (!mine.includes(seat) || told.type === 'event_drawn') add(CARD, seat, { card: { id: card, seat } }, LEAST);
    } else waiting.push(event);
  }
  flush();
  return frames;
}

/** Simultaneous rounds as the server sends them, and what is written in them. */
import type {
  BattleView, FightOn, MarchView, NameTargets, Order, Orders, Placements, RoundView, SetTurnedIn, SideView, Withdraw,
} from '../../../../generated/risk';
import type { Action } from '../../../../lib/types';
import type { Form } from '../../frame/draft.svelte';

export type { BattleView, MarchView, Order, RoundFought, RoundView, SetTurnedIn, SideView } from '../../../../generated/risk';

/** What is asked of all at once, by the occasion that the rules name. */
export type Task = 'write' | 'orders' | 'aims' | 'withdraw';
export const TASKS: Readonly<Record<string, Task>> = {
  'round.reinforcements': 'write', 'round.moves': 'orders', 'round.strategic': 'orders', 'battle.targets': 'aims', 'battle.withdraw': 'withdraw',
};

/** A secret answer: every field of it, whichever of them its kind has. */
export interface Sheet {
  place: [string, number][]; sets: SetTurnedIn[]; orders: Order[]; dice: [number, number][]; bonus: number | null; leaves: boolean;
}
export const BLANK: Sheet = { place: [], sets: [], orders: [], dice: [], bonus: null, leaves: false };

type Sent = Placements | Orders | NameTargets | Withdraw | FightOn;

/** How a secret answer of a kind is read and written; `first` stands before anything was written. */
export function formOf(task: Task, first: Sheet): Form<Sheet> {
  const write = (sheet: Sheet): Action & Sent => {
    if (task === 'write') return { type: 'placements', place: summed(sheet.place), sets: sheet.sets };
    if (task === 'orders') return { type: 'orders', orders: sheet.orders };
    if (task === 'aims') return { type: 'targets', dice: sheet.dice.filter(([, count]) => count > 0), bonus: sheet.bonus };
    return { type: sheet.leaves ? 'withdraw' : 'fight_on' };
  };
  return { read: (action) => (action ? read(action as Action & Sent) : first), write, text: (sheet) => JSON.stringify(write(sheet)) };
}

function read(sent: Action & Sent): Sheet {
  switch (sent.type) {
    case 'placements': return { ...BLANK, place: [...sent.place], sets: [...sent.sets] };
    case 'orders': return { ...BLANK, orders: sent.orders.map((order) => ({ ...order, leader: order.leader })) };
    case 'targets': return { ...BLANK, dice: [...sent.dice], bonus: sent.bonus };
    default: return { ...BLANK, leaves: sent.type === 'withdraw' };
  }
}

/** Placements as they are sent: each territory once. */
export function summed(place: readonly [string, number][]): [string, number][] {
  const sums = new Map<string, number>();
  for (const [id, count] of place) sums.set(id, (sums.get(id) ?? 0) + count);
  return [...sums].filter(([, count]) => count > 0);
}

export const sideOf = (battle: BattleView, player: number | null): SideView | undefined => battle.sides.find((side) => side.player === player);
/** Moves that lead to where a battle is fought. */
export const leadingTo = (moves: readonly MarchView[], battle: { place: string; border: string }): MarchView[] =>
  moves.filter((move) => (battle.border ? [battle.place, battle.border].includes(move.target) && [battle.place, battle.border].includes(move.source) : move.target === battle.place));

/** Whether all do the same at the same time: not while the board is set up. */
export const together = (view: { [field: string]: unknown }): boolean => Boolean(view.round) && view.phase !== 'setup' && view.phase !== 'claim';

/** What a round has come to, where one is played. */
export const roundOf = (view: { [field: string]: unknown }): RoundView | null => (view.round as RoundView | undefined) ?? null;

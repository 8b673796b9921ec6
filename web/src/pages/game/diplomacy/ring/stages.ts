/** The stages of a phase in the order in which they took effect, with what each of them judged. */
import { plural } from '../../../../lib/words';
import { HIDDEN } from '../kinds';
import type { Judged, ReportView, RingView } from '../view';

export type StageKey = 'bearer' | 'gandalf' | 'nazgul' | 'dead' | 'moves' | 'seen';
/** `line` says in a few words what it brought; one without content is passed over. */
export interface Stage { key: StageKey; title: string; line: string; judged: Judged[]; empty: boolean }
type Report = ReportView['report'];

const TITLES: Record<StageKey, string> = { bearer: 'Ring-bearer', gandalf: 'Gandalf', nazgul: 'Nazgûl', dead: 'The Dead', moves: 'Moves', seen: 'Seen' };
const KEYS = Object.keys(TITLES) as StageKey[];

function stageOf({ order, result }: Judged): StageKey {
  if (order.type === 'waive') return 'moves';
  if (order.type === 'call' || result === 'eliminated') return 'dead';
  if (result === 'struck' || order.unit.kind === 'Z') return 'nazgul';
  if (HIDDEN.has(order.unit.kind)) return 'bearer';
  return order.unit.kind === 'GEG' ? 'gandalf' : 'moves';
}

/** Whether the last phase is one with stages: a movement of the advanced game. */
export const staged = (ring: RingView, reports: readonly ReportView[]): boolean => ring.advanced && reports.at(-1)?.report.phase.kind === 'movement';

/** What was judged, by stages that judged anything; all together where there are none. */
export function stagesOf(ring: RingView | null, report: Report): { key: StageKey; title: string; judged: Judged[] }[] {
  if (!ring?.advanced || report.phase.kind !== 'movement') return [{ key: 'moves', title: '', judged: [...report.judged] }];
  return KEYS.map((key) => ({ key, title: TITLES[key], judged: report.judged.filter((one) => stageOf(one) === key) })).filter((stage) => stage.judged.length);
}

/** All stages of a phase for the strip; `place` names a province, and what is hidden stays so. */
export function strip(ring: RingView, { title, report }: ReportView, place: (id: string) => string): Stage[] {
  const seen = ring.seen?.phase === title ? ring.seen : null;
  return KEYS.map((key): Stage => {
    const judged = report.judged.filter((one) => stageOf(one) === key);
    const line = lineOf(key, judged, seen ? place(seen.place) : '', ring.asked_riders, ring.ring);
    return { key, title: TITLES[key], line, judged, empty: key === 'seen' ? !seen : key === 'bearer' ? true : !judged.length };
  });
}

function lineOf(key: StageKey, judged: readonly Judged[], seen: string, asked: boolean, inPlay: boolean): string {
  const count = (result: string) => judged.filter((one) => one.result === result).length;
  switch (key) {
    case 'bearer': return seen ? 'seen in step 6' : inPlay ? 'moved unseen' : 'not in play';
    case 'gandalf': return judged.length ? 'guards a place' : 'stays';
    case 'nazgul': return count('driven_off') ? 'driven off' : count('struck') ? '1 unit struck' : judged.some((one) => one.result === 'moves') ? 'nobody struck' : 'stays';
    case 'dead': return judged.length ? `${plural(count('eliminated'), 'unit')} taken` : 'did not come';
    case 'moves': return plural(judged.length, 'order');
    case 'seen': return seen ? (asked ? 'Mordor is asked' : seen) : 'nobody';
  }
}

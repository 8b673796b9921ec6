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

/** The last movement and the retreats from it, of phases that were judged one after the other; nothing in the basic game. */
export function staged(ring: RingView, reports: readonly ReportView[]): ReportView[] {
  const from = reports.findLastIndex(({ report }) => report.phase.kind === 'movement');
  return ring.advanced && from >= 0 ? reports.slice(from).filter(({ report }) => report.phase.kind !== 'adjustments') : [];
}

/** What was judged, by stages that judged anything; all together where there are none. */
export function stagesOf(ring: RingView | null, report: Report): { key: StageKey; title: string; judged: Judged[] }[] {
  if (!ring?.advanced || report.phase.kind !== 'movement') return [{ key: 'moves', title: '', judged: [...report.judged] }];
  return KEYS.map((key) => ({ key, title: TITLES[key], judged: report.judged.filter((one) => stageOf(one) === key) })).filter((stage) => stage.judged.length);
}

/** All stages of a movement and its retreats for the strip; `place` names a province, and what is hidden stays so. */
export function strip(ring: RingView, reports: readonly ReportView[], place: (id: string) => string): Stage[] {
  const seen = reports.some(({ title }) => title === ring.seen?.phase) ? ring.seen : null;
  const all = reports.flatMap(({ report }) => report.judged);
  return KEYS.map((key): Stage => {
    const judged = all.filter((one) => stageOf(one) === key);
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
    case 'moves': {
      const after = judged.filter(({ order }) => order.type === 'retreat' || order.type === 'disband').length;
      return [plural(judged.length - after, 'order'), ...(after ? [plural(after, 'retreat')] : [])].join(', ');
    }
    case 'seen': return seen ? (asked ? 'Mordor is asked' : seen) : 'nobody';
  }
}

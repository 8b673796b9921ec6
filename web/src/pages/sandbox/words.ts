/** How results are said, and which of them are what was wanted. */
const FATES: Record<string, string> = {
  moves: 'Moves', bounces: 'Bounces', no_path: 'Not carried', holds: 'Holds', supports: 'Supports', cut: 'Cut', unmatched: 'Void', convoys: 'Convoys', disrupted: 'Disrupted',
  converts: 'Converts', attacked: 'Attacked', illegal: 'Illegal', retreats: 'Retreats', destroyed: 'Destroyed', disbanded: 'Disbands', built: 'Built', removed: 'Removed',
  waived: 'Waived', rejected: 'Refused', struck: 'Struck', driven_off: 'Driven off', eliminated: 'Eliminated', spent: 'Come', unspent: 'Not come', woken: 'Come',
};
const WENT = new Set(['moves', 'holds', 'supports', 'convoys', 'converts', 'retreats', 'disbanded', 'built', 'removed', 'waived', 'spent', 'woken']);

/** A result as a word. */
export const fared = (result: string): string => FATES[result] ?? result;
/** Whether an order did what it was meant to. */
export const went = (result: string): boolean => WENT.has(result);

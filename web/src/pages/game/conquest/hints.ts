/** The guided first turn: which hint fits what is happening. */
import { CLICK, click } from '../../../lib/touch';
import { capital, percent, plural } from '../../../lib/words';
import type { ConquestView } from './view';

export interface Seen { view: ConquestView; unit: readonly [string, string]; phase: string | null; left: number; sources: string[]; source: string | null; target: string | null; chance: number | null; conquered: boolean; must: boolean }

/** The hint for this moment, or null. `name` turns a space's id into its name. */
export function hintFor(seen: Seen, colour: string, name: (id: string) => string): string | null {
  if (seen.phase === 'reinforce') {
    if (seen.must) return `Trade the set that is marked: it brings more ${seen.unit[1]} to place.`;
    return seen.left > 0 ? `${plural(seen.left, ...seen.unit)} to place. ${CLICK} one of your ${colour} territories.` : 'All placed. Press Done to go on to attacks.';
  }
  if (seen.phase === 'occupy') return `${capital(seen.unit[1])} follow the conquest. Keep some behind where enemies stand near.`;
  if (seen.phase === 'attack') {
    if (seen.target) return seen.chance === null ? 'Counting the chance…' : chanceWords(seen.chance);
    if (seen.conquered && !seen.source && seen.sources.length) return 'Attack again, or press End attacks.';
    const first = seen.source ?? seen.sources[0];
    if (!first) return 'Nothing left to attack with. Press End attacks.';
    return seen.source ? `Now ${click} a lit neighbour.` : `Now attack. ${CLICK} ${name(first)}, then a lit neighbour.`;
  }
  if (seen.phase === 'fortify') return `You may move ${seen.unit[1]} once between two of your territories, or end your turn.`;
  return null;
}

function chanceWords(chance: number): string {
  const said = percent(chance);
  if (chance >= 0.7) return `${said} is a good bet. Attack to the end.`;
  if (chance >= 0.5) return `${said} is a fair bet. Roll once and see.`;
  return `${said} is a poor bet. Cancel and try another neighbour.`;
}

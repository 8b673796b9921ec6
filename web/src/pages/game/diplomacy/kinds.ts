/** Kinds of unit: what they are called, which of them stand beside ordinary units, and which of those are hidden. */
import { capital } from '../../../lib/words';

const NAMES: Record<string, string> = {
  A: 'army', F: 'fleet', T: 'Trolls and Orcs', M: 'Mûmakil', W: 'Worg riders', U: 'Uruk-hai', C: 'cavalry', H: 'elite archers', N: 'Ents',
  Z: 'Nazgûl', GEG: 'Great Eagles', RB: 'ring-bearer', BRC: 'black riders', DEAD: 'the Dead',
};
const COUNTED = new Set(['A', 'F']);
const MANY = new Set(['T', 'M', 'W', 'U', 'H', 'N', 'GEG', 'BRC']);

/** What a unit is called; of a kind that this page does not know its letter. */
export const kindWord = (kind: string): string => NAMES[kind] ?? kind;
/** What a game master's orders for hidden figures stand under. */
export const HIDDEN_MOVES = 'Hidden moves';
/** Kinds that fly above ordinary units, and those whose places are secret. */
export const FLYERS: ReadonlySet<string> = new Set(['Z', 'GEG']);
export const HIDDEN: ReadonlySet<string> = new Set(['RB', 'BRC']);
/** Everything that stands beside ordinary units. */
export const FIGURES: ReadonlySet<string> = new Set([...FLYERS, ...HIDDEN]);
/** What a typed order is for, where it begins with the letters of a figure or of the Dead; empty for all else. */
export function figureNamed(text: string): string {
  const [kind = '', rest] = text.trim().toUpperCase().split(/\s+/);
  return rest && (FIGURES.has(kind) || kind === 'DEAD') ? kind : '';
}
/** The power that leads a figure or calls the Dead, as far as the viewer can know; who leads the ring-bearer knows it alone. */
export function leaderOf(ring: { eagles: string; leads_bearer: boolean; power: string | null }, kind: string): string {
  if (kind === 'RB') return (ring.leads_bearer && ring.power) || '';
  return kind === 'Z' || kind === 'BRC' ? 'mordor' : kind === 'GEG' ? ring.eagles : kind === 'DEAD' ? 'gondor' : '';
}

/** "has" of an army, "have" of Uruk-hai. */
export const hasOrHave = (kind: string): string => (MANY.has(kind) ? 'have' : 'has');
/** "An army is built", "Uruk-hai are built". */
export function builtWords(kind: string): string {
  return `${capital(withArticle(kind))} ${MANY.has(kind) ? 'are' : 'is'} built`;
}
/** "an army", "cavalry". */
export function withArticle(kind: string): string {
  return COUNTED.has(kind) ? `${kind === 'A' ? 'an' : 'a'} ${kindWord(kind)}` : kindWord(kind);
}

/** Lengths, terrain and refusals in words. Lengths are 1/1000 inch. */
import { capital, list, percent, plural } from '../../../../lib/words';
import type { Battle, Way } from '../inquire';
import type { Coming } from '../view';

/** "7.0″". */
export const inches = (mil: number): string => `${(mil / 1000).toFixed(1)}″`;
/** "15″", with a decimal only where there is one. */
export const wholeInches = (mil: number): string => `${Number((mil / 1000).toFixed(1))}″`;

const TERRAIN: Record<string, string> = {
  clear: 'Open ground', cave_tunnel: 'Cave or tunnel', woods: 'Woods', rocky: 'Rocky ground', rough: 'Rough ground', soft_sand: 'Soft sand',
};
export const terrain = (kind: string): string => TERRAIN[kind] ?? capital(kind.replace(/[_-]/g, ' '));

/** What was used of a move, as inches of clear ground. */
export const used = (way: Way): number => Math.round(way.spent * way.allowance);

/** What odds "to the end" were really reckoned for. */
export const reckoned = (battle: Battle): string =>
  battle.rounds > 1 ? `Calculated for ${battle.rounds} rounds; if it is undecided then, it counts as a draw.` : 'Too large to follow to its end: these are the odds of one round.';

/** What contact brings: who is within an inch is held, the others of his force only if their movement is over. */
export const contact = (battle: Battle | null): string =>
  battle?.leavers ? 'Figures within 1″ are held and fight this turn.' : 'Within 1″ of an enemy both forces fight this turn.';

/** Who of the enemy may still go, and what the combat is then. */
export function leaving({ leavers, held }: Battle): string {
  const who = `${plural(leavers, 'enemy', 'enemies')} may still move off before the combat.`;
  return held ? `${who} Against the ${held.other} held: ${percent(held.win)} won, ${percent(held.lose)} lost.` : `${who} Then nobody is left to fight.`;
}

const FATES: Record<string, string> = { dead: 'slain', dismounted: 'unhorsed' };

/** What may go wrong for a hero, the likeliest first: "wounded" 0.06. */
export function ills(hero: Battle['fates'][number]): { fate: string; chance: number }[] {
  return Object.entries(hero.fates).filter(([fate, chance]) => fate !== 'unhurt' && chance > 0)
    .map(([fate, chance]) => ({ fate: FATES[fate] ?? fate, chance })).sort((a, b) => b.chance - a.chance);
}

/** What is taken back, instead of a whole path in notation. */
export function undoLabel(label: string): string {
  const text = label.replace(/^Undo: /, '');
  if (text.startsWith('move ')) return `Undo: move of ${plural(text.split(';').length, 'figure')}`;
  const words: Record<string, string> = { done: 'end of movement', carry: 'carrying', serve: 'serving a weapon', board: 'going aboard or ashore', hand_over: 'handing over', dismount: 'dismounting', proclaim: 'proclamation', declare: 'declaration' };
  const found = words[text.split(' ')[0] ?? ''];
  return found ? `Undo: ${found}` : label || 'Undo';
}

const ALIKE = /(hai|rim|foot|ents|militia|army|gûl)$/i;
const MANY: [RegExp, string][] = [[/(?<!hu)man$/, 'men'], [/\bMan$/, 'Men'], [/elf$/, 'elves'], [/ûmak$/, 'ûmakil'], [/(s|x|ch|sh)$/, '$1es'], [/$/, 's']];

/** The name of a kind for several of it: "Riders of Rohan", "Lórien elves", "Uruk-hai". */
export function many(name: string): string {
  const [head = '', rest = ''] = name.split(/(?= of )/);
  const rule = ALIKE.test(head) ? undefined : MANY.find(([end]) => end.test(head));
  return (rule ? head.replace(rule[0], rule[1]) : head) + rest;
}
/** "12 Dunlendings", "Rider of Rohan". */
export const counted = (name: string, count: number): string => (count === 1 ? name : `${count} ${many(name)}`);

/** "Gandalf and 12 Riders of Rohan": of kinds that have no names the number is told, be it one. */
export const comingWords = ({ characters, units }: Coming): string => list([...characters, ...units.map(([name, count]) => `${count} ${count === 1 ? name : many(name)}`)]);

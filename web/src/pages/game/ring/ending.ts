/** How a campaign ended, and what it cost whom. */
import { capital, list } from '../../../lib/words';
import { counted } from './moving/words';
import type { RingView } from './view';

/** A player at the end: figures that still stand (`wounded` of them are), and those gone, by what became of them. */
export interface Cost { player: number; side: string; standing: number; wounded: number; lost: number; gone: readonly { words: string; count: number; who: string }[] }

const GONE: Record<string, string> = { dead: 'fell', dispersed: 'dispersed', captured: 'taken', left: 'left the table' };

/** "Minor victory: Free Peoples"; empty as long as it goes on. */
export function verdict(view: RingView): string {
  const { ending } = view;
  if (!ending) return '';
  const side = view.sides.find((one) => one.id === ending.winner)?.name;
  return side ? `${ending.grade ? `${capital(ending.grade)} victory` : 'Victory'}: ${side}` : 'A draw';
}

/** What is left of each player that ever had a figure, and who is gone. Weapons are not counted; who left the table is not lost. */
export function costs(view: RingView): Cost[] {
  return view.players.map((player, number): Cost => {
    const own = view.figures.filter((one) => one.figure.owner === number && one.figure.weapon === undefined);
    const fallen = view.fallen.filter(([, owner]) => owner === number);
    const gone = Object.entries(GONE).flatMap(([fate, words]) => {
      const names = fallen.filter((one) => one[2] === fate).map(([name]) => name);
      return names.length ? [{ words, count: names.length, who: counts(names) }] : [];
    });
    return { player: number, side: player.side, standing: own.length, wounded: own.filter((one) => one.figure.wounded).length, lost: fallen.filter((one) => one[2] !== 'left').length, gone };
  }).filter((cost) => cost.standing + cost.gone.length > 0);
}

/** "3 Goblins and Lurtz". */
function counts(names: readonly string[]): string {
  const kinds = [...new Set(names)].map((name) => ({ name, count: names.filter((one) => one === name).length }));
  return list(kinds.sort((a, b) => b.count - a.count).map(({ name, count }) => counted(name, count)));
}

/** What lies on places beside armies. */
import { capital } from '../../../lib/words';
import { marksAt, type Mark } from './balance/marks';
import { addressed } from './balance/words';
import type { Command } from './command.svelte';
import type { Ground } from './view';

/** What lies on a place beside armies, where the game has such things. */
export function marksOf(command: Command, id: string): Mark[] {
  const { balance, game, ground } = command;
  if (!balance) return [];
  const owner = (seat: number) => (game.mine.includes(seat) && seat === game.seat ? 'your' : `${game.card(seat)?.name ?? ''}'s`);
  const found = marksAt(balance, ground, id, owner, (seat) => game.colours[seat] ?? 0);
  return found.map((mark) => (mark.kind === 'general' ? { ...mark, means: capital(addressed(mark.means, (seat) => game.name(seat))) } : mark));
}

const KINDS: Record<string, string> = { stronghold: 'stronghold', site_of_power: 'site of power' };

/** Sites, ports and mountains of a place. */
export const landmarksOf = ({ board }: Ground, id: string): string[] => [
  ...(board.sites ?? []).filter((site) => site.space === id && site.kind in KINDS).map((site) => `${site.name}, ${KINDS[site.kind]}`),
  ...((board.ports ?? []).some((port) => port.space === id) ? ['A port'] : []),
  ...(board.ranges ?? []).filter((range) => range.touches.includes(id)).map((range) => `At the foot of the ${range.name}`),
];

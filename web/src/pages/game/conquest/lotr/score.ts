/** Points, and what a conquest would change in them. */
import { plural } from '../../../../lib/words';
import { NOBODY, ownerOf } from '../view';
import type { LotrCommand } from './command.svelte';
import { missionsIn, type LotrView } from './view';

/** The parts of the score, in the order they are told. */
export const ROWS = [
  { key: 'territories', title: 'Territories, 1 each' }, { key: 'strongholds', title: 'Strongholds, 2 each' }, { key: 'regions', title: 'Whole regions' }, { key: 'cards', title: 'Stars on played cards' },
] as const;

export type PartsOfScore = LotrView['points'][number];

/** What allies have together. */
export function sumOf(parts: readonly PartsOfScore[]): PartsOfScore {
  const sum = (key: keyof PartsOfScore) => parts.reduce((all, one) => all + one[key], 0);
  return { territories: sum('territories'), strongholds: sum('strongholds'), regions: sum('regions'), cards: sum('cards'), total: sum('total') };
}

export interface Gain { before: number; after: number; parts: string[]; foe: string }

/** What taking a place would change, the mission there met where the leader goes along. */
export function gainOf(command: LotrCommand, target: string): Gain | null {
  const { lotr: view, ground, game } = command;
  const seat = game.asked;
  if (seat === null) return null;
  const points = view.points[seat]?.total ?? 0;
  const sites = (ground.board.sites ?? []).filter((site) => site.space === target && site.kind === 'stronghold');
  const strong = sites.length ? 2 : 0;
  const region = ground.board.regions.find((one) => one.spaces.includes(target));
  const whole = region?.spaces.every((id) => id === target || ownerOf(ground, command.view, id) === seat) ? (view.regions.find((one) => one.id === region.id)?.bonus ?? 0) : 0;
  const leads = command.leading === 'leader' || (command.leading === 'may' && command.led);
  const stars = leads ? missionsIn(view).filter((card) => card.territory === target).reduce((sum, card) => sum + card.stars, 0) : 0;
  const parts = ['1 territory', ...(strong ? ['2 for the stronghold'] : []), ...(whole ? [`${whole} for ${region?.name}`] : []), ...(stars ? [`${plural(stars, 'star')} if the mission is met`] : [])];
  return { before: points, after: points + 1 + strong + whole + stars, parts, foe: lossOf(view, ownerOf(ground, command.view, target), strong, region?.id, game.name.bind(game)) };
}

function lossOf(view: LotrView, owner: number, strong: number, region: string | undefined, name: (seat: number) => string): string {
  if (owner === NOBODY) return '';
  const before = view.points[owner]?.total ?? 0;
  const held = view.regions.find((one) => one.id === region && one.holder === owner)?.bonus ?? 0;
  return `. ${name(owner)}: ${before} → ${before - 1 - strong - held}`;
}

/** Seats from the best to the last at the end, and the two that a rule on ties has put in order; of allies, none. */
export function standing(view: LotrView, ranks: readonly number[]): { order: number[]; tie: string } {
  const order = view.points.map((_, seat) => seat).sort((a, b) => (ranks[a] ?? 0) - (ranks[b] ?? 0) || (view.points[b]?.total ?? 0) - (view.points[a]?.total ?? 0));
  const at = view.allied ? -1 : order.findIndex((seat, place) => place > 0 && view.points[seat]?.total === view.points[order[place - 1] ?? 0]?.total);
  return { order, tie: at > 0 ? `${order[at - 1]} ${order[at]}` : '' };
}

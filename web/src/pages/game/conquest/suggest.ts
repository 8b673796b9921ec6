/** Places to claim and to strengthen in the set-up, for who leaves the rest of it to the page. */
import { ownerOf, spread, type ConquestView, type Ground } from './view';

/** The free place that fits best: beside own ones, in a region where one is strong, with few ways in. */
export function claimNext(ground: Ground, view: ConquestView, seat: number, free: readonly string[]): string | null {
  const mine = (id: string) => ownerOf(ground, view, id) === seat;
  const worth = (id: string) => {
    const near = ground.neighbours.get(id) ?? [];
    const region = ground.board.regions.find((one) => one.spaces.includes(id))?.spaces ?? [id];
    return 2 * near.filter(mine).length - near.length + (6 * region.filter(mine).length) / region.length;
  };
  return free.reduce<string | null>((best, id) => (best === null || worth(id) > worth(best) ? id : best), null);
}

/** The next place of the set-up, while claiming or strengthening; null where there is none. */
export function setUpNext(ground: Ground, view: ConquestView, seat: number, choices: readonly string[]): string | null {
  if (view.phase === 'claim') return claimNext(ground, view, seat, choices);
  // A place that may not be chosen, as one that has its leader, is no choice however much it is threatened.
  const open = new Set(choices);
  return spread(ground, view, seat, choices.length, {}).find((id) => open.has(id)) ?? choices[0] ?? null;
}

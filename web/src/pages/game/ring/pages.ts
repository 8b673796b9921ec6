/** Ring of Power on the other pages: what became of everybody, what dice bring, and its calculator. */
import type { Pages } from '../pages';
import type { RingView } from './view';

export default {
  game: 'ring-of-power',
  async last(view, seats) {
    const [{ default: Report }, { seatColours }] = await Promise.all([import('./Campaign.svelte'), import('./board/livery')]);
    return { Report, colours: seatColours((view as RingView).players, seats) };
  },
  dice: { title: 'Hits and saves', short: 'Good', what: 'hits and saves' },
  odds: { title: 'Ring of Power', load: () => import('./odds/Ring.svelte').then((page) => page.default) },
} satisfies Pages;

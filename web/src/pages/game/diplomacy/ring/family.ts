/** Ring diplomacy on the game page: that of Diplomacy, and the question whether the black riders go to the ring-bearer. */
import diplomacy from '../family';
import type { Family } from '../../family';
import Riders from './Riders.svelte';

export default {
  ...diplomacy,
  shows: (view, board) => view.type === 'ring_diplomacy' && board !== null,
  serves: (asked) => asked.kind === 'orders',
  moment: (view) => (view.asked_riders ? `${(view.phase as { title: string }).title} · the verdict` : diplomacy.moment?.(view) ?? ''),
  Answers: Riders,
} satisfies Family;

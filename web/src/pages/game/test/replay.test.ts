import { expect, it, vi } from 'vitest';
import type { Game } from '../game.svelte';
import { Replay } from '../replay.svelte';

it('steps back from the present to what is not the same position once more', () => {
  const log = [2, 2, 5, 7].map((step) => ({ step }));
  const replay = (last: number) => new Replay({ log, shown: { step: last } } as unknown as Game);
  expect(replay(7).stops).toEqual([0, 2, 5, 7]);
  expect(replay(9).stops).toEqual([0, 2, 5, 9]);
  const later = replay(9);
  const go = vi.spyOn(later, 'go').mockResolvedValue();
  later.move(-1);
  expect(go).toHaveBeenCalledWith(5);
});

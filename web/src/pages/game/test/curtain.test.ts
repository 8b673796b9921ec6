import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api } from '../../../lib/api';
import type { Snapshot, Update } from '../../../lib/types';
import { Game, type Around } from '../game.svelte';

vi.mock('../../../lib/stream', () => ({ follow: () => () => undefined }));
vi.mock('../../../lib/dice', () => ({ watch: () => Promise.resolve() }));

const table = { id: 't', my_seats: [3, 4], seats: [], status: 'running' };
const asking = (seat: number, kind: string) => ({
  table, log: [], log_start: 0, chat: [], marks: [], series: {}, commitment: '', seq: seat,
  update: { seq: seat, step: seat, to_act: [seat], asked: { seats: [seat], kind, secret: true, step: seat }, ready: [], view: {}, offers: {}, prompts: {}, outcome: null },
}) as unknown as Snapshot;

beforeEach(() => { vi.stubGlobal('document', { hidden: false }); });
afterEach(() => { vi.restoreAllMocks(); vi.unstubAllGlobals(); });

it('hangs before the next player at this screen where the position is fetched anew, too', async () => {
  const around = { invite: '', family: { hides: () => true, serves: () => true } } as unknown as Around;
  const game = new Game({ ...asking(4, 'orders'), series: { steps: [], turns: [], names: [], values: {} } }, around);
  expect(game.curtain).toBe(4);
  game.curtain = null;
  vi.spyOn(api, 'snapshot').mockResolvedValue(asking(3, 'reaction'));
  await game.reload();
  expect([game.asked, game.seat, game.curtain]).toEqual([3, 4, 3]);
  await game.lookThrough(3);
  expect([game.seat, game.curtain]).toEqual([3, null]);
});

it('falls when the game ends under it', () => {
  const around = { invite: '', info: null, family: { hides: () => true, serves: () => true, frames: () => [], status: () => null } } as unknown as Around;
  const game = new Game({ ...asking(4, 'orders'), series: { steps: [], turns: [], names: [], values: {} } }, around);
  game.settle({ ...asking(4, 'orders').update, log: [], marks: [], points: [], from_step: 4, outcome: { winners: [], places: [] } } as unknown as Update);
  expect(game.curtain).toBeNull();
});

import { afterEach, expect, it, vi } from 'vitest';
import { api } from '../../../lib/api';
import type { Moment, Snapshot } from '../../../lib/types';
import { NO_UNDO } from '../../../lib/words';
import { Draft } from '../frame/draft.svelte';
import { Game, type Around } from '../game.svelte';
import { line } from './board';

vi.mock('../../../lib/stream', () => ({ follow: () => () => undefined }));
vi.mock('../../../lib/dice', () => ({ watch: () => Promise.resolve() }));

afterEach(() => { vi.restoreAllMocks(); });

it('fetches what was told before as far back as the moment looked at, each page once', async () => {
  const update = { seq: 900, step: 900, turn: 9, to_act: [], asked: null, ready: [], view: {}, offers: {}, prompts: {}, outcome: null };
  const snapshot = { table: { id: 't', my_seats: [], seats: [], status: 'finished' }, log: [line({ step: 900 })], log_start: 800, chat: [], marks: [{ turn: 0, seat: null, step: 0, title: 'Spring 1901' }], series: {}, commitment: '', seq: 900, update };
  const game = new Game(snapshot as unknown as Snapshot, { invite: '', family: { hides: () => false } } as unknown as Around);
  const page = vi.spyOn(api, 'log').mockImplementation((_table, before) => Promise.resolve({ lines: [line({ step: before })], start: before - 200 }));
  vi.spyOn(api, 'at').mockImplementation((_table, step) => Promise.resolve({ step, view: {} } as Moment));
  await Promise.all([game.replay.go(700), game.replay.go(350)]);
  expect(page.mock.calls.map(([, before]) => before)).toEqual([800, 600, 400]);
  expect([game.logStart, game.log.length, game.turnTitle(0), game.turnTitle(1)]).toEqual([200, 4, 'Spring 1901', '']);
});

it('says that there is nothing to take back', () => {
  const refuse = vi.fn();
  const host = { table: { id: 't' }, drafted: null, refuse } as unknown as ConstructorParameters<typeof Draft<string>>[0];
  new Draft(host, { read: () => '', write: () => ({ type: 'orders' }), text: (sheet) => sheet }).undo();
  expect(refuse).toHaveBeenCalledWith({ message: NO_UNDO });
});

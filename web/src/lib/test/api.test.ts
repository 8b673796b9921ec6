import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api, ApiError, call } from '../api';

beforeEach(() => { vi.useFakeTimers(); });
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** An answer whose head has come, and whose body breaks off or never comes. */
function answers(body: (signal: AbortSignal) => Promise<unknown>): void {
  vi.stubGlobal('fetch', async (_: string, { signal }: { signal: AbortSignal }) => {
    signal.throwIfAborted();
    return { ok: true, status: 200, headers: new Headers(), json: () => body(signal) };
  });
}
const caught = async (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);

it('does not wait for ever for the body of an answer', async () => {
  answers((signal) => new Promise((_, reject) => { signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError'))); }));
  const found = caught(call('POST', '/x', {}));
  await vi.advanceTimersByTimeAsync(31_000);
  expect(await found).toMatchObject({ status: 0, problem: { code: 'network.slow' } });
});

it('counts an answer that breaks off as none, so that the same is sent again', async () => {
  answers(() => Promise.reject(new TypeError('network error')));
  const found = await caught(call('POST', '/x', {}));
  expect(found).toBeInstanceOf(ApiError);
  expect(found).toMatchObject({ offline: true });
});

it('tells an answer without sense from a broken connection', async () => {
  answers(() => Promise.reject(new SyntaxError('no JSON')));
  expect(await caught(call('GET', '/x'))).toBeInstanceOf(SyntaxError);
});

it('asks nothing that was given up before', async () => {
  answers(() => Promise.resolve({}));
  const given = new AbortController();
  given.abort();
  expect(await caught(call('GET', '/x', undefined, given.signal))).toMatchObject({ name: 'AbortError' });
});

it('asks once what several parts of a page ask at the same time, and again after a change', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    await Promise.resolve();
    return { ok: true, status: 200, headers: new Headers(), json: () => Promise.resolve([]) };
  });
  await Promise.all([api.tables('mine'), api.tablePage('mine', 0), api.games(), api.games()]);
  expect(asked).toEqual(['/api/tables?show=mine', '/api/games']);

  const before = api.tables('mine');
  const change = call('POST', '/x', {});
  const after = api.tables('mine'); // must not get the answer from before the change
  await Promise.all([before, change, after]);
  expect(asked.slice(2)).toEqual(['/api/tables?show=mine', '/api/x', '/api/tables?show=mine']);
});

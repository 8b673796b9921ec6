import { beforeEach, describe, expect, it, vi } from 'vitest';
import { api, ApiError } from '../../../lib/api';
import type { Action, Draft as Stored, DraftWish, Offer } from '../../../lib/types';
import { Answering } from '../frame/answering.svelte';
import type { Game } from '../game.svelte';

const pass: Offer = { kind: 'pass', source: '', targets: [], least: 0, most: 0, free: false, note: '' };
const march: Offer = { ...pass, kind: 'march', source: 'north', targets: ['east', 'south'], least: 1, most: 4 };

/** As much of a game as asks. */
const game = { table: { id: 't' }, asked: 0, shown: { asked: { step: 1, secret: false } }, drafted: null, act: vi.fn(), refuse: vi.fn(), reload: vi.fn() };
const ask = (asked: number, step: number, secret: boolean) => Object.assign(game, { asked, shown: { asked: { step, secret } } });
const made = () => new Answering(game as unknown as Game);

let stored: Stored;
let saving: (() => Promise<void>) | null;

beforeEach(() => {
  vi.useFakeTimers();
  vi.restoreAllMocks();
  saving = null;
  ask(0, 1, false);
  game.act.mockReset();
  stored = { seat: 0, step: 1, revision: 0, action: null, ready: false, problem: null, closed: false, omissions: [] };
  vi.spyOn(api, 'draft').mockImplementation((_table, seat) => Promise.resolve({ ...stored, seat, step: game.shown.asked.step }));
  vi.spyOn(api, 'saveDraft').mockImplementation(async (_table, wish: DraftWish) => {
    await saving?.();
    return (stored = { ...stored, revision: wish.revision, action: wish.action, ready: wish.ready });
  });
});
const rest = () => vi.advanceTimersByTimeAsync(0);

describe('asking by the frame', () => {
  it('keeps what is chosen for one seat and one question', () => {
    const answering = made();
    answering.choose(march, { target: 'south', amount: 3 });
    expect(answering.choiceOf(march)).toEqual({ target: 'south', amount: 3 });
    ask(1, 1, false);
    expect(made().choiceOf(march)).toEqual({ target: 'east', amount: 1 });
    expect(answering.choiceOf(march)).toEqual({ target: 'east', amount: 1 });
    ask(0, 2, false);
    expect(answering.choiceOf(march)).toEqual({ target: 'east', amount: 1 });
  });

  it('takes answers to an open question again after a secret one for which its player was ready', async () => {
    ask(0, 1, true);
    const answering = made();
    answering.follow();
    await rest();
    await answering.answer(pass);
    await answering.draft.declare(true);
    expect(answering.settled).toBe(true);
    ask(0, 2, false);
    expect(answering.settled).toBe(false);
    answering.follow();
    expect(answering.draft.sheet).toBeNull();
    await answering.answer(pass);
    expect(game.act).toHaveBeenCalledWith({ type: 'pass' } satisfies Action);
  });

  it('says nothing of a question that is over while its answer is still on the way', async () => {
    ask(0, 1, true);
    const answering = made();
    answering.follow();
    await rest();
    let arrive = () => {};
    saving = () => new Promise((resolve) => { arrive = resolve; });
    answering.draft.change(() => pass as never);
    const declared = answering.draft.declare(true);
    answering.draft.clear();
    arrive();
    await rest();
    expect(await declared).toBe(false);
    expect(api.saveDraft).toHaveBeenCalledTimes(1);
    expect(game.refuse).not.toHaveBeenCalled();
  });

  it('sends an answer with the flag though both came before the stored draft', async () => {
    ask(0, 1, true);
    const answering = made();
    let come = (_: Stored) => {};
    vi.spyOn(api, 'draft').mockReturnValue(new Promise((done) => { come = done; }));
    answering.follow();
    answering.draft.change(() => ({ type: 'pass' }));
    const declared = answering.draft.declare(true);
    await rest();
    come(stored);
    expect(await declared).toBe(true);
    expect(stored).toMatchObject({ action: { type: 'pass' }, ready: true });
  });

  it('saves the answer to the next secret question though the last one is still on the way', async () => {
    ask(0, 1, true);
    const answering = made();
    answering.follow();
    await rest();
    saving = () => new Promise((done) => setTimeout(done, 1000));
    await answering.answer(pass);
    ask(0, 2, true);
    answering.follow();
    await rest();
    saving = null;
    await answering.answer(pass);
    await vi.advanceTimersByTimeAsync(1000);
    expect(vi.mocked(api.saveDraft).mock.calls.map(([, wish]) => wish.step)).toEqual([1, 2]);
  });

  it('sends and hears nothing any more once the page goes on without it', async () => {
    ask(0, 1, true);
    const answering = made();
    answering.follow();
    await rest();
    saving = () => Promise.reject(new ApiError({ code: 'network', message: 'Not reached.', rule: '', fix: [] }, 0));
    await answering.answer(pass);
    await rest();
    expect(answering.draft.stuck).toBe('Not reached.');
    answering.draft.close();
    const sent = vi.mocked(api.saveDraft).mock.calls.length;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(vi.mocked(api.saveDraft).mock.calls.length).toBe(sent);
    expect(game.drafted).toBeNull();
  });
});

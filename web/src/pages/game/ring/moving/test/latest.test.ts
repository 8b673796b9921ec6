import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Latest } from '../latest';

/** A server that answers when it is told to. */
function server(least = 0) {
  const sent: string[] = [];
  const heard: string[] = [];
  const failed: string[] = [];
  const answers: { done: (text: string) => void; fail: (error: Error) => void }[] = [];
  const latest = new Latest<string, string>(
    (question) => { sent.push(question); return new Promise((done, fail) => answers.push({ done, fail })); },
    (answer, question) => heard.push(`${question}:${answer}`),
    (_, question) => failed.push(question),
    least,
  );
  const answer = async (text = 'yes') => { answers.shift()?.done(text); await vi.advanceTimersByTimeAsync(0); };
  const fail = async () => { answers.shift()?.fail(new Error('no')); await vi.advanceTimersByTimeAsync(0); };
  return { sent, heard, failed, latest, answer, fail };
}

beforeEach(() => { vi.useFakeTimers(); });
afterEach(() => { vi.useRealTimers(); });

describe('questions that overtake each other', () => {
  it('asks the newest of those that came while one was under way', async () => {
    const { sent, heard, latest, answer } = server();
    latest.ask('a');
    latest.ask('b');
    latest.ask('c');
    expect(sent).toEqual(['a']);
    await answer();
    expect(sent).toEqual(['a', 'c']);
    expect(latest.open).toBe(true);
    await answer();
    expect([heard, latest.open]).toEqual([['a:yes', 'c:yes'], false]);
  });
  it('does not hear what was dropped, and goes on with what is asked afterwards', async () => {
    const { sent, heard, latest, answer } = server();
    latest.ask('a');
    latest.drop();
    latest.ask('b');
    await answer('stale');
    expect(heard).toEqual([]);
    await answer('fresh');
    expect([sent, heard]).toEqual([['a', 'b'], ['b:fresh']]);
  });
  it('leaves time between two questions', async () => {
    const { sent, latest, answer } = server(70);
    latest.ask('a');
    await answer();
    latest.ask('b');
    latest.ask('c');
    expect(sent).toEqual(['a']);
    await vi.advanceTimersByTimeAsync(70);
    expect(sent).toEqual(['a', 'c']);
  });
  it('tells a failure and asks the next', async () => {
    const { sent, failed, latest, fail } = server();
    latest.ask('a');
    latest.ask('b');
    await fail();
    expect([failed, sent]).toEqual([['a'], ['a', 'b']]);
  });
});

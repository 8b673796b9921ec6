import { beforeEach, describe, expect, it, vi } from 'vitest';
import { DENIED, EXCHANGED, judge, keptOf, LEFT_OUT, sealOf, watch, withNotes, type Kept } from '../dice';
import { toasts } from '../toasts.svelte';
import type { Result, Table } from '../types';

type Dice = Table['dice'];
const SEED = '00'.repeat(32);
const OTHER = '11'.repeat(32);
const BO = '22'.repeat(32);

/** A server as this browser meets it: a table whose only other player is Bo; `cheat` changes what it shows. */
class Server {
  asked: string[] = [];
  dice: Dice;
  private mine = '';
  /** Loses the answer to the next request. */
  lose = false;
  constructor(readonly id: string, seal: string, readonly cheat: (dice: Dice) => Dice = (dice) => dice) {
    this.dice = { seal, phase: 'sealing', round: 1, joined: true, mixes: true, parts: [], unopened: [] };
  }
  table(): Table {
    return { id: this.id, my_seats: [0], status: 'running', dice: this.cheat(structuredClone(this.dice)) } as unknown as Table;
  }
  async answer(path: string, body: { seal?: string; secret?: string }): Promise<Table> {
    this.asked.push(path.split('/').at(-1) ?? '');
    if (path.endsWith('/join')) this.dice.joined = true;
    if (body.seal) {
      if (this.mine && this.mine !== body.seal) throw new Error('another seal is there already');
      this.mine = body.seal;
      this.dice.phase = 'opening';
      this.dice.parts = [{ seat: 0, seal: this.mine, opened: false }, { seat: 1, seal: await sealOf(BO), opened: true }];
    }
    if (body.secret) {
      expect(await sealOf(body.secret)).toBe(this.mine);
      this.dice.phase = 'set';
      this.dice.parts = this.dice.parts.map((part) => ({ ...part, opened: true }));
    }
    if (this.lose) {
      this.lose = false;
      throw new TypeError('the answer is lost');
    }
    return this.table();
  }
}

/** Locks as tabs of one browser share them. */
class Locks {
  private readonly last = new Map<string, Promise<unknown>>();
  request<T>(name: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.last.get(name) ?? Promise.resolve()).then(work, work);
    this.last.set(name, turn);
    return turn;
  }
}

function serve(server: Server): void {
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) =>
    new Response(JSON.stringify(await server.answer(path, JSON.parse(typeof init.body === 'string' ? init.body : '{}') as object))));
}

async function meet(server: Server): Promise<Kept> {
  serve(server);
  await watch(server.table());
  const kept = keptOf(server.id);
  if (!kept) throw new Error('nothing was kept');
  return kept;
}

/** The result of an honest host for what was kept; `seed` and the parts may be forged. */
async function told(kept: Kept, seed = SEED, ownSecret = kept.own[0]?.secret ?? ''): Promise<Pick<Result, 'commitment' | 'seed' | 'rounds' | 'rolls' | 'verified'>> {
  const parts = [{ seat: 0, seal: await sealOf(ownSecret), secret: ownSecret }, { seat: 1, seal: await sealOf(BO), secret: BO }];
  return { commitment: await sealOf(seed), seed, rounds: [{ parts }], rolls: 7, verified: true };
}

let number = 0;
let id = '';
beforeEach(() => {
  vi.stubGlobal('navigator', { locks: new Locks() });
  const store = new Map<string, string>();
  vi.stubGlobal('localStorage', { getItem: (key: string) => store.get(key) ?? null, setItem: (key: string, value: string) => void store.set(key, value), removeItem: (key: string) => void store.delete(key) });
  id = `table${number++}`;
  toasts.length = 0;
});

describe('an honest table', () => {
  it('gets a part of this browser, sealed before it is opened, and is found to be sound', async () => {
    const server = new Server(id, await sealOf(SEED));
    const kept = await meet(server);
    expect(server.asked).toEqual(['seal', 'open']);
    const verdict = await judge(await told(kept), kept, ['Mira', 'Bo']);
    expect(verdict.sound).toBe(true);
    expect(verdict.lines.join(' ')).toContain('nobody, not even the host, could choose them');
    expect(verdict.lines.join(' ')).toContain('Added to the dice: Mira and Bo.');
  });
  it('is joined while it is open, and seals nothing before it starts', async () => {
    const server = new Server(id, await sealOf(SEED));
    Object.assign(server.dice, { phase: 'lobby', joined: false });
    await meet(server);
    expect(server.asked).toEqual(['join']);
  });
  it('gets one part of a browser, however many of its tabs hear at once that it starts', async () => {
    const server = new Server(id, await sealOf(SEED));
    serve(server);
    vi.resetModules();
    const other = await import('../dice');
    await Promise.all([watch(server.table()), other.watch(server.table())]);
    expect(server.dice.phase).toBe('set');
    expect(keptOf(id)?.own).toMatchObject([{ sent: true, opened: true }]);
  });
  it('gets what was sealed though the answer to the seal was lost', async () => {
    const server = new Server(id, await sealOf(SEED));
    server.lose = true;
    await meet(server);
    expect(server.dice.phase).toBe('opening');
    await watch(server.table());
    expect(server.asked).toEqual(['seal', 'open']);
    expect(keptOf(id)?.own).toMatchObject([{ opened: true }]);
  });
  it('is looked at again where news of it came while something was on its way', async () => {
    const server = new Server(id, await sealOf(SEED));
    const answer = server.answer.bind(server);
    server.answer = async (path, body) => {
      const before = server.table();
      const after = await answer(path, body);
      if (!body.seal) return after;
      void watch(after); // the stream is quicker than the answer, which does not tell of the other's seal
      return before;
    };
    await meet(server);
    expect(server.asked).toEqual(['seal', 'open']);
  });
  it('is told apart from one that this browser was not at from the start', async () => {
    const kept = await meet(new Server(id, await sealOf(SEED)));
    const { lines, sound } = await judge(await told(kept), null, ['Mira', 'Bo']);
    expect(sound).toBe(true);
    expect(lines.join(' ')).toContain('was not there at the start');
  });
  it('names who sealed and did not open', async () => {
    const kept: Kept = { seal: await sealOf(SEED), at: 0, own: [], wrong: '' };
    const result = { ...await told(kept), rounds: [{ parts: [{ seat: 1, seal: await sealOf(BO), secret: '' }] }, { parts: [] }] };
    expect((await judge(result, kept, ['Mira', 'Bo'])).lines.join(' ')).toContain('Bo sealed a part and did not open it');
  });
  it('has its notes put into the last line of the record', async () => {
    const kept = await meet(new Server(id, await sealOf(SEED)));
    const lines = withNotes('{"record":2}\n{"end":{"entries":0}}\n', kept).trimEnd().split('\n');
    expect(lines[0]).toBe('{"record":2}');
    expect(JSON.parse(lines[1] ?? '')).toEqual({ end: { entries: 0 }, notes: { seal: kept.seal, rounds: [{ parts: kept.own[0]?.seen, secret: kept.own[0]?.secret }] } });
  });
});

describe('a host who cheats', () => {
  it('is caught with another seed than the one sealed at the start, though everything else fits', async () => {
    const kept = await meet(new Server(id, await sealOf(SEED)));
    const verdict = await judge(await told(kept, OTHER), kept, ['Mira', 'Bo']);
    expect(verdict.sound).toBe(false);
    expect(verdict.lines[0]).toContain(EXCHANGED);
  });
  it('is caught as soon as another seal is shown, and gets nothing opened', async () => {
    const server = new Server(id, await sealOf(SEED));
    const other = await sealOf(OTHER);
    server.answer = async (path, body) => {
      const table = await Server.prototype.answer.call(server, path, body);
      return { ...table, dice: { ...table.dice, seal: other } };
    };
    const kept = await meet(server);
    expect(server.asked).toEqual(['seal']);
    expect(kept.wrong).toBe(EXCHANGED);
    expect(toasts.map((one) => one.text)).toEqual([EXCHANGED]);
  });
  it('is caught leaving out what was sealed here, and gets nothing opened', async () => {
    const server = new Server(id, await sealOf(SEED), (dice) => ({ ...dice, parts: dice.parts.filter((part) => part.seat !== 0) }));
    const kept = await meet(server);
    expect(server.asked).toEqual(['seal']);
    expect(kept.wrong).toBe(LEFT_OUT);
    expect((await judge({ ...await told(kept), rounds: [] }, kept, ['Mira', 'Bo'])).sound).toBe(false);
  });
  it('is told of where what was opened here counts as not opened', async () => {
    const server = new Server(id, await sealOf(SEED));
    server.answer = async (path, body) => {
      if (path.endsWith('/open')) throw new TypeError('refused');
      return Server.prototype.answer.call(server, path, body);
    };
    const kept = await meet(server);
    const [own] = kept.own;
    const result = { ...await told(kept), rounds: [{ parts: [{ seat: 0, seal: own?.seal ?? '', secret: '' }, { seat: 1, seal: await sealOf(BO), secret: BO }] }, { parts: [{ seat: 1, seal: await sealOf(BO), secret: BO }] }] };
    expect((await judge(result, kept, ['Mira', 'Bo'])).lines).toContain(DENIED);
    expect((await judge(result, { ...kept, own: [] }, ['Mira', 'Bo'])).lines).not.toContain(DENIED);
  });
  it('is caught with a seed or a part that does not fit its seal, and with parts of others than were listed', async () => {
    const kept = await meet(new Server(id, await sealOf(SEED)));
    const honest = await told(kept);
    expect((await judge({ ...honest, seed: OTHER }, kept, [])).lines[0]).toBe('The seed does not belong to the seal.');
    const opened = { ...honest, rounds: [{ parts: honest.rounds[0]?.parts.map((part) => ({ ...part, secret: OTHER })) ?? [] }] };
    expect((await judge(opened, kept, ['Mira', 'Bo'])).lines[0]).toBe('What Mira opened is not what was sealed.');
    expect((await judge(await told(kept, SEED, OTHER), kept, [])).lines[0]).toContain('seals in the record differ from the list');
  });
});

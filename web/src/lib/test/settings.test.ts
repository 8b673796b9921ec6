import { afterEach, describe, expect, it, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

describe('stored settings', () => {
  const read = async (text: string) => {
    vi.resetModules();
    vi.stubGlobal('localStorage', { getItem: () => text });
    return (await import('../settings.svelte')).settings;
  };

  it('are kept where they are sound', async () => {
    expect(await read('{"speed":"watch","boardText":130,"muted":["t1"]}')).toMatchObject({ speed: 'watch', boardText: 130, muted: ['t1'] });
  });

  it.each(['{"speed":"warp","boardText":"big","muted":{},"sound":1}', 'null', '{'])('fall back to the usual ones where they are damaged: %s', async (text) => {
    expect(await read(text)).toMatchObject({ speed: 'quick', boardText: 100, muted: [], sound: true });
  });
});

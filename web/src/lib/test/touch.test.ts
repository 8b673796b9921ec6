import { afterEach, describe, expect, it, vi } from 'vitest';

async function words(fingers: boolean): Promise<string[]> {
  vi.resetModules();
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: fingers && query === '(pointer: coarse)' }));
  const { CLICK, click } = await import('../touch');
  return [CLICK, click];
}

describe('what one does to a place', () => {
  afterEach(() => vi.unstubAllGlobals());
  it('is a tap where fingers point, and a click elsewhere', async () => {
    expect(await words(true)).toEqual(['Tap', 'tap']);
    expect(await words(false)).toEqual(['Click', 'click']);
  });
});

import { describe, expect, it } from 'vitest';
import { handOn, shares } from '../share';

function device(share?: () => Promise<void>, copy: () => Promise<void> = () => Promise.resolve()): { device: Navigator; copied: string[] } {
  const copied: string[] = [];
  const clipboard = { writeText: (text: string) => { copied.push(text); return copy(); } };
  return { device: { ...(share ? { share } : {}), clipboard } as unknown as Navigator, copied };
}
const refused = (name: string) => () => Promise.reject(Object.assign(new Error(name), { name }));

describe('handing a link on', () => {
  it('goes by the device where it shares', async () => {
    const { device: able, copied } = device(() => Promise.resolve());
    expect(shares(able)).toBe(true);
    expect(await handOn('Table', 'https://x/table/a', able)).toBe('shared');
    expect(copied).toEqual([]);
  });
  it('leaves it at that where the one who was asked closes it', async () => {
    const { device: able, copied } = device(refused('AbortError'));
    expect(await handOn('Table', 'https://x/table/a', able)).toBe('left');
    expect(copied).toEqual([]);
  });
  it('copies where the device does not share, or refuses', async () => {
    const none = device();
    expect(shares(none.device)).toBe(false);
    for (const one of [none, device(refused('NotAllowedError'))]) {
      expect(await handOn('Table', 'https://x/table/a', one.device)).toBe('copied');
      expect(one.copied).toEqual(['https://x/table/a']);
    }
  });
  it('says so where it cannot even copy', async () => {
    expect(await handOn('Table', 'https://x/table/a', device(undefined, refused('NotAllowedError')).device)).toBe('failed');
    expect(await handOn('Table', 'https://x/table/a', {} as Navigator)).toBe('failed');
  });
});

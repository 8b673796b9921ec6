import { beforeEach, describe, expect, it } from 'vitest';
import { forget, learn, offset } from '../clock.svelte';

describe('the server\'s time', () => {
  beforeEach(forget);
  it('is this device\'s until an answer tells it', () => {
    expect(offset()).toBe(0);
    learn(null);
    learn('soon');
    expect(offset()).toBe(0);
  });
  it('goes by the answer that came quickest', () => {
    learn('5000', 1000);
    learn('6000', 2900);
    expect(offset()).toBe(4000);
  });
  it('forgets old readings, for clocks are set', () => {
    learn('5000', 1000);
    for (let round = 0; round < 8; round += 1) learn('2000', 1000);
    expect(offset()).toBe(1000);
  });
});

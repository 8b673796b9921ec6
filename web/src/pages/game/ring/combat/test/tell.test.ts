import { describe, expect, it } from 'vitest';
import type { LogLine } from '../../../../../lib/types';
import { tellDecision } from '../tell';

const line = (kind: string, text: string) => ({ kind, text }) as LogLine;

describe('the log of a combat', () => {
  it('tells dice while it goes on', () => {
    expect(tellDecision([line('battle_began', 'A combat begins.'), line('battle_rolled', 'Rohan rolls 2 attack dice.')])).toBe('A combat begins. Rohan rolls 2 attack dice.');
  });

  it('tells the end and its price, and leaves the dice to whoever opens the entry', () => {
    const lines = [line('battle_rolled', 'Rohan saves 1 of 2.'), line('battle_ended', 'Rohan beats Saruman 3 to 1.'), line('changed', '1 figure is wounded.'), line('gone', 'Uruk-hai falls.')];
    expect(tellDecision(lines)).toBe('Rohan beats Saruman 3 to 1. Uruk-hai falls.');
  });
});

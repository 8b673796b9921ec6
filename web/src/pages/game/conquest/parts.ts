/** What a variant adds to the page of the conquest games, found by its folder: marks of the map, what stands beside or over the board. */
import type { Component } from 'svelte';
import type { BoardGeometry } from '../../../lib/types';
import type { Game } from '../game.svelte';
import type { Command } from './command.svelte';

interface Parts {
  /** Marks under and over the tokens of the map; `board` is as it is drawn, `size` a pixel of a token. */
  Layer: Component<{ command: Command; board: BoardGeometry; size: number; under?: boolean }>;
  /** What stands under the dock where that is beside the board. */
  Desk: Component<{ command: Command }>;
  /** What the dock says once the game is over. */
  End: Component<{ game: Game }>;
  /** What lies over the whole stage. */
  Over: Component<{ command: Command; phone: boolean }>;
}

const found = import.meta.glob<Parts[keyof Parts]>('./*/{Layer,Desk,Over,End}.svelte', { eager: true, import: 'default' });

export const partOf = <Name extends keyof Parts>(name: Name, folder: string): Parts[Name] | null =>
  (found[`./${folder}/${name}.svelte`] as Parts[Name] | undefined) ?? null;

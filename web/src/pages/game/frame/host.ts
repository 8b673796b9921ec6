/** What whoever writes in secret asks of the game it writes for: a table has all of it, the sandbox answers for a power of any position. */
import type { Game } from '../game.svelte';

type Known = Pick<Game, 'view' | 'offers' | 'offered' | 'colours' | 'log' | 'named' | 'asked' | 'seat' | 'curtain' | 'over' | 'framed' | 'mayAct' | 'mine' | 'lit'>;
export interface Host extends Readonly<Known>, Pick<Game, 'refuse' | 'reload' | 'drafted' | 'polite' | 'assertive'> {
  readonly replay: Pick<Game['replay'], 'on' | 'at'>;
  readonly playback: Pick<Game['playback'], 'on' | 'frame'>;
  readonly table: Pick<Game['table'], 'id' | 'options'>;
}

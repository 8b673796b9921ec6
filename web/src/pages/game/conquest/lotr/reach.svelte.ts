/** How likely a leader gets to the places of the missions in hand within the turn: asked once for each position, while the cards are looked at. */
import type { Way } from '../../../../generated/lotr-risk';
import { capital, percent } from '../../../../lib/words';
import { inquire } from '../../inquire';
import type { LotrCommand } from './command.svelte';
import { missionsIn } from './view';

/** Milliseconds for which a position must last before anything is asked about it. */
const PAUSE = 250;
/** The steps of a turn in which the rules tell ways. */
const TOLD = new Set(['reinforce', 'declare', 'attack', 'fortify', 'cards']);

export class Reach {
  /** What is known, by mission. */
  private found = $state.raw<Readonly<Record<string, Way>>>({});
  private position = '';

  constructor(private readonly command: LotrCommand) {}

  of(mission: string): Way | null { return this.found[mission] ?? null; }

  /** Ask for what is not known of the position that stands; returns what stops the asking. */
  follow(): () => void {
    const { game, lotr: view, phase } = this.command;
    const position = `${game.asked} ${game.shown.step}`;
    if (position !== this.position) {
      this.position = position;
      this.found = {};
    }
    const control = new AbortController();
    if (phase === null || !TOLD.has(phase) || game.asked !== view.seat || game.busy) return () => undefined;
    const timer = setTimeout(() => void this.ask(missionsIn(view).map((card) => card.id), position, control.signal), PAUSE);
    return () => { clearTimeout(timer); control.abort(); };
  }

  private async ask(missions: readonly string[], position: string, signal: AbortSignal): Promise<void> {
    for (const mission of new Set(missions)) {
      if (this.found[mission] || signal.aborted) continue;
      const way = await inquire<Way>(this.command.game, 'way', { mission }, signal).catch(() => null); // the card says what it says without
      if (way && position === this.position) this.found = { ...this.found, [mission]: way };
    }
  }
}

/** "43 %"; of what is certain, nothing. */
export const likely = (way: Way): string => (way.chance > 0.9995 ? '' : percent(way.chance));

/** What a leader does in a step, and what units do that go ahead. */
const DOES = {
  declare: ['is declared', 'are declared'], attack: ['takes', 'take'], enter: ['walks into', 'walk into'], fortify: ['goes to', 'go to'], move_leader: ['goes to', 'go to'],
} as const;

/** What is done on the way, step by step: "Your leader in Moria takes Lorien, then takes The Wold." */
export function wayWords(way: Way, place: (id: string) => string): string {
  const leader = way.leader ? `your leader in ${place(way.leader)}` : 'a leader';
  let doer = '';
  const parts = way.steps.map((step, at) => {
    const led = step.leader || step.kind === 'move_leader' || step.kind === 'declare';
    const verb = DOES[step.kind][led ? 0 : 1];
    const who = led ? leader : doer !== '' && doer !== leader ? doer : `units from ${place(step.source)}`;
    const again = who === doer;
    doer = who;
    return `${at ? 'then ' : ''}${again ? '' : `${who} `}${verb}${step.kind === 'declare' ? '' : ` ${place(step.target)}`}`;
  });
  return parts.length ? `${capital(parts.join(', '))}.` : '';
}

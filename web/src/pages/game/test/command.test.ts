import { describe, expect, it } from 'vitest';
import type { Action, Offer } from '../../../lib/types';
import { Command } from '../conquest/command.svelte';
import type { ConquestView } from '../conquest/view';
import type { Game } from '../game.svelte';
import { ground } from './board';

const offer = (more: Partial<Offer>): Offer => ({ kind: 'place', source: '', targets: [], least: 1, most: 1, free: false, note: '', ...more }) as Offer;

/** A game that answers when it is told to. */
function table(phase: string, more: Partial<ConquestView> = {}, offers: Offer[] = []) {
  const view = { owners: [0, 0, 1, 1, 0], armies: [5, 1, 9, 1, 1], phase, to_place: 0, cards: { must_trade: false, hand: [] }, ...more } as unknown as ConquestView;
  const sent: Action[] = [];
  const answers: (() => void)[] = [];
  const game = {
    asked: 0, mayAct: true, view, shown: { view, to_act: [0] }, offers, mine: [0], over: false, curtain: null, replay: { on: false }, refusal: null as { message: string } | null,
    card: () => ({ name: 'Jonas' }),
    calm() { game.refusal = null; },
    refuse(problem: { message: string }) { game.refusal = problem; },
    async act(action: Action) {
      if (!game.mayAct) return false;
      sent.push(action);
      game.mayAct = false;
      await new Promise<void>((done) => answers.push(done));
      game.mayAct = true;
      return true;
    },
  };
  const answer = async () => { answers.shift()?.(); await new Promise((done) => setTimeout(done, 0)); };
  return { game, sent, answer, command: new Command(game as unknown as Game, ground) };
}

describe('a decision asked for while another is under way', () => {
  it('waits for the answer, and only the last one counts', async () => {
    const { game, sent, answer, command } = table('attack');
    void command.end();
    command.soon(() => command.choose('peru'));
    command.soon(() => command.end());
    expect(sent).toHaveLength(1);
    await answer();
    (game.shown.view as { phase: string }).phase = 'fortify';
    command.resume();
    expect(sent.map((action) => action.type)).toEqual(['end_attacks', 'end_turn']);
    await answer();
    command.resume();
    expect(sent).toHaveLength(2);
  });
  it('is forgotten when the turn is over', async () => {
    const { game, sent, answer, command } = table('fortify');
    void command.end();
    command.soon(() => command.end());
    await answer();
    (game as { asked: number | null }).asked = null;
    command.resume();
    expect(sent).toHaveLength(1);
  });
  it('never comes between placements that are sent one after the other', async () => {
    const { sent, answer, command } = table('reinforce', { to_place: 2 }, [offer({ targets: ['brazil', 'peru'] })]);
    await command.choose('brazil');
    await command.choose('peru');
    expect(command.done).toBe(true);
    void command.commit();
    command.soon(() => command.commit());
    await answer();
    expect(command.free).toBe(false);
    await answer();
    expect(sent.map((action) => action.space)).toEqual(['brazil', 'peru']);
    expect(command.free).toBe(true);
  });
});

describe('a try that the rules must judge', () => {
  it('is done only when they have answered, so that an order line waits for the refusal', async () => {
    const { game, answer, command } = table('attack', {}, [offer({ kind: 'attack', source: 'brazil', targets: ['north_africa'] })]);
    command.source = 'brazil';
    const tried = command.choose('egypt').then(() => game.refusal?.message);
    game.refusal = { message: 'Brazil does not border Egypt.' };
    await answer();
    expect(await tried).toBe('Brazil does not border Egypt.');
  });
});

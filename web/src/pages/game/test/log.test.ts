import { describe, expect, it } from 'vitest';
import { setUpHeading } from '../conquest/setup';
import { lastMoves } from '../conquest/lastmoves';
import { losses, tellDecision, toReader, withYou } from '../conquest/tell';
import { chapters, firstShown, showsNow, toldBy } from '../frame/logbook';
import type { Game } from '../game.svelte';
import { ground, line } from './board';

const said = (lines: { text: string }[]) => lines.map((one) => one.text).join(' ');
const roll = (step: number, attack: number[], defence: number[], lost: [number, number] = [0, 1]) =>
  line({ step, decision: 5, kind: 'battle', against: 1, spaces: ['brazil', 'north_africa'], dice: { attack, defence, bonus: [0, 0], pairs: 0, lost }, chance: 0.85 });

describe('the log', () => {
  it('makes one entry of a decision and its rolls, the newest chapter first', () => {
    const log = [line({ step: 1 }), roll(6, [6, 4, 1], [5]), roll(7, [6], [5]), line({ step: 9, decision: 9, turn: 1, seat: 1 })];
    const found = chapters(log, 'all', said);
    expect(found.map((one) => [one.turn, one.seat, one.entries.length])).toEqual([[1, 1, 1], [0, 0, 2]]);
    const battle = found[1]?.entries[0];
    expect(battle).toMatchObject({ step: 7, decision: 5, chance: 0.85, battle: true, spaces: ['brazil', 'north_africa'] });
  });
  it('tells of several seats in one step, each part by a key of its own', () => {
    const log = [line({ step: 4 }), line({ step: 4, seat: 1 }), line({ step: 4 }), line({ step: 4, seat: 1 })];
    const found = chapters(log, 'all', said);
    expect(new Set(found.map((one) => one.key)).size).toBe(4);
    expect(new Set(found.flatMap((one) => one.entries.map((entry) => entry.key))).size).toBe(4);
  });
  it('keeps who is out within the turn in which that happens', () => {
    const log = [roll(6, [6], [5]), line({ step: 7, decision: 5, kind: 'conquered' }), line({ step: 7, decision: 5, kind: 'eliminated', seat: 1 }), line({ step: 7, decision: 5, kind: 'discarded', seat: 1 }), line({ step: 8, decision: 8 })];
    const found = chapters(log, 'all', said);
    expect(found.map((one) => [one.seat, one.entries.map((entry) => entry.lines.length)])).toEqual([[0, [1, 4]]]);
    const alone = chapters([line({}), line({ step: 2, decision: 2, kind: 'eliminated', seat: 1 })], 'all', said);
    expect(alone.map((one) => one.seat)).toEqual([0]);
  });
  it('keeps who is out by orders that all gave together with the step that told it, and says whom the rules decided for', () => {
    const log = [line({ step: 7, decision: 5 }), line({ step: 7, decision: 6, kind: 'eliminated', seat: 1 }), line({ step: 7, decision: 6, seat: 1, bot: true, rules: true, kind: 'ordered' })];
    const found = chapters(log, 'all', said);
    expect(found.flatMap((one) => one.entries.map((entry) => [entry.lines.length, entry.rules]))).toEqual([[1, true], [2, false]]);
  });
  it('files what others do out of turn under the turn in which they do it', () => {
    const log = [line({ kind: 'turn_began' }), line({ step: 2, decision: 2 }), line({ step: 3, decision: 3, seat: 1, kind: 'power_played' }), line({ step: 4, decision: 4 }), line({ step: 5, decision: 4, seat: 1, kind: 'turn_began' })];
    expect(chapters(log, 'all', said).map((one) => [one.seat, one.entries.length])).toEqual([[1, 1], [0, 4]]);
  });
  it('tells each thing that is laid out before the first decision by itself', () => {
    const log = ['first_rolled', 'marked', 'marked', 'neutral_laid'].map((kind) => line({ step: 0, decision: 0, seat: null, kind }));
    expect(chapters(log, 'all', said)[0]?.entries).toHaveLength(4);
  });
  it('cuts short only what the game itself lays out', () => {
    const text = `Cities: ${'Alaska, '.repeat(15)}and Peru.`;
    const found = chapters([line({ decision: 0, seat: null, text }), line({ step: 3, decision: 3, text })], 'all', said);
    expect(found.flatMap((one) => one.entries.map((entry) => entry.long))).toEqual([false, true]);
  });
  it('tells the set-up as one, and each turn after it by its player', () => {
    const log = [line({ step: 1, decision: 0, seat: null, kind: 'dealt' }), ...[2, 3, 4].map((step) => line({ step, decision: step, seat: step % 2, kind: 'placed' })),
      line({ step: 5, decision: 4, kind: 'turn_began' }), line({ step: 6, decision: 6, kind: 'placed' })];
    const read = (logStart: number) => chapters(log, 'all', said, (one) => setUpHeading(one, { log, logStart } as unknown as Game));
    expect(read(0).map((one) => [one.title, one.seat, one.newest, one.entries.length])).toEqual([['', 0, false, 2], ['Set-up', null, true, 4]]);
    expect(read(1).map((one) => one.title)).not.toContain('Set-up'); // which turn it is cannot be said
  });
  it('asks for a bot\'s reason where it decided, not for what came of that', () => {
    const log = [line({ step: 3, decision: 3, bot: true }), line({ step: 3, decision: 3, bot: true, kind: 'turn_began', seat: 1 }), line({ step: 4, decision: 3, bot: true, kind: 'ring_moved' }), line({ step: 5, decision: 5, bot: true })];
    expect(chapters(log, 'all', said).flatMap((one) => one.entries.map((entry) => entry.bot))).toEqual([true, false, false, true]);
  });
  it('shows what was told last by a moment, with some of what came later above it', () => {
    const log = [1, 4, 9, 9, 15, 20].map((step, at) => line({ step, decision: step, turn: at, seat: at % 2 }));
    const found = chapters(log, 'all', said);
    const at = (moment: number) => found.flatMap((one) => one.entries).filter((entry) => showsNow(entry, moment, toldBy(found, moment))).map((entry) => entry.step);
    expect([0, 1, 3, 8, 12, 99].map(at)).toEqual([[], [1], [1], [4], [9, 9], [20]]);
    expect([firstShown(found, toldBy(found, 4), 2), firstShown(found, toldBy(found, 0), 2), firstShown(found, toldBy(found, 16), 5)]).toEqual([2, 4, 0]);
  });
  it('filters', () => {
    const log = [line({ mine: true }), roll(6, [6], [5])];
    expect(chapters(log, 'mine', said)[0]?.entries).toHaveLength(1);
    expect(chapters(log, 'battles', said)[0]?.entries[0]?.battle).toBe(true);
  });
  it('adds up the losses that were told', () => {
    expect(losses([roll(1, [6, 4, 1], [6, 3], [1, 1]), roll(2, [2], [5], [1, 0]), line({})])).toEqual([2, 1]);
  });
  it('says you wherever a sentence about several names the reader', () => {
    const said = (text: string) => withYou(text, 'Mira');
    expect(said('Battle in Peru: Mira with 8 attacks Jonas, who stayed with 1.')).toBe('Battle in Peru: you with 8 attack Jonas, who stayed with 1.');
    expect(said('Battle round 1 (Mira defends): Jonas rolls 2 dice; Mira rolls 1 die.')).toBe('Battle round 1 (you defend): Jonas rolls 2 dice; you roll 1 die.');
    expect(said('Battle round 1: Jonas rolls 6 against 6 5 of Mira (ties go to Jonas, who defends). Jonas keeps the only one; Mira loses 1 and has 7 left.'))
      .toBe('Battle round 1: Jonas rolls 6 against 6 5 of yours (ties go to Jonas, who defends). Jonas keeps the only one; you lose 1 and have 7 left.');
    expect(said('Mira is hit 3 times and loses the last 2.')).toBe('You are hit 3 times and lose the last 2.');
    expect(said('Jonas takes Peru from Mira with 2 armies.')).toBe('Jonas takes Peru from you with 2 armies.');
    expect(said('Mira moves 2 armies from Peru to Egypt; 1 army from Brazil to Peru.')).toBe('You move 2 armies from Peru to Egypt; 1 army from Brazil to Peru.');
    expect(said('2 armies of Mira come back to Peru. Mirabel and Mira Bell look on.')).toBe('2 armies of yours come back to Peru. Mirabel and Mira Bell look on.');
  });
  it('tells a battle in one sentence', () => {
    const words = { me: 'Mira', name: () => 'Jonas', you: (seat: number) => seat === 0, place: ground.name };
    const lines = [roll(1, [6, 4, 1], [5, 5], [1, 1]), roll(2, [6], [5]), line({ kind: 'conquered', decision: 5 })];
    expect(tellDecision(lines, words)).toBe('You took North Africa from Brazil in 2 rolls. You lost 1, Jonas 2.');
  });
  it('tells of an army that no player owns', () => {
    const words = { me: 'Mira', name: (seat: number) => (seat < 0 ? 'the neutral army' : 'Jonas'), you: (seat: number) => seat === 0, place: ground.name };
    const raid = [{ ...roll(1, [6, 4], [5, 5], [1, 1]), seat: -1, against: 1 }];
    expect(tellDecision(raid, words)).toBe('The neutral army attacked North Africa from Brazil. The neutral army lost 1, Jonas 1.');
    const defence = [{ ...roll(1, [6, 4], [5, 5], [1, 1]), against: -1 }];
    expect(tellDecision(defence, words)).toBe('You attacked North Africa from Brazil. You lost 1, the neutral army 1.');
  });
  it('tells the reader what he has ended, though the line is nobody\'s or the loser\'s', () => {
    const words = { me: 'Mira', name: () => 'Jonas', you: (seat: number) => seat === 0, place: ground.name };
    const lines = [line({ kind: 'eliminated', seat: 1, text: 'Mira eliminates Jonas.' }), line({ kind: 'won', seat: null, text: 'Mira wins.' })];
    expect(tellDecision(lines, words)).toBe('You eliminate Jonas. You win.');
    expect(tellDecision(lines, { ...words, me: 'Jonas' })).toBe('Mira eliminates you. Mira wins.');
  });
  it('says you of what happens to the reader in a line of somebody else, or of nobody', () => {
    const words = { me: 'Mira Bell', name: () => 'Jonas', you: (seat: number) => seat === 0, place: ground.name };
    const said = (text: string, more = {}) => tellDecision([line({ kind: 'other', seat: null, text, ...more })], words);
    expect(said('The map is dealt: Jonas holds 8 territories and Mira Bell holds 8 territories.')).toBe('The map is dealt: Jonas holds 8 territories and you hold 8 territories.');
    expect(said('Dice for the first turn: Mira Bell rolled 4 and Jonas rolled 1.')).toBe('Dice for the first turn: you rolled 4 and Jonas rolled 1.');
    expect(said('Mira Bell loses 1 leader in Peru.')).toBe('You lose 1 leader in Peru.');
    expect(said('Jonas takes Peru from Mira Bell.', { seat: 1 })).toBe('Jonas takes Peru from you.');
    expect(said('Jonas finds Mira Bell\'s capital.', { seat: 1 })).toBe('Jonas finds your capital.');
    expect(said('Mira Bell has no territories left and is out.', { kind: 'eliminated', seat: 1 })).toBe('You have no territories left and are out.');
  });
  it('shows as arrows only what happened since the own last move', () => {
    const log = [roll(1, [6], [5]), line({ step: 2, mine: true }), roll(3, [6], [5]), roll(4, [5], [5])];
    expect(lastMoves(log, ground)).toEqual([{ key: '0 brazil north_africa', source: 'brazil', target: 'north_africa', seat: 0 }]);
    expect(lastMoves(log.slice(0, 2), ground)).toEqual([]);
  });
  it('shows a spectator the arrows of this turn only', () => {
    const log = [roll(1, [6], [5]), line({ ...roll(3, [6], [5]), turn: 1, spaces: ['peru', 'egypt'] })];
    expect(lastMoves(log, ground).map((move) => move.source)).toEqual(['peru']);
  });
});

describe('a line said to the reader', () => {
  it('turns the name into you', () => {
    expect(toReader('Mira places 3 armies in Peru.', 'Mira')).toBe('You place 3 armies in Peru.');
    expect(toReader('Mira passes.', 'Mira')).toBe('You pass.');
    expect(toReader('Mira begins turn 2 and gets 7 units.', 'Mira')).toBe('You begin turn 2 and get 7 units.');
    expect(toReader('Mira spies on Jonas.', 'Mira')).toBe('You spy on Jonas.');
    expect(toReader('Mira dies.', 'Mira')).toBe('You die.');
    expect(toReader('Mira has won.', 'Mira')).toBe('You have won.');
    expect(toReader('A leader of Mira goes from Peru to Egypt.', 'Mira')).toBe('A leader of yours goes from Peru to Egypt.');
    expect(toReader('Mira begins turn 2 and gets 7 units. One of them stands in each stronghold of Mira: Peru.', 'Mira')).toBe('You begin turn 2 and get 7 units. One of them stands in each stronghold of yours: Peru.');
    expect(toReader('A leader of Mira Bell goes from Peru to Egypt.', 'Mira')).toBe('A leader of Mira Bell goes from Peru to Egypt.');
    expect(toReader('Mira drew Peru (cavalry).', 'Mira')).toBe('You drew Peru (cavalry).');
  });
  it('leaves other names alone', () => {
    expect(toReader('Mirabel places 3 armies in Peru.', 'Mira')).toBe('Mirabel places 3 armies in Peru.');
    expect(toReader('The map is dealt: Mira holds 14 territories.', 'Mira')).toBe('The map is dealt: Mira holds 14 territories.');
  });
});

import { describe, expect, it } from 'vitest';
import type { Decision } from '../../view';
import { aimAt, asks, begin, breaksNothing, crewOf, enlist, give, handed, handOver, hitsOf, lacks, left, named, recruitsOf, seek, shareOf, take, toggle, useWeapon, usual, type Answer } from '../answers';
import { battle, rank } from './battle';

const decision = (more: Partial<Decision>): Decision => ({
  type: 'decision', kind: 'hold', side: 0, player: 0, default: { type: 'hold', figures: [] }, figures: [1, 2, 3], options: [], need: 0, batches: [], allies: [], question: '', ...more,
});
const view = battle([rank([1], { name: 'Éomer', character: true }), rank([2, 3], { name: 'Rider of Rohan' })]);

describe('naming figures', () => {
  it('begins as proposed and comes back to it', () => {
    const asked = decision({});
    const held = toggle(asked, view, begin(asked), 2);
    expect(named(held)).toEqual([2]);
    expect(usual(asked, held)).toBe(false);
    expect(usual(asked, toggle(asked, view, held, 2))).toBe(true);
  });

  it('names nobody who is not asked about', () => {
    const asked = decision({});
    expect(toggle(asked, view, begin(asked), 9)).toBe(begin(asked));
  });

  it('lets the loss named first make room for another, and says how many are missing', () => {
    const asked = decision({ kind: 'lose', need: 2, default: { type: 'lose', figures: [2, 3] } });
    const other = toggle(asked, view, begin(asked), 1);
    expect(named(other)).toEqual([3, 1]);
    expect(lacks(asked, other)).toBe('');
    expect(lacks(asked, toggle(asked, view, other, 3))).toBe('Name 1 more figure.');
  });

  it('keeps to the room in a tower for army figures, and takes in every character', () => {
    const asked = decision({ kind: 'flee', need: 1, default: { type: 'flee', figures: [1, 2] } });
    expect(named(toggle(asked, view, begin(asked), 3))).toEqual([1, 3]);
    const alone = toggle(asked, view, begin(asked), 1);
    expect(named(toggle(asked, view, alone, 1))).toEqual([2, 1]);
  });

  it('says what becomes of those who do not go to the tower: where walls are open nobody dies of the loss', () => {
    expect(asks('flee')[1]).toContain('lost with the place');
    expect(asks('flee', true)[1]).toContain('retreat');
    expect(asks('enter', true)).toEqual(asks('enter'));
  });

  it('lets winners stay outside, and go in again', () => {
    const asked = decision({ kind: 'enter', default: { type: 'enter', figures: [1, 2] } });
    const fewer = toggle(asked, view, begin(asked), 1);
    expect(named(fewer)).toEqual([2]);
    expect([lacks(asked, fewer), usual(asked, fewer)]).toEqual(['', false]);
    expect(named(toggle(asked, view, fewer, 3))).toEqual([2, 3]);
  });

  it('challenges nobody when the rival is pressed again', () => {
    const asked = decision({ kind: 'challenge', default: { type: 'challenge', target: 1 } });
    expect(named(toggle(asked, view, begin(asked), 1))).toEqual([]);
    expect(named(toggle(asked, view, begin(asked), 2))).toEqual([2]);
  });
});

describe('dealing out hits', () => {
  const asked = decision({
    kind: 'allocate', need: 4, batches: [{ count: 4, tags: [] }], default: { type: 'allocate', delegates: [], hits: [[1, [1]], [2, [2]], [3, [1]]] },
  });

  it('moves a hit from the one who has most', () => {
    const moved = give(asked, view, begin(asked), 3, 0);
    expect([1, 2, 3].map((id) => hitsOf(moved, id, 1)[0])).toEqual([1, 1, 2]);
    expect(lacks(asked, moved)).toBe('');
  });

  it('counts what nobody takes yet, and gives that first', () => {
    const less = take(asked, view, begin(asked), 2, 0);
    expect(left(asked, less)).toEqual([1]);
    expect(lacks(asked, less)).toBe('1 hit is not dealt out yet.');
    const given = give(asked, view, less, 1, 0);
    expect([1, 2, 3].map((id) => hitsOf(given, id, 1)[0])).toEqual([2, 1, 1]);
  });

  it('leaves a hit where an assassin placed it', () => {
    const picked = battle(view.ranks, { picks: [[1, 0]] });
    expect(take(asked, picked, begin(asked), 1, 0)).toBe(begin(asked));
  });

  it('keeps kinds of hits apart', () => {
    const two = decision({
      kind: 'allocate', need: 3, batches: [{ count: 1, tags: ['axes'] }, { count: 2, tags: [] }], default: { type: 'allocate', delegates: [], hits: [[1, [0, 1]], [2, [1, 0]], [3, [0, 1]]] },
    });
    const moved = give(two, view, begin(two), 1, 0);
    expect([hitsOf(moved, 1, 2), hitsOf(moved, 2, 2)]).toEqual([[1, 1], [0, 0]]);
    expect(give(two, view, moved, 1, 0)).toBe(moved);
  });
});

describe('handing hits to allies', () => {
  const both = battle([rank([1, 2]), rank([3], { player: 2 })]);
  const asked = decision({
    kind: 'allocate', need: 3, batches: [{ count: 3, tags: [] }], allies: [2], default: { type: 'allocate', delegates: [], hits: [[1, [2]], [3, [1]]] },
  });

  it('hands over a share and keeps it again', () => {
    const handedOver = handOver(begin(asked), 2);
    expect(handedOver).toEqual({ ...asked.default, delegates: [2] });
    expect(usual(asked, handedOver)).toBe(false);
    expect(usual(asked, handOver(handedOver, 2))).toBe(true);
  });

  it('counts the hits that would be handed over, as they are dealt just now', () => {
    expect([0, 2].map((player) => shareOf(both, begin(asked), player))).toEqual([2, 1]);
    expect(shareOf(both, give(asked, both, begin(asked), 3, 0), 2)).toBe(2);
    expect(give(asked, both, handOver(begin(asked), 2), 3, 0)).toMatchObject({ delegates: [2] });
  });

  it('knows hits that somebody else has dealt out before', () => {
    expect(handed(asked, both)).toBe(false);
    expect(handed(asked, { ...both, dealt: [[3, [1]]] })).toBe(true);
    expect(handed(asked, { ...both, dealt: [[9, [1]]] })).toBe(false);
  });
});

describe('the other answers', () => {
  it('aims whole ranks', () => {
    const aimed = aimAt({ type: 'aim', targets: [[1, 1], [2, 1], [3, 1]] }, [2, 3], 2);
    expect(aimed).toEqual({ type: 'aim', targets: [[1, 1], [2, 2], [3, 2]] });
  });

  it('searches or lets be', () => {
    const once = seek({ type: 'search', pairs: [] }, 4, 5);
    expect(once).toEqual({ type: 'search', pairs: [[4, 5]] });
    expect(seek(once, 4, 5)).toEqual({ type: 'search', pairs: [] });
  });

  it('tells where a ram or charge has nothing to break', () => {
    expect([['idle', 'fight'], ['support', 'break', 'idle', 'fight'], ['detonate', 'fight', 'idle'], ['fire', 'fight']].map(breaksNothing)).toEqual([true, false, false, false]);
  });

  it('serves weapons, and takes on as many men as there is room for', () => {
    const room = battle(view.ranks, { vacant: [[20, 1]] });
    const first = enlist(room, useWeapon({ type: 'serve', modes: [[20, 'fire']], recruits: [] }, 20, 'fight'), 2, 20);
    expect(first).toEqual({ type: 'serve', modes: [[20, 'fight']], recruits: [[2, 20]] });
    expect(enlist(room, first, 3, 20)).toEqual(first);
    expect(enlist(room, first, 2, 20)).toEqual({ type: 'serve', modes: [[20, 'fight']], recruits: [] });
  });

  it('offers recruits by name, those too far away to fight first', () => {
    const table = battle([rank([1, 2]), rank([3], { engaged: false }), rank([4], { name: 'Pike' }), rank([5], { name: 'Ram', weapon: true })], { vacant: [[20, 2]] });
    const none: Answer = { type: 'serve', modes: [[20, 'fight']], recruits: [] };
    expect(recruitsOf(table, none, [1, 2, 3, 4], 20)).toEqual([{ name: 'Man', joined: [], free: [3, 1, 2] }, { name: 'Pike', joined: [], free: [4] }]);
    const two = enlist(table, enlist(table, none, 3, 20), 1, 21);
    expect(recruitsOf(table, two, [1, 2, 3], 20)).toEqual([{ name: 'Man', joined: [3], free: [1, 2] }]);
    expect([crewOf(two, 20), crewOf(none, 20)]).toEqual([1, 0]);
  });

  it('spends no more points than there are', () => {
    const asked = decision({ kind: 'enchant', need: 2, figures: [1], default: { type: 'enchant', dice: 0, attack: 0, defence: 2 } });
    expect(lacks(asked, begin(asked))).toBe('');
    expect(lacks(asked, { type: 'enchant', dice: 1, attack: 0, defence: 2 })).toBe('Only 2 points can be spent.');
  });
});

import { describe, expect, it } from 'vitest';
import type { BoardGeometry, Offer } from '../../../../lib/types';
import { bent } from '../board/curves';
import { lanePoints, pointsOf } from '../board/lanes';
import { orderLines } from '../board/orderlines';
import { Choices } from '../choices';
import { begin, lit, meant, narrowed, sketch, type Ground } from '../entry';
import { strengths, takenPort } from '../facts';
import { deed, markOf, notation, orderFrom, type AnyOrder } from '../orders';
import { freest, judgedBadges, lastSeen, plannedBadges, risk, toDoom, track } from '../ring/hidden';
import { staged, stagesOf, strip } from '../ring/stages';
import { actionOf, keyOf, sheetOf } from '../sheet';
import { Survey, type DiplomacyView, type Judged, type RingView } from '../view';

const say = { place: (at: string) => at.replaceAll('_', ' '), unit: (unit: string) => unit };
const offer = (kind: string, source: string, targets: string[] = [], note = ''): Offer => ({ kind, source, targets, note, most: 0, least: 0, free: false });
const offers = [
  offer('hold', 'C west_rohan'), offer('move', 'C west_rohan', ['enedwaith', 'dunland', 'lorien']), offer('hold', 'A belfalas'), offer('move', 'A belfalas', ['lebennin', 'umbar']),
  offer('hold', 'GEG belfalas'), offer('move', 'GEG belfalas', ['lebennin']), offer('hold', 'RB moria'), offer('move', 'RB moria', ['lorien']), offer('call', 'DEAD', ['belfalas']),
];
const reach = {
  'C west_rohan': { near: ['enedwaith'], through: { dunland: ['enedwaith'], lorien: ['fangorn', 'enedwaith'] } },
  'A belfalas': { near: ['lebennin'], through: {} },
};
const choices = new Choices(offers, reach, (place) => place === 'fangorn');
const ground: Ground = { choices, say, orders: [], foe: (place) => place === 'fangorn' };
const lines = (all: readonly { order: AnyOrder | null }[]) => all.map((one) => (one.order ? notation(one.order) : ''));
const order = (line: string) => orderFrom(line) as AnyOrder;
const ring = {
  units: { rohan: [{ kind: 'A', at: 'dunland' }], mordor: [{ kind: 'T', at: 'moria' }] }, figures: { GEG: 'lorien' }, doom: { lorien: 4, moria: 5, mount_doom: 0 }, seen: null, led: ['mordor'],
} as unknown as RingView;

describe('orders of ring diplomacy', () => {
  it('reads and writes moves through a province, figures and the call of the Dead', () => {
    for (const line of ['C west_rohan - enedwaith - dunland', 'GEG belfalas - lebennin', 'DEAD AT belfalas', 'B T moria', 'H minas_tirith S C west_rohan - dunland'])
      expect(notation(order(line))).toBe(line);
    expect(deed(order('C west_rohan - enedwaith - dunland'), say)).toBe('moves to dunland through enedwaith');
  });
  it('goes by the way without enemies first, and offers the others', () => {
    expect(lines(meant(ground, begin('C west_rohan'), 'dunland'))).toEqual(['C west_rohan - enedwaith - dunland']);
    expect(lines(meant(ground, begin('C west_rohan'), 'lorien'))).toEqual(['C west_rohan - enedwaith - lorien', 'C west_rohan - fangorn - lorien']);
    expect(lines(meant(ground, begin('C west_rohan'), 'enedwaith'))).toEqual(['C west_rohan - enedwaith']);
    expect(choices.nextWay(order('C west_rohan - enedwaith - lorien'))?.path).toEqual(['fangorn']);
    expect(choices.nextWay(order('C west_rohan - enedwaith - dunland'))).toBeNull();
  });
  it('goes by the way that was dragged through, the last one of several', () => {
    const found = meant(ground, begin('C west_rohan'), 'lorien');
    expect(lines(narrowed(found, ['west_rohan', 'fangorn', 'lorien']))).toEqual(['C west_rohan - fangorn - lorien']);
    expect(lines(narrowed(found, ['fangorn', 'enedwaith']))).toEqual(['C west_rohan - enedwaith - lorien']);
    expect(narrowed(found, ['west_rohan', 'lorien'])).toHaveLength(2);
    const help = { key: 'support', kind: 'support' as const, order: null, next: null, title: '', place: 'lorien', strong: false };
    expect(narrowed([...found, help], ['fangorn']).map((one) => one.kind)).toEqual(['move', 'support']);
    expect(lines([{ order: sketch(ground, begin('C west_rohan'), 'lorien', ['fangorn']) }])).toEqual(['C west_rohan - fangorn - lorien']);
  });
  it('tells what goes by sea', () => {
    expect(meant(ground, begin('A belfalas'), 'umbar')[0]?.title).toBe('Move to umbar by sea');
    expect(choices.sails(order('A belfalas - lebennin'))).toBe(false);
  });
  it('takes a click for the unit that stands there, not for what flies above it, and keeps secrets apart', () => {
    expect(choices.sourceIn('belfalas')).toBe('A belfalas');
    expect(choices.figure('GEG')).toBe('GEG belfalas');
    expect(choices.secrets).toEqual(['RB moria', 'DEAD']);
    expect(choices.sources).not.toContain('RB moria');
  });
  it('calls the Dead to a lit province', () => {
    expect(lit(ground, begin('DEAD'))).toEqual(['belfalas']);
    expect(lines(meant(ground, begin('DEAD'), 'belfalas'))).toEqual(['DEAD AT belfalas']);
    expect(keyOf(order('DEAD AT belfalas'))).toBe('DEAD');
  });
  it('keeps what was sent as secret on the sheet', () => {
    const sheet = sheetOf({ type: 'orders', orders: [order('A belfalas - lebennin')], secret: [order('RB moria - lorien')] });
    expect(Object.keys(sheet.orders)).toEqual(['A belfalas', 'RB moria']);
    expect((actionOf(sheet)['orders'] as AnyOrder[]).map(notation)).toEqual(['A belfalas - lebennin', 'RB moria - lorien']);
  });
});

describe('facts of own orders', () => {
  const spaces = ['west_rohan', 'enedwaith', 'dunland', 'minas_tirith', 'mithlond', 'umbar'].map((id) => ({ id, name: id }));
  const board = { spaces, ports: [{ space: 'mithlond' }, { space: 'umbar' }] } as unknown as BoardGeometry;
  const view = {
    figures: {}, strongholds: [], led: ['rohan'], power: 'rohan', fortress_strength: 1, phase: { kind: 'movement' }, powers: [],
    kinds: [{ kind: 'H', strength: 2, support: 2 }], units: { saruman: [{ kind: 'A', at: 'dunland' }], mordor: [{ kind: 'A', at: 'umbar' }] },
  } as unknown as DiplomacyView;
  const told = (...lines: string[]) => strengths(view, lines.map(order), new Survey(board)).map((fact) => fact.text);
  it('count units by their kinds', () => {
    expect(told('A enedwaith - dunland', 'H minas_tirith S A enedwaith - dunland')).toEqual(['you attack with strength 3 (1, and 2 from the elite archers of minas_tirith) against 1 or more, or 1 if your support is cut.']);
  });
  it('say where the attack of a move over two provinces comes from', () => {
    expect(told('C west_rohan - enedwaith - dunland')).toEqual(['you attack with strength 1 against 1 or more. The attack comes from enedwaith, where the unit goes if it is dislodged.']);
    expect(told('C west_rohan - enedwaith - minas_tirith')).toEqual(['the attack comes from enedwaith, where the unit goes if it is dislodged.']);
  });
  it('know why no army can sail to a port that is taken', () => {
    expect(takenPort(board, view, 'A mithlond', 'umbar')).toBe(true);
    expect([takenPort(board, view, 'A umbar', 'mithlond'), takenPort(board, view, 'A dunland', 'umbar'), takenPort(board, view, 'Z mithlond', 'umbar')]).toEqual([false, false, false]);
  });
});

describe('arrows over the sea', () => {
  const at = { mithlond: [0, 0], minhiriath: [100, 0], umbar: [200, 0], shire: [0, 100] };
  const lane = (a: string, b: string, d: string) => ({ a, b, d, kind: 'sea_lane' });
  const board = {
    spaces: Object.entries(at).map(([id, token]) => ({ id, token })), borders: [['mithlond', 'shire']], ports: ['mithlond', 'minhiriath', 'umbar'].map((space) => ({ space })),
    links: [lane('mithlond', 'minhiriath', 'M0 10l-5.5-.5.5 40'), lane('umbar', 'minhiriath', 'M200 20l-50 30-50-40')],
  } as unknown as BoardGeometry;
  it('follow the lines of the board from port to port, either way', () => {
    expect(lanePoints(board, 'mithlond', 'umbar')).toEqual([[0, 10], [-5.5, 9.5], [-5, 49.5], [100, 10], [150, 50], [200, 20]]);
    expect(lanePoints(board, 'minhiriath', 'mithlond')).toEqual([[-5, 49.5], [-5.5, 9.5], [0, 10]]);
    expect([lanePoints(board, 'mithlond', 'shire'), lanePoints(board, 'shire', 'umbar')]).toEqual([null, null]);
    expect(pointsOf('M0 0C1 1 2 2 3 3')).toEqual([]);
    const drawn = orderLines(board, [markOf(order('A mithlond - umbar'), { colour: 0, title: '' })], new Set(['mithlond']), 1);
    expect(drawn[0]?.hit).toContain('150.0 50.0');
  });
});

describe('arrows over two provinces', () => {
  const spaces = [['a', [0, 0]], ['b', [100, 0]], ['c', [100, 100]], ['d', [200, 0]]].map(([id, token]) => ({ id, token }));
  const board = { spaces } as unknown as BoardGeometry;
  it('bend once, in the middle province', () => {
    const course = bent([0, 0], [100, 0], [100, 100], 16);
    expect(course.knee?.map(Math.round)).toEqual([96, 4]);
    expect(Math.abs(course.length - 200)).toBeLessThan(12);
  });
  it('are met by supports on the second leg', () => {
    const marks = ['C a - b - c', 'A d S C a - c'].map((line) => markOf(order(line), { colour: 0, title: line }));
    const drawn = orderLines(board, marks, new Set(['a', 'd']), 1);
    expect(drawn.find((one) => one.mark.kind === 'move')?.knee).toBeDefined();
    const end = drawn.find((one) => one.mark.kind === 'support')?.strokes[0]?.path.split('L').at(-1)?.split(' ').map(Number) ?? [];
    expect(end[1]).toBeGreaterThan(20);
  });
});

describe('hidden figures in words', () => {
  it('tells the risk of a step, and the way that is left', () => {
    expect(risk(ring, order('RB rhudaur - moria'), say)).toBe('moria holds Trolls and Orcs: entering it shows the ring-bearer to all.');
    expect(risk(ring, order('RB rhudaur - lorien'), say)).toBe('lorien holds Great Eagles: entering it shows the ring-bearer to all.');
    expect(risk(ring, order('RB rhudaur - eregion'), say)).toBe('No unit stands there, so nobody learns of it unless one comes.');
    expect(`${risk(ring, order('RB rhudaur - mount_doom'), say)} ${toDoom(ring, 'RB rhudaur', order('RB rhudaur - mount_doom'))}`).toBe('No unit stands there. That is Mount Doom.');
    expect(toDoom(ring, 'RB moria', order('RB moria - lorien'))).toBe('From there Mount Doom is 4 turns away.');
    expect(toDoom(ring, 'RB moria', undefined)).toBe('Mount Doom is 5 turns away.');
  });
  it('tells others only where it was seen', () => {
    expect(lastSeen({ seen: null }, say)).toContain('set out from The Shire');
    expect(lastSeen({ seen: { place: 'lorien', phase: 'Spring 3001', riders: false } }, say)).toBe('Ring-bearer last seen: lorien, Spring 3001.');
  });
  it('marks who is struck, guarded, eliminated, and what orders would do', () => {
    const judged = [
      { order: order('A dunland H'), result: 'struck' }, { order: order('T moria - lorien'), result: 'eliminated' }, { order: order('GEG moria - lorien'), result: 'moves' },
      { order: order('DEAD AT moria'), result: 'spent' }, { order: order('Z moria - lorien'), result: 'moves' },
    ];
    expect(judgedBadges(judged).map(({ kind, place }) => `${kind} ${place}`)).toEqual(['struck dunland', 'eliminated moria', 'guarded lorien', 'called moria']);
    const planned = (line: string) => plannedBadges(ring, [order(line)]).map(({ kind }) => kind);
    expect([planned('Z moria - dunland'), planned('Z dunland - moria'), planned('Z dunland H'), planned('GEG moria H')]).toEqual([['struck'], [], [], ['guarded']]);
  });
  it('marks where it was seen on the side where nothing stands', () => {
    const mark = { width: 150, size: 1, across: 1000 };
    expect(freest([500, 300], mark, [])).toEqual({ at: [530, 280], left: false });
    expect(freest([500, 300], mark, [[500, 300], [600, 285]])).toEqual({ at: [470, 280], left: true });
    expect(freest([950, 300], mark, []).left).toBe(true);
  });
  it('leaves out turns without a step', () => {
    expect(track(['a', 'a', 'b', 'a'])).toEqual(['a', 'b', 'a']);
  });
});

describe('a phase stage by stage', () => {
  const judged = (text: string, result: string) => ({ power: 'mordor', order: orderFrom(text), result, dislodged: false, why: { sentence: '' } }) as unknown as Judged;
  const report = { phase: { kind: 'movement' }, judged: [judged('GEG minas_tirith - ithilien', 'moves'), judged('Z minas_morgul - ithilien', 'driven_off'), judged('A moria H', 'holds'), judged('A nurn - harad', 'eliminated')] };
  const ring = { advanced: true, ring: true, asked_riders: false, seen: { place: 'harad', phase: 'Spring 3000', riders: false } } as unknown as RingView;
  it('sorts what was judged by what took effect first', () => {
    expect(stagesOf(ring, report as never).map((stage) => [stage.key, stage.judged.length])).toEqual([['gandalf', 1], ['nazgul', 1], ['dead', 1], ['moves', 1]]);
    expect(stagesOf(null, report as never).map((stage) => stage.title)).toEqual(['']);
  });
  it('tells each in a few words and nothing of what is hidden', () => {
    const lines = strip(ring, [{ title: 'Spring 3000', report }] as never, (id) => id.toUpperCase()).map((stage) => stage.line);
    expect(lines).toEqual(['seen in step 6', 'guards a place', 'driven off', '1 unit taken', '1 order', 'HARAD']);
    expect(strip(ring, [{ title: 'Autumn 3000', report }] as never, (id) => id).at(-1)?.line).toBe('nobody');
  });
  it('takes the retreats along, and what they brought to light', () => {
    const fled = { title: 'Spring 3000 retreats', report: { phase: { kind: 'retreats' }, judged: [judged('A moria R eregion', 'retreats')] } };
    const reports = [{ title: 'Spring 3000', report }, fled, { title: 'Winter', report: { phase: { kind: 'adjustments' }, judged: [] } }] as never;
    expect(staged(ring, reports).map((one) => one.title)).toEqual(['Spring 3000', 'Spring 3000 retreats']);
    expect(staged({ ...ring, advanced: false }, reports)).toEqual([]);
    const shown = strip({ ...ring, seen: { place: 'harad', phase: 'Spring 3000 retreats', riders: false } }, staged(ring, reports), (id) => id);
    expect(shown.slice(4).map((stage) => stage.line)).toEqual(['1 order, 1 retreat', 'harad']);
  });
});

import { describe, expect, it } from 'vitest';
import { orderedUnit } from '../game/diplomacy/orders';
import { colours, Names } from './drawn';
import { EXAMPLES } from './examples';
import * as model from './model';
import { asBench, isSavedGame, pieces } from './savedgame';
import { bad, good, told, unordered, unorderedWords, unused, withRead, written } from './reading';
import { attackers, exits, use } from './setup';
import { BROKEN, decode, encode } from './share';
import { asText, orderAt, withOrder, without } from './sheet';
import { brought, type OrderRead } from './calls';
import { fared, went } from './words';

const POSITION: model.Position = { phase: 'spring 1901 movement', units: { france: ['A PAR', 'F BRE'], germany: ['A MUN'] }, centres: { france: ['PAR'] }, dislodged: [] };
const NEXT: model.Position = { ...POSITION, phase: 'fall 1901 movement' };
const bench = () => model.begin('standard', '2023', POSITION, { france: ['A PAR - BUR'] });

describe('lines of orders', () => {
  it('keeps one order for each unit', () => {
    expect(withOrder(['A PAR - BUR', 'F BRE H'], 'A PAR H')).toEqual(['F BRE H', 'A PAR H']);
    expect(withOrder(['B A STP'], 'B F STP/NC')).toEqual(['B F STP/NC']);
    expect(without(['A PAR - BUR', 'F BRE H'], 'PAR')).toEqual(['F BRE H']);
    expect(orderAt(['F STP/SC - BOT'], 'STP')).toBe('F STP/SC - BOT');
  });
  it('keeps what stands beside a unit apart from it', () => {
    const given = withOrder(['A umbar H', 'Z umbar - nurn'], 'Z umbar - harad');
    expect(given).toEqual(['A umbar H', 'Z umbar - harad']);
    expect(orderAt(given, 'umbar')).toBe('A umbar H');
    expect(withOrder(['DEAD AT ithilien'], 'DEAD AT belfalas')).toEqual(['DEAD AT belfalas']);
    const there = model.toggleBeside({ ...POSITION, beside: ['Z umbar', 'RB moria'] }, 'Z', 'nurn');
    expect(there.beside).toEqual(['RB moria', 'Z nurn']);
    expect(model.toggleBeside(there, 'Z', 'nurn').beside).toEqual(['RB moria']);
  });
  it('waives as often as wanted', () => {
    expect(without(withOrder(withOrder(['B A PAR'], 'WAIVE'), 'WAIVE'), '')).toEqual(['B A PAR']);
  });
  it('writes them under the names of powers', () => {
    expect(asText({ france: ['A PAR H'], italy: [] }, (power) => power.toUpperCase())).toBe('FRANCE\nA PAR H');
  });
});

const line = (text: string, made: Partial<OrderRead>): OrderRead => ({ line: 1, text, power: '', heading: '', batch: 0, replaced: false, ...made });

const due = (made: Partial<model.Due>): model.Due => ({ units: [], builds: 0, sites: [], removals: 0, ...made });

describe('a text of orders', () => {
  const read = [
    line('a par-bur', { power: 'france', order: 'A PAR - BUR' }),
    line('qwertz', { fault: 'no order' }),
    line('A MUN - BUR', { power: 'italy', heading: 'italy', order: 'A MUN - BUR', fault: 'no unit of Italy' }),
    line('A VEN - X', { power: 'italy', heading: 'italy', fault: 'no place' }),
    line('F BRE H', { power: 'france', heading: 'france', order: 'F BRE H', fault: 'replaced', replaced: true }),
    line('F BRE - Y', { power: 'france', heading: 'france', fault: 'no place', batch: 1 }),
  ];
  it('gives what is sound and keeps the rest under the headings it stood under', () => {
    expect(withRead({ france: ['A PAR H', 'A MAR H'] }, good(read))).toEqual({ france: ['A MAR H', 'A PAR - BUR'] });
    expect(written(bad(read), (power) => power.toUpperCase())).toBe('qwertz\n\nITALY\nA MUN - BUR\nA VEN - X\n---\nFRANCE\nF BRE - Y');
    expect(told(read)).toBe('1 order given, 1 replaced by a later set, 4 not.');
    const unsigned = [line('A VEN - X', { heading: 'italy' }), line('From: Hans', {}), line('A MUN - BUR', {})];
    expect(written(unsigned, (power) => power.toUpperCase())).toBe('ITALY\nA VEN - X\n\nFrom: Hans\nA MUN - BUR');
  });
  it('tells which units were judged without an order', () => {
    const verdict = { orders: ['A PAR - BUR', 'F BRE H'].map((order) => ({ power: 'france', order })).concat({ power: 'germany', order: 'A MUN H' }) } as unknown as model.Verdict;
    const found = unordered({ france: ['A PAR - BUR'] }, POSITION, verdict);
    expect(found).toEqual({ france: ['F BRE'], germany: ['A MUN'] });
    const name = { power: (power: string) => power, unit: (unit: string) => unit };
    expect(unorderedWords({ ...found, italy: ['A VEN', 'A ROM'] }, { france: ['A PAR - BUR'] }, name)).toBe('france (F BRE), germany (A MUN), italy (all 2)');
  });
  it('counts builds that nobody ordered', () => {
    expect(unused({ france: ['B A PAR'], italy: ['WAIVE'] }, { france: due({ builds: 2 }), italy: due({ builds: 1 }), germany: due({ removals: 1 }) })).toEqual([['france', 1]]);
  });
});

describe('lines of play', () => {
  it('goes on to the same phase only once', () => {
    const once = model.goOn(bench(), 1, NEXT);
    expect(once.at).toBe(2);
    expect(model.goOn(once, 1, NEXT).stages).toHaveLength(2);
  });
  it('changes in place what nothing follows from, and drops an untouched follower', () => {
    const { bench: changed, forked } = model.change(model.goOn(bench(), 1, NEXT), 1, { orders: {} });
    expect(forked).toBe(false);
    expect(changed.stages.map((one) => one.id)).toEqual([1]);
  });
  it('keeps a line that was played on, and begins a second one', () => {
    const played = model.judge(model.goOn(bench(), 1, NEXT), 2);
    const { bench: changed, forked } = model.change(played, 1, { orders: {} });
    expect(forked).toBe(true);
    expect(changed.stages).toHaveLength(3);
    expect(model.stage(changed, 1)?.orders).toEqual({ france: ['A PAR - BUR'] });
    expect(changed.at).toBe(3);
  });
  it('forks beside the phase, and lays both lines out', () => {
    const forked = model.goOn(model.fork(model.goOn(bench(), 1, NEXT), 2), 3, POSITION);
    expect(model.layout(forked).map(({ stage, row, column }) => [stage.id, row, column])).toEqual([[1, 0, 0], [2, 0, 1], [3, 1, 1], [4, 1, 2]]);
    expect(model.path(forked, 4).map((one) => one.id)).toEqual([1, 3, 4]);
  });
  it('drops a phase with all that follows, but never the last one', () => {
    const played = model.goOn(model.goOn(bench(), 1, NEXT), 2, POSITION);
    expect(model.drop(played, 2).stages.map((one) => one.id)).toEqual([1]);
    expect(model.drop(bench(), 1)).toEqual(bench());
  });
  it('names phases shortly', () => {
    expect(['spring 1901 movement', 'winter 3001 adjustments'].map(model.phaseCode)).toEqual(['S1901M', 'W3001A']);
  });
});

describe('setting up', () => {
  const variant = { provinces: { PAR: { name: 'Paris', kind: 'inland', centre: true }, NTH: { name: 'North Sea', kind: 'sea' }, BRE: { name: 'Brest', kind: 'coastal', centre: true }, STP: { name: 'St. Petersburg', kind: 'coastal', centre: true, coasts: ['NC', 'SC'] }, SWI: { name: 'Switzerland', kind: 'impassable' } } } as unknown as model.Variant;
  it('puts a unit in the place of another, and takes it away again', () => {
    const done = use('army', 'germany', 'PAR', POSITION, variant).position;
    expect(done?.units).toEqual({ france: ['F BRE'], germany: ['A MUN', 'A PAR'] });
    expect(use('army', 'germany', 'PAR', done ?? POSITION, variant).position?.units.germany).toEqual(['A MUN']);
  });
  it('asks for the coast where there are two', () => {
    expect(use('fleet', 'france', 'STP', POSITION, variant).coasts).toEqual(['STP/NC', 'STP/SC']);
  });
  it('says why a unit cannot stand there', () => {
    expect(use('army', 'france', 'NTH', POSITION, variant).refusal).toContain('North Sea');
    expect(use('fleet', 'france', 'PAR', POSITION, variant).refusal).toContain('no coast');
    expect(use('army', 'france', 'SWI', POSITION, variant).refusal).toContain('Switzerland');
    expect(use('centre', 'france', 'NTH', POSITION, variant).refusal).toContain('no supply centre');
  });
  const bordered = { ...variant, army_borders: { PAR: ['BRE', 'BUR'], MUN: ['BUR'] }, fleet_borders: { NTH: ['BRE'] } } as unknown as model.Variant;
  it('takes a unit for dislodged, with every way out that is free, and puts another in its place', () => {
    const lost = use('dislodged', '', 'PAR', POSITION, bordered).position ?? POSITION;
    expect(lost.dislodged).toEqual([{ power: 'france', unit: 'A PAR', attacker: '', retreats: ['BUR'] }]);
    expect(lost.units.france).toEqual(['F BRE']);
    const taken = use('army', 'germany', 'PAR', lost, bordered).position ?? lost;
    expect([taken.units.germany, taken.dislodged.length]).toEqual([['A MUN', 'A PAR'], 1]);
    expect(use('dislodged', '', 'PAR', lost, bordered).position?.units.france).toEqual(['F BRE', 'A PAR']);
    expect(use('dislodged', '', 'NTH', POSITION, bordered).refusal).toContain('Put the unit there first');
  });
  it('keeps a dislodged unit from where its attacker came', () => {
    const lost = { power: 'france', unit: 'A PAR', attacker: 'BUR', retreats: [] };
    expect([attackers(bordered, 'A PAR'), attackers(bordered, 'F BRE'), exits(bordered, POSITION, lost)]).toEqual([['BRE', 'BUR'], ['NTH', 'PAR'], []]);
  });
  it('gives a centre, and with the same click takes it back', () => {
    const given = model.give(POSITION, 'BRE', 'france');
    expect(model.ownerOf(given, 'BRE')).toBe('france');
    expect(use('centre', 'france', 'BRE', given, variant).position?.centres.france).toEqual(['PAR']);
  });
  it('forgets orders of units that are gone', () => {
    expect(model.fitting({ france: ['A PAR - BUR', 'F BRE H'] }, model.clear(POSITION, 'PAR'))).toEqual({ france: ['F BRE H'] });
  });
});

describe('the link', () => {
  it('holds everything', async () => {
    const all = { ...model.judge(model.fork(model.goOn(bench(), 1, NEXT), 2), 1), issues: { paradox: 'all_hold' } };
    const text = await encode(all);
    expect(text).toMatch(/^[\w-]+$/);
    expect(await decode(text)).toEqual(all);
  });
  it.each(['', 'garbage', 'AAAA', '%%%', 'S0ksSgUA'])('refuses %j in words', async (text) => {
    await expect(decode(text)).rejects.toThrow(BROKEN);
  });
  it('takes a map along that no server has', async () => {
    const all = { ...bench(), map: { key: 'tiny', provinces: {} } as unknown as model.Variant };
    expect(await decode(await encode(all))).toEqual(all);
    await expect(encode({ ...bench(), map: 'tiny' as unknown as model.Variant }).then(decode)).rejects.toThrow(BROKEN);
  });
  it('refuses what is whole but no sandbox', async () => {
    const wrong = [{ ...bench(), at: 9 }, { ...bench(), stages: [{ ...bench().stages[0], parent: 1 }] }, { ...bench(), issues: { a: 1 } }];
    for (const one of wrong) await expect(encode(one as unknown as model.Bench).then(decode)).rejects.toThrow(BROKEN);
  });
});

describe('what people bring', () => {
  it('takes text as it is and reads JSON', () => {
    expect(brought('spring 1901')).toBe('spring 1901');
    expect(brought(' {"phase": "S1901M"}')).toEqual({ phase: 'S1901M' });
    expect(() => brought('{"phase": ')).toThrow('incomplete');
  });
  it('knows a saved game, alone or one to a line', () => {
    expect(isSavedGame('{"phases": []}\n{"phases": []}')).toBe(true);
    expect(['{"phase": 1}', 'spring 1901 movement', '{'].map(isSavedGame)).toEqual([false, false, false]);
  });
  it('makes a line of its phases', () => {
    const made = asBench('standard', '2023', [{ position: { phase: 'spring 1901 movement', units: {} }, orders: {} }, { position: { phase: 'fall 1901 movement', units: {} }, orders: {} }]);
    expect(made.stages.map((one) => [one.id, one.parent, one.judged])).toEqual([[1, null, true], [2, 1, false]]);
    expect(made.at).toBe(2);
  });
  it('cuts long games into pieces', () => expect(pieces([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]));
});

describe('examples and words', () => {
  it('says phases as tables do', () => {
    const on = (year: string, phase: string) => new Names({ calendar: { year, seasons: [{ season: 'fall', called: 'autumn' }, { season: 'summer' }] }, provinces: {}, powers: {} } as unknown as model.Variant).phase(phase);
    expect([on('{year}', 'fall 1901 retreats'), on('Third Age {year}', 'summer 3001 movement')]).toEqual(['Autumn 1901 retreats', 'Summer Third Age 3001']);
  });
  it('orders only units that are there', () => {
    for (const one of EXAMPLES) {
      if (!one.position.phase.endsWith('movement')) continue;
      for (const [power, given] of Object.entries(one.orders)) for (const order of given) {
        const there = [...(one.position.units[power] ?? []), ...(one.position.beside ?? []), ...(order.startsWith('DEAD') ? [orderedUnit(order)] : [])];
        expect(there, one.key).toContain(orderedUnit(order));
      }
    }
  });
  it('says every result', () => {
    expect([fared('no_path'), went('no_path'), fared('moves'), went('moves')]).toEqual(['Not carried', false, 'Moves', true]);
  });
});

describe('colours of powers', () => {
  it('are those of lands by the unit there, else by the owner; or by the owner of the centre alone', () => {
    const names = new Names({ powers: { france: { name: 'France', colour: 3 }, germany: { name: 'Germany', colour: 5 } }, provinces: {}, calendar: {} } as unknown as model.Variant);
    const board = { spaces: ['PAR', 'BUR', 'MAR'].map((id) => ({ id, kind: 'land' })) } as unknown as Parameters<typeof colours>[1];
    const position = { phase: 'fall 1901 movement', units: { germany: ['A PAR', 'A BUR'] }, centres: { france: ['PAR', 'MAR'] }, dislodged: [] } as unknown as model.Position;
    expect(colours(position, board, names).held).toEqual({ PAR: 5, BUR: 5, MAR: 3 });
    expect(colours(position, board, names, true).held).toEqual({ PAR: 3, MAR: 3 });
  });
  it('are all different on maps with more than eight', () => {
    const powers = Object.fromEntries(Array.from({ length: 34 }, (_, at) => [`power${at}`, { colour: at === 3 ? 9 : 0 }]));
    const names = new Names({ powers } as unknown as model.Variant);
    const colours = Object.keys(powers).map(names.colour);
    expect(new Set(colours).size).toBe(34);
    expect(colours.slice(0, 5)).toEqual([1, 2, 3, 9, 4]);
  });
});

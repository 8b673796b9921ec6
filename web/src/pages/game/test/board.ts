/** A board of five places in a row, for tests. */
import type { BoardGeometry, LogLine } from '../../../lib/types';
import { survey } from '../conquest/view';

const NAMES = ['Brazil', 'Peru', 'North Africa', 'Egypt', 'Alaska'];
const space = (name: string, at: number) => ({
  id: name.toLowerCase().replace(' ', '_'), name, short: name, region: at < 2 ? 'west' : 'east', kind: 'land' as const,
  token: [100 * at, 0] as [number, number], label: [100 * at, 20] as [number, number], d: '', coasts: [],
});

export const board: BoardGeometry = {
  key: 'row', title: 'A row', style: 'atlas', width: 500, height: 200, unit: 1, spaces: NAMES.map(space),
  regions: [{ id: 'west', name: 'West', plate: [0, 0], spaces: ['brazil', 'peru'], d: '', tint: '', deep: '' }],
  links: [{ a: 'alaska', b: 'brazil', kind: 'sea_lane', d: '', wraps: true, whole: false }], lines: {}, sites: [], decorations: [], obstacles: [], waves: [],
  ranges: [], rivers: [], bridges: [], ports: [], paths: [], scatter: [], inscriptions: [],
  borders: [['brazil', 'peru'], ['brazil', 'north_africa'], ['north_africa', 'egypt'], ['alaska', 'brazil']],
};
export const ground = survey(board);

export const line = (more: Partial<LogLine>): LogLine => ({
  step: 1, decision: 1, turn: 0, seat: 0, against: null, text: 'Something happened.', kind: 'placed', spaces: [], dice: null, chance: null, mine: false, bot: false, rules: false, ...more,
});

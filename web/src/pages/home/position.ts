/** An example position for pictures of a board nobody plays on. */
import type { BoardGeometry } from '../../lib/types';
import type { MarkKind } from '../game/conquest/balance/marks';

export interface Example {
  /** Of each space in board order; armies only where a game has any. */
  colours: number[]; armies?: number[];
  /** What lies on spaces beside armies; a capital has its owner's colour. */
  marks?: ReadonlyMap<string, readonly { kind: MarkKind; colour: number }[]>;
}

/** Armies by colour and space: four players in the middle of a game on the classic map. */
const CLASSIC: Record<number, Record<string, number>> = {
  1: { great_britain: 2, western_europe: 5, southern_europe: 2, north_africa: 7, egypt: 3, congo: 1, east_africa: 4 },
  2: {
    alaska: 3, northwest_territory: 1, alberta: 1, ontario: 2, western_united_states: 1, eastern_united_states: 3, central_america: 2,
    venezuela: 2, peru: 1, brazil: 12, argentina: 1,
  },
  3: { greenland: 4, quebec: 2, iceland: 3, scandinavia: 2, northern_europe: 5, ukraine: 6, ural: 2, siberia: 1, yakutsk: 1, afghanistan: 3 },
  4: {
    kamchatka: 5, irkutsk: 2, mongolia: 1, japan: 1, china: 4, middle_east: 6, india: 2, siam: 2, indonesia: 3, new_guinea: 1,
    western_australia: 1, eastern_australia: 2, south_africa: 3, madagascar: 1,
  },
};

/** The colour of the neutral army, and a turn of a game of the variant for two with it, as two bots played it. */
const NEUTRAL = 49;
const BALANCE: Record<number, Record<string, number>> = {
  1: {
    alaska: 1, northwest_territory: 1, alberta: 1, ontario: 1, western_united_states: 1, venezuela: 2, peru: 1, argentina: 1, ural: 1, siberia: 1, kamchatka: 1,
    mongolia: 1, japan: 1, china: 1, new_guinea: 1,
  },
  3: {
    central_america: 3, brazil: 5, great_britain: 1, scandinavia: 1, northern_europe: 1, western_europe: 1, southern_europe: 2, ukraine: 5, north_africa: 1, egypt: 1,
    east_africa: 2, madagascar: 1, afghanistan: 1, middle_east: 1, india: 1, indonesia: 1,
  },
  [NEUTRAL]: {
    greenland: 1, quebec: 1, eastern_united_states: 15, iceland: 11, congo: 1, south_africa: 9, yakutsk: 16, irkutsk: 10, siam: 10, western_australia: 1,
    eastern_australia: 15,
  },
};
const MARKS: readonly (readonly [kind: MarkKind, colour: number, spaces: string])[] = [
  ['capital', 1, 'alberta'], ['capital', 3, 'northern_europe'],
  ['city', 0, 'alberta ontario quebec eastern_united_states brazil great_britain scandinavia northern_europe north_africa congo south_africa madagascar yakutsk afghanistan eastern_australia'],
  ['rough', 0, 'alaska northwest_territory greenland alberta ontario north_africa congo madagascar ural irkutsk afghanistan china middle_east india eastern_australia'],
  ['site', 0, 'greenland congo kamchatka irkutsk siam western_australia'],
  ['airfield', 0, 'ontario southern_europe china'],
];

/** Who holds what on boards with seas, by colour: the powers after a first year, in the colours of their maps. */
const HELD: Record<string, Record<number, string>> = {
  diplomacy: {
    1: 'BUD VIE TRI BOH GAL TYR SER', 2: 'LON EDI LVP YOR CLY WAL NWY', 3: 'ROM NAP VEN TUS APU TUN', 4: 'CON ANK SMY ARM SYR BUL',
    6: 'PAR BRE MAR PIC GAS BUR SPA POR', 7: 'BER KIE MUN PRU SIL RUH HOL DEN', 8: 'MOS WAR SEV STP FIN LVN UKR RUM SWE',
  },
  'middle-earth-viii': {
    1: 'FOR FOH EMI ANG FNO', 2: 'MTI LEB BEL LAM ANF SIT', 3: 'RIV LOR WMI GLA CRK AVA', 4: 'EDO HDE ISE DUN ENE', 5: 'BDU NUR DGU GOR UDU MMO', 6: 'GHA TSH BRA LUN EVE',
    7: 'ERE IHI ESG WHE NMI', 8: 'NRU ERU WRU DOR SRU',
  },
};

/** A position of a game on a board; boards without one are coloured by regions, those with seas have no armies. */
export function example(board: BoardGeometry, game = ''): Example {
  const held = new Map(Object.entries(HELD[board.key] ?? {}).flatMap(([colour, spaces]) => spaces.split(' ').map((id): [string, number] => [id, Number(colour)])));
  if (board.spaces.some((space) => space.kind === 'sea')) return { colours: board.spaces.map((space) => held.get(space.id) ?? 0) };
  const balance = game === 'balance-of-power';
  const known = new Map(Object.entries(balance ? BALANCE : CLASSIC).flatMap(([colour, spaces]) =>
    Object.entries(spaces).map(([id, count]): [string, [number, number]] => [id, [Number(colour), count]])));
  const regions = board.regions.map((region) => region.id);
  const places = board.spaces.map((space, index) => known.get(space.id) ?? [1 + (Math.max(0, regions.indexOf(space.region)) % 8), 1 + (index % 3)]);
  const position = { colours: places.map((place) => place[0] ?? 0), armies: places.map((place) => place[1] ?? 1) };
  return balance ? { ...position, marks: new Map(board.spaces.map((space) => [space.id, marksOn(space.id)])) } : position;
}

const marksOn = (id: string) => MARKS.flatMap(([kind, colour, spaces]) => (spaces.split(' ').includes(id) ? [{ kind, colour }] : []));

/** Colour of each space on a table's thumbnail, from the seats that own them. */
export function ownerColours(owners: readonly number[] | null, seats: readonly { colour: number }[]): number[] {
  return (owners ?? []).map((seat) => seats[seat]?.colour ?? 0);
}

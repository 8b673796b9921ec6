/** An example position for pictures of a board nobody plays on. */
import type { BoardGeometry } from '../../lib/types';

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

/** Colours and armies of each space in board order; boards without an example are coloured by regions, those with seas have no armies. */
export function example(board: BoardGeometry): { colours: number[]; armies?: number[] } {
  const held = new Map(Object.entries(HELD[board.key] ?? {}).flatMap(([colour, spaces]) => spaces.split(' ').map((id): [string, number] => [id, Number(colour)])));
  if (board.spaces.some((space) => space.kind === 'sea')) return { colours: board.spaces.map((space) => held.get(space.id) ?? 0) };
  const known = new Map(Object.entries(CLASSIC).flatMap(([colour, spaces]) =>
    Object.entries(spaces).map(([id, count]): [string, [number, number]] => [id, [Number(colour), count]])));
  const regions = board.regions.map((region) => region.id);
  const places = board.spaces.map((space, index) => known.get(space.id) ?? [1 + (Math.max(0, regions.indexOf(space.region)) % 8), 1 + (index % 3)]);
  return { colours: places.map((place) => place[0] ?? 0), armies: places.map((place) => place[1] ?? 1) };
}

/** Colour of each space on a table's thumbnail, from the seats that own them. */
export function ownerColours(owners: readonly number[] | null, seats: readonly { colour: number }[]): number[] {
  return (owners ?? []).map((seat) => seats[seat]?.colour ?? 0);
}

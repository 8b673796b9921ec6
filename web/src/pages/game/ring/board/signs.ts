/** The sign of each kind of figures: what a token is, beside whose it is and how it goes. Fields run from -1 to 1. */
import type { KindView } from '../view';

/** What is filled, and what is a line of a breadth. */
export interface Sign { fill?: string; line?: string; wide?: number }

/** The breadth of lines that say nothing of it. */
export const WIDE = 0.2;
export const SIGNS = {
  shield: { fill: 'M-.58-.62H.58V.04C.58.44.28.64 0 .8-.28.64-.58.44-.58.04z' },
  bow: { line: 'M-.2-.78C.62-.5.62.5-.2.78zM-.78 0H.7M.42-.26.72 0 .42.26', wide: 0.17 },
  horse: { fill: 'M-.52.76H.5C.5.3.3.06.1-.1L.32-.02.56.08.72-.14C.62-.5.34-.72.06-.76L-.06-.94-.18-.7C-.56-.48-.64.14-.52.76z' },
  sword: { line: 'M.62-.66-.36.36M-.58.06-.06.58M-.4.4-.68.68' },
  spear: { fill: 'M0-.98.3-.36 0-.12-.3-.36z', line: 'M0-.2V.86' },
  swords: { line: 'M.6-.7-.46.5M-.6-.7.46.5M-.74.18-.2.66M.74.18.2.66', wide: 0.18 },
  hammer: { fill: 'M-.64-.72H.64V-.22H-.64z', line: 'M0-.3V.84', wide: 0.26 },
  blade: { fill: 'M.3-.86C.86-.2.4.56-.34.46L-.2.2C.2.24.42-.22.3-.86z', line: 'M-.24.3-.64.72', wide: 0.24 },
  axe: { fill: 'M-.04-.78C.4-.92.86-.5.78 0L.22-.2z', line: 'M.36-.62-.5.78' },
  teeth: { line: 'M-.72-.44-.38.52 0-.24.38.52.72-.44' },
  club: { fill: 'M.66-.34A.42.42 0 1 1-.18-.34.42.42 0 1 1 .66-.34z', line: 'M.12-.16-.5.74', wide: 0.28 },
  wing: { fill: 'M-.78.4C-.6-.4.1-.78.82-.72.72 0 .1.62-.78.4z' },
  tusks: { line: 'M-.5-.7C-.86.1-.5.7.1.72M.5-.7C.86.1.5.7-.1.72', wide: 0.22 },
  wheel: { line: 'M-.68 0A.68.68 0 1 1 .68 0 .68.68 0 1 1-.68 0zM-.68 0H.68M0-.68V.68', wide: 0.17 },
  tree: { fill: 'M0-.86C.5-.86.78-.5.66-.1.62.16.36.3.14.3V.84H-.14V.3C-.36.3-.62.16-.66-.1-.78-.5-.5-.86 0-.86z' },
  legs: { fill: 'M-.3 0A.3.3 0 1 1 .3 0 .3.3 0 1 1-.3 0z', line: 'M-.8-.6-.24-.14M.8-.6.24-.14M-.86.1H-.3M.86.1H.3M-.7.74-.22.2M.7.74.22.2', wide: 0.14 },
  drum: { line: 'M-.5-.42V.5C-.3.72.3.72.5.5V-.42M-.5-.42A.5.2 0 1 1 .5-.42 .5.2 0 1 1-.5-.42z', wide: 0.17 },
  bolt: { line: 'M-.66-.1C-.4-.7.4-.7.66-.1M-.66-.1H.66M0 .78V-.82M-.24-.52 0-.84.24-.52', wide: 0.18 },
  beam: { fill: 'M-.8-.3H.34V.2H-.8zM.34-.38.84-.05.34.28z', line: 'M-.5.58H-.48M.1.58H.12', wide: 0.3 },
  keg: { fill: 'M.5.2A.5.5 0 1 1-.5.2.5.5 0 1 1 .5.2z', line: 'M.26-.2C.3-.6.5-.5.6-.78', wide: 0.16 },
  arm: { line: 'M-.7.66H.7M-.4.66.42-.56M.2-.7.64-.42', wide: 0.2 },
  tower: { fill: 'M-.5-.8H-.24V-.6H-.12V-.8H.12V-.6H.24V-.8H.5V.8H-.5z' },
} as const satisfies Record<string, Sign>;
export type SignName = keyof typeof SIGNS;

/** Kinds whose sign says what they are called, where it does not follow from what they can do. */
const OWN: Record<string, SignName> = {
  rohan_rider: 'horse', rohan_royal_guard: 'spear', gondor_knight: 'horse', swan_knight: 'spear', gondor_guard: 'spear', fief_man: 'sword', dead_host: 'sword',
  noldor_elf: 'bow', galadhrim: 'bow', wood_elf: 'bow', dale_man: 'bow', gondor_ranger: 'bow', khazad_guard: 'hammer', iron_guard: 'sword',
  uruk_hai: 'sword', uruk_engineer: 'hammer', warg_rider: 'teeth', orc: 'blade', orc_crew: 'blade', goblin: 'blade', goblin_drummer: 'drum',
  giant_spider: 'legs', spider_swarm: 'legs', numenorean: 'sword', haradrim: 'bow', harad_rider: 'spear', mumak: 'tusks', khand_chariot: 'wheel', corsair: 'blade', ent_host: 'tree',
};
/** By the titles of abilities. */
const ABLE: [ability: string, SignName][] = [['Pikes', 'spear'], ['Berserk', 'swords'], ['Axes', 'axe'], ['Ranger', 'bow']];
/** What the name of an engine tells. */
const ENGINES: [RegExp, SignName][] = [[/bolt|ballista/, 'bolt'], [/ram/, 'beam'], [/charge|mine/, 'keg'], [/tower/, 'tower'], [/./, 'arm']];

/** The sign of a kind; none for ships, whose hull says it, and for characters, who bear a star or a banner. */
export function signOf({ key, token, abilities }: Pick<KindView, 'key' | 'token' | 'abilities'>): SignName | null {
  if (token === 'hero' || token === 'character' || token === 'ship') return null;
  if (token === 'artillery') return ENGINES.find(([names]) => names.test(key))?.[1] ?? 'arm';
  const own = OWN[key] ?? ABLE.find(([ability]) => abilities.includes(ability))?.[1];
  if (own) return own;
  if (/troll|olog/.test(key)) return 'club';
  return token === 'mounted' ? 'horse' : token === 'flyer' ? 'wing' : 'shield';
}

/** Setting a position up by clicks: what a tool does to a province, or why it cannot. */
import { clear, give, ownerOf, standing, toggleUnit, type Position, type Variant } from './model';

export type Tool = 'army' | 'fleet' | 'centre' | 'remove';
/** What came of a click: a changed position, a coast to be asked, or a refusal in words. */
export interface Done { position?: Position; coasts?: string[]; refusal?: string }

/** Use a tool of a power on a province. */
export function use(tool: Tool, power: string, where: string, position: Position, variant: Variant): Done {
  const facts = variant.provinces[where];
  if (!facts || facts.kind === 'impassable') return { refusal: `Nobody can enter ${facts?.name ?? where}.` };
  switch (tool) {
    case 'remove': return { position: clear(position, where) };
    case 'army': return facts.kind === 'sea' ? { refusal: `An army cannot stand in ${facts.name}: it is water.` } : { position: toggleUnit(position, power, `A ${where}`) };
    case 'fleet': return fleet(power, where, position, variant);
    case 'centre': return facts.centre ? { position: give(position, where, ownerOf(position, where) === power ? '' : power) } : { refusal: `${facts.name} is no supply centre.` };
  }
}

function fleet(power: string, where: string, position: Position, variant: Variant): Done {
  const facts = variant.provinces[where];
  if (!facts || facts.kind === 'inland') return { refusal: `A fleet cannot stand in ${facts?.name ?? where}: it has no coast.` };
  const there = standing(position, where);
  if (!facts.coasts?.length) return { position: toggleUnit(position, power, `F ${where}`) };
  if (there?.power === power && there.unit.startsWith('F')) return { position: clear(position, where) };
  return { coasts: facts.coasts.map((coast) => `${where}/${coast}`) };
}

/** Setting a position up by clicks: what a tool does to a province, or why it cannot. */
import { provinceOf } from '../game/diplomacy/board/marks';
import { amendLost, clear, give, ownerOf, standing, toggleBeside, toggleLost, toggleUnit, type Lost, type Position, type Variant } from './model';
import { provinceOfUnit } from './sheet';

export type Tool = 'army' | 'fleet' | 'centre' | 'dislodged' | 'remove' | `unit ${string}` | `beside ${string}`;
/** What came of a click: a changed position, a coast to be asked, or a refusal in words. */
export interface Done { position?: Position; coasts?: string[]; refusal?: string }

/** Use a tool of a power on a province. */
export function use(tool: Tool, power: string, where: string, position: Position, variant: Variant): Done {
  const facts = variant.provinces[where];
  if (!facts || facts.kind === 'impassable') return { refusal: `Nobody can enter ${facts?.name ?? where}.` };
  const [what, kind = ''] = tool.split(' ');
  if (what === 'unit') return { position: toggleUnit(position, power, `${kind} ${where}`) };
  if (what === 'beside') return { position: toggleBeside(position, kind, where) };
  switch (tool) {
    case 'remove': return { position: clear(position, where) };
    case 'army': return facts.kind === 'sea' ? { refusal: `An army cannot stand in ${facts.name}: it is water.` } : { position: toggleUnit(position, power, `A ${where}`) };
    case 'fleet': return fleet(power, where, position, variant);
    case 'dislodged': return dislodge(where, position, variant);
    default: return facts.centre ? { position: give(position, where, ownerOf(position, where) === power ? '' : power) } : { refusal: `${facts.name} is no supply centre.` };
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

function dislodge(where: string, position: Position, variant: Variant): Done {
  const there = standing(position, where) ?? position.dislodged.find((one) => provinceOfUnit(one.unit) === where);
  if (!there) return { refusal: `No unit stands in ${variant.provinces[where]?.name ?? where}. Put the unit there first, then say that it was dislodged.` };
  const next = toggleLost(position, where);
  const lost = next.dislodged.find((one) => provinceOfUnit(one.unit) === where);
  return { position: lost ? amendLost(next, lost.unit, { retreats: exits(variant, next, lost) }) : next };
}

/** Locations next to one for a kind of unit. */
function near(variant: Variant, kind: string, from: string): string[] {
  const borders = Object.entries(kind === 'F' ? variant.fleet_borders : variant.army_borders);
  return [...new Set(borders.flatMap(([one, others]) => (one === from ? others : others.includes(from) ? [one] : [])))];
}

/** Where the attacker of a dislodged unit may have come from: the provinces next to it, of either kind of unit. */
export function attackers(variant: Variant, unit: string): string[] {
  const where = provinceOfUnit(unit);
  const here = [where, ...(variant.provinces[where]?.coasts ?? []).map((coast) => `${where}/${coast}`)];
  return [...new Set(here.flatMap((at) => [...near(variant, 'A', at), ...near(variant, 'F', at)]).map(provinceOf))].sort();
}

/** Where a dislodged unit could go: next to it, where nobody stands, and not where its attacker came from. */
export function exits(variant: Variant, position: Position, lost: Lost): string[] {
  const [kind = 'A', at = ''] = lost.unit.split(' ');
  return near(variant, kind, at).filter((to) => provinceOf(to) !== lost.attacker && !standing(position, provinceOf(to))).sort();
}

/** A combat of Ring of Power asked about, as the address bar holds it: forces in the words that the server reads. */
import { call } from '../../../../lib/api';
import type * as Shapes from '../../../../generated/api';

export type Stock = Shapes.Stock;
export type UnitCard = Shapes.UnitCard;
export type RingOdds = Shapes.OddsAnswer;
export type SideOdds = Shapes.SideAnswer;

const RING = 'ring-of-power';
export type State = '' | 'on foot' | 'wounded';
/** So many of one type; `crew`: the type that serves a weapon. */
export interface Team { key: string; count: number; state: State; crew: string }
/** `where`: a type of ground or walls; empty: open ground. */
export interface Force { teams: Team[]; where: string }
export type Which = 'attackers' | 'defenders';
/** When a side breaks off after a drawn round: so many casualties (0: never), or the fall of a character. */
export interface Breaking { casualties: number; character: string }
export interface Question { scenario: string; attackers: Force; defenders: Force; rounds: number; stop: Record<Which, Breaking> }

export const MOST_OF_A_KIND = 999;
const EXAMPLE = { scenario: 'edoras-raid', attackers: 'eomer, 3 rohan_rider', defenders: 'lurtz, 9 uruk_hai' };
const TEAM = /^(?:(\d+)\s+)?([a-z][a-z0-9_-]*)(?:\s+(on foot|wounded))?(?:\s+with\s+([a-z0-9_-]+))?$/;

/** Read a force in words, with or without accents; what is no word of one is left out. */
export function readForce(text: string): Force {
  const [listed, where] = splitPlace(text.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase());
  const teams = listed.split(',').map((part) => TEAM.exec(part.trim())).filter((found) => found !== null).map((found): Team => ({
    key: found[2] ?? '', count: clamp(Number(found[1] ?? 1), 1, MOST_OF_A_KIND), state: (found[3] ?? '') as State, crew: found[4] ?? '',
  }));
  return { teams, where };
}

function splitPlace(text: string): [listed: string, where: string] {
  const at = text.lastIndexOf(' in ');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 4).trim().replaceAll(' ', '_')];
}

/** A force in the words of the command line, "eomer, 3 rohan_rider in woods". */
export function words(force: Force): string {
  const teams = force.teams.map((team) => [team.count > 1 ? String(team.count) : '', team.key, team.state, team.crew ? `with ${team.crew}` : ''].filter(Boolean).join(' '));
  return teams.length ? `${teams.join(', ')}${force.where ? ` in ${force.where}` : ''}` : '';
}

const clamp = (value: number, least: number, most: number): number => (Number.isFinite(value) ? Math.max(least, Math.min(most, Math.round(value))) : least);

function breaking(text: string | null): Breaking {
  const [count = '', character = ''] = (text ?? '').split('|');
  return { casualties: clamp(Number.parseInt(count, 10), 0, MOST_OF_A_KIND), character };
}

/** Read a question from an address; an empty one is the worked example of the rules. */
export function read(query: URLSearchParams): Question {
  const empty = !query.has('attackers') && !query.has('defenders');
  const value = (name: keyof typeof EXAMPLE) => query.get(name) ?? (empty ? EXAMPLE[name] : '');
  return {
    scenario: value('scenario'), attackers: readForce(value('attackers')), defenders: readForce(value('defenders')),
    rounds: clamp(Number(query.get('rounds') ?? 1), 1, 12),
    stop: { attackers: breaking(query.get('attackers_stop')), defenders: breaking(query.get('defenders_stop')) },
  };
}

/** The address of a question. */
export function write(question: Question): URLSearchParams {
  const query = new URLSearchParams({ game: RING, attackers: words(question.attackers), defenders: words(question.defenders) });
  if (question.scenario) query.set('scenario', question.scenario);
  if (question.rounds > 1) query.set('rounds', String(question.rounds));
  for (const side of ['attackers', 'defenders'] as const) {
    const { casualties, character } = question.stop[side];
    if (casualties || character) query.set(`${side}_stop`, character ? `${casualties}|${character}` : String(casualties));
  }
  return query;
}

/** What the server is asked. */
export function wish(question: Question): object {
  const stop = question.rounds > 1 ? (['attackers', 'defenders'] as const).flatMap((side) => {
    const { casualties, character } = question.stop[side];
    return [...(casualties ? [{ side, casualties }] : []), ...(character ? [{ side, character }] : [])];
  }) : [];
  return { scenario: question.scenario, attackers: words(question.attackers), defenders: words(question.defenders), rounds: question.rounds, stop };
}

/** A force with one more of a type: one already there is counted up, a character comes once. */
export function add(force: Force, key: string, stock: Stock): Force {
  const unit = stock.units.find((one) => one.key === key);
  const weapon = stock.weapons.find((one) => one.key === key);
  const there = force.teams.find((team) => team.key === key && !team.state);
  if (unit?.character && there) return force;
  if (there) return { ...force, teams: force.teams.map((team) => (team === there ? { ...team, count: Math.min(MOST_OF_A_KIND, team.count + 1) } : team)) };
  const crew = weapon ? (force.teams.find((team) => stock.units.some((one) => one.key === team.key && !one.character))?.key ?? stock.units.find((one) => !one.character)?.key ?? '') : '';
  return { ...force, teams: [...force.teams, { key, count: 1, state: '', crew }] };
}

/** Units by nation, characters apart, weapons last; for a list to choose from. */
export function shelves(stock: Stock): { title: string; items: { key: string; name: string }[] }[] {
  const nations = [...new Set(stock.units.map((unit) => unit.nation))];
  const title = (nation: string) => nation.charAt(0).toUpperCase() + nation.slice(1).replaceAll('_', ' ');
  const of = (character: boolean) => nations.map((nation) => ({
    title: `${title(nation)}${character ? ', characters' : ''}`, items: stock.units.filter((unit) => unit.nation === nation && unit.character === character),
  })).filter((shelf) => shelf.items.length);
  return [...of(false), ...of(true), { title: 'Artillery', items: stock.weapons }];
}

export interface Bar { low: number; high: number; chance: number }
/** A law by number as bars: what nobody will see is cut off at both ends, neighbours join where there are too many. */
export function bars(law: readonly number[], most = 40): Bar[] {
  const seen = law.map((chance) => chance >= 0.0005);
  const first = Math.max(0, seen.indexOf(true));
  const last = Math.max(first, seen.lastIndexOf(true));
  const step = Math.max(1, Math.ceil((last - first + 1) / most));
  const found: Bar[] = [];
  for (let low = first; low <= last; low += step) {
    const high = Math.min(last, low + step - 1);
    found.push({ low, high, chance: law.slice(low, high + 1).reduce((sum, chance) => sum + chance, 0) });
  }
  return found;
}

export const fetchStock = (scenario: string): Promise<Stock> => call<Stock>('GET', `/ring-of-power/units?${new URLSearchParams({ scenario })}`);
export const fetchOdds = (question: Question, signal?: AbortSignal): Promise<RingOdds> => call<RingOdds>('POST', '/ring-of-power/odds', wish(question), signal);

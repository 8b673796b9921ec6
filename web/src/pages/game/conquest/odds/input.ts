/** The battle asked about, as the address bar holds it. */

/** What the server answers: chances by number of armies left. */
export interface BattleOdds {
  conquered: number; stopped: number; repelled: number; attackers_left: number[]; defenders_left: number[];
  attacker_losses: number; defender_losses: number; expected_rolls: number;
}

/** The most armies of a side that the server works out. */
export const MOST = 10_000;
const USUAL: Record<string, number> = {
  attackers: 10, defenders: 7, stop: 0, attack_dice: 3, defence_dice: 2, attack_bonus: 0, defence_bonus: 0,
  attack_extra: 0, defence_extra: 0, attack_protected: 0, defence_protected: 0, defence_least: 0, pairs: 0,
};
const RANGE: Record<string, [number, number]> = {
  attackers: [1, Infinity], defenders: [1, Infinity], stop: [0, Infinity], attack_dice: [1, 8], defence_dice: [1, 8], attack_bonus: [-6, 6],
  defence_bonus: [-6, 6], attack_extra: [0, 8], defence_extra: [0, 8], attack_protected: [0, 8], defence_protected: [0, 8],
  defence_least: [0, 8], pairs: [0, 8],
};

export type Field = keyof typeof USUAL;

function number(query: URLSearchParams, name: Field): number {
  const given = Number.parseInt(query.get(name) ?? '', 10);
  const [low, high] = RANGE[name] ?? [0, MOST];
  return Number.isNaN(given) ? (USUAL[name] ?? 0) : Math.max(low, Math.min(high, given));
}

/** Read a battle from an address; what is missing or absurd becomes the usual. */
export function read(query: URLSearchParams): Record<Field, number> {
  const found = Object.fromEntries(Object.keys(USUAL).map((name) => [name, number(query, name)]));
  found.stop = Math.min(found.stop ?? 0, (found.attackers ?? 1) - 1);
  return found;
}

/** What is wrong with a battle that is too large to be worked out; nobody gets an answer to what they did not ask. */
export const excess = (values: Record<Field, number>): string =>
  Math.max(values.attackers ?? 0, values.defenders ?? 0) > MOST ? `Odds are worked out for up to ${MOST.toLocaleString('en-GB')} armies a side.` : '';

/** The chance to conquer; one too small to be followed is still possible. */
export const conquest = (odds: BattleOdds): number => odds.conquered || (odds.defender_losses > 0 ? Number.MIN_VALUE : 0);

/** The address of a battle: forces always, the rest where it is not the usual. */
export function write(values: Record<Field, number>): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...values, stop: Math.min(values.stop ?? 0, (values.attackers ?? 1) - 1) })) {
    if (name === 'attackers' || name === 'defenders' || value !== USUAL[name]) query.set(name, String(value));
  }
  return query;
}

const signed = (value: number): string => (value > 0 ? `+${value}` : `−${-value}`);

/** Dice rules that are not the usual ones, in words. */
export function modifiers(values: Record<Field, number>): string[] {
  const words: string[] = [];
  for (const [side, who] of [['attack', 'Attack'], ['defence', 'Defence']] as const) {
    const value = (name: string) => values[`${side}_${name}`] ?? 0;
    if (value('dice') !== USUAL[`${side}_dice`]) words.push(`${who}: ${value('dice')} ${value('dice') === 1 ? 'die' : 'dice'}`);
    if (value('least')) words.push(`${who}: at least ${value('least')} ${value('least') === 1 ? 'die' : 'dice'}`);
    if (value('bonus')) words.push(`${who}: ${signed(value('bonus'))} top die`);
    if (value('extra')) words.push(`${who}: ${value('extra')} extra ${value('extra') === 1 ? 'die' : 'dice'}`);
    if (value('protected')) words.push(`${who}: ${value('protected')} ${value('protected') === 1 ? 'die' : 'dice'} cannot show 1`);
  }
  if (values.pairs) words.push(`${values.pairs} ${values.pairs === 1 ? 'pair' : 'pairs'} at most`);
  return words;
}

/** Things of the Balance of Power variant that change dice, by the fields they set. */
export const MODIFIERS: [title: string, fields: Record<Field, number>][] = [
  ['Rough terrain', { attack_dice: 2, defence_least: 2 }],
  ['Neutral defenders', { defence_least: 2 }],
  ['Improved attack', { attack_extra: 1, pairs: 2 }],
  ['Improved defence', { defence_extra: 1, pairs: 2 }],
  ['Recon', { attack_protected: 1 }],
  ['Airfield or tank attacking', { attack_bonus: 1 }],
  ['Airfield or tank defending', { defence_bonus: 1 }],
];

/** Whether every field of a modifier is set. */
export const inForce = (values: Record<Field, number>, fields: Record<Field, number>): boolean =>
  Object.entries(fields).every(([name, value]) => values[name] === value);

/** The values with a modifier put in, or taken out again but for what others in force need. */
export function toggled(values: Record<Field, number>, fields: Record<Field, number>): Record<Field, number> {
  if (!inForce(values, fields)) return { ...values, ...fields };
  const kept = new Set(MODIFIERS.filter(([, others]) => others !== fields && inForce(values, others) && !within(others, fields)).flatMap(([, others]) => Object.keys(others)));
  const usual = Object.keys(fields).filter((name) => !kept.has(name)).map((name) => [name, USUAL[name] ?? 0] as const);
  return { ...values, ...Object.fromEntries(usual) };
}
const within = (part: Record<Field, number>, whole: Record<Field, number>) => Object.keys(part).every((name) => name in whole);

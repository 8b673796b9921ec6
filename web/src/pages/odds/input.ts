/** The battle asked about, as the address bar holds it. */


/** What the server answers: chances by number of armies left. */
export interface BattleOdds {
  conquered: number; stopped: number; repelled: number; attackers_left: number[]; defenders_left: number[];
  attacker_losses: number; defender_losses: number; expected_rolls: number;
}

export const MOST = 1000;
const USUAL: Record<string, number> = {
  attackers: 10, defenders: 7, stop: 0, attack_dice: 3, defence_dice: 2, attack_bonus: 0, defence_bonus: 0,
  attack_extra: 0, defence_extra: 0, attack_protected: 0, defence_protected: 0,
};
const RANGE: Record<string, [number, number]> = {
  attackers: [1, MOST], defenders: [1, MOST], stop: [0, MOST - 1], attack_dice: [1, 8], defence_dice: [1, 8], attack_bonus: [-6, 6],
  defence_bonus: [-6, 6], attack_extra: [0, 8], defence_extra: [0, 8], attack_protected: [0, 8], defence_protected: [0, 8],
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
    if (value('bonus')) words.push(`${who}: ${signed(value('bonus'))} top die`);
    if (value('extra')) words.push(`${who}: ${value('extra')} extra ${value('extra') === 1 ? 'die' : 'dice'}`);
    if (value('protected')) words.push(`${who}: ${value('protected')} ${value('protected') === 1 ? 'die' : 'dice'} cannot show 1`);
  }
  return words;
}

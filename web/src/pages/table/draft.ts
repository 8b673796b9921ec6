/** Options of a table while they are being changed: a preset, what differs from it, what has no effect, what is found. */
import { folded } from '../../lib/words';
import type { Disagreement, GameInfo, Need, OptionField, OptionValue, OptionValues, Preset, SeatCard, Table } from '../../lib/types';

/** What options are chosen for: a table, or one that is not yet made. */
export type Setting = Pick<Table, 'preset' | 'options' | 'creator' | 'status'> & { seats: readonly Pick<SeatCard, 'kind'>[] };

export interface Group { title: string; fields: OptionField[] }

/** Up to so many options are shown as they are; more are folded by groups and can be searched. */
const FEW = 8;
export const isLong = (game: GameInfo): boolean => game.options.length > FEW;

/** The fields in their groups; they come in the order of these. */
export function grouped(fields: readonly OptionField[]): Group[] {
  const titles = [...new Set(fields.map((field) => field.group))];
  return titles.map((title) => ({ title: title || 'Options', fields: fields.filter((field) => field.group === title) }));
}

export const presetOf = (game: GameInfo, key: string): Preset | undefined => game.presets.find((one) => one.key === key) ?? game.presets[0];

/** The game's own default at so many seats. */
export const defaultFor = (field: OptionField, seats: number): OptionValue =>
  field.by_seats.findLast(([least]) => least <= seats)?.[1] ?? field.default;

/** What a preset says about an option; the game's own default where it says nothing. */
export const usual = (preset: Preset | undefined, field: OptionField, seats: number): OptionValue =>
  preset?.options[field.name] ?? defaultFor(field, seats);

/** Whether two values are the same; those of a set may stand in any order. */
export const same = (one: OptionValue, other: OptionValue): boolean =>
  Array.isArray(one) && Array.isArray(other) ? one.length === other.length && one.every((part) => other.includes(part)) : one === other;

/** Only what differs from the preset. */
export function differing(game: GameInfo, preset: Preset | undefined, values: OptionValues, seats: number): OptionValues {
  const found: OptionValues = {};
  for (const field of game.options) {
    const value = values[field.name];
    if (value !== undefined && !same(value, usual(preset, field, seats))) found[field.name] = value;
  }
  return found;
}

/** The choice that a value is: of what one brought oneself, such as `siege@3f2a9c41d07b`, the key it is offered by. */
export function chosen(field: OptionField, value: OptionValue): string {
  const whole = String(value);
  return field.choices.some(([key]) => key === whole) ? whole : (whole.split('@')[0] ?? whole);
}

/** A value as people read it. */
export function words(field: OptionField, value: OptionValue): string {
  if (typeof value === 'object') return value.map((one) => words({ ...field, kind: 'choice' }, one)).join(', ') || 'none';
  if (field.kind === 'bool') return value ? 'on' : 'off';
  return field.choices.find(([key]) => key === chosen(field, value))?.[1] ?? String(value);
}

/** The choices of a leading option with their title apart: "Siege: two sides, 60 by 48 inches" has a title and a line. */
export function titled(field: OptionField): { value: string; title: string; line: string }[] {
  return field.choices.map(([value, text]) => {
    const [title = text, ...rest] = text.split(': ');
    return { value, title, line: rest.join(': ') };
  });
}

/** A set with a value more, or less; in the order of the choices. */
export function toggled(field: OptionField, value: OptionValue, part: string): string[] {
  const had = Array.isArray(value) ? value : [];
  return field.choices.map(([key]) => key).filter((key) => (key === part ? !had.includes(key) : had.includes(key)));
}

/** Whether a choice is short enough for buttons in a row. */
export const inRow = (field: OptionField): boolean =>
  field.kind === 'choice' && field.choices.length <= 4 && field.choices.reduce((sum, [, text]) => sum + text.length + 5, 0) <= 48;

const meets = (need: Need, values: OptionValues): boolean =>
  need.any_of.some(({ option, values: wanted, other }) => {
    const value = values[option];
    const parts = Array.isArray(value) ? value : [value];
    return parts.some((part) => wanted.some((one) => one === part)) !== other;
  });

/** How many may play at a table: those who sit there, and whoever takes a free seat. */
export function players(table: Pick<Setting, 'seats'>): [least: number, most: number] {
  return [Math.max(1, table.seats.filter((seat) => seat.kind !== 'open').length), table.seats.length];
}

/** Why an option has no effect beside the others or with so many players; nothing where it has one. */
export function idle(field: OptionField, values: OptionValues, [least, most]: [number, number]): string {
  const lacking = field.needs.find((need) => !meets(need, values));
  if (lacking) return `No effect: ${lacking.why}.`;
  if (field.seats.length && !field.seats.some((seats) => least <= seats && seats <= most)) return `Only with ${field.seats.join(' or ')} players.`;
  return '';
}

/** What a need asks for, in the words of the form: "Cards other than No cards". */
export function needWords(game: GameInfo, need: Need): string {
  return need.any_of.map(({ option, values, other }) => {
    const field = game.options.find((one) => one.name === option);
    const said = values.map((value) => (field ? words({ ...field, kind: field.kind === 'set' ? 'choice' : field.kind }, value) : String(value)));
    return `${field?.label ?? option} ${other ? 'other than ' : ''}${said.join(' or ')}`;
  }).join(', or ');
}

/** Whether an option speaks of every word that is looked for: in its label, sentence, rule, group or values. */
export function speaksOf(field: OptionField, search: string): boolean {
  const text = folded([field.name, field.label, field.sentence, field.rule, field.group, ...field.choices.flat()].join(' '));
  return folded(search).split(/\s+/).every((word) => text.includes(word));
}

/** The changes of a way out in words: "Cards: No cards, Goal: Conquer the whole world". */
export function wayWords(game: GameInfo, way: OptionValues): string {
  return Object.entries(way).map(([name, value]) => {
    const field = game.options.find((one) => one.name === name);
    return field ? `${field.label}: ${words(field, value)}` : `${name}: ${String(value)}`;
  }).join(', and ');
}

/** The option at which a disagreement is told: the one that was touched last if it has part in it, else the first at odds. */
export function atOdds(found: Disagreement, touched: string): string {
  const named = found.conflicts.flatMap((conflict) => conflict.options);
  return named.includes(touched) ? touched : (named[0] ?? '');
}

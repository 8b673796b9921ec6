/** Options of a table while they are being changed: a preset and what differs from it. */
import type { GameInfo, OptionField, OptionValue, OptionValues, Preset } from '../../lib/types';

export interface Group { title: string; fields: OptionField[] }

/** The fields in their groups, in the order declared. */
export function grouped(fields: readonly OptionField[]): Group[] {
  const titles = [...new Set(fields.map((field) => field.group))];
  return titles.map((title) => ({ title: title || 'Options', fields: fields.filter((field) => field.group === title) }));
}

export const presetOf = (game: GameInfo, key: string): Preset | undefined => game.presets.find((one) => one.key === key) ?? game.presets[0];

/** What a preset says about an option; the game's own default where it says nothing. */
export const usual = (preset: Preset | undefined, field: OptionField): OptionValue => preset?.options[field.name] ?? field.default;

/** Only what differs from the preset. */
export function differing(game: GameInfo, preset: Preset | undefined, values: OptionValues): OptionValues {
  return Object.fromEntries(game.options.filter((field) => field.name in values && values[field.name] !== usual(preset, field))
    .map((field) => [field.name, values[field.name] as OptionValue]));
}

/** The choice that a value is: of what one brought oneself, such as `siege@3f2a9c41d07b`, the key it is offered by. */
export function chosen(field: OptionField, value: OptionValue): string {
  const whole = String(value);
  return field.choices.some(([key]) => key === whole) ? whole : (whole.split('@')[0] ?? whole);
}

/** A value as people read it. */
export function words(field: OptionField, value: OptionValue): string {
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

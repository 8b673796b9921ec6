/** Reading the pictures of rules: who holds what, the part of a board that is shown, and what is said of it. */
import type { BoardGeometry, GuideScene, OptionValues, When } from '../../lib/types';

export type Window = readonly [x: number, y: number, width: number, height: number];

/** Whether something holds where options have these values: each that is named has one of its own. */
export const holds = (when: When | undefined, options: OptionValues): boolean =>
  Object.entries(when ?? {}).every(([name, values]) => values.includes(String(options[name])));

export const words = (text: string | undefined): string[] => (text ?? '').split(' ').filter(Boolean);

/** Player colour by place, of `{"6": "BUR PAR"}`. */
export const colourOf = (held: Record<string, string> | undefined): Record<string, number> =>
  Object.fromEntries(Object.entries(held ?? {}).flatMap(([colour, places]) => words(places).map((place) => [place, Number(colour)])));

/** The part of a board around some places, as wide against its height as the picture; the whole board where none are named. */
export function windowAround(board: BoardGeometry, places: readonly string[], ratio: number, room = 52): Window {
  if (!places.length) return [0, 0, board.width, board.height];
  const points = board.spaces.filter((space) => places.includes(space.id)).map((space) => space.token);
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const by = room * board.unit;
  const [left, top] = [Math.min(...xs) - by, Math.min(...ys) - by];
  let [width, height] = [Math.max(...xs) + by - left, Math.max(...ys) + by - top];
  const middle = [left + width / 2, top + height / 2] as const;
  if (width / height < ratio) width = height * ratio;
  else height = width / ratio;
  if (width > board.width || height > board.height) return [0, 0, board.width, board.height];
  const within = (at: number, size: number, all: number) => Math.max(0, Math.min(at - size / 2, all - size));
  return [within(middle[0], width, board.width), within(middle[1], height, board.height), width, height];
}

/** What a picture says to those who do not see it. */
export function told(scene: GuideScene, board: BoardGeometry | null): string {
  if (scene.dice) return `Attack ${scene.dice.attack.join(', ')} against ${scene.dice.defence.join(', ')}.`;
  const name = (place: string) => board?.spaces.find((space) => space.id === place.split('/')[0])?.name.replaceAll('\n', ' ') ?? place;
  const armies = Object.entries(scene.armies ?? {}).map(([place, count]) => `${name(place)} ${count}`);
  const arrows = (scene.arrows ?? []).map((arrow) => arrow.split(' > ').map(name).join(' to '));
  const units = Object.values(scene.units ?? {}).flatMap((all) => all.split(', ')).map((unit) => unit.replace(/\S+$/, name));
  const all = [...armies, ...units, ...arrows, ...(scene.orders ?? [])];
  return all.length ? `On the board: ${all.join('; ')}.` : 'The board.';
}

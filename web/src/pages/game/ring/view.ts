/** The table of Ring of Power as everybody sees it. Lengths are 1/1000 inch; y grows to the north. */
import type { Figure, FigureView, KindView } from '../../../generated/ring-of-power';

export type { Coming, Decision, Figure, FigureView, ItemView, KindView, PlaceView, PlayerView, Question, RingView } from '../../../generated/ring-of-power';
export type Spot = readonly [x: number, y: number];
export type Path = readonly Spot[];
export type TokenKind = KindView['token'];
export type Badge = NonNullable<FigureView['badges']>[number];

/** Whether a token is that of somebody with a name of their own. Only some of them are heroes, who bear the star. */
export const named = (token: TokenKind | undefined): boolean => token === 'hero' || token === 'character';

/** Whether a figure stands on the table itself, neither in a garrison nor aboard nor carried. */
export const inField = (figure: Figure): boolean => !figure.inside && !figure.aboard && !figure.carried_by?.length;
export const spotOf = (figure: Figure): Spot => [figure.x, figure.y];

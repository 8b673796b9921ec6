/** What tokens are drawn with, and the sign of each kind of figures: what one is, beside whose it is. Drawings of the server have the same. */
import DATA from '../../../../../../src/wartable/data/ring_of_power/signs.json';
import type { Badge, KindView, TokenKind } from '../view';

/** What is filled, and what is a line of a breadth, in a field from -1 to 1. */
export interface Sign { fill?: string; line?: string; wide?: number }
export type SignName = keyof typeof DATA.signs;

/** The breadth of lines that say nothing of it. */
export const WIDE = 0.2;
export const SIGNS: Readonly<Record<SignName, Sign>> = DATA.signs;
const [KINDS, ABILITIES, ENGINES, NAMES] = [DATA.kinds, DATA.abilities, DATA.engines, DATA.names] as Record<string, SignName>[];
const TOKENS = DATA.tokens as Record<string, SignName>;

/** Tokens by kind, in radii; the discs of the Shadow have corners. */
export const BODIES: Readonly<Record<TokenKind, string>> = DATA.bodies;
/** What heroes bear, and what other characters do. */
export const { cornered: CORNERED, star: STAR, banner: BANNER } = DATA;
/** Badges on a field of 10 by 10 round the middle: filled and stroked in turn. */
export const BADGES: Readonly<Record<Badge, readonly { d: string; fill?: string; stroke?: string; wide?: number }[]>> = DATA.badges;

/** What a part of a key tells. */
const part = (names: Record<string, SignName> = {}, key: string) => Object.entries(names).find(([name]) => key.includes(name))?.[1];

/** The sign of a kind; none for ships, whose hull says it, and for characters, who bear a star or a banner. */
export function signOf({ key, token, abilities }: Pick<KindView, 'key' | 'token' | 'abilities'>): SignName | null {
  if (token === 'hero' || token === 'character' || token === 'ship') return null;
  const usual = TOKENS[token] ?? 'shield';
  if (token === 'artillery') return part(ENGINES, key) ?? usual;
  return KINDS?.[key] ?? Object.entries(ABILITIES ?? {}).find(([title]) => abilities.includes(title))?.[1] ?? part(NAMES, key) ?? usual;
}

/** Where the rules of games are written out, by the names that the rules of the server have: `risk D8`. */

const NAMED = /^([a-z][a-z-]*) (([A-Z]?\d[\w.]*)(?:(?:-|, )[A-Z]?\d[\w.]*)*)$/;

/** The number of a rule and the address at which it is written out, of several the first's; null for what is no rule of a game. */
export function ruleAt(rule: string): { number: string; path: string } | null {
  const [, game, number, first] = NAMED.exec(rule) ?? [];
  return game && number && first ? { number, path: `/games/${game}#rule-${encodeURIComponent(first)}` } : null;
}

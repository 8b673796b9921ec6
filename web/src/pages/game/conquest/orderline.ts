/** The order line of a conquest game: what goes without saying in it, and names to complete; the rules read the rest. */
import type { Ground } from './view';

const VERBS = /^(attack|buy|capital|claim|collect|disband|done|end|form|fortify|give|move|orders|occupy|place|reinforce|trade)\b/i;

/** An order in the notation of the rules: a line that begins with no verb gets that of the moment, any arrow is theirs. */
export function spelled(line: string, verb: string): string {
  const text = line.trim().replace(/\s*(?:->|→)\s*/g, ' > ');
  return VERBS.test(text) ? text : `${verb} ${text}`;
}

/** Names that go on from what has been typed last. */
export function complete(ground: Ground, text: string): string[] {
  const word = (text.split(/\s*(?:->|>|→|;)\s*/).pop() ?? '').replace(VERBS, '').trim().toLowerCase();
  if (!word || /\d$/.test(word)) return [];
  const lead = text.slice(0, text.toLowerCase().lastIndexOf(word));
  return ground.board.spaces.filter((space) => space.name.toLowerCase().startsWith(word)).slice(0, 5).map((space) => lead + space.name);
}

/** The order line of a conquest game: a few words read into what a click would do. */
import type { Ground } from './view';

export type Order =
  | { kind: 'pair'; source: string; target: string; count: number | null; to: 'once' | 'end' | number | null }
  | { kind: 'place'; space: string; count: number }
  | { kind: 'number'; count: number }
  | { kind: 'end' }
  | { kind: 'unknown'; message: string };

const FORMS = 'Write "brazil > north africa", "brazil 3" or "end".';

/** Read a line such as `brazil > north africa`, `attack brazil north_africa until 4`, `place brazil 3`, `end`. */
export function readOrder(ground: Ground, text: string): Order {
  const line = text.trim().toLowerCase().replace(/_/g, ' ').replace(/\s+/g, ' ');
  if (!line) return { kind: 'unknown', message: FORMS };
  if (/^(end|done|skip)( (attacks|turn|placing))?$/.test(line)) return { kind: 'end' };
  const bare = line.replace(/^(attack|place|fortify|move|claim|occupy)\s+/, '');
  if (/^x?\d+$/.test(bare)) return { kind: 'number', count: Number(bare.replace('x', '')) };
  const until = /\buntil (\d+)( left)?$/.exec(bare);
  const ending = /\b(to the end|once)$/.exec(bare);
  const rest = bare.replace(/\buntil \d+( left)?$/, '').replace(/\b(to the end|once)$/, '').trim();
  const number = /\s\+?x?(\d+)$/.exec(rest);
  const count = number ? Number(number[1]) : null;
  const places = rest.replace(/\s\+?x?\d+$/, '');
  const pair = splitPair(ground, places);
  const to = until ? Number(until[1]) : ending ? (ending[1] === 'once' ? 'once' : 'end') : null;
  if (pair) {
    const [source, target] = pair;
    return source === null || target === null ? unknown(ground, source === null ? pair[2] : pair[3]) : { kind: 'pair', source, target, count, to };
  }
  const space = find(ground, places);
  return space ? { kind: 'place', space, count: count ?? 1 } : unknown(ground, places);
}

/** The two names of a line, by an arrow, "to", or wherever both halves are places. */
function splitPair(ground: Ground, text: string): [string | null, string | null, string, string] | null {
  const parted = text.split(/\s*(?:->|>|→|\bto\b|\s-\s)\s*/);
  if (parted.length === 2 && parted[0] && parted[1]) return [find(ground, parted[0]), find(ground, parted[1]), parted[0], parted[1]];
  const words = text.split(' ');
  for (let at = 1; at < words.length; at++) {
    const source = find(ground, words.slice(0, at).join(' '));
    const target = find(ground, words.slice(at).join(' '));
    if (source && target && !exact(ground, text)) return [source, target, '', ''];
  }
  return null;
}

const exact = (ground: Ground, name: string) => ground.board.spaces.some((space) => space.name.toLowerCase() === name);

/** The place of a name, its beginning, or its short form. */
export function find(ground: Ground, text: string): string | null {
  const name = text.trim().toLowerCase();
  if (name.length < 2) return null;
  const match = (test: (full: string) => boolean) =>
    ground.board.spaces.find((space) => [space.name, space.short, space.id.replace(/_/g, ' ')].some((one) => test(one.toLowerCase())))?.id ?? null;
  return match((full) => full === name) ?? match((full) => full.startsWith(name)) ?? match((full) => full.includes(` ${name}`));
}

/** Names that go on from what has been typed last. */
export function complete(ground: Ground, text: string): string[] {
  const last = text.split(/\s*(?:->|>|→|\bto\b)\s*/).pop() ?? '';
  const word = last.replace(/^(attack|place|fortify|move|claim)\s+/i, '').trim().toLowerCase();
  if (!word || /\d$/.test(word)) return [];
  const lead = text.slice(0, text.toLowerCase().lastIndexOf(word));
  return ground.board.spaces.filter((space) => space.name.toLowerCase().startsWith(word)).slice(0, 5).map((space) => lead + space.name);
}

function unknown(ground: Ground, name: string): Order {
  const near = closest(ground, name.trim());
  return { kind: 'unknown', message: `I know no "${name.trim()}".${near ? ` Did you mean ${near}?` : ''}` };
}

function closest(ground: Ground, name: string): string | null {
  const wanted = name.toLowerCase();
  let best: string | null = null;
  let least = Math.max(2, Math.floor(wanted.length / 2)) + 1;
  for (const space of ground.board.spaces) {
    const far = distance(wanted, space.name.toLowerCase());
    if (far < least) { least = far; best = space.name; }
  }
  return best;
}

/** Levenshtein distance. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

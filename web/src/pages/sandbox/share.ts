/** The whole sandbox in the fragment of an address: JSON, deflated, in the letters that need no escape. */
import type { Bench, Lost, Orders, Position, Stage, Variant } from './model';

const FORM = 1;
const KEPT = 'wartable.sandbox';

/** Where this browser keeps what was done in the sandbox; what was tried from a table has a place of its own. */
export const keptFor = (table: string): string => (table ? `${KEPT}.${table}` : KEPT);

const MOST = 4_000_000;

type Packed = [form: number, variant: string, rules: string, issues: Record<string, string>, at: number, stages: PackedStage[], map?: Variant];
type PackedStage = [id: number, parent: number | null, judged: 0 | 1, phase: string, units: Record<string, string[]>, centres: Record<string, string[]>, dislodged: Lost[], orders: Orders, beside?: string[]];

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const found: Uint8Array[] = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > MOST) throw new Error('too large');
    found.push(part.value);
  }
  const whole = new Uint8Array(size);
  let from = 0;
  for (const part of found) {
    whole.set(part, from);
    from += part.length;
  }
  return whole;
}

/** Write a bench as text for an address. */
export async function encode(bench: Bench): Promise<string> {
  const stages = bench.stages.map((one): PackedStage => [one.id, one.parent, one.judged ? 1 : 0, one.position.phase, one.position.units, one.position.centres, one.position.dislodged, one.orders, ...((one.position.beside?.length ? [one.position.beside] : []) satisfies [string[]?])]);
  const packed: Packed = [FORM, bench.variant, bench.rules, bench.issues, bench.at, stages];
  if (bench.map) packed.push(bench.map);
  return pack(packed);
}
/** Write anything that JSON has as text for an address. */
export async function pack(value: unknown): Promise<string> {
  const deflated = await through(new TextEncoder().encode(JSON.stringify(value)), new CompressionStream('deflate-raw'));
  let text = '';
  for (const byte of deflated) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Read a bench back; raises with a sentence where the text is no such thing. */
export const decode = async (text: string): Promise<Bench> => checked(await unpack(text));

/** Read what was packed; raises with a sentence where the text is damaged. */
export async function unpack(text: string): Promise<unknown> {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw')))) as unknown;
  } catch {
    throw new Error(BROKEN);
  }
}

export const BROKEN = 'This link is damaged or cut short, so the position in it cannot be read. Ask for it again, whole.';

function checked(packed: unknown): Bench {
  if (!Array.isArray(packed) || packed[0] !== FORM) throw new Error(BROKEN);
  const [, variant, rules, issues, at, stages, map] = packed as unknown[];
  if (typeof variant !== 'string' || typeof rules !== 'string' || !texts(issues) || typeof at !== 'number' || !Array.isArray(stages) || !(map === undefined || isObject(map))) throw new Error(BROKEN);
  const read = stages.map(readStage);
  const ids = new Set(read.map((one) => one.id));
  if (!ids.has(at) || ids.size !== read.length || read.some((one) => one.parent !== null && (!ids.has(one.parent) || one.parent >= one.id))) throw new Error(BROKEN);
  return { variant, rules, issues: issues, stages: read, at, ...(map ? { map: map as unknown as Variant } : {}) }; // whether it is a map is for the server to say
}

function readStage(given: unknown): Stage {
  if (!Array.isArray(given) || given.length < 8) throw new Error(BROKEN);
  const [id, parent, judged, phase, units, centres, dislodged, orders, beside] = given as unknown[];
  if (typeof id !== 'number' || (parent !== null && typeof parent !== 'number') || typeof phase !== 'string') throw new Error(BROKEN);
  if (!lists(units) || !lists(centres) || !lists(orders) || !Array.isArray(dislodged) || !dislodged.every(isLost) || !(beside === undefined || isTexts(beside))) throw new Error(BROKEN);
  const position: Position = { phase, units, centres, dislodged: dislodged, ...(beside ? { beside } : {}) };
  return { id, parent, position, orders, judged: judged === 1 };
}

const isObject = (given: unknown): given is Record<string, unknown> => typeof given === 'object' && given !== null && !Array.isArray(given);
const isTexts = (given: unknown): given is string[] => Array.isArray(given) && given.every((one) => typeof one === 'string');
const lists = (given: unknown): given is Record<string, string[]> => isObject(given) && Object.values(given).every(isTexts);
const texts = (given: unknown): given is Record<string, string> => isObject(given) && Object.values(given).every((one) => typeof one === 'string');
const isLost = (given: unknown): given is Lost => isObject(given) && typeof given.power === 'string' && typeof given.unit === 'string' && typeof given.attacker === 'string' && isTexts(given.retreats);

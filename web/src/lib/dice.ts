/**
 * The dice of a table as this browser keeps watch over them.
 *
 * It notes the first seal it sees, adds 32 random bytes of its own (sealed first, opened when the list of seals is closed), and notes what it saw before it
 * opened. At the end what the server tells is compared with these notes; docs/fair-dice.md says what that proves.
 */
import { api, ApiError } from './api';
import { toast } from './toasts.svelte';
import type { DiceRound, Result, Table } from './types';
import { list, plural } from './words';

export interface NotedPart { seat: number; seal: string }
export interface NotedRound { parts: NotedPart[]; secret: string }
/** What goes into the saved record. */
export interface Notes { seal: string; rounds: NotedRound[] }
/** Something of one's own for a round: whether its seal has arrived, and the list of seals as it was before it was opened. */
export interface OwnPart { round: number; secret: string; seal: string; sent: boolean; seen: NotedPart[] | null; opened: boolean }
/** What is kept of a table: the first seal and when it was seen (milliseconds), own parts, and what went wrong. */
export interface Kept { seal: string; at: number; own: OwnPart[]; wrong: string }

const PLACE = 'wartable.dice.';
const MOST = 200;
const memory = new Map<string, Kept>();
const warned = new Set<string>();
/** What tables showed while this tab was at work on what they had shown before, oldest first. */
const news = new Map<string, Table[]>();

export const EXCHANGED = 'The seal of the dice is not the one that this browser saw first, so the host of this table may have chosen the dice.';
export const LEFT_OUT = 'The server left out what this browser had sealed for the dice, so the host of this table may have chosen them.';

export const DENIED = 'This browser sent what it had sealed, but the record says that it did not: either it was lost on the way, or the host left it out.';

/** Whether this browser can add to dice: it works out hashes only on pages that came by a secure connection. */
export const able = (): boolean => globalThis.crypto?.subtle !== undefined;

/** What this browser has noted of a table; null where it was not there before. */
export function keptOf(table: string): Kept | null {
  const known = memory.get(table);
  try {
    const text = localStorage.getItem(PLACE + table); // another tab may know more
    if (text !== null) return JSON.parse(text) as Kept;
  } catch {
    // storage may be closed or damaged
  }
  return known ?? null;
}

function keep(table: string, kept: Kept): Kept {
  memory.set(table, kept);
  try {
    localStorage.setItem(PLACE + table, JSON.stringify(kept));
    prune();
  } catch {
    // kept for as long as the page is open
  }
  return kept;
}

/** Let go of the oldest notes, so that storage never fills. */
function prune(): void {
  const places = Object.keys(localStorage).filter((place) => place.startsWith(PLACE));
  if (places.length <= MOST) return;
  const at = (place: string) => (JSON.parse(localStorage.getItem(place) ?? '{}') as Partial<Kept>).at ?? 0;
  const aged = places.map((place) => ({ place, at: at(place) })).sort((one, other) => one.at - other.at);
  for (const { place } of aged.slice(0, places.length - MOST)) localStorage.removeItem(place);
}

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** SHA-256 of bytes in hexadecimal, in hexadecimal. */
export async function sealOf(secret: string): Promise<string> {
  const bytes = Uint8Array.from(secret.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

/**
 * Note what a table shows of its dice, and do what is due: join, seal or open. Never in the way: what fails is told in words at most.
 *
 * What comes while something is under way is looked at after it: it may be the last news before the time to open is over.
 */
export async function watch(table: Table): Promise<void> {
  const waiting = news.get(table.id);
  if (waiting) {
    waiting.push(table);
    return;
  }
  const due = [table];
  news.set(table.id, due);
  try {
    for (let one = due.shift(); one; one = due.shift()) {
      const now = one;
      const next = await inTurn(table.id, () => look(now));
      if (next && (next.dice.phase !== now.dice.phase || next.dice.round !== now.dice.round)) due.unshift(next);
    }
  } finally {
    news.delete(table.id);
  }
}

/** The tabs of a browser take turns at a table: two that sealed at once would each write over the secret of the other. */
function inTurn<T>(table: string, work: () => Promise<T>): Promise<T> {
  const locks = globalThis.navigator?.locks as LockManager | undefined; // there on secure connections only, as hashes are
  return locks ? locks.request(PLACE + table, work) as Promise<T> : work();
}

async function look(table: Table): Promise<Table | null> {
  const kept = keptOf(table.id) ?? keep(table.id, { seal: table.dice.seal, at: Date.now(), own: [], wrong: '' });
  if (kept.seal !== table.dice.seal) {
    warn(table.id, kept, EXCHANGED);
    return null;
  }
  if (!able() || !table.dice.mixes || !table.my_seats.length) return null;
  try {
    return await step(table, kept);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return null; // too late, or out of reach: the next news of the table tells
  }
}

async function step(table: Table, kept: Kept): Promise<Table | null> {
  const { dice } = table;
  const mine = kept.own.find((one) => one.round === dice.round);
  if (dice.phase === 'lobby') return dice.joined ? null : api.joinDice(table.id);
  if (dice.phase === 'sealing') return mine?.sent ? null : seal(table, kept);
  if (!mine) return null;
  // A seal whose answer was lost is on the list all the same, and waited for.
  const part = dice.parts.find((one) => one.seal === mine.seal);
  if (part && !part.opened && dice.phase === 'opening') return open(table, mine);
  if (!part && mine.sent) warn(table.id, kept, LEFT_OUT);
  return null;
}

async function seal(table: Table, kept: Kept): Promise<Table> {
  const { round } = table.dice;
  let mine = kept.own.find((one) => one.round === round);
  if (!mine) {
    const secret = hex(crypto.getRandomValues(new Uint8Array(32)));
    mine = { round, secret, seal: await sealOf(secret), sent: false, seen: null, opened: false };
    keep(table.id, { ...kept, own: [...kept.own, mine] });
  }
  const next = await api.sealDice(table.id, round, mine.seal);
  change(table.id, mine.seal, { sent: true });
  return next;
}

async function open(table: Table, mine: OwnPart): Promise<Table> {
  change(table.id, mine.seal, { seen: mine.seen ?? table.dice.parts.map(({ seat, seal: theirs }) => ({ seat, seal: theirs })) });
  const next = await api.openDice(table.id, table.dice.round, mine.secret);
  change(table.id, mine.seal, { opened: true });
  return next;
}

function change(table: string, own: string, what: Partial<OwnPart>): void {
  const kept = keptOf(table);
  if (kept) keep(table, { ...kept, own: kept.own.map((one) => (one.seal === own ? { ...one, ...what } : one)) });
}

function warn(table: string, kept: Kept, wrong: string): void {
  if (kept.wrong !== wrong) keep(table, { ...kept, wrong });
  if (warned.has(table)) return;
  warned.add(table);
  toast(wrong, 'danger', 20_000);
}

/** What a browser finds when it compares a result with its notes. */
export interface Verdict { sound: boolean; lines: string[] }

/** Compare what the server tells of the dice at the end with what this browser noted while they were made. */
export async function judge(result: Pick<Result, 'commitment' | 'seed' | 'rounds' | 'rolls' | 'verified'>, kept: Kept | null, names: readonly string[]): Promise<Verdict> {
  const wrong: string[] = [];
  const lines: string[] = [];
  if (!result.verified) wrong.push('The rolls do not match the seal: this record was changed. Download it and compare.');
  if (able()) wrong.push(...await unfit(result, names));
  if (kept) {
    wrong.push(...faults(result, kept));
    if (!wrong.length) lines.push(`The seal is the one that this browser noted on ${new Date(kept.at).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })}.`, ...added(result, kept));
  } else {
    lines.push('This browser was not there at the start, so it cannot say whether the seal is the same as then.');
  }
  const last = result.rounds.at(-1)?.parts ?? [];
  if (last.length) lines.push(`Added to the dice: ${list(last.map((part) => names[part.seat] ?? `seat ${part.seat + 1}`))}.`);
  if (kept && isDenied(result, kept)) lines.push(DENIED);
  for (const part of unopened(result.rounds)) lines.push(`${names[part.seat] ?? `Seat ${part.seat + 1}`} sealed a part and did not open it, so the others started again without it.`);
  if (!wrong.length) lines.unshift(`All ${plural(result.rolls, 'roll')} match the seal, says the server.`);
  return { sound: !wrong.length, lines: [...wrong, ...lines] };
}

const unopened = (rounds: readonly DiceRound[]) => rounds.flatMap((round) => round.parts.filter((part) => !part.secret));

/** Seeds and parts that do not belong to their seals. */
async function unfit(result: Pick<Result, 'commitment' | 'seed' | 'rounds'>, names: readonly string[]): Promise<string[]> {
  const found = await sealOf(result.seed) === result.commitment ? [] : ['The seed does not belong to the seal.'];
  for (const part of result.rounds.flatMap((round) => round.parts)) {
    if (part.secret && await sealOf(part.secret) !== part.seal) found.push(`What ${names[part.seat] ?? `seat ${part.seat + 1}`} opened is not what was sealed.`);
  }
  return found;
}

const same = (one: readonly NotedPart[], other: readonly NotedPart[]): boolean =>
  one.length === other.length && one.every((part) => other.some((found) => found.seat === part.seat && found.seal === part.seal));

/** The rounds in which this browser has opened its part; also where the answer was lost, but the result tells of it. */
function rounds(kept: Kept, result?: Pick<Result, 'rounds'>): NotedRound[] {
  const told = new Set(result?.rounds.flatMap((round) => round.parts.map((part) => part.secret)));
  return kept.own.flatMap((own) => (own.seen && (own.opened || told.has(own.secret)) ? [{ parts: own.seen, secret: own.secret }] : []));
}

/** Where a result tells of its dice something else than was noted. */
function faults(result: Pick<Result, 'commitment' | 'rounds'>, kept: Kept): string[] {
  const found = kept.seal === result.commitment ? [] : [`${EXCHANGED} Noted at the start: ${kept.seal}.`];
  if (kept.wrong && !found.length) found.push(kept.wrong);
  for (const noted of rounds(kept, result)) {
    const round = result.rounds.find((one) => same(noted.parts, one.parts));
    if (!round) found.push('The seals in the record differ from the list that this browser saw before it opened its part.');
    else if (!round.parts.some((part) => part.secret === noted.secret)) found.push('What this browser added to the dice is not in the record.');
  }
  return found;
}

/** Whether this browser sent its part of a round that, as the record tells it, was not opened in time. */
const isDenied = (result: Pick<Result, 'rounds'>, kept: Kept): boolean =>
  unopened(result.rounds).some((part) => kept.own.some((own) => own.seen && own.seal === part.seal));

/** What this browser's own part means for the dice. */
function added(result: Pick<Result, 'rounds'>, kept: Kept): string[] {
  const last = result.rounds.at(-1);
  const mine = last && rounds(kept, result).some((noted) => last.parts.some((part) => part.secret === noted.secret));
  if (mine) return ['What this browser added is in the dice: nobody, not even the host, could choose them.'];
  return ['This browser added nothing to the dice. Only players who did can be sure that the host did not choose them.'];
}

/** A record as JSON lines with this browser's notes in its last line, where `wartable verify` reads them. */
export function withNotes(record: string, kept: Kept): string {
  const lines = record.trimEnd().split('\n');
  const notes: Notes = { seal: kept.seal, rounds: rounds(kept) };
  const last = { ...(JSON.parse(lines.at(-1) ?? '{}') as object), notes };
  return `${[...lines.slice(0, -1), JSON.stringify(last)].join('\n')}\n`;
}

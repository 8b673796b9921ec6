/** What a player answers in a combat: drafts that begin as the default, change click by click, and say what they lack. */
import { list, plural } from '../../../../lib/words';
import type { Decision } from '../view';
import { rankOf, type CombatView } from './view';

export type Answer = Decision['default'];

export const begin = (decision: Decision): Answer => decision.default;

/** The numbers that an answer names: figures, or forces that hide. */
export function named(answer: Answer): number[] {
  switch (answer.type) {
    case 'hide': return answer.forces;
    case 'hold': case 'lose': case 'flee': case 'enter': return answer.figures;
    case 'pick': return answer.victims;
    case 'allocate': return answer.hits.filter(([, hits]) => hits.some(Boolean)).map(([figure]) => figure);
    case 'challenge': return answer.target === null ? [] : [answer.target];
    default: return [];
  }
}

/** Name a figure or force, or name it no more; where only so many may be named, the one named first makes room. */
export function toggle(decision: Decision, combat: CombatView, answer: Answer, id: number): Answer {
  if (!decision.figures.includes(id)) return answer;
  const rest = named(answer).filter((other) => other !== id);
  const fresh = rest.length === named(answer).length;
  switch (answer.type) {
    case 'hide': return { ...answer, forces: fresh ? [...rest, id] : rest };
    case 'hold': case 'enter': return { ...answer, figures: fresh ? [...rest, id] : rest };
    case 'lose': return { ...answer, figures: fresh ? [...rest, id].slice(-decision.need) : rest };
    case 'flee': return { ...answer, figures: fresh ? roomFor(decision, combat, rest, id) : rest };
    case 'pick': return decision.need < decision.figures.length ? { ...answer, victims: fresh ? [...rest, id].slice(-decision.need) : rest } : answer;
    case 'challenge': return { ...answer, target: answer.target === id ? null : id };
    default: return answer;
  }
}

function roomFor(decision: Decision, combat: CombatView, rest: number[], id: number): number[] {
  const army = (figure: number) => !combat.ranks.find((rank) => rank.figures.includes(figure))?.character;
  if (!army(id)) return [...rest, id];
  const soldiers = decision.need > 1 ? rest.filter(army).slice(1 - decision.need) : [];
  return [...rest.filter((figure) => !army(figure)), ...soldiers, id];
}

/** Hits of each kind that a figure takes. */
export function hitsOf(answer: Answer, figure: number, kinds: number): number[] {
  return (answer.type === 'allocate' ? answer.hits.find(([id]) => id === figure)?.[1] : undefined) ?? Array.from({ length: kinds }, () => 0);
}

/** Hits of each kind that nobody takes yet. */
export function left(decision: Decision, answer: Answer): number[] {
  if (answer.type !== 'allocate') return [];
  return decision.batches.map((batch, kind) => batch.count - answer.hits.reduce((sum, [, hits]) => sum + (hits[kind] ?? 0), 0));
}

/** Give a figure one more hit of a kind; if none is left, it comes from the figure that has most, the last of them. */
export function give(decision: Decision, combat: CombatView, answer: Answer, figure: number, kind: number): Answer {
  if (answer.type !== 'allocate' || !decision.figures.includes(figure)) return answer;
  let next: Answer = answer;
  if ((left(decision, answer)[kind] ?? 0) < 1) {
    const from = richest(decision, combat, answer, figure, kind);
    if (from === null) return answer;
    next = put(decision, next, from, kind, -1);
  }
  return put(decision, next, figure, kind, 1);
}

/** Take a hit of a kind off a figure; one that an assassin placed stays. */
export function take(decision: Decision, combat: CombatView, answer: Answer, figure: number, kind: number): Answer {
  return spare(decision, combat, answer, figure, kind) > 0 ? put(decision, answer, figure, kind, -1) : answer;
}

function spare(decision: Decision, combat: CombatView, answer: Answer, figure: number, kind: number): number {
  const placed = combat.picks.filter(([victim, of]) => victim === figure && of === kind).length;
  return (hitsOf(answer, figure, decision.batches.length)[kind] ?? 0) - placed;
}

function richest(decision: Decision, combat: CombatView, answer: Answer, but: number, kind: number): number | null {
  const total = (figure: number) => hitsOf(answer, figure, decision.batches.length).reduce((sum, count) => sum + count, 0);
  const able = decision.figures.filter((figure) => figure !== but && spare(decision, combat, answer, figure, kind) > 0);
  return able.reduce<number | null>((best, figure) => (best === null || total(figure) >= total(best) ? figure : best), null);
}

function put(decision: Decision, answer: Answer, figure: number, kind: number, by: number): Answer {
  if (answer.type !== 'allocate') return answer;
  const kinds = decision.batches.length;
  const changed = hitsOf(answer, figure, kinds).map((count, at) => (at === kind ? count + by : count));
  return { ...answer, hits: decision.figures.map((id): [number, number[]] => [id, id === figure ? changed : hitsOf(answer, id, kinds)]).filter(([, hits]) => hits.some(Boolean)) };
}

/** Hits that an answer puts on the figures of a player. */
export const shareOf = (combat: CombatView, answer: Answer, player: number): number =>
  (answer.type === 'allocate' ? answer.hits.filter(([id]) => rankOf(combat, id)?.player === player).reduce((sum, [, hits]) => sum + hits.reduce((all, count) => all + count, 0), 0) : 0);

/** Hand an ally the hits on his figures, or keep them. */
export const handOver = (answer: Answer, player: number): Answer =>
  (answer.type === 'allocate' ? { ...answer, delegates: answer.delegates.includes(player) ? answer.delegates.filter((one) => one !== player) : [...answer.delegates, player] } : answer);

/** Whether the hits that are asked about were handed over by an ally: he has dealt them out already. */
export const handed = (decision: Decision, combat: CombatView): boolean =>
  decision.kind === 'allocate' && combat.dealt.some(([id]) => decision.figures.includes(id));

/** Say that figures attack a side. */
export const aimAt = (answer: Answer, figures: readonly number[], side: number): Answer =>
  (answer.type === 'aim' ? { ...answer, targets: answer.targets.map(([figure, old]) => [figure, figures.includes(figure) ? side : old] as const) } : answer);

/** Let a force search for a party, or not. */
export function seek(answer: Answer, seeker: number, party: number): Answer {
  if (answer.type !== 'search') return answer;
  const rest = answer.pairs.filter(([one, other]) => one !== seeker || other !== party);
  return { ...answer, pairs: rest.length < answer.pairs.length ? rest : [...rest, [seeker, party] as const] };
}

export const useWeapon = (answer: Answer, weapon: number, mode: string): Answer =>
  (answer.type === 'serve' ? { ...answer, modes: answer.modes.map(([one, old]) => [one, one === weapon ? (mode as typeof old) : old]) } : answer);

/** Let infantry join the crew of a weapon, or leave it again. */
export function enlist(combat: CombatView, answer: Answer, figure: number, weapon: number): Answer {
  if (answer.type !== 'serve') return answer;
  const rest = answer.recruits.filter(([one]) => one !== figure);
  const joined = rest.filter(([, other]) => other === weapon).length;
  const room = combat.vacant.find(([one]) => one === weapon)?.[1] ?? 0;
  const leaves = answer.recruits.some(([one, other]) => one === figure && other === weapon);
  return { ...answer, recruits: leaves || joined >= room ? rest : [...rest, [figure, weapon] as const] };
}

/** How many join the crew of a weapon. */
export const crewOf = (answer: Answer, weapon: number): number =>
  (answer.type === 'serve' ? answer.recruits.filter(([, other]) => other === weapon).length : 0);

/** The infantry that may join the crew of a weapon, by name: who does, and who is free; first those who are too far away to fight. */
export function recruitsOf(combat: CombatView, answer: Answer, figures: readonly number[], weapon: number): { name: string; joined: number[]; free: number[] }[] {
  if (answer.type !== 'serve') return [];
  const of = new Map(answer.recruits);
  const rows = new Map<string, { name: string; joined: number[]; free: number[] }>();
  for (const rank of combat.ranks.toSorted((a, b) => Number(a.engaged) - Number(b.engaged))) {
    for (const id of rank.figures.filter((one) => figures.includes(one))) {
      const row = rows.get(rank.name) ?? { name: rank.name, joined: [], free: [] };
      if (!of.has(id)) row.free.push(id);
      else if (of.get(id) === weapon) row.joined.push(id);
      rows.set(rank.name, row);
    }
  }
  return [...rows.values()].filter(({ joined, free }) => joined.length + free.length);
}

/** What an answer still lacks, as a sentence; empty where it may be given. */
export function lacks(decision: Decision, answer: Answer): string {
  const missing = decision.need - named(answer).length;
  if (answer.type === 'lose' && missing > 0) return `Name ${plural(missing, 'more figure')}.`;
  if (answer.type === 'pick' && missing > 0) return `Name ${plural(missing, 'more victim')}.`;
  const open = left(decision, answer).reduce((sum, count) => sum + Math.max(0, count), 0);
  if (open > 0) return `${plural(open, 'hit is', 'hits are')} not dealt out yet.`;
  if (answer.type === 'enchant' && answer.dice + answer.attack + answer.defence > decision.need) return `Only ${plural(decision.need, 'point')} can be spent.`;
  return '';
}

/** Whether an answer is still the one that was proposed. */
export const usual = (decision: Decision, answer: Answer): boolean => JSON.stringify(answer) === JSON.stringify(decision.default);

const DOES: Record<string, string> = { fire: 'Fire', fight: 'Crew fights', support: 'Help attackers', break: 'Break the gate', detonate: 'Set it off', idle: 'Do nothing' };
/** Whether a ram or charge has nothing to break, which is said: that it may only stand by would look like a choice. */
export const breaksNothing = (modes: readonly (string | number)[]): boolean => modes.includes('idle') && !modes.includes('break') && !modes.includes('detonate');
export const modeWords = (mode: string): string => DOES[mode] ?? mode;
const TAGS: Record<string, string> = { axes: 'by axes', magic: 'by magic', paralyze: 'paralysing', terror: 'terrifying' };
/** The kind of a batch of hits in words, which fit one hit and several. */
export const tagWords = (tags: readonly string[]): string => (tags.length ? list(tags.map((tag) => TAGS[tag] ?? tag.replaceAll('_', ' '))) : 'plain');

const ASKS: Record<Decision['kind'], [title: string, line: string, button: string]> = {
  hide: ['Which parties hide?', 'Those who hide fight only if they are found.', 'Hide'],
  search: ['Who searches for whom?', 'Each search is one die.', 'Search'],
  aim: ['Whom do they attack?', 'Each figure attacks one side.', 'Aim'],
  hold: ['Who holds back?', 'Those who hold back roll no attack dice. Press figures to change it.', 'Attack'],
  challenge: ['Whom does the wizard challenge?', 'The loser neither attacks nor leads.', 'Go on'],
  enchant: ['How do you spend the points?', 'More dice, a better attack or a better defence.', 'Spend the points'],
  serve: ['What do the weapons do?', 'Fewer crew, fewer dice.', 'Go on'],
  pick: ['Whom do the assassins strike?', 'Each strikes a different figure.', 'Strike'],
  allocate: ['Who takes the hits?', 'Everybody takes one before anybody takes another. Press a figure to give it a hit.', 'Take the hits'],
  lose: ['Who else is lost?', 'The loser loses one more for every ten left.', 'Give them up'],
  flee: ['Who goes to the tower?', 'Those who stay are lost with the place.', 'Flee'],
  enter: ['Who goes inside?', 'The others stay where they stand. Crew that goes in leaves its weapon.', 'Go in'],
};
/** What a question is called, a line to explain it, and what the button says; `open`: the place has no walls to fall. */
export function asks(kind: Decision['kind'], open = false): [title: string, line: string, button: string] {
  const [title, line, button] = ASKS[kind];
  return kind === 'flee' && open ? [title, 'The others retreat into the field.', 'Go up'] : [title, line, button];
}

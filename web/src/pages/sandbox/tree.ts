/** Lines of play as a tree of phases: every game's sandbox grows one, whatever its phases hold. */

/** One phase: `parent` is the phase it came from; `orders` are those given in it, by power. */
export interface Twig { id: number; parent: number | null; judged: boolean; position: unknown; orders: Readonly<Record<string, unknown>> }
/** Phases, and the one that is looked at. */
export interface Grown<S extends Twig> { stages: S[]; at: number }

export const stage = <S extends Twig>(tree: Grown<S>, id: number): S | undefined => tree.stages.find((one) => one.id === id);
export const children = <S extends Twig>(tree: Grown<S>, id: number | null): S[] => tree.stages.filter((one) => one.parent === id);
const fresh = (tree: Grown<Twig>): number => Math.max(0, ...tree.stages.map((one) => one.id)) + 1;
const ordered = (one: Twig): boolean => Object.values(one.orders).some((given) => !Array.isArray(given) || given.length > 0);

/** Whether a phase has consequences worth keeping: more than one follower nobody has touched. */
function followed(tree: Grown<Twig>, id: number): boolean {
  const next = children(tree, id);
  return next.length > 1 || next.some((one) => ordered(one) || one.judged || children(tree, one.id).length > 0);
}

/**
 * Change a phase. Where play has gone on from it, the line is kept and the change begins a second one beside it.
 * Returns the tree and whether it forked.
 */
export function change<S extends Twig, B extends Grown<S>>(bench: B, id: number, made: Partial<S>): { bench: B; forked: boolean } {
  const old = stage(bench, id);
  if (!old) return { bench, forked: false };
  if (followed(bench, id)) {
    const one = { ...old, ...made, id: fresh(bench), judged: false };
    return { bench: { ...bench, stages: [...bench.stages, one], at: one.id }, forked: true };
  }
  const stages = bench.stages.filter((one) => one.parent !== id).map((one) => (one.id === id ? { ...one, ...made, judged: false } : one));
  return { bench: { ...bench, stages, at: id }, forked: false };
}

/** A second line of play that begins with a copy of a phase. */
export function fork<S extends Twig, B extends Grown<S>>(bench: B, id: number): B {
  const old = stage<S>(bench, id);
  if (!old) return bench;
  const copy = { ...old, id: fresh(bench), judged: false };
  return { ...bench, stages: [...bench.stages, copy], at: copy.id };
}

/** Note that a phase has been judged, with what is known by that. */
export function judge<S extends Twig, B extends Grown<S>>(bench: B, id: number, found: Partial<S> = {}): B {
  return { ...bench, stages: bench.stages.map((one) => (one.id === id ? { ...one, ...found, judged: true } : one)) };
}

/** Take a verdict off, to change orders. */
export function reopen<S extends Twig, B extends Grown<S>>(bench: B, id: number): B {
  return { ...bench, stages: bench.stages.map((one) => (one.id === id ? { ...one, judged: false } : one)) };
}

/** Go on to the position a phase led to: to the follower that has it, or to one `made` of it. */
export function follow<S extends Twig, B extends Grown<S>>(bench: B, id: number, next: S['position'], made: (id: number) => S): B {
  const wanted = JSON.stringify(next);
  const there = children<S>(bench, id).find((one) => JSON.stringify(one.position) === wanted);
  if (there) return { ...bench, at: there.id };
  const one = made(fresh(bench));
  return { ...bench, stages: [...bench.stages, one], at: one.id };
}

/** Take a phase and all that follows away; the last line stays. */
export function drop<S extends Twig, B extends Grown<S>>(bench: B, id: number): B {
  const gone = new Set([id]);
  for (const one of bench.stages) if (one.parent !== null && gone.has(one.parent)) gone.add(one.id);
  const stages = bench.stages.filter((one) => !gone.has(one.id));
  const parent = stage<S>(bench, id)?.parent;
  const next = stages.find((one) => one.id === parent) ?? stages[0];
  return next ? { ...bench, stages, at: next.id } : bench;
}

/** The phases from the beginning to one. */
export function path<S extends Twig>(tree: Grown<S>, id: number): S[] {
  const found: S[] = [];
  for (let one = stage(tree, id); one; one = one.parent === null ? undefined : stage(tree, one.parent)) found.unshift(one);
  return found;
}

/** A phase in the small tree: `row` is its line, counted from 0, `column` how far along it is. */
export interface Node<S extends Twig> { stage: S; row: number; column: number; parentRow: number }

/** Lay the tree out: a first follower stays in its line, others begin new lines below. */
export function layout<S extends Twig>(tree: Grown<S>): Node<S>[] {
  const nodes: Node<S>[] = [];
  let rows = 0;
  const place = (one: S, row: number, column: number, parentRow: number): void => {
    nodes.push({ stage: one, row, column, parentRow });
    children(tree, one.id).forEach((next, index) => place(next, index ? rows++ : row, column + 1, row));
  };
  for (const root of children(tree, null)) {
    const row = rows++;
    place(root, row, 0, row);
  }
  return nodes;
}

/** Letters of lines: A, B, … Z, A2, … */
export const letter = (row: number): string => String.fromCharCode(65 + (row % 26)) + (row >= 26 ? String(Math.floor(row / 26) + 1) : '');

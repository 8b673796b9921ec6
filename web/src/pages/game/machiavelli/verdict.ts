/** What a campaign came to, fact by fact in the order of its steps, out of the log and the orders that were judged. */
import type { LogLine } from '../../../lib/types';
import { capital } from '../../../lib/words';
import { deed, goalOf, notation, spotOf, unitText, worked, type Judged, type Say } from './orders';
import { readFigure, ringOf, type LotrView } from './ring/figures';
import { DANGER_TITLES } from './dangers';
import { nameOf, type MachiavelliView, type Survey } from './view';

type Went = LotrView['went'][number];
export const STAGES = ['bank', 'expenses', 'murder', 'figures', 'moves', 'sieges', 'retreats', 'dangers', 'control'] as const;
export type Stage = (typeof STAGES)[number];
export const STAGE_TITLES: Readonly<Record<Stage, string>> = {
  bank: 'Bank', expenses: 'Expenses', murder: 'Murder', figures: 'Figures', moves: 'Moves', sieges: 'Sieges', retreats: 'Retreats', dangers: 'Disasters', control: 'Control',
};
export interface Fact {
  key: string; stage: Stage; title: string; text: string;
  /** Places to outline. */
  spaces: string[];
  mine: boolean;
  /** Whether something failed or was lost. */
  bad: boolean;
  /** The judged order it tells of. */
  judged: Judged | null;
  rule: string;
}
export interface Told {
  facts: Fact[];
  /** What the year brought before this campaign, in sentences: famine, income, units. */
  ledger: LogLine[];
  title: string;
  /** Powers whose rulers were murdered in this campaign. */
  murdered: string[];
}

const STAGE_OF: Readonly<Record<string, Stage>> = {
  repaid: 'bank', given: 'bank', borrowed: 'bank', collected: 'bank', defaulted: 'bank', chit_given: 'bank', province_given: 'bank',
  charged: 'expenses', expense_judged: 'expenses', relieved: 'expenses', scorched: 'expenses', allegiance_changed: 'expenses',
  attempt_rolled: 'murder', murdered: 'murder', loyalty_rolled: 'murder', siege_began: 'sieges', siege_ended: 'sieges', retreated: 'retreats', shifted: 'retreats',
  bearer_seen: 'figures', riders_came: 'figures', bearer_left: 'figures', eagles_left: 'figures', bearer_elected: 'figures', disaster_rolled: 'dangers', plague_spread: 'dangers', control_changed: 'control', eliminated: 'control', country_taken: 'control', home_gained: 'control',
};
/** Lines that stand in whatever step is under way. The bank takes no unit: what is lost before orders was paid for, be it that nobody is told by whom. */
const ANYWHERE: ReadonlySet<string> = new Set(['unit_lost', 'rebellion_began', 'rebellion_ended', 'refused']);
const PAID: ReadonlySet<string> = new Set(['unit_lost', 'rebellion_began', 'rebellion_ended']);
const YEAR: ReadonlySet<string> = new Set(['earned', 'maintained', 'raised', 'taxed', 'trade_paid', 'fortune_told']);
/** Famine was rolled for before the year; units die of it after the moves of spring. */
const STARVED = /\. Starved in /;
const BAD = /\bfails\b|\bis lost\b|cannot/;

/** The part of the log that the last judged campaign takes, and the year's lines after it. */
export function campaignLines(log: readonly LogLine[]): { lines: LogLine[]; year: LogLine[] } {
  const revealed = log.findLastIndex((line) => line.kind === 'orders_revealed');
  const opened = log.findLastIndex((line, at) => line.kind === 'campaign_opened' && at < revealed);
  const next = log.findIndex((line, at) => line.kind === 'campaign_opened' && at > revealed);
  const lines = revealed < 0 ? [] : log.slice(opened + 1, next < 0 ? undefined : next);
  const year = revealed < 0 ? log.filter((line) => line.kind !== 'campaign_opened') : lines;
  const begun = year.findIndex((line) => YEAR.has(line.kind) || (line.kind === 'disaster_rolled' && line.text.startsWith('Famine')));
  if (revealed < 0) return { lines: [], year: begun < 0 ? [] : year.slice(begun) };
  return begun < 0 ? { lines, year: lastYear(log, opened) } : { lines: lines.slice(0, begun), year: lines.slice(begun) };
}

/** The lines of the year in which a campaign stands. */
function lastYear(log: readonly LogLine[], opened: number): LogLine[] {
  const before = log.slice(0, Math.max(0, opened));
  const end = before.findLastIndex((line) => YEAR.has(line.kind));
  if (end < 0) return [];
  const start = before.findLastIndex((line, at) => at < end && (line.kind === 'orders_revealed' || line.kind === 'campaign_opened'));
  const part = before.slice(start + 1, end + 1);
  const first = part.findIndex((line) => YEAR.has(line.kind) || (line.kind === 'disaster_rolled' && line.text.startsWith('Famine')));
  return part.slice(Math.max(0, first));
}

export function told(log: readonly LogLine[], view: MachiavelliView, survey: Survey, named: (text: string) => string): Told {
  const { lines, year } = campaignLines(log);
  const facts: Fact[] = [];
  let stage: Stage = 'bank';
  let moved = false;
  for (const [at, line] of lines.entries()) {
    if (line.kind === 'orders_revealed') {
      if (!moved && view.last) facts.push(...judgedFacts(view, survey));
      [stage, moved] = ['moves', true];
      continue;
    }
    const own = STAGE_OF[line.kind] ?? (STARVED.test(line.text) ? 'dangers' : undefined);
    const next = lines[at + 1];
    // The throw that raised rebels is told with them.
    if (line.kind === 'loyalty_rolled' && next?.kind === 'rebellion_began' && next.spaces[0] === line.spaces[0]) continue;
    if (!own && !ANYWHERE.has(line.kind)) continue;
    if (own && own !== 'control') stage = own;
    if (stage === 'bank' && PAID.has(line.kind)) stage = 'expenses';
    facts.push(lineFact(line, own ?? stage, named, at));
  }
  if (moved) facts.push(...wentFacts(view, ringOf(view)?.went ?? [], survey));
  const sorted = STAGES.flatMap((one) => {
    const part = facts.filter((fact) => fact.stage === one);
    return [...part.filter((fact) => fact.mine), ...part.filter((fact) => !fact.mine)];
  });
  return { facts: sorted, ledger: year, title: view.last ? capital(`${view.last.season} ${view.last.year}`) : '', murdered: murderedIn(lines, view) };
}

/** A line of the log as a fact: its first sentence is the title, the rest says why. */
export function lineFact(line: LogLine, stage: Stage, named: (text: string) => string, at: number): Fact {
  const text = named(line.text);
  const end = text.search(/[.!?] /);
  return {
    key: `${line.step} ${at}`, stage, title: (end < 0 ? text : text.slice(0, end)).replace(/\.$/, ''), text: end < 0 ? '' : text.slice(end + 2),
    spaces: line.spaces, mine: line.mine, bad: BAD.test(text), judged: null, rule: '',
  };
}

function judgedFacts(view: MachiavelliView, survey: Survey): Fact[] {
  const quiet = (one: Judged) => one.order.type === 'hold' && one.result === 'holds' && !one.dislodged;
  const weight = (one: Judged) => (one.dislodged || one.result === 'takes' ? 4 : !worked(one.result) ? 3 : ['moves', 'converts'].includes(one.result) && !UNOPPOSED.test(one.why.sentence) ? 2 : 1);
  return (view.last?.judged ?? []).filter((one) => !quiet(one)).toSorted((a, b) => weight(b) - weight(a)).map((one) => ({
    key: `judged ${one.power} ${notation(one.order)}`, stage: ['besieges', 'takes', 'lifts', 'broken'].includes(one.result) ? 'sieges' as const : 'moves' as const,
    title: `${nameOf(view, one.power)}: ${judgedTitle(one, survey)}`, text: one.why.sentence, spaces: [...new Set([one.order.unit.place, goalOf(one.order)])],
    mine: one.power === view.power, bad: !worked(one.result) || one.dislodged, judged: one, rule: one.why.rule,
  }));
}

/** What the figures that all see did: those that did anything. */
function wentFacts(view: MachiavelliView, went: readonly Went[], survey: Survey): Fact[] {
  return went.flatMap((one): Fact[] => {
    const { order } = one;
    if (!('unit' in order) || (order.type === 'hold' && one.result === 'holds')) return [];
    const sent = readFigure(order);
    const struck = one.result === 'struck' || one.result === 'eliminated';
    return [{
      key: `went ${order.unit.kind} ${order.unit.at}`, stage: 'figures', title: `${nameOf(view, one.power)}: ${sent.type === 'call' ? 'the Dead' : survey.unit(sent.unit)} ${struck ? `is ${one.result}` : deed(sent, survey)}`, text: one.why.sentence,
      spaces: [...new Set([order.unit.at, goalOf(sent)])], mine: one.power === view.power, bad: struck || !worked(one.result), judged: null, rule: one.why.rule,
    }];
  });
}

/** "The ruler of Naples is murdered.": the powers it happened to. */
const murderedIn = (lines: readonly LogLine[], view: MachiavelliView): string[] =>
  view.powers.filter((power) => lines.some((line) => line.kind === 'murdered' && line.text.startsWith(`The ruler of ${power.name} is murdered`))).map((power) => power.id);

/** Moves that met nobody are told after those that did. */
const UNOPPOSED = /nobody was in the way/;
const RESULTS: Readonly<Record<string, string>> = {
  bounces: 'bounces', no_path: 'finds no transport', cut: 'support is cut', unmatched: 'helps what was not ordered', disrupted: 'transport is broken', broken: 'the siege is broken',
  void: 'cannot be done', illegal: 'not allowed', takes: 'the city falls',
};

/** "army Pistoia moves to Bologna: bounces". */
export function judgedTitle(one: Judged, say: Say & Pick<Survey, 'unit'>): string {
  const result = RESULTS[one.result];
  return `${say.unit(one.order.unit)} ${deed(one.order, say)}${result ? `: ${result}` : ''}${one.dislodged ? ', and is dislodged' : ''}`;
}

export const factOf = (facts: readonly Fact[], judged: Judged): number => facts.findIndex((fact) => fact.judged === judged);
/** What a step is called: that of disasters by those that strike after such a campaign in this game. */
export function stageTitle(view: MachiavelliView, stage: Stage): string {
  if (stage !== 'dangers') return STAGE_TITLES[stage];
  const season = view.last?.season;
  // Fleets in a storm of summer sink after fall.
  const found = view.dangers.filter((one) => one.season === season || (one.disaster === 'storm' && season === 'fall'));
  return capital(found.map((one) => DANGER_TITLES[one.disaster].toLowerCase()).join(', ')) || STAGE_TITLES[stage];
}
/** The facts of each step, counted. */
export const counts = (view: MachiavelliView, facts: readonly Fact[]): { stage: Stage; title: string; count: number; first: number }[] =>
  STAGES.filter((stage) => stage !== 'figures' || facts.some((fact) => fact.stage === stage)).map((stage) => ({ stage, title: stageTitle(view, stage), count: facts.filter((fact) => fact.stage === stage).length, first: facts.findIndex((fact) => fact.stage === stage) }));

/** The spot of the unit that a fact tells of. */
export const spotOfFact = (fact: Fact): string | null => (fact.judged ? spotOf(fact.judged.order.unit) : fact.spaces[0] ?? null);
export const unitOfFact = (fact: Fact): string => (fact.judged ? unitText(fact.judged.order.unit) : '');

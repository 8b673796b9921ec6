/** Entering an order step by step: unit, then what, then where, out of what the server offers. */
import type { components } from '../../lib/openapi';
import { at, compose, province, provinceOf } from './orders';

export type Offer = components['schemas']['Offer'];

/** How far an order is entered: whose, for which unit (or centre to build in), of what kind, helping whom. */
export interface Entry { power: string; source: string; kind: '' | 'move' | 'support' | 'convoy'; of: string }
/** One way on: an order complete, or a further step; `place` is the province that stands for it on the board. */
export interface Choice { key: string; title: string; place: string; order: string; next: Entry | null; letter?: string }
/** How places and units are said. */
export interface Say { place: (location: string) => string; unit: (unit: string) => string }

const step = (entry: Entry, kind: Entry['kind'], of: string, title: string, place: string, letter?: string): Choice =>
  ({ key: `${kind} ${of}`, title, place, order: '', next: { ...entry, kind, of }, ...(letter ? { letter } : {}) });
const done = (order: string, title: string, place: string, letter?: string): Choice =>
  ({ key: order, title, place, order, next: null, ...(letter ? { letter } : {}) });
const targets = (offer: Offer): string[] => offer.targets ?? [];

/** The offers for the unit (or centre) that is being ordered. */
export const offersFor = (entry: Entry, offers: readonly Offer[]): Offer[] => offers.filter((offer) => offer.source === entry.source);

/** What can be chosen next. */
export function choices(entry: Entry, offers: readonly Offer[], say: Say, current: readonly string[] = []): Choice[] {
  const mine = offersFor(entry, offers);
  switch (entry.kind) {
    case '': return kinds(entry, mine, say);
    case 'move': return moves(entry, mine, say);
    case 'support': return entry.of ? supports(entry, mine, say, current) : helped(entry, mine, say);
    case 'convoy': return entry.of ? convoys(entry, mine, say) : carried(entry, mine, say);
  }
}

function kinds(entry: Entry, mine: Offer[], say: Say): Choice[] {
  const found: Choice[] = [];
  const has = (...wanted: string[]) => mine.some((offer) => wanted.includes(offer.kind) && targets(offer).length > 0);
  if (mine.some((offer) => offer.kind === 'hold')) found.push(done(compose('hold', entry.source, '', ''), 'Hold', '', 'H'));
  if (has('move', 'move_via')) found.push(step(entry, 'move', '', 'Move', '', 'M'));
  if (has('support_hold', 'support_move')) found.push(step(entry, 'support', '', 'Support', '', 'S'));
  if (has('convoy')) found.push(step(entry, 'convoy', '', 'Convoy', '', 'C'));
  for (const offer of mine) {
    for (const target of targets(offer)) {
      const order = compose(offer.kind, entry.source, target, '');
      if (offer.kind === 'convert') found.push(done(order, target.startsWith('F') ? 'Become a fleet' : 'Become an army', ''));
      if (offer.kind === 'retreat') found.push(done(order, `Retreat to ${say.place(target)}`, province(target)));
      if (offer.kind === 'build') found.push(done(order, `Build ${say.unit(target)}`, ''));
    }
    if (offer.kind === 'disband') found.push(done(compose('disband', entry.source, '', ''), 'Disband', ''));
  }
  return found;
}

function moves(entry: Entry, mine: Offer[], say: Say): Choice[] {
  const of = (kind: string) => mine.filter((offer) => offer.kind === kind).flatMap(targets);
  return [
    ...of('move').map((target) => done(compose('move', entry.source, target, ''), say.place(target), province(target))),
    ...of('move_via').map((target) => done(compose('move_via', entry.source, target, ''), `${say.place(target)} by convoy`, province(target))),
  ];
}

/** Units that may be helped, each once. */
function helped(entry: Entry, mine: Offer[], say: Say): Choice[] {
  const units = mine.flatMap((offer) => (offer.kind === 'support_hold' ? targets(offer) : offer.kind === 'support_move' ? [offer.note ?? ''] : []));
  return [...new Set(units)].map((unit) => step(entry, 'support', unit, say.unit(unit), provinceOf(unit)));
}

/** What to help a unit to; what it is ordered to do comes first. */
function supports(entry: Entry, mine: Offer[], say: Say, current: readonly string[]): Choice[] {
  const hold = mine.some((offer) => offer.kind === 'support_hold' && targets(offer).includes(entry.of));
  const goes = mine.filter((offer) => offer.kind === 'support_move' && offer.note === entry.of).flatMap(targets);
  const found = [
    ...(hold ? [done(compose('support_hold', entry.source, entry.of, ''), 'To hold', provinceOf(entry.of))] : []),
    ...goes.map((target) => done(compose('support_move', entry.source, target, entry.of), `To ${say.place(target)}`, province(target))),
  ];
  const ordered = (choice: Choice) => current.some((order) => order.startsWith(`${entry.of} - `) && province(order.split(' ')[3] ?? '') === choice.place && !choice.title.startsWith('To hold'));
  return found.sort((a, b) => Number(ordered(b)) - Number(ordered(a))).map((choice) => (ordered(choice) ? { ...choice, title: `${choice.title}, as ordered` } : choice));
}

function carried(entry: Entry, mine: Offer[], say: Say): Choice[] {
  const units = new Set(mine.filter((offer) => offer.kind === 'convoy').map((offer) => offer.note ?? ''));
  return [...units].map((unit) => step(entry, 'convoy', unit, say.unit(unit), provinceOf(unit)));
}

function convoys(entry: Entry, mine: Offer[], say: Say): Choice[] {
  return mine.filter((offer) => offer.kind === 'convoy' && offer.note === entry.of).flatMap(targets)
    .map((target) => done(compose('convoy', entry.source, target, entry.of), `To ${say.place(target)}`, province(target)));
}

/** What a click on a province may mean: a choice of this step, or right after the unit a move there or support of the unit there. */
export function meant(entry: Entry, where: string, offers: readonly Offer[], say: Say, current: readonly string[] = []): Choice[] {
  const here = choices(entry, offers, say, current).filter((choice) => choice.place === where);
  if (entry.kind || here.length) return here;
  const mine = offersFor(entry, offers);
  return [
    ...moves(entry, mine, say).filter((choice) => choice.place === where).map((choice) => ({ ...choice, title: `Move to ${choice.title}` })),
    ...helped(entry, mine, say).filter((choice) => choice.place === where).map((choice) => ({ ...choice, title: `Support ${choice.title}` })),
  ];
}

/** Provinces that light up: those of this step, or right after the unit everything it could reach. */
export function lit(entry: Entry, offers: readonly Offer[], say: Say): Set<string> {
  const mine = offersFor(entry, offers);
  const shown = entry.kind ? choices(entry, offers, say) : [...kinds(entry, mine, say), ...moves(entry, mine, say)];
  return new Set(shown.map((choice) => choice.place).filter(Boolean));
}

/** The step before; null where there is none. */
export function back(entry: Entry): Entry | null {
  if (entry.of) return { ...entry, of: '' };
  return entry.kind ? { ...entry, kind: '' } : null;
}

/** What is asked at this step. */
export function question(entry: Entry, say: Say, moving = true): string {
  switch (entry.kind) {
    case '': return moving ? 'What shall it do? Click where to go, or a unit to support.' : 'What shall become of it?';
    case 'move': return 'Where to?';
    case 'support': return entry.of ? `Support ${say.unit(entry.of)} to do what?` : 'Support which unit?';
    case 'convoy': return entry.of ? `Carry ${say.unit(entry.of)} where?` : 'Carry which army?';
  }
}

/** Where the ordered unit or the centre is. */
export const placeOf = (entry: Entry): string => province(entry.source.includes(' ') ? at(entry.source) : entry.source);

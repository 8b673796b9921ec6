/** A whole battle in one sentence, as the log says it. */
import type { LogLine } from '../../../lib/types';
import { capital, plural } from '../../../lib/words';

/** Lines that belong to nobody's seat, or to that of whom they happen to, and begin with the name of who did it. */
const ENDINGS = new Set(['eliminated', 'won']);

/** `name` gives a player's name, `you` tells whether a seat is the reader's, `me` the reader's own name if he plays one seat, `place` a space's name. */
export function tellDecision(lines: LogLine[], who: { me: string; name(seat: number): string; you(seat: number): boolean; place(id: string): string }): string {
  const battles = lines.filter((line) => line.kind === 'battle' && line.dice);
  const first = battles[0];
  const doer = (line: LogLine) => (ENDINGS.has(line.kind) ? who.me : line.seat !== null && who.you(line.seat) ? who.name(line.seat) : '');
  const words = (some: LogLine[]) => some.map((line) => withYou(toReader(line.text, doer(line)), who.me)).join(' ');
  if (!first?.dice || first.seat === null) return words(lines);
  const [source, target] = first.spaces;
  if (!source || !target) return words(lines);
  const [ours, theirs] = losses(battles);
  const won = lines.some((line) => line.kind === 'conquered');
  const subject = who.you(first.seat) ? 'You' : first.seat < 0 ? capital(who.name(first.seat)) : who.name(first.seat);
  const foe = first.against;
  const foeName = foe === null ? 'the defender' : who.you(foe) ? 'you' : who.name(foe);
  const rolls = battles.length > 1 ? ` in ${plural(battles.length, 'roll')}` : '';
  const verb = won ? 'took' : 'attacked';
  const rest = words(lines.filter((line) => !['battle', 'conquered'].includes(line.kind)));
  const lost = theirs || foe !== null ? `${subject} lost ${ours || 'none'}, ${foeName} ${theirs || 'none'}.` : `${subject} lost ${ours}.`;
  const sentence = `${subject} ${verb} ${who.place(target)} from ${who.place(source)}${rolls}. ${lost}`;
  return rest ? `${sentence} ${rest}` : sentence;
}

/** What names the reader, said to the reader: "Mira places 3" becomes "You place 3", "a leader of Mira goes" "a leader of yours goes". */
export function toReader(told: string, name: string): string {
  if (!name) return told;
  const text = told.replaceAll(` of ${name}`, (found, at: number) => (/^([:.,]|$| [^A-Z])/.test(told.slice(at + found.length)) ? ' of yours' : found));
  if (!text.startsWith(`${name} `)) return text;
  const [verb = '', ...rest] = text.slice(name.length + 1).split(' ');
  return ['You', ofYou(verb), ...rest].join(' ').replace(/ and gets (?=\d)/, ' and get ').replace(/ and is out\b/, ' and are out');
}

/** What somebody does, said of you: "places" becomes "place", "has" "have". */
const ofYou = (verb: string): string => ({ has: 'have', is: 'are', was: 'were', goes: 'go' })[verb] ?? verb.replace(/(?<=\w\w)ies(?=\W*$)/, 'y').replace(/(?<=ss|sh|ch|x)es(?=\W*$)|(?<!s)s(?=\W*$)/, '');

/** A sentence about several players in which the reader, called `name`, is "you" wherever it names him: "Jonas attacks Mira" becomes "Jonas attacks you". */
export function withYou(told: string, name: string): string {
  if (!name) return told;
  const named = new RegExp(`(of )?(?<![\\p{L}\\d])${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(['’]s)?(?![\\p{L}\\d]| \\p{Lu})`, 'gu');
  return told.replace(named, (_, of?: string, theirs?: string) => (theirs ? `${of ?? ''}your` : of ? 'of yours' : 'you'))
    .replace('you, who defends', 'you, who defend')
    .replace(/\byou with (\d+) attacks /, 'you with $1 attack ')
    .replace(/\byou ([a-z]+)(?= |$|[.;)])([^.;:()]*)/g, (found, verb: string, rest: string) => (ofYou(verb) === verb ? found : `you ${ofYou(verb)}${rest.replace(/(?<= and )[a-z]+s(?= )/g, ofYou)}`))
    .replace(/(?<=^|\. )you\b/g, 'You');
}

/** Armies lost by attacker and defender over some rolls. */
export function losses(battles: LogLine[]): [number, number] {
  let ours = 0;
  let theirs = 0;
  for (const { dice } of battles) {
    ours += dice?.lost[0] ?? 0;
    theirs += dice?.lost[1] ?? 0;
  }
  return [ours, theirs];
}

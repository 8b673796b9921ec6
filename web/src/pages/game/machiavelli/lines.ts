/** Completion of typed orders: what can be ordered now, by letters of notation or of names. */
import { folded } from '../../../lib/words';
import type { Desk } from './desk.svelte';
import { notation, unitText, type Say } from './orders';

const MOST = 6;

/** Orders that what was typed may become, the shortest first; words may be those of names: "army pav com". */
export function completions(typed: string, lines: readonly string[], say: Say): string[] {
  const wanted = plain(typed);
  if (!wanted) return [];
  const words = wanted.split(' ').filter((word) => word !== '-');
  const fits = (line: string): boolean => {
    const low = line.toLowerCase();
    if (low.startsWith(wanted)) return true;
    const spelled = plain(line.replace(/[a-z_]{3,}/g, (id) => say.place(id)));
    let from = 0;
    return words.every((word) => {
      const at = spelled.indexOf(word, from);
      from = at + word.length;
      return at >= 0;
    });
  };
  return lines.filter((line) => fits(line) && line.toLowerCase() !== wanted).toSorted((a, b) => Number(b.toLowerCase().startsWith(wanted)) - Number(a.toLowerCase().startsWith(wanted)) || a.length - b.length).slice(0, MOST);
}

const plain = (text: string): string => folded(text).replace(/->|→|–|—/g, '-').replace(/\barmy\b/g, 'a').replace(/\bfleet\b/g, 'f').replace(/\bgarrison\b/g, 'g').replace(/\s*-\s*/g, ' - ').replace(/\s+/g, ' ').trim();

/** An order that could be given now, else what any unit of this board might do, as one types it. */
export function exampleOf(desk: Desk): string {
  const { choices, view } = desk;
  const going = choices.sources.flatMap((source) => choices.orders(source, desk.asks === 'retreats' ? 'retreat' : desk.asks === 'shifts' ? 'shift' : 'advance'))[0];
  const [unit] = view.position.units;
  return going ? notation(going) : unit ? `${unitText(unit)} H` : '';
}

/** Positions to learn from, our own: each with what to look at once it is judged. */
import type { Orders } from './model';

/** A position as the server reads it: without centres, every power owns its home. */
interface Scene { phase: string; units: Record<string, string[]>; centres?: Record<string, string[]>; beside?: string[] }
export interface Example { key: string; title: string; look: string; variant: string; rules: string; position: Scene; orders: Orders }

const at = (phase: string, units: Record<string, string[]>, centres?: Record<string, string[]>): Scene => ({ phase, units, ...(centres ? { centres } : {}) });
const on = (variant: string, rules: string) => (key: string, title: string, look: string, position: Scene, orders: Orders): Example =>
  ({ key, title, look, variant, rules, position, orders });
const standard = on('standard', '2023');
const figures = (phase: string, beside: string[], units: Record<string, string[]>): Scene => ({ phase, units, beside });
const ring = on('middle-earth-viii', '1971');
const lord = on('ring-diplomacy', '2023');

export const EXAMPLES: readonly Example[] = [
  standard('head-to-head', 'Head to head',
    'Two armies want to swap places, so they fight each other. The one with support is stronger, 2 against 1, and wins; the other loses both its move and its place.',
    at('spring 1901 movement', { germany: ['A BER', 'A SIL'], russia: ['A PRU'] }),
    { germany: ['A BER - PRU', 'A SIL S A BER - PRU'], russia: ['A PRU - BER'] }),
  standard('beleaguered-garrison', 'Beleaguered garrison',
    'Munich is attacked from two sides with strength 2 each. Neither attack beats the other, so both bounce, and the unsupported army in the middle stays.',
    at('fall 1902 movement', { germany: ['A MUN'], france: ['A BUR', 'A RUH'], austria: ['A BOH', 'A TYR'] }),
    { germany: ['A MUN H'], france: ['A BUR - MUN', 'A RUH S A BUR - MUN'], austria: ['A TYR - MUN', 'A BOH S A TYR - MUN'] }),
  standard('cut-support', 'A support that is cut',
    'Silesia supports the attack on Warsaw, but is attacked from Galicia: a support counts only while nobody attacks the supporter. The attack itself bounces, and cutting is all it had to do.',
    at('spring 1903 movement', { germany: ['A PRU', 'A SIL'], russia: ['A WAR'], austria: ['A GAL'] }),
    { germany: ['A PRU - WAR', 'A SIL S A PRU - WAR'], russia: ['A WAR H'], austria: ['A GAL - SIL'] }),
  standard('round-about', 'A circle of moves',
    'Three units follow each other in a circle, and all three move. Two units that swap places directly would bounce instead.',
    at('spring 1902 movement', { turkey: ['F ANK', 'A CON', 'A SMY'] }),
    { turkey: ['F ANK - CON', 'A CON - SMY', 'A SMY - ANK'] }),
  standard('convoy-paradox', 'Convoy paradox',
    'The German army is carried to Yorkshire, where it would cut the support for the attack on the very fleet that carries it. If it lands, its fleet is safe; if it does not, its fleet is lost. The rulebooks break this circle in different ways: choose another one under Rules and compare.',
    at('spring 1904 movement', { england: ['F EDI', 'F YOR'], germany: ['A DEN', 'F NTH'] }),
    { england: ['F EDI - NTH', 'F YOR S F EDI - NTH'], germany: ['A DEN - YOR', 'F NTH C A DEN - YOR'] }),
  standard('retreat', 'Dislodged: retreat or disband',
    'Belgium falls to a supported attack. Adjudicate, go on, and order the retreat: not to where the attacker came from, nor to a place left empty by a bounce.',
    at('fall 1901 movement', { germany: ['A HOL', 'A RUH'], france: ['A BEL', 'A PAR'], italy: ['A MAR'] }),
    { germany: ['A HOL - BEL', 'A RUH S A HOL - BEL'], france: ['A BEL H', 'A PAR - BUR'], italy: ['A MAR - BUR'] }),
  standard('winter', 'Building in winter',
    'France owns more centres than it has units and may build in its own empty home centres; Germany has a unit too many. Order both, then adjudicate.',
    at('winter 1901 adjustments', { france: ['A BUR', 'F MAO', 'A SPA'], germany: ['A RUH', 'F DEN', 'A BEL', 'A KIE'] },
      { france: ['BRE', 'MAR', 'PAR', 'SPA', 'POR'], germany: ['BER', 'MUN', 'KIE'] }),
    { france: ['B F BRE', 'B A PAR'], germany: ['D A BEL'] }),
  ring('fortress', 'Fortress against one support',
    'An army in its own fortress defends with 2 where others have 1. One support makes the attack 2 as well, and equal strength does not dislodge. Move the third army in to support, too, and the fortress falls.',
    at('summer 3001 movement', { angmar: ['A FOR'], rhovanion: ['A NWA', 'A EMI', 'A ANG'] }),
    { angmar: ['A FOR H'], rhovanion: ['A EMI - FOR', 'A NWA S A EMI - FOR', 'A ANG H'] }),
  ring('conversion', 'Army into fleet',
    'On the coast an army may become a fleet in place of any other order, but not while it is attacked. Belfalas converts in peace; the Grey Havens are attacked, so their army stays as it is.',
    at('summer 3001 movement', { gondor: ['A BEL'], arnor: ['A GHA'], angmar: ['A HLI'] }),
    { gondor: ['A BEL = F'], arnor: ['A GHA = F'], angmar: ['A HLI - GHA'] }),
  lord('two-provinces', 'Cavalry over two provinces',
    'The cavalry rides through Enedwaith, where an army of its own stands, and attacks Dunland from there. The support of that army makes it 2 against 1. Had it been dislodged itself, it would have had to retreat to Enedwaith.',
    figures('spring 3001 movement', [], { rohan: ['C west_rohan', 'A enedwaith'], saruman: ['A dunland'] }),
    { rohan: ['C west_rohan - enedwaith - dunland', 'A enedwaith S C west_rohan - dunland'], saruman: ['A dunland H'] }),
  lord('strike-and-guard', 'The Nazgûl, the Eagles and the Dead',
    'The Nazgûl fly to Ithilien, but the Great Eagles guard it: they are driven off and strike nobody. The Dead are called there too, and take the army of Minas Morgul before strengths are counted. The ring-bearer walks into Dead Marshes, where an army of Mordor stands: all see it.',
    figures('fall 3001 movement', ['Z minas_morgul', 'GEG minas_tirith', 'RB emyn_muil', 'BRC mount_doom', 'DEAD vale_of_erech'], { gondor: ['A ithilien'], mordor: ['A minas_morgul', 'A dead_marshes'] }),
    { gondor: ['A ithilien H', 'GEG minas_tirith - ithilien', 'DEAD AT ithilien'], mordor: ['Z minas_morgul - ithilien', 'A minas_morgul - ithilien', 'A dead_marshes H'], hidden: ['RB emyn_muil - dead_marshes', 'BRC mount_doom H'] }),
];

/** Adventure cards in words: when they are played, what they bring, whether they can be played now and why not. */
import type { Way } from '../../../../generated/lotr-risk';
import type { Offer } from '../../../../lib/types';
import { list, percent, plural } from '../../../../lib/words';
import type { Ground } from '../view';
import { ownerOf } from '../view';
import { sideAt, type AdventureCard, type LotrView } from './view';
import { likely, wayWords } from './reach.svelte';

const WHEN: Record<AdventureCard['moment'], string> = {
  '': 'At once when drawn', 'start': 'At the start of your turn', 'attack': 'Before an attack of your own', 'fortify': 'In your fortify step',
  'attacked': 'When an enemy declares an attack on you', 'sea_battle': 'When an enemy attacks you over sea', 'leaves': 'When the Fellowship leaves without a roll',
  'rolled': 'When the Fellowship has rolled', 'leaving': 'When a roll lets the Fellowship leave', 'leaves_or_leaving': 'When the Fellowship is about to leave',
};
const REACTIONS = new Set<AdventureCard['moment']>(['attacked', 'sea_battle', 'leaves', 'rolled', 'leaving', 'leaves_or_leaving']);

/** In simultaneous rounds the cards for the start of a turn have their time among the missions and cards of a round. */
const IN_ROUNDS = 'When your missions and cards come';

export function whenWords(card: AdventureCard, place: (id: string) => string, rounds = false): string {
  if (card.kind === 'mission') return `A leader of yours in ${place(card.territory)}`;
  return rounds && card.moment === 'start' ? IN_ROUNDS : WHEN[card.moment];
}

/** "2 units", or one more card. */
export const rewardWords = (card: AdventureCard, side: 0 | 1): string => (card.reward === 'card' ? 'a territory card' : plural(card.units[side], 'unit'));

/** What a card does, in its own words; missions say where their units go. */
export function effectWords(card: AdventureCard, region: string, rounds = false): string {
  if (card.kind !== 'mission') return rounds ? card.words.replace(`${WHEN.start}:`, `${IN_ROUNDS}:`).replace('until your next turn begins', 'until they come again') : card.words;
  if (card.reward === 'card') return `One more territory card at the end of the ${rounds ? 'round' : 'turn'}.`;
  return card.place === 'region' ? `Place them anywhere of yours in ${region}.` : 'Place them there.';
}

export const starWords = (card: AdventureCard): string => {
  const [good, evil] = card.side_stars;
  const words = good === evil ? plural(good, 'star') : `${plural(card.stars, 'star')} for you`;
  return `${words}${card.reconstructed ? ', reconstructed' : ''}`;
};

/** Whether a card can be played: now, in this turn by what may still be done, or not, and why. */
export interface CardState { state: 'now' | 'reach' | 'not'; lead: string; words: string }
const no = (words: string): CardState => ({ state: 'not', lead: 'Not now', words });

/** `way`: how likely a leader gets to its place in this turn, as far as that is known. */
interface Look { way?: Way | null; view: LotrView; ground: Ground; offers: readonly Offer[]; seat: number | null; mine: boolean; holder: (id: string) => string }

export function stateOf(card: AdventureCard, look: Look): CardState {
  const { offers } = look;
  const own = offers.filter((offer) => (offer.kind === 'play' || offer.kind === 'mission') && offer.source === card.id);
  if (own.length) return { state: 'now', lead: 'Play now', words: useWords(card, own, look) };
  if (card.kind === 'mission') return missionState(card, look);
  return powerState(card, look);
}

function useWords(card: AdventureCard, offers: readonly Offer[], { ground, view, seat }: Look): string {
  if (card.kind === 'mission') return `Your leader stands in ${ground.name(card.territory)}: ${rewardWords(card, sideAt(view.sides[seat ?? 0]))} and ${plural(card.stars, 'star')}.`;
  const from = [...new Set(offers.map((offer) => offer.note).filter(Boolean))];
  if (card.moment === 'attack' && from.length) return from.length < 4 ? `For an attack from ${list(from.map(ground.name))}.` : `For an attack from ${plural(from.length, 'territory', 'territories')}.`;
  return 'Choose it, then play it.';
}

function missionState(card: AdventureCard, { way = null, view, ground, offers, seat, mine, holder }: Look): CardState {
  const place = ground.name(card.territory);
  if (way && way.chance > 0 && way.steps.length) {
    const [first, ...more] = way.steps;
    const straight = first?.kind === 'attack' && first.leader && !more.length;
    const [lead, chance] = [straight ? `Met if you take ${place}` : 'Within reach', likely(way)];
    return { state: 'reach', lead: chance ? `${lead}: ${chance}` : lead, words: wayWords(way, ground.name) };
  }
  const far = way?.reason?.code === 'way.none' ? 'No leader of yours gets there in this turn.' : 'Take it with a leader.';
  const own = ownerOf(ground, view, card.territory) === seat;
  const into = (kind: string) => offers.find((offer) => offer.kind === kind && offer.targets.includes(card.territory) && (kind !== 'attack' || offer.note !== ''));
  const attack = into('attack');
  const walk = into('move_leader');
  if (attack) return { state: 'reach', lead: `Met if you take ${place}`, words: `with your leader from ${ground.name(attack.source)}. Lit on the board.` };
  if (walk) return { state: 'reach', lead: 'Within reach', words: `A leader can go from ${ground.name(walk.source)} to ${place}.` };
  if (!own) return no(`${place} is ${holder(card.territory)}. ${far}`);
  const there = view.leaders[ground.index.get(card.territory) ?? -1] ?? 0;
  if (there && view.round) return no(view.tired.includes(card.territory) ? `The leader in ${place} may fulfil nothing more in this round.` : 'Missions are fulfilled after the strategic moves, if you hold the place then.');
  if (there) return view.tired.includes(card.territory) ? no(`The leader in ${place} may fulfil nothing more in this turn.`) : no(mine ? 'Missions are fulfilled after your attacks, in the fortify step.' : 'Missions are fulfilled in your own turn.');
  return no(`A leader of yours must be in ${place}.${mine && view.phase === 'attack' ? ' You could fortify one there.' : ''}`);
}

function powerState({ moment }: AdventureCard, { view, mine }: Look): CardState {
  if (view.round) return no(moment === 'start' ? 'When your missions and cards come, after the strategic moves.' : 'At the end of a round, when the Fellowship moves: you will be asked, or answer in advance.');
  if (REACTIONS.has(moment)) {
    const fellowship = moment !== 'attacked' && moment !== 'sea_battle';
    if (fellowship) return no('At the end of a turn, when the Fellowship moves: you will be asked, or answer in advance.');
    return no(mine ? 'It is your own turn. You will be asked when you are attacked, or answer in advance.' : moment === 'sea_battle' ? 'No enemy attacks you over sea.' : 'Nobody attacks you at this moment.');
  }
  if (!mine) return no('In your own turn.');
  if (moment === 'start') return no('Only at the start of your turn, before anything else.');
  if (moment === 'attack') return no(view.phase === 'attack' ? 'No attack of yours fits it.' : view.phase === 'reinforce' || view.phase === 'declare' ? 'In your attack step.' : 'Your attacks of this turn are over.');
  return no(view.phase === 'fortify' ? 'There is nothing to play it on.' : 'In your fortify step.');
}

/** "Osgiliath" for `reaction` windows in words. */
export const ABOUT: Record<string, string> = {
  'attack.declared': 'An attack on you', 'battle.declared': 'A further roll of an attack over sea', 'fellowship.leaves': 'The Fellowship leaves without a roll',
  'fellowship.rolled': 'The Fellowship has rolled', 'fellowship.leaving': 'A roll lets the Fellowship leave', 'fellowship': 'The Fellowship, every moment',
};

/** Whether a roll lets the Fellowship leave, as long as no card changes it. */
export function rolledWords(ring: NonNullable<LotrView['ring']>): string {
  if (!ring.roll) return '';
  const enough = ring.roll[0] + ring.roll[1] >= ring.needed;
  const over = ring.doom && ring.step === ring.path.length - 1;
  return `${enough ? `That is enough: ${over ? 'the Ring is destroyed' : 'it leaves'}` : 'That is too little: it stays'}, unless a card changes it.`;
}

/** Who searches for the Ring where the Fellowship is, how likely it is found, and what helps; empty where nobody will before it leaves. */
export function searchWords(view: LotrView, seat: number | null, name: (id: string) => string, player: (seat: number) => string): string {
  const { ring } = view;
  if (!ring?.search) return '';
  const owner = ring.search.seat;
  const now = Boolean(view.round) || owner === view.seat;
  if (!now && !ring.dice.includes(ring.step)) return '';
  const [who, whose] = owner === seat ? ['You own', 'your'] : [`${player(owner)} owns`, 'their'];
  const when = view.round ? 'the end of a round' : `the end of ${whose} turn${now ? '' : ', if the Fellowship is still there'}`;
  const help = owner === seat ? ' A leader there adds 1 to the dice, so does holding its whole region.' : '';
  return `${who} ${name(ring.space)} and ${owner === seat ? 'find' : 'finds'} the Ring in ${ring.search.ways} of 36 throws at ${when}.${help}`;
}

/** Whether the Fellowship has not set out because nobody has had a turn. */
export const settingUp = (view: LotrView): boolean => (view.phase === 'claim' || view.phase === 'setup') && !view.turn && !view.ring?.step;

/** How the Ring's way goes on, for one who reads or hears it. */
export function ringWords(view: LotrView, name: (id: string) => string): string {
  const { ring } = view;
  if (!ring) return '';
  if (settingUp(view)) return `Leaves ${name(ring.space)} at the end of the first ${view.round ? 'round' : 'turn'}.`;
  if (ring.roll) return `A ${ring.roll[0]} was rolled. ${rolledWords(ring)}`;
  const dice = ring.dice.includes(ring.step);
  const last = ring.step === ring.path.length - 1;
  const leaves = last ? (ring.doom ? 'The Ring is destroyed' : 'The Fellowship leaves the board') : `Leaves ${name(ring.space)}`;
  return `${leaves} ${dice ? `on ${ring.needed} or more` : `at the end of this ${view.round ? 'round' : 'turn'}`}.`;
}

/** The chances of the next turns in one sentence. */
export const arrivalWords = (arrival: readonly number[]): string =>
  `The Ring's journey is over by the end of the next turns with ${list(arrival.map((chance, turn) => `${percent(chance)} after ${turn + 1}`))}.`;

/** What a card that lasts does, before the places where it does so. */
export const LASTING: Record<string, string> = {
  winter_storms: 'nobody attacks into or out of', you_shall_not_pass: 'only leaders cross the bridge between', corsairs_of_umbar: 'attacks over sea cost units at', local_uprising: 'an uprising in',
};

/** A first turn of a conquest game in five pictures, on the example position of the classic map. */

import { CLICK } from '../../lib/touch';

export interface Lesson {
  title: string;
  text: string;
  /** Armies that differ from the example, and places that changed hands, by space. */
  armies: Record<string, number>;
  taken: Record<string, number>;
  lit: string[];
  names: string[];
  /** Forces whose odds the picture shows. */
  odds?: { attackers: number; defenders: number };
}

const NEAR = ['brazil', 'north_africa', 'venezuela', 'peru', 'argentina'];

export const FIRST_TURN: readonly [Lesson, ...Lesson[]] = [
  {
    title: 'Reinforce', text: `Your turn begins with new armies: one for every three territories you hold, and more for whole continents. ${CLICK} your own territories to place them, best where the enemy is near.`,
    armies: { brazil: 9 }, taken: {}, lit: ['brazil', 'venezuela', 'central_america'], names: [...NEAR, 'central_america'],
  },
  {
    title: 'Choose an attack', text: `${CLICK} a territory of yours with at least two armies. The neighbours you may attack light up, each with your chance to take it.`,
    armies: { brazil: 12 }, taken: {}, lit: ['north_africa'], names: NEAR,
  },
  {
    title: 'See the price', text: 'Before any die is rolled you see your chance and what is likely to be left. 11 of your 12 armies can attack, 1 must stay. Attack once, until a number is left, or to the end.',
    armies: { brazil: 12 }, taken: {}, lit: ['north_africa'], names: NEAR, odds: { attackers: 11, defenders: 7 },
  },
  {
    title: 'Move in', text: 'The territory is yours. Now move armies into it: the slider says how many, and at least one stays behind.',
    armies: { brazil: 2, north_africa: 6 }, taken: { north_africa: 2 }, lit: ['north_africa'], names: NEAR,
  },
  {
    title: 'Fortify and end', text: 'Attack again as often as you like. Then you may move armies once between two neighbouring territories of yours, and your turn ends.',
    armies: { brazil: 2, north_africa: 6, venezuela: 2, peru: 1 }, taken: { north_africa: 2 }, lit: ['venezuela', 'brazil'], names: NEAR,
  },
];

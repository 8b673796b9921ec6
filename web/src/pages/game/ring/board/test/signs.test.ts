import { expect, it } from 'vitest';
import type { KindView } from '../../view';
import { SIGNS, signOf } from '../signs';

const kind = (key: string, token: KindView['token'] = 'foot', abilities: string[] = []) => signOf({ key, token, abilities });

it('tells the kinds of one army apart, and those that nobody has drawn by what they can do', () => {
  const isengard = [kind('uruk_hai'), kind('uruk_pike', 'foot', ['Heavy armour', 'Pikes']), kind('uruk_berserker', 'foot', ['Berserk']), kind('uruk_engineer'), kind('warg_rider', 'mounted'), kind('dunlending', 'foot', ['Axes'])];
  expect(new Set(isengard).size).toBe(6);
  const engines = ['bolt_shooter', 'battering_ram', 'demolition_charge', 'siege_catapult'].map((key) => kind(key, 'artillery'));
  expect(new Set(engines).size).toBe(4);
  expect([kind('mine_own'), kind('mine_own', 'mounted'), kind('mine_own', 'foot', ['Pikes']), kind('mine_own', 'flyer'), kind('olog')]).toEqual(['shield', 'horse', 'spear', 'wing', 'club']);
  expect([kind('eomer', 'hero'), kind('lurtz', 'character'), kind('corsair_ship', 'ship')]).toEqual([null, null, null]);
});

it('has only paths that keep within their token', () => {
  for (const [name, { fill = '', line = '' }] of Object.entries<{ fill?: string; line?: string }>(SIGNS)) {
    for (const number of `${fill} ${line}`.match(/-?\d*\.?\d+/g) ?? []) expect(Math.abs(Number(number)), name).toBeLessThanOrEqual(1);
  }
});

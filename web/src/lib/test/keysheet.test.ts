import { expect, test } from 'vitest';
import { KEYS, keysOf } from '../keysheet';

test('the help of a game lists the keys of its own board', () => {
  expect(keysOf('figures').map(([title]) => title)).toEqual(['Figures', 'Looking']);
  expect(keysOf('conquest').map(([title]) => title)).toEqual(['Board', 'Acting', 'Looking']);
  expect(keysOf('orders').map(([title]) => title)).toEqual(['Board', 'Secret orders', 'Letters', 'Looking']);
  expect(keysOf('adventure').map(([title]) => title)).toEqual(['Board', 'Acting', 'Cards', 'Looking']);
  expect(keysOf('adventure').flatMap(([, keys]) => keys).filter(([key]) => key === 'M')).toHaveLength(1); // what its cards have is not the board's
  expect(keysOf()).toEqual(KEYS);
});

test('the example of an order names places of the map that is played on', () => {
  const line = keysOf('adventure', ['fornost', 'buckland']).flatMap(([, keys]) => keys).find(([, what]) => what.startsWith('order line'));
  expect(line?.[1]).toBe('order line: "fornost > buckland", "fornost 3", "end"');
  expect(keysOf('orders', [])).toEqual(KEYS.filter(([title]) => keysOf('orders').some(([own]) => own === title)));
});

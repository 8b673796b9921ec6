/** Every key of the game screen, for the page that teaches; the help of a game shows those of its own board. */
export const KEYS: readonly (readonly [title: string, keys: readonly (readonly [key: string, what: string])[]])[] = [
  ['Board', [['Tab', 'to the board; with a source chosen, to the next target'], ['← ↑ → ↓', 'to the nearest place that way, while the board has the focus'], ['Enter', 'choose the place; the main button of the dock'], ['M', 'go to the board'], ['I', 'read the place out'], ['B', 'its borders'], ['O', 'overview'], ['Esc', 'one level back']]],
  ['Acting', [['R', 'roll once'], ['A', 'attack to the end'], ['N', 'attack until the number is left'], ['0 … 9', 'amount'], ['+ −', 'one more, one less'], ['[ ]', 'least, most'], ['E', 'end the step'], ['U', 'undo'], ['Shift U', 'undo all that may be undone'], ['/', 'order line: "brazil > peru", "brazil 3", "end"']]],
  ['Secret orders', [['H M S C K', 'hold, move, support, convoy, convert the unit chosen'], ['N', 'next unit without an order'], ['R', 'I am ready; change orders'], ['U', 'undo'], ['W', 'what if: try your orders in the sandbox'], ['/', 'order line: type an order, written as its example shows']]],
  ['Letters', [['N', 'new letter, while Press is open'], ['Q', 'quote an order'], ['[ ]', 'conversation with something unread: the one before, the next'], ['Ctrl Enter', 'send']]],
  ['Orders and money', [['H M S T C', 'hold, move, support, carry, convert the unit chosen'], ['B L X', 'besiege, lift the siege, disband'], ['N', 'next unit without an order'], ['$', 'open or close the treasury'], ['D', 'tables of famine, plague and storms'], ['G', 'to the ring-bearer, or the black riders'], ['Alt 1 … 4', 'to an expense'], ['Alt ↑ ↓', 'charge an expense earlier, later'], ['← →', 'while the results are shown: back, next'], ['R', 'I am ready; change orders'], ['/', 'order line: type an order, written as its example shows']]],
  ['Figures', [['1 2 3 4', 'select, force, rectangle, ruler'], ['5', 'layers'], ['Shift', 'with a click: add to what is chosen; with the ruler: a further leg'], ['N', 'next force still to move'], ['Enter', 'move here; next step of a combat'], ['A', 'resolve all of a combat'], ['E', 'end movement'], ['/', 'order line: "move 3 22.5,14 > 24,16"']]],
  ['Cards', [['C', 'all cards large'], ['M', 'the place of the next mission in hand'], ['G', 'go to the Ring'], ['P', 'pass, where you are asked'], ['1 2 3 4', 'choose a card, where you are asked']]],
  ['Looking', [['F', 'fit the board'], ['+ −', 'zoom'], ['Space', 'skip what is shown; play or pause the history'], ['← →', 'history, one step, unless the board has the focus'], ['Shift ← →', 'history, one turn'], ['Home End', 'beginning, now'], ['V', 'while you were away'], ['L', 'log'], ['T', 'board as a table'], ['?', 'this list']]],
];

/** The headings that hold for a game played on such a board; all where none is named. */
export type Boards = 'conquest' | 'adventure' | 'orders' | 'italy' | 'figures';
const HEADINGS: Record<Boards, readonly string[]> = { conquest: ['Board', 'Acting', 'Looking'], adventure: ['Board', 'Acting', 'Cards', 'Looking'], orders: ['Board', 'Secret orders', 'Letters', 'Looking'], italy: ['Board', 'Orders and money', 'Letters', 'Looking'], figures: ['Figures', 'Looking'] };
/** A key that a later heading has anew does there what that one says, but for looking, which is common to all; examples name two `places` of the map. */
export function keysOf(board?: Boards, [one = 'brazil', other = 'peru']: readonly string[] = []): typeof KEYS {
  if (!board) return KEYS;
  const found = KEYS.filter(([title]) => HEADINGS[board].includes(title));
  const own = new Set(found.flatMap(([title, keys]) => (title === 'Cards' ? keys.map(([key]) => key) : [])));
  const here = (what: string) => what.replaceAll('brazil', one).replaceAll('peru', other);
  return found.map(([title, keys]) => [title, keys.filter(([key]) => title === 'Cards' || !own.has(key)).map(([key, what]) => [key, here(what)])]);
}

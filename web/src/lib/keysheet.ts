/** Every key of the game screen, for its help and for the page that teaches. */
export const KEYS: readonly (readonly [title: string, keys: readonly (readonly [key: string, what: string])[]])[] = [
  ['Board', [['Tab', 'to the board; with a source chosen, to the next target'], ['← ↑ → ↓', 'to the nearest place that way'], ['Enter', 'choose the place; the main button of the dock'], ['M', 'go to the board'], ['I', 'read the place out'], ['B', 'its borders'], ['O', 'overview'], ['Esc', 'one level back']]],
  ['Acting', [['R', 'roll once'], ['A', 'attack to the end'], ['N', 'attack until the number is left'], ['0 … 9', 'amount'], ['+ −', 'one more, one less'], ['[ ]', 'least, most'], ['E', 'end the step'], ['U', 'undo'], ['Shift U', 'undo all that may be undone'], ['/', 'order line: "brazil > peru", "brazil 3", "end"']]],
  ['Secret orders', [['H M S C K', 'hold, move, support, convoy, convert the unit chosen'], ['N', 'next unit without an order'], ['R', 'I am ready; change orders'], ['W', 'what if: try your orders in the sandbox'], ['/', 'order line: "A BUR - BEL"']]],
  ['Looking', [['F', 'fit the board'], ['+ −', 'zoom'], ['Space', 'skip what is shown; play or pause the history'], ['← →', 'history, one step'], ['Shift ← →', 'history, one turn'], ['Home End', 'beginning, now'], ['V', 'while you were away'], ['L', 'log'], ['T', 'board as a table'], ['?', 'this list']]],
];

/** Boards, fetched once each; their outlines become shared SVG definitions, so that many small pictures cost one. */
import { api } from '../api';
import type { BoardGeometry } from '../types';

const SVG = 'http://www.w3.org/2000/svg';
const asked = new Map<string, Promise<BoardGeometry>>();

/** The board of a key, with its outlines ready for `<use>` (see `outline`). */
export function boardOf(key: string): Promise<BoardGeometry> {
  let answer = asked.get(key);
  if (!answer) {
    answer = api.board(key).then((board) => {
      define(board);
      return board;
    });
    answer.catch(() => asked.delete(key)); // so that a later visit may ask again
    asked.set(key, answer);
  }
  return answer;
}

/** The same board for small pictures: few points, in a tenth of the bytes. */
export const smallBoardOf = (key: string): Promise<BoardGeometry> => boardOf(`${key}.small`);

/** The reference of a space's outline, or of a set of lines (`coast`, `region`, `inside`, `links`). */
export const outline = (board: BoardGeometry, part: string): string => `#board-${board.key}-${part}`;

function define(board: BoardGeometry): void {
  const svg = document.createElementNS(SVG, 'svg');
  for (const [name, value] of [['width', '0'], ['height', '0'], ['aria-hidden', 'true'], ['focusable', 'false']] as const) svg.setAttribute(name, value);
  svg.style.position = 'absolute';
  const defs = svg.appendChild(document.createElementNS(SVG, 'defs'));
  const links = board.links.map((link) => link.d).join('');
  const parts: [string, string][] = [
    ...board.spaces.map((space): [string, string] => [space.id, space.d]),
    ...Object.entries(board.lines).map(([kind, d]): [string, string] => [`line-${kind}`, d]),
    ['line-links', links],
    ['line-rivers', board.rivers.map((river) => river.d).join('')],
  ];
  for (const [name, d] of parts) {
    const path = defs.appendChild(document.createElementNS(SVG, 'path'));
    path.setAttribute('id', outline(board, name).slice(1));
    path.setAttribute('d', d);
  }
  document.body.appendChild(svg);
}

"""Board pictures and shapes as the browser gets them, made once for each board as it is."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from wartable.board.draw import draw_board, draw_ground
from wartable.board.errors import BoardError
from wartable.board.geometry import board_geometry
from wartable.board.library import board_keys, load_board
from wartable.board.model import Board
from wartable.board.palette import Theme
from wartable.board.small import small_geometry
from wartable.server.problems import Refused
from wartable.server.static import File, packed

_made: dict[tuple[str, str], tuple[Board, File]] = {}
_CACHING = "public, max-age=300, stale-while-revalidate=604800"


def geometry_json(key: str) -> File:
    """Return a board's shapes as JSON, named as asked for, so that versions of a board do not mix; raises `Refused`."""
    return _kept("application/json", key, lambda board: msgspec.json.encode(replace(board_geometry(board), key=key)))


def small_json(key: str) -> File:
    """Return a board's shapes for small pictures, a tenth of those of the whole; raises `Refused`."""

    def make(board: Board) -> bytes:
        return msgspec.json.encode(replace(small_geometry(board), key=f"{key}.small"))

    return _kept("application/json", key, make, "small shapes")


def drawing(key: str, theme: Theme = "light", *, ground: bool = False) -> File:
    """Return a board's picture as SVG, or the ground alone to lay pieces on; raises `Refused`."""
    draw = draw_ground if ground else draw_board
    kind = f"{theme} ground" if ground else theme
    return _kept("image/svg+xml", key, lambda board: draw(board, theme=theme).encode(), kind)


def _kept(media: str, key: str, make: Callable[[Board], bytes], kind: str = "shapes") -> File:
    """Return what was made of a board before, unless its files have changed."""
    board = _board(key)
    known = _made.get((kind, key))
    if known is None or known[0] is not board:
        known = _made[kind, key] = (board, packed(make(board), media, caching=_CACHING))
    return known[1]


def _board(key: str) -> Board:
    try:
        return load_board(key)
    except BoardError as error:
        there = ", ".join(board_keys())
        raise Refused(404, "board.unknown", f"There is no board of that name here; there is: {there}.") from error

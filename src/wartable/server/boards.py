"""Board pictures and shapes as the browser gets them, made once."""

from __future__ import annotations

import hashlib
from functools import cache

import msgspec

from wartable.board.draw import draw_board
from wartable.board.geometry import board_geometry
from wartable.board.load import board_keys, load_board
from wartable.board.model import Board
from wartable.server.problems import Refused


@cache
def space_ids(key: str) -> frozenset[str]:
    """Return the ids of a board's spaces; none for a board that is not packaged."""
    if key not in board_keys():
        return frozenset()
    return frozenset(space.id for space in load_board(key).spaces)


def _board(key: str) -> Board:
    # Only packaged keys: a path would open files of this machine.
    if key not in board_keys():
        raise Refused(404, "board.unknown", f"There is no board of that name; there is: {', '.join(board_keys())}.")
    return load_board(key)


@cache
def geometry_json(key: str) -> tuple[bytes, str]:
    """Return a board's shapes as JSON and the tag of their content; raises `Refused`."""
    body = msgspec.json.encode(board_geometry(_board(key)))
    return body, _tag(body)


@cache
def drawing(key: str) -> tuple[bytes, str]:
    """Return a board's picture as SVG and the tag of its content; raises `Refused`."""
    body = draw_board(_board(key)).encode()
    return body, _tag(body)


def _tag(body: bytes) -> str:
    return f'"{hashlib.sha256(body).hexdigest()[:20]}"'

"""Maps: spaces, borders, regions and geometry; loading, checking, importing and drawing."""

from __future__ import annotations

from wartable.board.compiled import CompiledBoard, bits
from wartable.board.errors import BoardError
from wartable.board.load import board_keys, load_board
from wartable.board.model import Board, Border, Canvas, Edition, Lane, Region, Site, Space

__all__ = [
    "Board",
    "BoardError",
    "Border",
    "Canvas",
    "CompiledBoard",
    "Edition",
    "Lane",
    "Region",
    "Site",
    "Space",
    "bits",
    "board_keys",
    "load_board",
]

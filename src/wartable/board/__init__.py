"""Maps: spaces, borders, regions and geometry; loading, checking, importing and drawing."""

from __future__ import annotations

from wartable.board.compiled import CompiledBoard, bits
from wartable.board.draw import draw_board
from wartable.board.errors import BoardError
from wartable.board.geometry import BoardGeometry, board_geometry
from wartable.board.load import board_keys, load_board
from wartable.board.model import Board, Border, Canvas, Edition, Lane, Region, Site, Space
from wartable.board.picture import Arrow, Picture
from wartable.board.png import to_png

__all__ = [
    "Arrow",
    "Board",
    "BoardError",
    "BoardGeometry",
    "Border",
    "Canvas",
    "CompiledBoard",
    "Edition",
    "Lane",
    "Picture",
    "Region",
    "Site",
    "Space",
    "bits",
    "board_geometry",
    "board_keys",
    "draw_board",
    "load_board",
    "to_png",
]

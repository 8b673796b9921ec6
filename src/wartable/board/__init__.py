"""Maps: spaces, borders, regions and geometry; loading, checking and drawing."""

from __future__ import annotations

from wartable.board.check import check_file
from wartable.board.compiled import CompiledBoard, bits
from wartable.board.draw import draw_board, draw_ground
from wartable.board.errors import BoardError
from wartable.board.findings import Finding
from wartable.board.geometry import BoardGeometry, board_geometry
from wartable.board.landmarks import Barrier, Bridge, Port, Range, River, Step, Trail
from wartable.board.library import OwnMap, board_keys, load_board, load_map, write_map
from wartable.board.model import (
    Board,
    Border,
    Canvas,
    Coast,
    Decoration,
    Edition,
    Lane,
    Obstacle,
    Region,
    Site,
    Space,
)
from wartable.board.picture import Arrow, Picture
from wartable.board.png import to_png
from wartable.board.write import write_board

__all__ = [
    "Arrow",
    "Barrier",
    "Board",
    "BoardError",
    "BoardGeometry",
    "Border",
    "Bridge",
    "Canvas",
    "Coast",
    "CompiledBoard",
    "Decoration",
    "Edition",
    "Finding",
    "Lane",
    "Obstacle",
    "OwnMap",
    "Picture",
    "Port",
    "Range",
    "Region",
    "River",
    "Site",
    "Space",
    "Step",
    "Trail",
    "bits",
    "board_geometry",
    "board_keys",
    "check_file",
    "draw_board",
    "draw_ground",
    "load_board",
    "load_map",
    "to_png",
    "write_board",
    "write_map",
]

"""Maps: spaces, borders, regions and geometry; loading, checking, importing and drawing."""

from __future__ import annotations

from wartable.board.check import check_file
from wartable.board.compiled import CompiledBoard, bits
from wartable.board.domination import Imported, read_domination
from wartable.board.draw import draw_board
from wartable.board.errors import BoardError
from wartable.board.findings import Finding
from wartable.board.geometry import BoardGeometry, board_geometry
from wartable.board.library import OwnMap, board_keys, load_board, load_map
from wartable.board.maprules import MapRules
from wartable.board.model import Board, Border, Canvas, Edition, Lane, Region, Site, Space
from wartable.board.picture import Arrow, Picture
from wartable.board.png import to_png
from wartable.board.write import write_board, write_import, write_map

__all__ = [
    "Arrow",
    "Board",
    "BoardError",
    "BoardGeometry",
    "Border",
    "Canvas",
    "CompiledBoard",
    "Edition",
    "Finding",
    "Imported",
    "Lane",
    "MapRules",
    "OwnMap",
    "Picture",
    "Region",
    "Site",
    "Space",
    "bits",
    "board_geometry",
    "board_keys",
    "check_file",
    "draw_board",
    "load_board",
    "load_map",
    "read_domination",
    "to_png",
    "write_board",
    "write_import",
    "write_map",
]

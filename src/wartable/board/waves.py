"""Waves: where small humps are drawn on the open sea, away from coasts, sea borders and names."""

from __future__ import annotations

from itertools import pairwise, product
from math import ceil, cos, dist, radians, sin
from typing import TYPE_CHECKING

from wartable.board.peaks import chance, inside

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from wartable.board.model import Board
    from wartable.board.topology import Line, Point

_CELL = 10.0
_FROM_LAND, _FROM_LINE, _APART = 46.0, 18.0, (40.0, 24.0)
"""Screen pixels: from land, from sea borders, and between waves along and across."""
_NAME = (5.0, 12.0)
"""Screen pixels: half the width of a letter with some room, and half the height of a line."""
_FROM_LANE, _LENGTH = 16.0, 16.0
"""Screen pixels from sea lanes, and how long a wave is."""
Cell = tuple[int, int]


def _along(line: Line, step: float) -> Iterator[Point]:
    """Yield points of a line no farther apart than a step."""
    for (x1, y1), (x2, y2) in pairwise(line):
        parts = max(1, ceil(dist((x1, y1), (x2, y2)) / step))
        for part in range(parts):
            yield x1 + (x2 - x1) * part / parts, y1 + (y2 - y1) * part / parts


def _round_about(points: Iterable[Point], reach: float) -> Iterator[Cell]:
    """Yield the cells nearer than `reach` to some point, a little generously."""
    cells = ceil(reach / _CELL)
    disc = [(i, j) for i, j in product(range(-cells, cells + 1), repeat=2) if i * i + j * j <= cells * cells]
    for x, y in {(round(x / _CELL), round(y / _CELL)) for x, y in points}:
        for i, j in disc:
            yield x + i, y + j


def _water_names(board: Board) -> Iterator[tuple[Point, float, float]]:
    """Yield middle, half width and half height of what is written or drawn on water that is no space."""
    for name in board.inscriptions:
        half, turn = len(name.text) * name.size * 0.32, radians(name.angle)
        yield name.at, half * abs(cos(turn)) + name.size, half * abs(sin(turn)) + name.size
    if board.compass:
        yield board.compass.at, board.compass.size * 1.3, board.compass.size * 1.3
    for port in board.ports:
        yield port.at, 14 * board.canvas.unit, 14 * board.canvas.unit


def _taken(board: Board) -> set[Cell]:
    """Return the cells in which no wave may lie."""
    unit, topology = board.canvas.unit, board.topology
    seas = {space.id for space in board.spaces if space.kind == "sea"}
    taken: set[Cell] = set()
    for number, owners in enumerate(topology.owners() if topology else ()):
        open_water = set(owners) <= seas
        points = _along(topology.line(number), _CELL) if topology else ()
        taken.update(_round_about(points, (_FROM_LINE if open_water else _FROM_LAND) * unit))
    for (x, y), half, high in _water_names(board):
        name = ((x - half, y - high), (x + half, y - high), (x + half, y + high), (x - half, y + high))
        taken.update(_round_about(_along((*name, name[0], (x, y)), _CELL), _CELL + high))
    for lane in board.lanes:
        taken.update(_round_about((p for line in lane.lines for p in _along(line, _CELL)), _FROM_LANE * unit))
    for space in board.spaces:
        (x, y), lines = space.label, space.short.split("\n")
        half, high = max(map(len, lines)) * _NAME[0] * unit, len(lines) * _NAME[1] * unit
        name = ((x - half, y - high), (x + half, y - high), (x + half, y + high), (x - half, y + high))
        taken.update(_round_about(_along((*name, (x - half, y), (x + half, y)), _CELL), _CELL))
        taken.update(_round_about([space.token], 20 * unit))
    return taken


def waves(board: Board) -> tuple[Point, ...]:
    """Return the left ends of the waves of a board, the same for every drawing of it."""
    unit, taken = board.canvas.unit, _taken(board)
    seas = [rings for space in board.spaces if space.kind == "sea" for rings in board.outline(space.id)]
    grounds = [space.id for space in board.spaces] + [part.id for part in board.obstacles]
    land = [] if seas else [rings for name in grounds for rings in board.outline(name)]
    width, height = board.canvas.width, board.canvas.height
    found: list[Point] = []
    columns, rows = ceil(board.canvas.width / (_APART[0] * unit)), ceil(board.canvas.height / (_APART[1] * unit))
    for column, row in product(range(columns), range(rows)):
        x = (column + 0.5 * (row % 2) + 0.6 * chance(column, row, 4)) * _APART[0] * unit
        y = (row + 0.5 * chance(column, row, 5)) * _APART[1] * unit
        free = (round(x / _CELL), round(y / _CELL)) not in taken
        if not free or not (0 < x < width - _LENGTH * unit and 0 < y < height):
            continue
        if any(inside(rings, x, y) for rings in seas) if seas else not any(inside(rings, x, y) for rings in land):
            found.append((round(x, 1), round(y, 1)))
    return tuple(found)

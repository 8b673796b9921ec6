"""Mountains: where their glyphs stand inside a shape, the same for every drawing of a board."""

from __future__ import annotations

from itertools import pairwise
from math import floor, hypot, sin
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from wartable.board.topology import Line, Rings

Peak = tuple[float, float, float]
"""Middle of the foot of a mountain and its height, in canvas pixels."""
_APART = 11.5
_ROW = 7.0
"""Screen pixels between mountains of a row and between rows: nearer than they are wide, so that no gap looks a pass."""
_LOW, _HIGH = 13.5, 18.0


def chance(column: int, row: int, salt: float) -> float:
    """Return a number from 0 to 1 that looks random and is the same everywhere."""
    value = sin(column * 12.9898 + row * 78.233 + salt * 37.719) * 43758.5453
    return value - floor(value)


def inside(rings: Rings, x: float, y: float) -> bool:
    """Whether a point lies in a polygon, by the edges that a ray to the right crosses."""
    crossed = False
    for ring in rings:
        for (x1, y1), (x2, y2) in pairwise(ring):
            if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
                crossed = not crossed
    return crossed


def _grid(rings: Rings, unit: float) -> Iterator[tuple[int, int, float, float]]:
    """Yield column, row and place of a brick pattern over the bounds of a shape."""
    (west, east), (north, south) = ((min(axis), max(axis)) for axis in zip(*rings[0], strict=True))
    for row in range(floor(north / (_ROW * unit)), floor(south / (_ROW * unit)) + 2):
        for column in range(floor(west / (_APART * unit)) - 1, floor(east / (_APART * unit)) + 2):
            yield column, row, (column + 0.5 * (row % 2)) * _APART * unit, row * _ROW * unit


def peaks(polygons: tuple[Rings, ...], unit: float) -> tuple[Peak, ...]:
    """Fill shapes with mountains; those farther down come later, so that they are drawn over the ones behind.

    A small massif has lower ones. A foot may stand a few pixels below the shape, because its mountain rises into it.
    """
    found: set[Peak] = set()
    for rings in polygons:
        levels = [y for _, y in rings[0]]
        low = min(1.0, max(0.65, (max(levels) - min(levels)) / (5 * _HIGH * unit)))
        for column, row, across, down in _grid(rings, unit):
            x = across + (chance(column, row, 1) - 0.5) * 9 * unit
            y = down + (chance(column, row, 2) - 0.5) * 6 * unit
            if inside(rings, x, y - 4.5 * unit):
                height = (_LOW + (_HIGH - _LOW) * chance(column, row, 3)) * unit * low
                found.add((round(x, 1), round(y, 1), round(height, 1)))
    return tuple(sorted(found, key=lambda peak: (peak[1], peak[0])))


_PITCH, _CLOSE = 11.5, 7.0
"""Screen pixels between the mountains of a ridge, and how near two of them may come where lines meet."""
_RIDGE_LOW, _RIDGE_HIGH, _END = 11.5, 15.5, 9.5
_JITTER = 0.9


def ridge(lines: Iterable[Line], unit: float) -> tuple[Peak, ...]:
    """Set mountains along lines, lower ones at their ends, each astride of its line; those farther down come later."""
    found: list[Peak] = []
    for line in lines:
        for number, (x, y, last) in enumerate(_posts(line, _PITCH * unit)):
            if any(hypot(x - px, y - py) < _CLOSE * unit for px, py, _ in found):
                continue
            tall = _RIDGE_LOW + (_RIDGE_HIGH - _RIDGE_LOW) * chance(round(x), round(y), 10)
            high = (_END if last or not number else tall) * unit
            aside = (chance(round(x), round(y), 11) - 0.5) * 2 * _JITTER * unit
            found.append((round(x + aside, 1), round(y, 1), round(high, 1)))
    # The places so far lie on the line; a mountain stands a little below it, so that the line runs through its middle.
    astride = [(x, round(y + 0.4 * high, 1), high) for x, y, high in found]
    return tuple(sorted(astride, key=lambda peak: (peak[1], peak[0])))


def _posts(line: Line, pitch: float) -> Iterator[tuple[float, float, bool]]:
    """Yield points at equal distances along a line, both ends included, and whether each is the last."""
    lengths = [hypot(bx - ax, by - ay) for (ax, ay), (bx, by) in pairwise(line)]
    whole = sum(lengths)
    count = max(1, round(whole / pitch))
    walked, number = 0.0, 0
    for ((ax, ay), (bx, by)), length in zip(pairwise(line), lengths, strict=True):
        while number <= count and number * whole / count <= walked + length + 1e-9:
            share = (number * whole / count - walked) / (length or 1.0)
            yield ax + (bx - ax) * share, ay + (by - ay) * share, number == count
            number += 1
        walked += length

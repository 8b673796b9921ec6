"""Terrain on a grid of nodes, for planners: types and closed ground, filled row by row and remembered."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import numpy as np

from wartable.games.ring_of_power.terrain.geometry import Shape, grown, union, without
from wartable.games.ring_of_power.terrain.ground import Ground
from wartable.games.ring_of_power.terrain.layers import HAIR, Layers, edges_of
from wartable.games.ring_of_power.terrain.points import Point
from wartable.games.ring_of_power.terrain.speeds import Pace

if TYPE_CHECKING:
    from wartable.games.ring_of_power.terrain.points import Floats, Ints, Mask

CLEARANCE = 0.56
"""Nodes stay so many cells off closed ground; then no step between open nodes can cut through it."""


@dataclass(frozen=True)
class Window:
    """Nodes of a grid: the first at (`west`, `south`), then every `cell`, in `rows` northward, `columns` eastward."""

    west: int
    south: int
    cell: int
    rows: int
    columns: int

    @classmethod
    def whole(cls, ground: Ground, cell: int) -> Window:
        """Return the grid over a whole table."""
        width, height = ground.size
        return cls(0, 0, cell, height // cell + 1, width // cell + 1)

    @classmethod
    def around(cls, ground: Ground, cell: int, low: Point, high: Point) -> Window:
        """Return the part of the table's grid that covers a box."""
        all_of = cls.whole(ground, cell)
        left, below = max(low[0] // cell, 0), max(low[1] // cell, 0)
        right, above = min(-(-high[0] // cell), all_of.columns - 1), min(-(-high[1] // cell), all_of.rows - 1)
        return cls(left * cell, below * cell, cell, above - below + 1, right - left + 1)

    @property
    def part(self) -> tuple[slice, slice]:
        """Where the window lies in arrays over the whole table."""
        row, column = self.south // self.cell, self.west // self.cell
        return slice(row, row + self.rows), slice(column, column + self.columns)

    @property
    def count(self) -> int:
        """The number of nodes."""
        return self.rows * self.columns

    def points(self, nodes: Ints) -> Ints:
        """Return where nodes lie, given by number: row after row."""
        row, column = np.divmod(nodes, self.columns)
        return np.stack([self.west + column * self.cell, self.south + row * self.cell], axis=-1)

    def near(self, point: Point, cells: int) -> Ints:
        """Return the numbers of the nodes in the square of so many cells around a point."""
        column, row = round((point[0] - self.west) / self.cell), round((point[1] - self.south) / self.cell)
        columns = np.arange(max(column - cells, 0), min(column + cells + 1, self.columns))
        rows = np.arange(max(row - cells, 0), min(row + cells + 1, self.rows))
        return (rows[:, None] * self.columns + columns[None, :]).ravel()


def filled(shape: Shape, window: Window) -> Mask:
    """Return which nodes of a window lie in an area, by crossings of its edges with each row."""
    found = np.zeros((window.rows, window.columns), dtype=bool)
    if shape.is_empty:
        return found
    west, south, east, north = (np.array(shape.bounds) - np.tile((window.west, window.south), 2)) / window.cell
    below, above = np.clip([math.floor(south), math.ceil(north) + 1], 0, window.rows)
    left, right = np.clip([math.floor(west), math.ceil(east) + 1], 0, window.columns)
    edges = (edges_of(np.array([shape], dtype=np.object_)) - (window.west, window.south)) / window.cell - (left, below)
    found[below:above, left:right] = _between(edges, int(above - below), int(right - left))
    return found


def _between(edges: Floats, rows: int, columns: int) -> Mask:
    """Return which points of a grid of whole numbers lie between edges, an odd number of which is to their west."""
    low, high = np.minimum(edges[:, 0, 1], edges[:, 1, 1]), np.maximum(edges[:, 0, 1], edges[:, 1, 1])
    first = np.clip(np.ceil(low), 0, rows).astype(np.int64)
    count = np.clip(np.ceil(high), 0, rows).astype(np.int64) - first
    edge = np.repeat(np.arange(len(edges)), count)
    row = np.arange(len(edge)) - np.repeat(np.cumsum(count) - count, count) + first[edge]
    start, along = edges[edge, 0], edges[edge, 1] - edges[edge, 0]
    column = np.ceil(start[:, 0] + (row - start[:, 1]) * along[:, 0] / along[:, 1])
    column = np.clip(column, 0, columns).astype(np.int64)
    turns = np.bincount(row * (columns + 1) + column, minlength=rows * (columns + 1)).reshape(rows, columns + 1)
    return np.asarray(np.cumsum(turns & 1, axis=1)[:, :-1] & 1 == 1)


def kinds_on(ground: Ground, pace: Pace, cell: int) -> Ints:
    """Return the terrain type at each node of the whole table."""
    key = ("kinds", pace.sails, cell)
    return cast("Ints", ground.memory.get(key, lambda: _kinds(ground.layers(pace), Window.whole(ground, cell))))


def _kinds(layers: Layers, window: Window) -> Ints:
    """Fill in the types, borders included: the judge counts a point on a border to the shape that has it, too."""
    found = np.full((window.rows, window.columns), layers.floor, dtype=np.int64)
    for kind, shape in zip(layers.kinds[-2::-1].tolist(), layers.shapes[::-1].tolist(), strict=True):
        found[filled(grown(shape, 2 * HAIR, square=True), window)] = kind
    return found


def shut_on(ground: Ground, pace: Pace, ways: Collection[str], cell: int, *, crossing: bool = False) -> Mask:
    """Return which nodes of the whole table are closed to a mover or too near to what is.

    With `crossing` streams and shallows are open, as for journeys of several turns.
    """
    key = ("shut", *ground.closing(pace, ways), cell, crossing)

    def made() -> Mask:
        shut = ground.closed(pace, ways)
        if crossing:
            walls = ground.wall_area([way for way in ground.ways if way not in ways])
            shut = without(shut, without(union(stretch.area for stretch in ground.stretches), walls))
        return filled(grown(shut, CLEARANCE * cell, steps=4), Window.whole(ground, cell))

    return cast("Mask", ground.memory.get(key, made))


def paved_on(ground: Ground, cell: int) -> Mask:
    """Return which nodes of the whole table lie on road that gives its bonus."""
    key = ("paved", cell)
    return cast("Mask", ground.memory.get(key, lambda: filled(ground.paved.here, Window.whole(ground, cell))))


def beside_enemies(window: Window, enemies: Floats, reach: Floats) -> Mask:
    """Return which nodes lie so near to an enemy that a step from them might come within its reach."""
    found = np.zeros((window.rows, window.columns), dtype=bool)
    ys = window.south + np.arange(window.rows) * window.cell
    xs = window.west + np.arange(window.columns) * window.cell
    for (x, y), far in zip(enemies.tolist(), (reach + window.cell**2 * 5 / (8 * reach)).tolist(), strict=True):
        rows = slice(*np.searchsorted(ys, [y - far, y + far]))
        columns = slice(*np.searchsorted(xs, [x - far, x + far]))
        square = (ys[rows, None] - y) ** 2 + (xs[None, columns] - x) ** 2
        found[rows, columns] |= square <= far**2
    return found

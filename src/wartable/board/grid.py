"""A grid of nodes over a plane: which lie in a shape, and least costs by steps to sixteen neighbours."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import numpy as np
import shapely
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import dijkstra
from shapely.geometry.base import BaseGeometry

from wartable.engine.memory import Arrays

Point: TypeAlias = tuple[int, int]
Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]
Mask: TypeAlias = NDArray[np.bool_]


@dataclass(frozen=True)
class Window:
    """Nodes of a grid: the first at (`west`, `south`), then every `cell`, in `rows` northward, `columns` eastward."""

    west: int
    south: int
    cell: int
    rows: int
    columns: int

    @classmethod
    def whole(cls, size: Point, cell: int) -> Window:
        """Return the grid over a whole area that begins at (0, 0)."""
        width, height = size
        return cls(0, 0, cell, height // cell + 1, width // cell + 1)

    @classmethod
    def around(cls, size: Point, cell: int, low: Point, high: Point) -> Window:
        """Return the part of that grid that covers a box."""
        all_of = cls.whole(size, cell)
        left, below = max(low[0] // cell, 0), max(low[1] // cell, 0)
        right, above = min(-(-high[0] // cell), all_of.columns - 1), min(-(-high[1] // cell), all_of.rows - 1)
        return cls(left * cell, below * cell, cell, above - below + 1, right - left + 1)

    @property
    def part(self) -> tuple[slice, slice]:
        """Where the window lies in arrays over the whole area."""
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


def filled(shape: BaseGeometry, window: Window) -> Mask:
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


def edges_of(shapes: NDArray[np.object_]) -> Floats:
    """Return every edge of areas, as an array of shape (n, 2, 2)."""
    if not len(shapes):
        return np.empty((0, 2, 2))
    rings = shapely.get_rings(shapely.get_parts(shapes))
    corners, ring = shapely.get_coordinates(rings, return_index=True)
    edges = np.stack([corners[:-1], corners[1:]], axis=1)
    return np.asarray(edges[ring[1:] == ring[:-1]])


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


_STEPS = ((0, 1), (1, 0), (1, 1), (1, -1), (1, 2), (2, 1), (2, -1), (1, -2))
"""Rows and columns to eight neighbours; the other eight are the same steps back."""
_LONGEST = 2
"""Rows or columns that a step leads away at the most."""
_FIRST = 2 * len(_STEPS)
"""Said instead of a step's number where the way begins."""
_NONE = _FIRST + 1
"""The same where no way leads."""


@dataclass(frozen=True, eq=False)
class Field(Arrays):
    """Least costs from a source to the nodes of a window, infinite where there is no way, and each way's last step.

    `steps` tells of each node by which step the way comes to it: a byte instead of the number of the node before.
    """

    window: Window
    costs: Floats
    steps: NDArray[np.uint8]

    def way_to(self, node: int) -> list[int]:
        """Return the nodes on the way to a node, the source left out."""
        away = _away(self.window.columns).tolist()
        way: list[int] = []
        step = int(self.steps[node])
        while step != _NONE:
            way.append(node)
            if step == _FIRST:
                break
            node -= away[step]
            step = int(self.steps[node])
        return way[::-1]


@dataclass(frozen=True, eq=False)
class Mesh(Arrays):
    """The steps of a window that may be made, as rows of a sparse matrix: from each node to whom at what cost."""

    window: Window
    ends: NDArray[np.int32]
    to: NDArray[np.int32]
    costs: Floats


def meshed(window: Window, slowness: Floats, go: Mask) -> Mesh:
    """Return the steps of a window; `slowness` is the cost of a length of 1 at each node, `go` which may be used."""
    within = slice(_LONGEST, -_LONGEST)
    around = np.full((window.rows + 2 * _LONGEST, window.columns + 2 * _LONGEST), np.inf)
    around[within, within] = np.where(go, slowness, np.inf)

    def beside(up: int, right: int) -> Floats:
        """Return the slowness of the nodes so many rows and columns away; infinite outside the window."""
        rows, columns = _LONGEST + up, _LONGEST + right
        return around[rows : rows + window.rows, columns : columns + window.columns]

    cost = np.empty((len(_STEPS), window.rows, window.columns))
    for number, (up, right) in enumerate(_STEPS):
        length = window.cell * float(np.hypot(up, right)) / 2
        cost[number] = (around[within, within] + beside(up, right)) * length
        for flank in _flanks(up, right):
            cost[number][np.isinf(beside(*flank))] = np.inf
    found = cost.reshape(len(_STEPS), window.count).T
    keep = np.isfinite(found)
    ends = np.concatenate([[0], np.cumsum(keep.sum(axis=1))]).astype(np.int32)
    to = np.arange(window.count, dtype=np.int32)[:, None] + _away(window.columns)[: len(_STEPS)]
    return Mesh(window, ends, to[keep], found[keep])


def _flanks(up: int, right: int) -> Sequence[tuple[int, int]]:
    """Return the two nodes that a long step passes between; a hole there would let it through a wall."""
    if abs(up) + abs(right) != 3:
        return ()
    if abs(up) == 2:
        return (up // 2, 0), (up // 2, right)
    return (0, right // 2), (up, right // 2)


def spread(mesh: Mesh, sources: Ints, first: Floats, limit: float) -> Field:
    """Return least costs from a source whose steps to the nodes `sources` cost `first`.

    Nothing beyond `limit` is looked for. Costs are up to 2.7 % too high, since there are only sixteen directions.
    """
    count = mesh.window.count
    ends = np.append(mesh.ends, mesh.ends[-1] + np.int32(len(sources)))
    steps = (np.concatenate([mesh.costs, first]), np.concatenate([mesh.to, sources.astype(np.int32)]), ends)
    graph = csr_matrix(steps, shape=(count + 1, count + 1))
    costs, before = dijkstra(graph, directed=False, indices=[count], return_predecessors=True, limit=limit)
    return Field(mesh.window, costs[0, :-1], _steps_from(before[0, :-1], mesh.window.columns))


def _steps_from(before: NDArray[np.int32], columns: int) -> NDArray[np.uint8]:
    """Return by which step each node is come to, of the node before each: below 0 where there is none."""
    count = len(before)
    away = _away(columns)
    far = int(away.max())
    numbers = np.full(2 * far + 1, _NONE, dtype=np.uint8)
    numbers[away + far] = np.arange(len(away))
    steps = np.where(before == count, np.uint8(_FIRST), np.uint8(_NONE))
    come = np.flatnonzero((before >= 0) & (before < count))
    steps[come] = numbers[come - before[come] + far]
    return steps


@lru_cache(maxsize=64)
def _away(columns: int) -> NDArray[np.int32]:
    """Return how far on each step leads in the numbers of nodes: eight steps, then the same back."""
    there = np.array([up * columns + right for up, right in _STEPS], dtype=np.int32)
    return np.concatenate([there, -there])

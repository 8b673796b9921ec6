"""Least costs over a grid: the shortest ways from a figure to every node, by steps to sixteen neighbours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import dijkstra

from wartable.games.ring_of_power.terrain.raster import Window

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wartable.games.ring_of_power.terrain.points import Floats, Ints, Mask

_STEPS = ((0, 1), (1, 0), (1, 1), (1, -1), (1, 2), (2, 1), (2, -1), (1, -2))
"""Rows and columns to eight neighbours; the other eight are the same steps back."""
_LONGEST = 2
"""Rows or columns that a step leads away at the most."""
_FIRST = 2 * len(_STEPS)
"""Said instead of a step's number where the way begins."""
_NONE = _FIRST + 1
"""The same where no way leads."""


@dataclass(frozen=True, eq=False)
class Field:
    """Costs in moves from a source to the nodes of a window, infinite where there is no way, and each way's last step.

    `steps` tells of each node by which step the way comes to it: a byte instead of the number of the node before.
    """

    window: Window
    costs: Floats
    steps: NDArray[np.uint8]

    @property
    def nbytes(self) -> int:
        """How many bytes the arrays take."""
        return self.costs.nbytes + self.steps.nbytes

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
class Mesh:
    """The steps of a window that may be made, as rows of a sparse matrix: from each node to whom at what cost."""

    window: Window
    ends: NDArray[np.int32]
    to: NDArray[np.int32]
    costs: Floats

    @property
    def nbytes(self) -> int:
        """How many bytes the arrays take."""
        return self.ends.nbytes + self.to.nbytes + self.costs.nbytes


def meshed(window: Window, slowness: Floats, go: Mask) -> Mesh:
    """Return the steps of a window; `slowness` is moves for a length of 1 at each node, `go` which may be used."""
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

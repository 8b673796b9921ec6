"""Shapes laid over each other by precedence: in which of them a point lies, and how their edges cut a line (A6)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import shapely

from wartable.board.grid import edges_of
from wartable.engine.memory import PerThread
from wartable.games.ring_of_power.terrain.geometry import Floats, Ints, Shape, Shapes, parts, segments, spots

HAIR = 1.0
"""How deep, in 1/1000 inch, a line may dip into closed ground: corners are rounded to that."""
_CORNER = 1e-9


class Layers:
    """Shapes with types, from the one that counts most to the one that counts least, over a floor of one type.

    Nothing is flattened: a point takes the type of the first shape that it lies in or on, so that no gap can open
    between neighbours by rounding.
    """

    def __init__(self, shapes: Sequence[tuple[int, Shape]], floor: int) -> None:
        """Take pairs of type and polygon, highest precedence first; `floor` is the type where no shape lies."""
        self.floor = floor
        single = [(kind, part) for kind, shape in shapes for part in parts(shape)]
        self.kinds: Ints = np.array([*(kind for kind, _ in single), floor], dtype=np.int64)
        laid: Shapes = np.array([part for _, part in single], dtype=np.object_)
        self.edges = edges_of(laid)
        data = shapely.to_wkb(laid)
        self._shapes: PerThread[Shapes] = PerThread(lambda: np.asarray(shapely.from_wkb(data), dtype=np.object_))
        self._tree = PerThread(lambda: shapely.STRtree(self.shapes))
        self._edge_tree = PerThread(lambda: shapely.STRtree(segments(self.edges[:, 0], self.edges[:, 1])))

    @property
    def shapes(self) -> Shapes:
        """The single polygons, as the thread that asks has them."""
        return self._shapes.here

    def kinds_at(self, points: Floats) -> Ints:
        """Return the type at each of the points, of shape (n, 2)."""
        found = np.full(len(points), len(self.kinds) - 1)
        at, shape = self._tree.here.query(spots(points), predicate="intersects")
        np.minimum.at(found, at, shape)
        return np.asarray(self.kinds[found])

    def open_near(self, points: Floats, closed: Sequence[bool]) -> Ints:
        """Return the first type that is not closed within a hair of each point, else the floor."""
        found = np.full(len(points), len(self.kinds) - 1)
        at, shape = self._tree.here.query(spots(points), predicate="dwithin", distance=2 * HAIR)
        passable = ~np.asarray(closed, dtype=bool)[self.kinds[shape]]
        np.minimum.at(found, at[passable], shape[passable])
        return np.asarray(self.kinds[found])

    def cut(self, starts: Floats, ends: Floats) -> tuple[Ints, Floats, Floats]:
        """Cut segments at every edge they meet.

        Return, for each piece in order along the way, the number of its segment and where on it the piece begins and
        ends, as shares of the segment. A piece lies in one type as a whole.
        """
        count = len(starts)
        line, edge = self._edge_tree.here.query(segments(starts, ends))
        which, share = _meetings(starts[line], ends[line], self.edges[edge])
        every = np.concatenate([np.arange(count), np.arange(count), line[which]])
        shares = np.concatenate([np.zeros(count), np.ones(count), share])
        order = np.lexsort((shares, every))
        segment, at = every[order], shares[order]
        piece = (segment[1:] == segment[:-1]) & (at[1:] - at[:-1] > _CORNER)
        return segment[:-1][piece], at[:-1][piece], at[1:][piece]


def _meetings(starts: Floats, ends: Floats, edges: Floats) -> tuple[Ints, Floats]:
    """Return which pairs of segment and edge meet, and where on the segment; on a common line, at the edge's ends."""
    along, edge, apart = ends - starts, edges[:, 1] - edges[:, 0], edges[:, 0] - starts
    turn = _cross(along, edge)
    with np.errstate(divide="ignore", invalid="ignore"):
        share, on_edge = _cross(apart, edge) / turn, _cross(apart, along) / turn
        meets = (turn != 0) & (on_edge > -_CORNER) & (on_edge < 1 + _CORNER)
        length = (along**2).sum(axis=1)
        first, last = (apart * along).sum(axis=1) / length, ((apart + edge) * along).sum(axis=1) / length
    straight = (turn == 0) & (length > 0)
    which = np.concatenate([np.flatnonzero(meets), np.flatnonzero(straight), np.flatnonzero(straight)])
    shares = np.concatenate([share[meets], first[straight], last[straight]])
    inside = (shares > 0) & (shares < 1)
    return which[inside], shares[inside]


def _cross(one: Floats, other: Floats) -> Floats:
    return one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]

"""Where a figure can get in one move: a field of costs around it, with outlines to draw and a plan to every point."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from wartable.games.ring_of_power.terrain.around import Around, leaving, nearby
from wartable.games.ring_of_power.terrain.bill import prices
from wartable.games.ring_of_power.terrain.contour import Outline, outlines
from wartable.games.ring_of_power.terrain.crossings import Crossing, crossings
from wartable.games.ring_of_power.terrain.field import Field, spread
from wartable.games.ring_of_power.terrain.geometry import Shape, common, disc, near, polygon, union, without
from wartable.games.ring_of_power.terrain.ground import Ground
from wartable.games.ring_of_power.terrain.paths import SLACK
from wartable.games.ring_of_power.terrain.points import Point
from wartable.games.ring_of_power.terrain.raster import Window, beside_enemies, kinds_on, paved_on, shut_on
from wartable.games.ring_of_power.terrain.speeds import Pace

if TYPE_CHECKING:
    from wartable.games.ring_of_power.terrain.points import Floats, Ints, Mask

CELL = 200
"""Distance of the nodes, in 1/1000 inch."""
HOPS = 3
"""A figure steps straight onto nodes up to so many cells away."""
BEYOND = 1.2
"""Costs are worked out so far, so that the border of the reach can be drawn between nodes."""
UNREACHED = 255


class CostGrid(msgspec.Struct, frozen=True):
    """A field of costs to send to a browser: one byte a node, row by row from the south-west.

    A byte is the cost in 1/250 of a move; 255 is out of reach. Lengths are 1/1000 inch.
    """

    west: int
    south: int
    cell: int
    rows: int
    columns: int
    costs: bytes


@dataclass(frozen=True, eq=False)
class Reach:
    """What one move can reach from a point. Costs are those of a grid: a path to be gone is judged by `judge_path`.

    `road` is the field of moves that lie on road as a whole, where the figure stands on one (Q61). `crossings` are
    whole moves over streams and shallows.
    """

    ground: Ground
    pace: Pace
    start: Point
    who: Around
    field: Field
    road: Field | None
    crossings: tuple[Crossing, ...]

    @property
    def costs(self) -> Floats:
        """Least costs in moves, of shape (rows, columns), infinite where there is no way within one move."""
        window = self.field.window
        best = self.field.costs if self.road is None else np.minimum(self.field.costs, self.road.costs)
        return np.where(best <= 1 + SLACK, best, np.inf).reshape(window.rows, window.columns)

    def cost_at(self, point: Point) -> float:
        """Return the least cost of getting to a point, about; infinite where it is out of reach."""
        costs = [self.last_steps(field, point, self.who)[1] for field in (self.field, self.road)]
        least = float(np.concatenate(costs).min(initial=np.inf))
        return least if least <= 1 + SLACK else np.inf

    def last_steps(self, field: Field | None, point: Point, who: Around) -> tuple[Ints, Floats]:
        """Return nodes from which one straight step leads to a point, and what the way over each costs.

        Where `who` leaves enemies out, the point lies within their reach, and steps to it are longer.
        """
        if field is None:
            return np.empty(0, dtype=np.int64), np.empty(0)
        longer = int(self.who.reach.max(initial=0)) // field.window.cell if len(who.reach) < len(self.who.reach) else 0
        nodes = field.window.near(point, HOPS + longer)
        nodes = nodes[np.isfinite(field.costs[nodes])]
        ends = np.broadcast_to(np.array(point, dtype=np.float64), (len(nodes), 2))
        starts = field.window.points(nodes).astype(np.float64)
        step = prices(self.ground, self.pace, starts, ends, who)
        if field is self.road:
            whole = self.ground.on_road(starts, ends) & np.isfinite(step)
            step = np.where(whole, np.hypot(*(ends - starts).T) / self.pace.road, np.inf)
        return nodes, field.costs[nodes] + step

    def outlines(self) -> tuple[Outline, ...]:
        """Return the reach as areas with holes, exact where closed ground and enemies' inches bound it."""
        window = self.field.window
        best = self.field.costs if self.road is None else np.minimum(self.field.costs, self.road.costs)
        return outlines(best.reshape(window.rows, window.columns), window, self._bounded)

    def _bounded(self, area: Shape) -> Shape:
        if area.is_empty:
            return area
        shut = near(self.ground.closed(self.pace, self.who.ways), area, 0)
        window = self.field.window
        east, north = window.west + window.columns * window.cell, window.south + window.rows * window.cell
        box = polygon([(window.west, window.south), (east, window.south), (east, north), (window.west, north)])
        enemies, reach = nearby(leaving(self.who, self.start), np.array(box.bounds, dtype=np.float64).reshape(2, 2))
        inches = union(disc(x, y, far) for (x, y), far in zip(enemies.tolist(), reach.tolist(), strict=True))
        return common(without(without(area, shut), inches), self.ground.table)

    def grid(self) -> CostGrid:
        """Return the costs packed for a browser that follows the pointer."""
        window = self.field.window
        costs = self.costs
        scaled = np.where(np.isfinite(costs), np.ceil(np.minimum(costs, 1) * 250), UNREACHED).astype(np.uint8)
        return CostGrid(window.west, window.south, window.cell, window.rows, window.columns, scaled.tobytes())


def reach(ground: Ground, pace: Pace, start: Point, who: Around | None = None, *, cell: int = CELL) -> Reach:
    """Return what a figure can reach in one move from where it stands (C5-C13)."""
    who = leaving(who or Around(), start)
    far = pace.fastest + 2 * cell
    low, high = (start[0] - far, start[1] - far), (start[0] + far, start[1] + far)
    window = Window.around(ground, cell, low, high)
    field = field_from(ground, pace, start, who, window, BEYOND)
    road = _road_field(ground, pace, start, who, window)
    return Reach(ground, pace, start, who, field, road, crossings(ground, pace, start, who.ways))


def field_from(ground: Ground, pace: Pace, start: Point, who: Around, window: Window, limit: float = np.inf) -> Field:
    """Return least costs from a point over a window; costs beyond `limit` moves are left infinite."""
    go = open_nodes(ground, pace, who, window)
    slowness = slowness_on(ground, pace, window)
    return _from(ground, pace, start, who, window, slowness, go, limit)


def open_nodes(ground: Ground, pace: Pace, who: Around, window: Window) -> Mask:
    """Return which nodes of a window a mover may use: off closed ground, off the inches of enemies."""
    shut = shut_on(ground, pace, who.ways, window.cell)[window.part]
    corners = window.points(np.array([0, window.count - 1])).astype(np.float64)
    enemies, reach = nearby(who, corners)
    return ~(shut | beside_enemies(window, enemies, reach))


def slowness_on(ground: Ground, pace: Pace, window: Window) -> Floats:
    """Return moves for each 1/1000 inch at the nodes of a window; infinite where the ground is closed."""
    speeds = np.asarray(pace.speeds, dtype=np.float64)
    slow = np.divide(1, speeds, out=np.full(len(speeds), np.inf), where=speeds > 0)
    return np.asarray(slow[kinds_on(ground, pace, window.cell)[window.part]])


def _road_field(ground: Ground, pace: Pace, start: Point, who: Around, window: Window) -> Field | None:
    """Return the field of moves that stay on road, where the figure stands on one and gains by it."""
    if not pace.road or pace.flies or pace.sails:
        return None
    here = np.array([start], dtype=np.float64)
    if not ground.on_road(here, here).all():
        return None
    go = open_nodes(ground, pace, who, window) & paved_on(ground, window.cell)[window.part]
    slowness = np.full((window.rows, window.columns), 1 / pace.road)
    return _from(ground, pace, start, who, window, slowness, go, BEYOND)


def _from(
    ground: Ground, pace: Pace, start: Point, who: Around, window: Window, slowness: Floats, go: Mask, limit: float
) -> Field:
    nodes = window.near(start, HOPS)
    nodes = nodes[go.ravel()[nodes]]
    starts = np.broadcast_to(np.array(start, dtype=np.float64), (len(nodes), 2))
    first = prices(ground, pace, starts, window.points(nodes).astype(np.float64), who)
    open_to = np.isfinite(first)
    return spread(window, slowness, go, nodes[open_to], np.maximum(first[open_to], 1e-9), limit)

"""Where a figure can get in one move: a field of costs around it, with outlines to draw and a plan to every point."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from wartable.games.ring_of_power.terrain.around import Around, leaving, nearby
from wartable.games.ring_of_power.terrain.contour import Outline, outlines
from wartable.games.ring_of_power.terrain.crossings import Crossing, crossings
from wartable.games.ring_of_power.terrain.geometry import Shape, common, disc, near, polygon, union, without
from wartable.games.ring_of_power.terrain.ground import Ground
from wartable.games.ring_of_power.terrain.lanes import Lane, lanes
from wartable.games.ring_of_power.terrain.paths import SLACK
from wartable.games.ring_of_power.terrain.points import Point
from wartable.games.ring_of_power.terrain.raster import Window
from wartable.games.ring_of_power.terrain.rays import fan
from wartable.games.ring_of_power.terrain.speeds import Pace

if TYPE_CHECKING:
    from wartable.games.ring_of_power.terrain.points import Floats

CELL = 200
"""Distance of the nodes, in 1/1000 inch."""
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

    `lanes` are the ways to count the move; `crossings` are whole moves over streams and shallows.
    """

    ground: Ground
    pace: Pace
    start: Point
    who: Around
    window: Window
    lanes: tuple[Lane, ...]
    crossings: tuple[Crossing, ...]

    @property
    def costs(self) -> Floats:
        """Least costs in moves, of shape (rows, columns), infinite where there is no way within one move."""
        best = self._best()
        return np.where(best <= 1 + SLACK, best, np.inf)

    def _best(self) -> Floats:
        best = np.minimum.reduce([lane.field.costs for lane in self.lanes])
        return np.asarray(best).reshape(self.window.rows, self.window.columns)

    def cost_at(self, point: Point) -> float:
        """Return the least cost of getting to a point, about; infinite where it is out of reach."""
        costs = [lane.last_steps(point, self.who)[1] for lane in self.lanes]
        least = float(np.concatenate(costs).min(initial=np.inf))
        return least if least <= 1 + SLACK else np.inf

    def outlines(self) -> tuple[Outline, ...]:
        """Return the reach as areas with holes, exact where closed ground and enemies' inches bound it."""
        straight = fan(self.ground, self.pace, self.start, self.who)
        return outlines(self._best(), self.window, lambda area: self._bounded(union((area, straight))))

    def _bounded(self, area: Shape) -> Shape:
        if area.is_empty:
            return area
        shut = near(self.ground.closed(self.pace, self.who.ways), area, 0)
        window = self.window
        east, north = window.west + window.columns * window.cell, window.south + window.rows * window.cell
        box = polygon([(window.west, window.south), (east, window.south), (east, north), (window.west, north)])
        enemies, reach = nearby(leaving(self.who, self.start), np.array(box.bounds, dtype=np.float64).reshape(2, 2))
        inches = union(disc(x, y, far) for (x, y), far in zip(enemies.tolist(), reach.tolist(), strict=True))
        return common(without(without(area, shut), inches), self.ground.table)

    def grid(self) -> CostGrid:
        """Return the costs packed for a browser that follows the pointer."""
        window = self.window
        costs = self.costs
        scaled = np.where(np.isfinite(costs), np.ceil(np.minimum(costs, 1) * 250), UNREACHED).astype(np.uint8)
        return CostGrid(window.west, window.south, window.cell, window.rows, window.columns, scaled.tobytes())


def reach(ground: Ground, pace: Pace, start: Point, who: Around | None = None, *, cell: int = CELL) -> Reach:
    """Return what a figure can reach in one move from where it stands (C5-C13)."""
    who = leaving(who or Around(), start)
    far = pace.fastest + 2 * cell
    low, high = (start[0] - far, start[1] - far), (start[0] + far, start[1] + far)
    window = Window.around(ground, cell, low, high)
    found = lanes(ground, pace, start, who, window)
    return Reach(ground, pace, start, who, window, found, crossings(ground, pace, start, who.ways))

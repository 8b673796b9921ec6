"""The fields of one figure's move: one for moves that mix terrain, one for moves that lie on road as a whole."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from wartable.games.ring_of_power.terrain.around import Around, nearby
from wartable.games.ring_of_power.terrain.bill import prices
from wartable.games.ring_of_power.terrain.field import Field, meshed, spread
from wartable.games.ring_of_power.terrain.ground import Ground
from wartable.games.ring_of_power.terrain.points import Point
from wartable.games.ring_of_power.terrain.raster import Window, beside_enemies, kinds_on, paved_on, shut_on
from wartable.games.ring_of_power.terrain.speeds import Pace

if TYPE_CHECKING:
    from wartable.games.ring_of_power.terrain.points import Floats, Ints, Mask

HOPS = 3
"""A figure steps straight onto nodes up to so many cells away."""
BEYOND = 1.2
"""Costs are worked out so far, so that the border of the reach can be drawn between nodes."""


@dataclass(frozen=True, eq=False)
class Lane:
    """One way to count a move: at a pace, and on road from end to end where it is `paved` (Q61); and its field."""

    ground: Ground
    pace: Pace
    paved: bool
    field: Field

    def last_steps(self, point: Point, who: Around, hops: int = HOPS) -> tuple[Ints, Floats]:
        """Return nodes from which one straight step leads to a point, and what the way over each costs."""
        nodes = self.field.window.near(point, hops)
        nodes = nodes[np.isfinite(self.field.costs[nodes])]
        starts = self.field.window.points(nodes).astype(np.float64)
        ends = np.broadcast_to(np.array(point, dtype=np.float64), starts.shape)
        return nodes, self.field.costs[nodes] + step_prices(self.ground, self.pace, starts, ends, who, paved=self.paved)


def lanes(ground: Ground, pace: Pace, start: Point, who: Around, window: Window) -> tuple[Lane, ...]:
    """Return the fields of a move from a point, the one that mixes terrain first.

    Where the slowest terrain entered counts for the whole move (Q3, `worst`), there is one for each speed: at that
    speed over all ground that is no slower.
    """
    counted = ((each, False) for each in _paces(pace, who))
    paved = [(_at(pace, pace.road, 1), True)] if _on_road(ground, pace, start) else []
    return tuple(
        Lane(ground, each, on, _field(ground, each, start, who, window, paved=on)) for each, on in [*counted, *paved]
    )


def _paces(pace: Pace, who: Around) -> Iterator[Pace]:
    if who.mixed_terrain == "fraction" or not any(pace.speeds):
        yield pace
        return
    for speed in sorted({speed for speed in pace.speeds if speed}, reverse=True):
        yield _at(pace, speed, speed)


def _at(pace: Pace, speed: int, least: int) -> Pace:
    """Return a pace of one speed over all ground on which the other is no slower than `least`."""
    return Pace(tuple(speed if each >= least else 0 for each in pace.speeds), speed, flies=pace.flies, sails=pace.sails)


def _on_road(ground: Ground, pace: Pace, start: Point) -> bool:
    here = np.array([start], dtype=np.float64)
    return bool(pace.road and not (pace.flies or pace.sails) and ground.on_road(here, here).all())


def step_prices(
    ground: Ground, pace: Pace, starts: Floats, ends: Floats, who: Around, *, paved: bool = False
) -> Floats:
    """Return what straight steps cost, infinite where they may not be made; `paved` ones must lie on road."""
    found = prices(ground, pace, starts, ends, who)
    return np.where(ground.on_road(starts, ends), found, np.inf) if paved else found


def _field(ground: Ground, pace: Pace, start: Point, who: Around, window: Window, *, paved: bool) -> Field:
    go = _open_nodes(ground, pace, who, window)
    if paved:
        go &= paved_on(ground, window.cell)[window.part]
    nodes = window.near(start, HOPS)
    nodes = nodes[go.ravel()[nodes]]
    ends = window.points(nodes).astype(np.float64)
    first = step_prices(
        ground, pace, np.broadcast_to(np.array(start, dtype=np.float64), ends.shape), ends, who, paved=paved
    )
    free = np.isfinite(first)
    mesh = meshed(window, slowness_on(ground, pace, window), go)
    return spread(mesh, nodes[free], np.maximum(first[free], 1e-9), BEYOND)


def _open_nodes(ground: Ground, pace: Pace, who: Around, window: Window) -> Mask:
    """Return which nodes of a window a mover may use: off closed ground, off the inches of enemies."""
    shut = shut_on(ground, pace, who.ways, window.cell)[window.part]
    enemies, far = nearby(who, window.points(np.array([0, window.count - 1])).astype(np.float64))
    return ~(shut | beside_enemies(window, enemies, far))


def slowness_on(ground: Ground, pace: Pace, window: Window) -> Floats:
    """Return moves for each 1/1000 inch at the nodes of a window; infinite where the ground is closed."""
    speeds = np.asarray(pace.speeds, dtype=np.float64)
    slow = np.divide(1, speeds, out=np.full(len(speeds), np.inf), where=speeds > 0)
    return np.asarray(slow[kinds_on(ground, pace, window.cell)[window.part]])

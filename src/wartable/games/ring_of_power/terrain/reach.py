"""Where a figure can get in one move: a field of costs around it, with outlines to draw and a plan to every point."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import msgspec
import numpy as np
import shapely

from wartable.board import grid
from wartable.games.ring_of_power.scenario import Point
from wartable.games.ring_of_power.terrain import geometry
from wartable.games.ring_of_power.terrain.around import Around, beside_enemies, leaving, nearby, too_near
from wartable.games.ring_of_power.terrain.geometry import Floats, Ints, Shape
from wartable.games.ring_of_power.terrain.ground import Ground
from wartable.games.ring_of_power.terrain.paths import SLACK, Bill, Crossing, crossings, prices
from wartable.games.ring_of_power.terrain.speeds import Pace

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
    field: grid.Field

    def last_steps(self, point: Point, who: Around, hops: int = HOPS) -> tuple[Ints, Floats]:
        """Return nodes from which one straight step leads to a point, and what the way over each costs."""
        nodes = self.field.window.near(point, hops)
        nodes = nodes[np.isfinite(self.field.costs[nodes])]
        starts = self.field.window.points(nodes).astype(np.float64)
        ends = np.broadcast_to(np.array(point, dtype=np.float64), starts.shape)
        return nodes, self.field.costs[nodes] + step_prices(self.ground, self.pace, starts, ends, who, paved=self.paved)


def lanes(ground: Ground, pace: Pace, start: Point, who: Around, window: grid.Window) -> tuple[Lane, ...]:
    """Return the fields of a move from a point, the one that mixes terrain first.

    Where the slowest terrain entered counts for the whole move (Q3, `worst`), there is one for each speed: at that
    speed over all ground that is no slower.
    """
    speeds = sorted({speed for speed in pace.speeds if speed}, reverse=True)
    mixed = who.mixed_terrain == "fraction" or not speeds
    counted = [(each, False) for each in ([pace] if mixed else [_at(pace, speed, speed) for speed in speeds])]
    here = np.array([start], dtype=np.float64)
    if pace.road and not (pace.flies or pace.sails) and ground.on_road(here, here).all():
        counted.append((_at(pace, pace.road, 1), True))
    return tuple(Lane(ground, each, on, _field(ground, each, start, who, window, paved=on)) for each, on in counted)


def _at(pace: Pace, speed: int, least: int) -> Pace:
    """Return a pace of one speed over all ground on which the other is no slower than `least`."""
    return Pace(tuple(speed if each >= least else 0 for each in pace.speeds), speed, flies=pace.flies, sails=pace.sails)


def step_prices(
    ground: Ground, pace: Pace, starts: Floats, ends: Floats, who: Around, *, paved: bool = False
) -> Floats:
    """Return what straight steps cost, infinite where they may not be made; `paved` ones must lie on road."""
    found = prices(ground, pace, starts, ends, who)
    return np.where(ground.on_road(starts, ends), found, np.inf) if paved else found


def _field(ground: Ground, pace: Pace, start: Point, who: Around, window: grid.Window, *, paved: bool) -> grid.Field:
    # Which nodes of a window a mover may use: off closed ground, off the inches of enemies.
    # Taken from the whole table, which is remembered: the figure next to this one asks for almost the same window.
    shut = ground.shut_on(pace, who.ways, window.cell)[window.part]
    enemies, far = nearby(who, window.points(np.array([0, window.count - 1])).astype(np.float64))
    go = ~(shut | beside_enemies(window, enemies, far))
    if paved:
        go &= ground.paved_on(window.cell)[window.part]
    nodes = window.near(start, HOPS)
    nodes = nodes[go.ravel()[nodes]]
    ends = window.points(nodes).astype(np.float64)
    first = step_prices(
        ground, pace, np.broadcast_to(np.array(start, dtype=np.float64), ends.shape), ends, who, paved=paved
    )
    free = np.isfinite(first)
    mesh = grid.meshed(window, slowness_on(ground, pace, window), go)
    return grid.spread(mesh, nodes[free], np.maximum(first[free], 1e-9), BEYOND)


def slowness_on(ground: Ground, pace: Pace, window: grid.Window) -> Floats:
    """Return moves for each 1/1000 inch at the nodes of a window; infinite where the ground is closed."""
    speeds = np.asarray(pace.speeds, dtype=np.float64)
    slow = np.divide(1, speeds, out=np.full(len(speeds), np.inf), where=speeds > 0)
    return np.asarray(slow[ground.kinds_on(pace, window.cell)[window.part]])


RAYS = 96
"""Directions that are looked at: chords between their ends are 0.05 % short of the circle."""


def fan(ground: Ground, pace: Pace, start: Point, who: Around) -> Shape:
    """Return what one straight way reaches, between neighbouring directions in which nothing stops it (C5).

    Empty where the slowest terrain entered counts for the whole move, as then a way's end hangs on what lies behind it.
    """
    if who.mixed_terrain != "fraction" or not any(pace.speeds):
        return geometry.union(())
    starts = np.broadcast_to(np.array(start, dtype=np.float64), (RAYS, 2))
    ends = _ends(Bill(ground, pace, starts, starts + _to_the_edge(ground, pace, start)), starts)
    free = ~(
        shapely.intersects(ground.closed(pace, who.ways), geometry.segments(starts, ends)) | too_near(starts, ends, who)
    )
    free &= (np.abs(ends - starts) >= 1).any(axis=1)
    after = np.roll(np.arange(RAYS), -1)
    return geometry.union(
        geometry.polygon([start, tuple(ends[n]), tuple(ends[after[n]])]) for n in np.flatnonzero(free & free[after])
    )


def _to_the_edge(ground: Ground, pace: Pace, start: Point) -> Floats:
    """Return the rays as long as the fastest move is, but no longer than to the edge of the table."""
    angles = 2 * np.pi * np.arange(RAYS) / RAYS
    rays = pace.fastest * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    west, south, east, north = ground.table.bounds
    room = np.where(rays > 0, (east, north), (west, south)) - np.array(start, dtype=np.float64)
    with np.errstate(divide="ignore", invalid="ignore"):
        share = np.where(np.abs(rays) > 1e-6, room / rays, 1.0).min(axis=1)
    return np.asarray(rays * np.clip(share, 1e-3, 1.0)[:, None])


def _ends(bill: Bill, starts: Floats) -> Floats:
    """Return where the cost of each ray comes to one move, or the ray's end."""
    ends = np.array(starts)
    for ray in range(len(starts)):
        part = bill.parts(ray, ray + 1)
        cost = bill.lengths[part] / bill.speeds[part]
        spent = np.cumsum(cost)
        last = min(int(np.searchsorted(spent, 1.0)), len(cost) - 1)
        share = min(1.0, (1.0 - (spent[last] - cost[last])) / max(cost[last], 1e-12))
        ends[ray] = bill.low[part][last] + share * (bill.high[part][last] - bill.low[part][last])
    return ends


SMOOTH = 40
"""Corners that stand out less than this, in 1/1000 inch, are left out."""
SKIN = 2
"""Nodes kept off closed ground are filled in from their neighbours, so many deep, and cut exactly afterwards."""
_OUT = 2.0
_SIDES = {
    1: ((3, 0),), 2: ((0, 1),), 3: ((3, 1),), 4: ((1, 2),), 5: ((3, 0), (1, 2)), 6: ((0, 2),), 7: ((3, 2),),
    8: ((2, 3),), 9: ((2, 0),), 10: ((0, 1), (2, 3)), 11: ((2, 1),), 12: ((1, 3),), 13: ((1, 0),), 14: ((0, 3),),
}  # fmt: skip
"""Which sides of a cell the border passes, by the corners within: bits for SW, SE, NE, NW; sides S, E, N, W."""


class Outline(msgspec.Struct, frozen=True, gc=False):
    """An area to draw: its border and the borders of its holes, each without a last point equal to its first."""

    outer: tuple[Point, ...]
    holes: tuple[tuple[Point, ...], ...] = ()


def outlines(costs: Floats, window: grid.Window, bounded: Callable[[Shape], Shape]) -> tuple[Outline, ...]:
    """Return the areas where costs are at most one, cut by `bounded` to what is exactly allowed."""
    lines = _border(np.pad(_with_skin(costs), 1, constant_values=_OUT), window)
    if not len(lines):
        return ()
    smooth = bounded(shapely.build_area(shapely.MultiLineString(lines.tolist()))).simplify(SMOOTH)
    return tuple(
        outline(part) for part in geometry.parts(smooth) if part.geom_type == "Polygon" and part.area > SMOOTH**2
    )


def _with_skin(costs: Floats) -> Floats:
    """Fill nodes without a cost from their neighbours, a little dearer each time."""
    empty = np.isinf(costs)
    filled = costs
    for _ in range(SKIN):
        wide = np.pad(filled, 1, constant_values=np.inf)
        around = np.minimum.reduce([wide[:-2, 1:-1], wide[2:, 1:-1], wide[1:-1, :-2], wide[1:-1, 2:]])
        filled = np.where(empty, np.minimum(filled, around + 0.01), filled)
    return np.minimum(filled, _OUT)


def _border(costs: Floats, window: grid.Window) -> Floats:
    """Return pieces of the border, of shape (n, 2, 2): a line through every cell whose corners differ."""
    inside = (costs <= 1).astype(np.int64)
    corners = inside[:-1, :-1] + 2 * inside[:-1, 1:] + 4 * inside[1:, 1:] + 8 * inside[1:, :-1]
    across, up = _passed(costs[:, :-1], costs[:, 1:]), _passed(costs[:-1], costs[1:])
    found: list[Floats] = []
    for case, pairs in _SIDES.items():
        row, column = np.nonzero(corners == case)
        sides = (
            np.array([column + across[row, column], row], dtype=np.float64).T,
            np.array([column + 1, row + up[row, column + 1]], dtype=np.float64).T,
            np.array([column + across[row + 1, column], row + 1], dtype=np.float64).T,
            np.array([column, row + up[row, column]], dtype=np.float64).T,
        )
        found.extend(np.stack([sides[first], sides[second]], axis=1) for first, second in pairs)
    return (np.concatenate(found) - 1) * window.cell + (window.west, window.south)


def _passed(one: Floats, other: Floats) -> Floats:
    """Return where between two nodes the cost is one, as a share that keeps off the nodes themselves."""
    apart = np.where(one == other, 1.0, other - one)
    return np.clip((1 - one) / apart, 0.02, 0.98)


def outline(area: Shape) -> Outline:
    """Return a polygon as corners in whole 1/1000 inches."""
    first, *others = (_ring(ring) for ring in shapely.get_rings(area).tolist())
    return Outline(first, tuple(hole for hole in others if len(hole) > 2))


def shape_of(one: Outline) -> Shape:
    """Return an outline as a polygon."""
    return shapely.difference(geometry.polygon(one.outer), geometry.union(geometry.polygon(hole) for hole in one.holes))


def _ring(ring: Shape) -> tuple[Point, ...]:
    corners = [geometry.rounded(x, y) for x, y in shapely.get_coordinates(ring).tolist()][:-1]
    return tuple(point for point, before in zip(corners, [corners[-1], *corners[:-1]], strict=True) if point != before)


CELL = 200
"""Distance of the nodes, in 1/1000 inch."""


@dataclass(frozen=True, eq=False)
class Reach:
    """What one move can reach from a point. Costs are those of a grid: a path to be gone is judged by `judge_path`.

    `lanes` are the ways to count the move; `crossings` are whole moves over streams and shallows.
    """

    ground: Ground
    pace: Pace
    start: Point
    who: Around
    window: grid.Window
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

    def outlines(self) -> tuple[Outline, ...]:
        """Return the reach as areas with holes, exact where closed ground and enemies' inches bound it."""
        straight = fan(self.ground, self.pace, self.start, self.who)
        return outlines(self._best(), self.window, lambda area: self._bounded(geometry.union((area, straight))))

    def _bounded(self, area: Shape) -> Shape:
        if area.is_empty:
            return area
        shut = geometry.near(self.ground.closed(self.pace, self.who.ways), area, 0)
        window = self.window
        east, north = window.west + window.columns * window.cell, window.south + window.rows * window.cell
        box = geometry.polygon([(window.west, window.south), (east, window.south), (east, north), (window.west, north)])
        enemies, reach = nearby(leaving(self.who, self.start), np.array(box.bounds, dtype=np.float64).reshape(2, 2))
        inches = geometry.union(
            geometry.disc(x, y, far) for (x, y), far in zip(enemies.tolist(), reach.tolist(), strict=True)
        )
        return shapely.intersection(shapely.difference(shapely.difference(area, shut), inches), self.ground.table)


def reach(ground: Ground, pace: Pace, start: Point, who: Around | None = None) -> Reach:
    """Return what a figure can reach in one move from where it stands (C5-C13)."""
    who = leaving(who or Around(), start)
    far = pace.fastest + 2 * CELL
    low, high = (start[0] - far, start[1] - far), (start[0] + far, start[1] + far)
    window = grid.Window.around(ground.size, CELL, low, high)
    found = lanes(ground, pace, start, who, window)
    return Reach(ground, pace, start, who, window, found, crossings(ground, pace, start, who.ways))

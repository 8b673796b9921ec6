"""The border of a reach: where costs on a grid pass one move, as areas with holes in whole 1/1000 inches."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from wartable.games.ring_of_power.terrain.geometry import (
    Shape,
    corners_of,
    enclosed,
    parts,
    polygon,
    rings_of,
    union,
    without,
)
from wartable.games.ring_of_power.terrain.points import Point, rounded
from wartable.games.ring_of_power.terrain.raster import Window

if TYPE_CHECKING:
    from wartable.games.ring_of_power.terrain.points import Floats

SMOOTH = 40
"""Corners that stand out less than this, in 1/1000 inch, are left out."""
SKIN = 2
"""Nodes kept off closed ground are filled in from their neighbours, so many deep, and cut exactly afterwards."""
_OUT = 2.0
_SIDES = {
    1: ((3, 0),),
    2: ((0, 1),),
    3: ((3, 1),),
    4: ((1, 2),),
    5: ((3, 0), (1, 2)),
    6: ((0, 2),),
    7: ((3, 2),),
    8: ((2, 3),),
    9: ((2, 0),),
    10: ((0, 1), (2, 3)),
    11: ((2, 1),),
    12: ((1, 3),),
    13: ((1, 0),),
    14: ((0, 3),),
}
"""Which sides of a cell the border passes, by the corners within: bits for SW, SE, NE, NW; sides S, E, N, W."""


class Outline(msgspec.Struct, frozen=True, gc=False):
    """An area to draw: its border and the borders of its holes, each without a last point equal to its first."""

    shell: tuple[Point, ...]
    holes: tuple[tuple[Point, ...], ...] = ()


def outlines(costs: Floats, window: Window, bounded: Callable[[Shape], Shape]) -> tuple[Outline, ...]:
    """Return the areas where costs are at most one, cut by `bounded` to what is exactly allowed."""
    lines = _border(np.pad(_with_skin(costs), 1, constant_values=_OUT), window)
    if not len(lines):
        return ()
    smooth = bounded(enclosed(lines)).simplify(SMOOTH)
    return tuple(outline(part) for part in parts(smooth) if part.geom_type == "Polygon" and part.area > SMOOTH**2)


def _with_skin(costs: Floats) -> Floats:
    """Fill nodes without a cost from their neighbours, a little dearer each time."""
    empty = np.isinf(costs)
    filled = costs
    for _ in range(SKIN):
        wide = np.pad(filled, 1, constant_values=np.inf)
        around = np.minimum.reduce([wide[:-2, 1:-1], wide[2:, 1:-1], wide[1:-1, :-2], wide[1:-1, 2:]])
        filled = np.where(empty, np.minimum(filled, around + 0.01), filled)
    return np.minimum(filled, _OUT)


def _border(costs: Floats, window: Window) -> Floats:
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
    first, *others = (_ring(ring) for ring in rings_of(area))
    return Outline(first, tuple(hole for hole in others if len(hole) > 2))


def shape_of(one: Outline) -> Shape:
    """Return an outline as a polygon."""
    return without(polygon(one.shell), union(polygon(hole) for hole in one.holes))


def _ring(ring: Shape) -> tuple[Point, ...]:
    corners = [rounded(x, y) for x, y in corners_of(ring).tolist()][:-1]
    return tuple(point for point, before in zip(corners, [corners[-1], *corners[:-1]], strict=True) if point != before)

"""Small pictures that tell terrain, strewn over a shape: a brick pattern in a little disorder, the same every time."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, floor
from typing import TypeAlias, cast

import msgspec
import numpy as np
import shapely
from numpy.typing import NDArray

from wartable.board.peaks import chance
from wartable.board.shapes import Shape

Points: TypeAlias = NDArray[np.object_]
Spot = tuple[float, float, float]
"""Foot of a glyph, and how high it is."""
_LEAST_PEAK = 0.6
_WIDE = 75.0
"""From this mean breadth of a range on, in pixels, its peaks grow and stand farther apart: a crowd of them is noise."""
_MOST_GROWTH = 1.6


class Scatter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a glyph is strewn: distance along a row and between rows, and least and greatest height, in pixels.

    `room` is how far, in parts of its height, its middle keeps from what it must not cover.
    """

    glyph: str
    apart: float
    row: float
    low: float
    high: float
    room: float = 0.6


def grown(scatter: Scatter, unit: float, mass: Shape | None) -> Scatter:
    """Return a scatter for a sheet of this unit, larger and sparser the broader a mass of rock is."""
    breadth = 2 * mass.area / mass.length if mass is not None else 0.0
    growth = min(_MOST_GROWTH, max(1.0, breadth / (_WIDE * unit)))
    lengths = {name: getattr(scatter, name) * unit * growth for name in ("low", "high")}
    gaps = {name: getattr(scatter, name) * unit * growth**2 for name in ("apart", "row")}
    return msgspec.structs.replace(scatter, **lengths, **gaps)


def strewn(scatter: Scatter, shape: Shape, above: Shape) -> Iterator[Spot]:
    """Yield where glyphs stand in a shape, clear of its edge, which peaks may rise over, and of what is `above` it."""
    west, north, east, south = shape.bounds
    low = min(1.0, max(_LEAST_PEAK, (south - north) / (5 * scatter.high)))
    spots = list(_brick(scatter, (west, north, east, south), low))
    if not spots:
        return
    middles = np.array([(x, y - high / 2) for x, y, high in spots])
    points = cast("Points", shapely.points(middles))
    inside = shapely.contains_xy(shape, middles)
    far = _apart(above, points) if not above.is_empty else np.full(len(spots), np.inf)
    edge = _apart(shape.boundary, points)
    for spot, fits, gap, rim in zip(spots, inside.tolist(), far.tolist(), edge.tolist(), strict=True):
        if fits and gap > spot[2] * scatter.room and (scatter.glyph == "peak" or rim > spot[2] * scatter.room):
            yield spot


def _apart(shape: Shape, points: Points) -> NDArray[np.float64]:
    found = shapely.distance(shape, points)  # pyright: ignore[reportUnknownMemberType] - its **kwargs
    return np.asarray(found, dtype=np.float64)


def _brick(scatter: Scatter, box: tuple[float, float, float, float], low: float) -> Iterator[Spot]:
    """Yield a brick pattern, a little disordered, over a box; the same for the same place of the sheet."""
    west, north, east, south = box
    for row in range(floor(north / scatter.row), ceil(south / scatter.row) + 2):
        for column in range(floor(west / scatter.apart) - 1, ceil(east / scatter.apart) + 1):
            x = (column + 0.5 * (row % 2) + 0.55 * (chance(column, row, 1) - 0.5)) * scatter.apart
            y = (row + 0.6 * (chance(column, row, 2) - 0.5)) * scatter.row
            yield x, y, (scatter.low + (scatter.high - scatter.low) * chance(column, row, 3)) * low

"""Points of the table, exact integers of 1/1000 inch, and the few operations on shapes, with types to check against."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import SupportsIndex, TypeAlias, cast

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from wartable.games.ring_of_power.scenario import Point

Ints: TypeAlias = NDArray[np.int64]


Floats: TypeAlias = NDArray[np.float64]


Mask: TypeAlias = NDArray[np.bool_]


MANY = 2_000
"""Corners that one path may have; a move of 40 inches needs no more."""
FAR = 10**9
"""No coordinate lies beyond this, so that squares of distances fit 64 bits."""


def point_array(points: Sequence[Point] | Ints) -> Ints:
    """Return points as an array of shape (n, 2); none gives shape (0, 2)."""
    return np.asarray(points, dtype=np.int64).reshape(-1, 2)


def is_whole(value: object) -> bool:
    """Whether a value is a finite whole number no larger than any table, numpy's integers included."""
    if type(value) is int:
        return -FAR <= value <= FAR
    if isinstance(value, bool):
        return False
    if isinstance(value, float):
        return math.isfinite(value) and value.is_integer() and abs(value) <= FAR
    return isinstance(value, SupportsIndex) and abs(value.__index__()) <= FAR


def square(one: Point, other: Point) -> int:
    """Return the square of the distance of two points."""
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


def squared(one: Ints, other: Ints) -> Ints:
    """Return squares of distances between rows of two arrays, which broadcast against each other."""
    apart = one - other
    return apart[..., 0] ** 2 + apart[..., 1] ** 2


def rounded(x: float, y: float) -> Point:
    """Return the point nearest to a place."""
    return round(x), round(y)


Shapes: TypeAlias = NDArray[np.object_]


Shape: TypeAlias = BaseGeometry
"""An area or a line, in 1/1000 inch."""


def polygon(corners: Sequence[Point] | Floats) -> Shape:
    """Return the area within corners."""
    return shapely.Polygon(cast("Sequence[Point]", corners))


def band(line: Sequence[Sequence[int]], half: float) -> Shape:
    """Return the area within a distance of a line, or of a point where the line is no longer than one."""
    middle = shapely.LineString(line) if len({tuple(point) for point in line}) > 1 else shapely.Point(line[0])
    return grown(middle, half, steps=4 if len(line) > 2 else 8)


def disc(x: float, y: float, radius: float) -> Shape:
    """Return a disc."""
    return grown(shapely.Point(x, y), radius, steps=16)


def grown(shape: Shape, by: float, *, steps: int = 8, square: bool = False) -> Shape:
    """Return a shape with all that lies within a distance of it; less that for a distance below zero."""
    return shapely.buffer(shape, by, quad_segs=steps, join_style="mitre" if square else "round")


def union(shapes: Iterable[Shape]) -> Shape:
    """Return what lies in any of the shapes."""
    return shapely.union_all(list(shapes))


def near(shape: Shape, of: Shape, margin: float) -> Shape:
    """Return what of a shape lies in the box around another, with a margin."""
    west, south, east, north = of.bounds
    box = (west - margin, south - margin, east + margin, north + margin)
    return shapely.clip_by_rect(shape, *box)


def ready(shape: Shape) -> Shape:
    """Make a shape quick to ask many times, for the thread that made it: see `threads.PerThread` for those kept."""
    shapely.prepare(shape)
    return shape


def parts(shape: Shape) -> list[Shape]:
    """Return the single polygons or lines that a shape consists of."""
    return [part for part in cast("Sequence[Shape]", shapely.get_parts(shape)) if not part.is_empty]


def spots(points: Floats) -> Shapes:
    """Return points as shapes."""
    return cast("Shapes", shapely.points(points))


def segments(starts: Floats, ends: Floats) -> Shapes:
    """Return straight lines between rows of two arrays."""
    return cast("Shapes", shapely.linestrings(np.stack([starts, ends], axis=1)))


def apart(shape: Shape, other: Shape) -> float:
    """Return the distance of two shapes."""
    return float(shape.distance(other))


def all_apart(shape: Shape, others: Shapes) -> Floats:
    """Return how far each of some shapes is from one."""
    found = shapely.distance(shape, others)  # pyright: ignore[reportUnknownMemberType] - its **kwargs
    return np.asarray(found, dtype=np.float64)


def nearest(shape: Shape, other: Shape) -> tuple[Floats, Floats]:
    """Return the nearest points of two shapes that are not empty: of the first, and of the second."""
    line = shapely.shortest_line(shape, other)  # pyright: ignore[reportUnknownMemberType] - its **kwargs
    ends = shapely.get_coordinates(line)
    return ends[0], ends[1]

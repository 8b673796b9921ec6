"""Points of the table, exact integers of 1/1000 inch; who is near whom; and shapes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import SupportsIndex, TypeAlias, cast

import numpy as np
import shapely
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components
from scipy.spatial import KDTree
from shapely.geometry.base import BaseGeometry

from wartable.engine.memory import PerThread
from wartable.games.ring_of_power.charts import charts, mil
from wartable.games.ring_of_power.scenario import Point

Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]
Mask: TypeAlias = NDArray[np.bool_]
Shapes: TypeAlias = NDArray[np.object_]
Shape: TypeAlias = BaseGeometry
"""An area or a line, in 1/1000 inch."""
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
    """Make a shape quick to ask many times, for the thread that made it: see `PerThread` for those kept."""
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


def per_thread(shape: Shape) -> PerThread[Shape]:
    """Return a shape of which each thread gets a prepared copy, quick to ask many times."""
    data = packed(shape)
    return PerThread(lambda: unpacked(data), len(data))


def packed(shape: Shape) -> bytes:
    """Return a shape as bytes, which threads may share; no digit is lost."""
    return bytes(shapely.to_wkb(shape))


def unpacked(data: bytes) -> Shape:
    """Return a prepared shape made of its bytes."""
    return ready(shapely.from_wkb(data))


def within(one: Ints, other: Ints, distance: int, radii: Ints | None = None, radii_other: Ints | None = None) -> Ints:
    """Return pairs (i, j) of rows of two arrays that lie within a distance, inclusive, as an array of shape (n, 2).

    With `radii` distances are measured from edge to edge of the bases (A5, Q1).
    """
    if not len(one) or not len(other):
        return np.empty((0, 2), dtype=np.int64)
    wide = _widest(radii) + _widest(radii_other)
    found = KDTree(one).sparse_distance_matrix(KDTree(other), distance + wide + 0.5, output_type="ndarray")
    order = np.lexsort((found["j"], found["i"]))
    first, second = (found[name][order].astype(np.int64) for name in ("i", "j"))
    limit = distance + _of(radii, first) + _of(radii_other, second)
    near = squared(one[first], other[second]) <= limit**2
    return np.stack([first[near], second[near]], axis=1)


def forces(points: Ints, sides: Ints, radii: Ints | None = None, cohesion: int | None = None) -> Ints:
    """Return the number of each figure's force: figures of one side chained by steps of 1 inch or less (D1, Q47).

    Numbers begin at 0 in the order of each force's first figure, so that they do not depend on where the table's
    corner is. A lone figure is a force of one (D2).
    """
    if not len(points):
        return np.empty(0, dtype=np.int64)
    distance = mil(charts().constants.contact) if cohesion is None else cohesion
    pairs = KDTree(points).query_pairs(distance + 2 * _widest(radii) + 0.5, output_type="ndarray")
    first, second = pairs[:, 0], pairs[:, 1]
    limit = distance + _of(radii, first) + _of(radii, second)
    joined = (sides[first] == sides[second]) & (squared(points[first], points[second]) <= limit**2)
    return linked(len(points), first[joined], second[joined])


def enemies_within(points: Ints, owners: Ints, hostile: Mask, distance: int, radii: Ints | None = None) -> Ints:
    """Return pairs (i, j) of rows within a distance, inclusive, whose owners fight each other; each pair both ways.

    `hostile[a, b]` says whether owners a and b do.
    """
    found = [np.empty((0, 2), dtype=np.int64)]
    for owner in np.unique(owners):
        mine, foes = np.flatnonzero(owners == owner), np.flatnonzero(hostile[owner, owners])
        wide = (None, None) if radii is None else (radii[mine], radii[foes])
        near = within(points[mine], points[foes], distance, *wide)
        found.append(np.stack([mine[near[:, 0]], foes[near[:, 1]]], axis=1))
    return np.concatenate(found)


def _widest(radii: Ints | None) -> int:
    return int(radii.max(initial=0)) if radii is not None else 0


def _of(radii: Ints | None, which: Ints) -> Ints:
    return radii[which] if radii is not None else np.zeros(len(which), dtype=np.int64)


def linked(count: int, first: Ints, second: Ints) -> Ints:
    """Return for each of so many the number of its component, of pairs that are joined; the first has 0."""
    graph = coo_array((np.ones(len(first), dtype=np.int8), (first, second)), shape=(count, count))
    _, labels = connected_components(graph, directed=False)
    # Numbered by the order in which they first come.
    _, earliest, back = np.unique(labels, return_index=True, return_inverse=True)
    place = np.empty(len(earliest), dtype=np.int64)
    place[np.argsort(earliest)] = np.arange(len(earliest))
    return place[back]

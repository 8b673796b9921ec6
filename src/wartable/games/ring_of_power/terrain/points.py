"""Points and polylines of the table: exact integers of 1/1000 inch, and their arrays."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, SupportsIndex, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

Point: TypeAlias = tuple[int, int]
"""East and north of the table's south-west corner, in 1/1000 inch."""

if TYPE_CHECKING:
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

"""Degrees to canvas pixels: a pseudo-cylindrical projection with magnifying bands, and a conic one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from math import cos, log, pi, radians, tan
from typing import TYPE_CHECKING

import numpy as np
import shapely

from wartable.board.outlines.recipe import ConicSpec

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from wartable.board.outlines.recipe import Bump, LonLat, ProjectionSpec

    Array = NDArray[np.float64]


def _bent(values: Array, bumps: Iterable[Bump]) -> Array:
    """Bend one axis: the scale at v is 1 + sum of amount * sech^2((v - middle) / width)."""
    result = values.copy()
    for middle, width, amount in bumps:
        result += amount * width * np.tanh((values - middle) / width)
    return result


class Projection(ABC):
    """Projects longitudes and latitudes (degrees) to canvas pixels."""

    @abstractmethod
    def points(self, lonlat: Array) -> Array:
        """Project an (n, 2) array of degrees to an (n, 2) array of pixels."""

    def point(self, place: LonLat) -> tuple[float, float]:
        """Project one place."""
        x, y = self.points(np.array([place], dtype=np.float64))[0]
        return float(x), float(y)

    def polygon(self, shape: shapely.Polygon) -> shapely.Polygon:
        """Project a polygon in degrees."""
        return shapely.transform(shape, self.points)


class Stretched(Projection):
    """A pseudo-cylindrical projection whose scale is magnified in smooth bands."""

    def __init__(self, spec: ProjectionSpec) -> None:
        self._spec = spec
        self._middle = float(_bent(np.array([spec.lon0]), spec.lon_bumps)[0])

    def points(self, lonlat: Array) -> Array:
        """Project an (n, 2) array of degrees to an (n, 2) array of pixels."""
        spec = self._spec
        narrowing = 1 - spec.convergence * (lonlat[:, 1] / 80) ** 2
        x = spec.x0 + spec.kx * (_bent(lonlat[:, 0], spec.lon_bumps) - self._middle) * narrowing
        y = spec.y0 - spec.ky * _bent(lonlat[:, 1], spec.lat_bumps)
        return np.column_stack([x, y])


class Conic(Projection):
    """Lambert's conformal conic projection of a sphere: shapes stay true, which suits one continent."""

    def __init__(self, spec: ConicSpec) -> None:
        self._spec = spec
        one, other = radians(spec.parallel_1), radians(spec.parallel_2)
        self._n = log(cos(one) / cos(other)) / log(_half(other) / _half(one))
        self._f = cos(one) * _half(one) ** self._n / self._n
        self._middle = self._f / _half(radians(spec.lat0)) ** self._n

    def points(self, lonlat: Array) -> Array:
        """Project an (n, 2) array of degrees to an (n, 2) array of pixels."""
        spec = self._spec
        radius = self._f / np.tan(pi / 4 + np.radians(lonlat[:, 1]) / 2) ** self._n
        turn = self._n * np.radians(lonlat[:, 0] - spec.lon0)
        x = spec.x0 + spec.k * radius * np.sin(turn)
        y = spec.y0 - spec.k * (self._middle - radius * np.cos(turn))
        return np.column_stack([x, y])


def _half(latitude: float) -> float:
    """Tangent of 45 degrees and half a latitude, the quantity conic projections are made of."""
    return tan(pi / 4 + latitude / 2)


def projection_of(spec: ProjectionSpec | ConicSpec) -> Projection:
    """Return the projection that a recipe asks for."""
    return Conic(spec) if isinstance(spec, ConicSpec) else Stretched(spec)

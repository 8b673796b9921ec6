"""Degrees to canvas pixels: a stretched pseudo-cylindrical projection with smooth magnifying bands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import shapely

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


class Projection:
    """Projects longitudes and latitudes (degrees) to canvas pixels."""

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

    def point(self, place: LonLat) -> tuple[float, float]:
        """Project one place."""
        x, y = self.points(np.array([place], dtype=np.float64))[0]
        return float(x), float(y)

    def polygon(self, shape: shapely.Polygon) -> shapely.Polygon:
        """Project a polygon in degrees."""
        return shapely.transform(shape, self.points)

"""Geometries in pixels as paths of SVG."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

Pixel = tuple[float, float]
Shape = Any
"""A shapely geometry in pixels."""


def path(points: Iterable[Pixel], *, closed: bool = False) -> str:
    """Return the path through points, to a tenth of a pixel."""
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + ("z" if closed else "")


def outline(shape: Shape) -> str:
    """Return the path of a geometry of polygons or lines."""
    if hasattr(shape, "geoms"):
        return "".join(outline(part) for part in shape.geoms)
    if shape.geom_type == "Polygon":
        rings = [shape.exterior, *shape.interiors] if not shape.is_empty else []
        return "".join(path(list(ring.coords)[:-1], closed=True) for ring in rings)
    return path(shape.coords) if shape.geom_type == "LineString" and not shape.is_empty else ""

"""Outlines from shapes drawn by hand with straight sides: corners rounded, lines made to wander as if inked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import shapely

from wartable.board.outlines.cells import bend, chaikin
from wartable.board.outlines.pack import pack, polygons_of
from wartable.board.topology import Topology

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wartable.board.outlines.recipe import ShapesRecipe

    Array = NDArray[np.float64]


def _wandering(points: Array, recipe: ShapesRecipe) -> Array:
    size = np.array([recipe.canvas.width, recipe.canvas.height])
    edge = np.minimum(points, size - points).min(axis=1)
    moved = bend(points, recipe.warp_px, recipe.waves) - points
    share: Array = np.clip(edge / recipe.calm_px, 0, 1)[:, None]
    return points + moved * share


def _inked(points: Array, recipe: ShapesRecipe) -> Array:
    """Round the corners of one border between its ends, then let it wander."""
    for _ in range(recipe.chaikin_rounds):
        points = chaikin(points)
    fine = shapely.get_coordinates(shapely.segmentize(shapely.LineString(points), recipe.segmentize_px))
    return _wandering(fine, recipe)


def build_shapes(recipe: ShapesRecipe, thin_px: float = 0.4) -> Topology:
    """Make the outlines: every border is rounded once, for both its sides; the edge of the canvas stays straight."""
    plain = pack({name: [shapely.Polygon(ring)] for name, ring in recipe.shapes.items()}, thin_px=0.0)
    lines = [np.array(arc, dtype=np.float64) * plain.unit for arc in plain.arcs]
    inner = [len(owners) > 1 for owners in plain.owners()]
    arcs = [(_inked(a, recipe) if wanders else a) / plain.unit for a, wanders in zip(lines, inner, strict=True)]
    rounded = tuple(tuple((round(x), round(y)) for x, y in arc) for arc in arcs)
    return pack(polygons_of(Topology(plain.unit, rounded, plain.faces)), thin_px)

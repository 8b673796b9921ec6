"""Outlines from shapes drawn by hand with straight sides: corners rounded, lines made to wander as if inked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import numpy as np
import shapely
import yaml

from wartable.board.outlines.cells import bend, chaikin
from wartable.board.outlines.pack import pack, polygons_of
from wartable.board.outlines.recipe import Frame, Wave
from wartable.board.topology import Topology

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    Array = NDArray[np.float64]

SHAPES = "wartable-shapes-recipe/1"


class ShapesRecipe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Shapes that fill a canvas and share their corners, and how their sides are to wander.

    Within `calm_px` of the edge of the canvas lines wander less and less, so that they end on it.
    """

    schema: str
    board: str
    provenance: str
    canvas: Frame
    chaikin_rounds: int
    segmentize_px: float
    warp_px: float
    calm_px: float
    waves: tuple[Wave, ...]
    shapes: dict[str, tuple[tuple[float, float], ...]]


def read_shapes(path: Path) -> ShapesRecipe:
    """Read a recipe; raises `msgspec.ValidationError` naming the field that is wrong."""
    return msgspec.convert(yaml.safe_load(path.read_text(encoding="utf-8")), ShapesRecipe)


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

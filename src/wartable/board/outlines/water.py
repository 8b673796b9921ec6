"""Seas for a board that is drawn already: its water cut along lines, lakes cut out of its land."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import shapely

from wartable.board.errors import BoardError
from wartable.board.outlines.cells import bend, chaikin
from wartable.board.outlines.faces import Face, outlines, shared_length
from wartable.board.outlines.land import polygons
from wartable.board.outlines.pack import pack, polygons_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from wartable.board.outlines.recipe import Line, SeasRecipe
    from wartable.board.topology import Topology

    Array = NDArray[np.float64]

Shapes = dict[str, shapely.Polygon | shapely.MultiPolygon]
_GRID_PX = 0.1
"""Outlines lie on tenths of a pixel, and so does what cuts them."""
_NO_FACE_PX2 = 1.0
"""What is smaller came of rounding; it goes to the space with which it shares most border."""


def build_seas(recipe: SeasRecipe, land: Topology) -> Topology:
    """Return the outlines of a board's land and of the seas around it; coasts are shared point by point.

    Raises `BoardError` for water that no point of a sea lies in, and for a sea of which no point lies in water.
    """
    frame = shapely.box(0, 0, recipe.canvas.width, recipe.canvas.height)
    lakes: Shapes = {name: shapely.Polygon(_inked([*ring, ring[0]], recipe)) for name, ring in recipe.lakes.items()}
    holes = shapely.union_all([*lakes.values()])
    dry: Shapes = {
        name: shapely.MultiPolygon(polygons(shapely.union_all(parts).difference(holes)))
        for name, parts in polygons_of(land).items()
    }
    water = frame.difference(shapely.union_all([*dry.values(), holes]))
    cuts = [shapely.LineString(_inked(line, recipe)).intersection(water.buffer(_GRID_PX)) for line in recipe.cuts]
    lines = [frame.boundary, *(shape.boundary for shape in (*dry.values(), *lakes.values())), *cuts]
    network = shapely.union_all(np.array(lines), grid_size=_GRID_PX)
    named = {name: shapely.MultiPoint(points) for name, points in recipe.seas.items()}
    faces = [
        Face(shape, 0, _owner(shape, {**dry, **lakes}, named)) for shape in polygons(shapely.polygonize([network]))
    ]
    _absorb(faces)
    made = outlines(faces)
    lost = sorted(recipe.seas.keys() - made.keys())
    if lost:
        raise BoardError(f"no water at the points of {', '.join(lost)}")
    return pack(made, thin_px=0.0)


def _inked(line: Line, recipe: SeasRecipe) -> Array:
    points: Array = np.array(line, dtype=np.float64)
    for _ in range(recipe.chaikin_rounds):
        points = chaikin(points)
    fine = shapely.get_coordinates(shapely.segmentize(shapely.LineString(points), recipe.segmentize_px))
    gone = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(fine, axis=0), axis=1))])
    share: Array = np.clip(np.minimum(gone, gone[-1] - gone) / recipe.calm_px, 0, 1)[:, None]
    moved: Array = fine + (bend(fine, recipe.warp_px, recipe.waves) - fine) * share
    return moved


def _owner(shape: shapely.Polygon, drawn: Shapes, named: Mapping[str, shapely.MultiPoint]) -> str:
    """Return the land or lake that a face is part of, or the space that has a point in it; nothing for a scrap."""
    inner = shape.representative_point()
    for name, whole in drawn.items():
        if whole.contains(inner):
            return name
    found = [name for name, points in named.items() if shape.intersects(points)]
    if len(found) > 1:
        raise BoardError(f"{' and '.join(sorted(found))} lie in the same water; a line is to part them")
    if not found and shape.area >= _NO_FACE_PX2:
        raise BoardError(f"the water around ({inner.x:.0f}, {inner.y:.0f}) belongs to no sea; put a point of one there")
    return found[0] if found else ""


def _absorb(faces: list[Face]) -> None:
    for face in [face for face in faces if not face.owner]:
        near = [(shared_length(face.shape, other.shape), other.owner) for other in faces if other.owner]
        face.owner = max(near)[1]

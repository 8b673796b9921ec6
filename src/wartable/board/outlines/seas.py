"""Seas: the water between the land faces cut into spaces, so that coasts are shared point by point."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import numpy as np
import shapely

from wartable.board.outlines.cells import Cells, cell_arcs
from wartable.board.outlines.faces import Face, absorb_slivers
from wartable.board.outlines.land import canvas_frame, polygons

if TYPE_CHECKING:
    from wartable.board.outlines.projection import Projection
    from wartable.board.outlines.recipe import Recipe, SeaSpec


def add_seas(land: list[Face], recipe: Recipe, spec: SeaSpec, projection: Projection) -> list[Face]:
    """Return the faces of the whole canvas: the land, with the ends of sea borders on its coast, and the water."""
    owners = [name for name, points in spec.seeds.items() for _ in points]
    seeds = projection.points(np.array([p for points in spec.seeds.values() for p in points]))
    smoothing = msgspec.structs.replace(recipe.cells, chaikin_rounds=spec.chaikin_rounds, warp_px=spec.warp_px)
    arcs = cell_arcs(seeds, owners, smoothing)
    water = canvas_frame(recipe).difference(shapely.union_all([face.shape for face in land]))
    dry, wet = _cut(land, arcs, water, recipe)
    seas = _owned(wet, polygons(water), Cells(arcs, seeds, owners))
    absorb_slivers(seas, spec.sliver_px2)
    return dry + seas


def _cut(
    land: list[Face], arcs: list[shapely.LineString], water: shapely.Geometry, recipe: Recipe
) -> tuple[list[Face], list[shapely.Polygon]]:
    """Node land and sea borders together; land faces keep their owners, the rest is water."""
    inside = [shape for arc in arcs if not (shape := arc.intersection(water)).is_empty]
    lines = [*(face.shape.boundary for face in land), canvas_frame(recipe).boundary, *inside]
    network = shapely.union_all(np.array(lines), grid_size=recipe.cells.snap_px)
    shapes = polygons(shapely.polygonize([network]))
    tree = shapely.STRtree([face.shape for face in land])
    numbers, homes = tree.query([shape.representative_point() for shape in shapes], predicate="within")
    home = {int(number): land[int(at)] for number, at in zip(numbers, homes, strict=True)}
    dry = [Face(shapes[number], face.piece, face.owner) for number, face in home.items()]
    return dry, [shape for n, shape in enumerate(shapes) if n not in home]


def _owned(shapes: list[shapely.Polygon], waters: list[shapely.Polygon], cells: Cells) -> list[Face]:
    """Give each face of water to the sea whose cell holds its inner point."""
    tree = shapely.STRtree(waters)
    points = [shape.representative_point() for shape in shapes]
    return [
        Face(shape, int(tree.nearest(point)), cells.owner(point)) for shape, point in zip(shapes, points, strict=True)
    ]

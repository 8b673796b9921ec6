"""Outlines from shapes drawn by hand with straight sides: corners rounded, lines made to wander as if inked."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import TYPE_CHECKING

import numpy as np
import shapely

from wartable.board.outlines.cells import bend, chaikin
from wartable.board.outlines.pack import pack, polygons_of
from wartable.board.structure import CODE, ID
from wartable.board.topology import Topology

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from wartable.board.outlines.recipe import ShapesRecipe

    Array = NDArray[np.float64]


_CORNERS = 3
"""The least corners of a shape."""
_COVERED_PX2 = 1.0
"""How much of another a shape may cover: what rounding of coordinates leaves."""
_GAP_PX = 6.0
_GAP_PX2 = 30.0
"""Shapes so near that are no neighbours have so much between them; at the ends of common borders it is less."""


def _wandering(points: Array, recipe: ShapesRecipe) -> Array:
    size = np.array([recipe.canvas.width, recipe.canvas.height])
    edge = np.minimum(points, size - points).min(axis=1)
    moved = bend(points, recipe.warp_px, recipe.waves) - points
    share: Array = np.clip(edge / recipe.calm_px, 0, 1)[:, None]
    return points + moved * share


def _inked(points: Array, recipe: ShapesRecipe) -> Array:
    """Round the corners of a line between its ends, then let it wander."""
    for _ in range(recipe.chaikin_rounds):
        points = chaikin(points)
    fine = shapely.get_coordinates(shapely.segmentize(shapely.LineString(points), recipe.segmentize_px))
    return _wandering(fine, recipe)


def _inked_inside(points: Array, recipe: ShapesRecipe) -> Array:
    """Ink what of a line does not run along the edge of the canvas, which stays straight."""
    if (points[0] == points[-1]).all() and not _along_edge(points, recipe).any():
        points = _from_amid_a_side(points)
    along = _along_edge(points, recipe)
    turns = [0, *(np.flatnonzero(along[1:] != along[:-1]) + 1).tolist(), len(along)]
    runs = [points[a : b + 1] if along[a] else _inked(points[a : b + 1], recipe) for a, b in pairwise(turns)]
    return np.vstack([runs[0], *(run[1:] for run in runs[1:])])


def _from_amid_a_side(ring: Array) -> Array:
    """Begin a ring in the middle of a side: where it begins is not rounded."""
    middle = (ring[:1] + ring[1:2]) / 2
    return np.vstack([middle, ring[1:], middle])


def _along_edge(points: Array, recipe: ShapesRecipe) -> NDArray[np.bool_]:
    """Return which steps of a line run along one side of the canvas."""
    size = np.array([recipe.canvas.width, recipe.canvas.height])
    sides = np.hstack([points <= 0, points >= size])
    along: NDArray[np.bool_] = np.logical_or.reduce(sides[:-1] & sides[1:], axis=1)
    return along


def faults(recipe: ShapesRecipe) -> Iterator[str]:
    """Say which shapes are none, are named wrongly, cross themselves, leave the canvas or cover others."""
    canvas = shapely.box(0, 0, recipe.canvas.width, recipe.canvas.height)
    good: dict[str, shapely.Polygon] = {}
    for name, ring in recipe.shapes.items():
        if not (ID.match(name) or CODE.match(name)):
            yield f"{name}: an id is lower-case letters, digits and underscores, or a code such as STP"
        if len(ring) < _CORNERS:
            yield f"{name} has {len(ring)} corners, and a shape has at least {_CORNERS}"
        elif not (shape := shapely.Polygon(ring)).is_valid:
            yield f"{name} is no simple shape: {shapely.is_valid_reason(shape)}"
        else:
            good[name] = shape
            if not canvas.covers(shape):
                yield f"{name} lies partly off the canvas of {recipe.canvas.width} by {recipe.canvas.height}"
    for (one, a), (other, b) in combinations(good.items(), 2):
        if a.intersection(b).area > _COVERED_PX2:
            yield f"{one} and {other} cover each other, and neighbours share their corners exactly"


def doubts(recipe: ShapesRecipe) -> Iterator[str]:
    """Say between which shapes without faults lies a gap too narrow to be meant: a strait is wider."""
    drawn = {name: shapely.Polygon(ring) for name, ring in recipe.shapes.items()}
    ground = shapely.union_all([*drawn.values()])
    wider = {name: shape.buffer(_GAP_PX / 2) for name, shape in drawn.items()}
    for one, other in combinations(drawn, 2):
        if drawn[one].distance(drawn[other]) < _GAP_PX:
            between = wider[one].intersection(wider[other]).difference(ground)
            widest = max((part.area for part in shapely.get_parts(between)), default=0.0)
            if widest > _GAP_PX2:
                gap = f"leave a gap of less than {_GAP_PX:g} px"
                yield f"{one} and {other} {gap}; neighbours share their corners exactly"


def build_shapes(recipe: ShapesRecipe, thin_px: float = 0.4) -> Topology:
    """Make the outlines: every border and coast is rounded once, for both its sides; the canvas stays straight.

    Raises `ValueError` saying all that is wrong with the shapes.
    """
    if wrong := list(faults(recipe)):
        raise ValueError("; ".join(wrong))
    plain = pack({name: [shapely.Polygon(ring)] for name, ring in recipe.shapes.items()}, thin_px=0.0)
    lines = [np.array(arc, dtype=np.float64) * plain.unit for arc in plain.arcs]
    arcs = [_inked_inside(line, recipe) / plain.unit for line in lines]
    rounded = tuple(tuple((round(x), round(y)) for x, y in arc) for arc in arcs)
    return pack(polygons_of(Topology(plain.unit, rounded, plain.faces)), thin_px)

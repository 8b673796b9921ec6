"""From a recipe and a land file to the outlines, lanes and label points of a board."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import msgspec
import numpy as np
import shapely

from wartable.board.outlines import faces as cut
from wartable.board.outlines.cells import Cells, cell_arcs
from wartable.board.outlines.land import canvas_land, inner_waters, joined, read_land
from wartable.board.outlines.projection import projection_of
from wartable.board.outlines.seas import add_seas

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from wartable.board.outlines.projection import Projection
    from wartable.board.outlines.recipe import Recipe

Outlines = dict[str, list[shapely.Polygon]]


class Built(msgspec.Struct):
    """What the recipe makes: outlines in pixels, inner waters, and projected label and lane points."""

    outlines: Outlines
    waters: Outlines
    labels: dict[str, tuple[float, float]]
    lanes: list[list[list[tuple[float, float]]]]


def _faces(recipe: Recipe, pieces: list[shapely.Polygon], projection: Projection) -> list[cut.Face]:
    owners = [name for name, points in recipe.seeds.items() for _ in points]
    seeds = projection.points(np.array([p for points in recipe.seeds.values() for p in points]))
    arcs = cell_arcs(seeds, owners, recipe.cells)
    whole = {name: [projection.point(p) for p in places] for name, places in recipe.whole_pieces.items()}
    return cut.cut_faces(pieces, arcs, Cells(arcs, seeds, owners), recipe.cells, whole)


def build(recipe: Recipe, land: Path) -> Built:
    """Make the outlines; takes about ten seconds for the world map."""
    projection = projection_of(recipe.projection)
    pieces = canvas_land(read_land(land), recipe, projection)
    waters = inner_waters(pieces, recipe, projection)
    whole = joined(pieces, [part for parts in waters.values() for part in parts], recipe.cells.snap_px)
    faces = _faces(recipe, whole if waters else pieces, projection)
    cut.absorb_slivers(faces, recipe.cells.sliver_px2)
    kept = [shapely.Point(projection.point(place)) for place in recipe.cells.keep_exclaves]
    cut.absorb_exclaves(faces, recipe.cells, kept)
    if recipe.seas is not None:
        faces = add_seas(faces, recipe, recipe.seas, projection)
    labels = {name: projection.point(place) for name, place in recipe.labels.items()}
    lanes = [[[projection.point(p) for p in line] for line in lane.lines] for lane in recipe.sea_lanes]
    return Built(cut.outlines(faces), waters, labels, lanes)


def contacts(outlines: Mapping[str, list[shapely.Polygon]]) -> dict[tuple[str, str], float]:
    """Measure the common border in pixels of every two spaces that touch at all, even at a point."""
    shapes = {name: shapely.MultiPolygon(parts) for name, parts in outlines.items()}
    touching = [(a, b) for a, b in combinations(sorted(shapes), 2) if shapes[a].intersects(shapes[b])]
    return {(a, b): cut.shared_length(shapes[a], shapes[b]) for a, b in touching}

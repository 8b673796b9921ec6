"""The land of the canvas: TopoJSON decoded, chosen, projected, enlarged, simplified and clipped."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np
import shapely
from shapely import affinity

from wartable.board.errors import BoardError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from wartable.board.outlines.projection import Projection
    from wartable.board.outlines.recipe import Box, Enlargement, LandSpec, Recipe

Line = list[tuple[float, float]]
SEAM = -169.0
"""The western edge of the map in degrees: the Bering Strait, so that Chukotka stays with Asia."""
_PUDDLE_PX2 = 12.0
"""Inner water smaller than this cannot be seen."""


def _decode_arcs(topology: dict[str, Any]) -> list[Line]:
    """Undo the delta coding and the quantisation of a TopoJSON file."""
    (sx, sy), (tx, ty) = topology["transform"]["scale"], topology["transform"]["translate"]
    steps = [np.cumsum(np.array(arc), axis=0) for arc in topology["arcs"]]
    return [[(x * sx + tx, y * sy + ty) for x, y in arc] for arc in steps]


def _ring(arcs: list[Line], refs: list[int]) -> Line:
    """Join arcs to a ring; a negative reference ~i means arc i backwards."""
    ring: Line = []
    for ref in refs:
        arc = arcs[ref] if ref >= 0 else arcs[~ref][::-1]
        ring += arc[1:] if ring else arc
    return ring


def _unwrapped(ring: Line) -> Line:
    """Remove jumps over the date line, so that the ring is continuous."""
    longitudes = np.rad2deg(np.unwrap(np.deg2rad([lon for lon, _ in ring])))
    return [(float(lon), lat) for lon, (_, lat) in zip(longitudes, ring, strict=True)]


def _shift(ring: Line) -> float:
    """Degrees by which the ring must move for its middle to lie within one turn east of the seam."""
    longitudes = [lon for lon, _ in ring]
    middle = (min(longitudes) + max(longitudes)) / 2
    return (middle - SEAM) % 360 + SEAM - middle


def read_land(path: Path) -> list[shapely.Polygon]:
    """Read land as polygons in degrees, each continuous across the seam.

    The file is GeoJSON, or TopoJSON with an object `land` (or with one object). Raises `BoardError` for anything else.
    """
    try:
        data = msgspec.json.decode(path.read_bytes())
        rings = _topojson(data) if "objects" in data else _geojson(path)
        return [_placed(outer, inner) for outer, *inner in rings]
    except (msgspec.DecodeError, shapely.GEOSException, LookupError, TypeError, ValueError) as error:
        message = f"{path}: this is no land in GeoJSON or TopoJSON ({error})"
        raise BoardError(message) from error


def _topojson(topology: dict[str, Any]) -> Iterator[list[Line]]:
    arcs, objects = _decode_arcs(topology), topology["objects"]
    land = objects["land"] if "land" in objects or len(objects) != 1 else next(iter(objects.values()))
    for geometry in land["geometries"]:
        pieces = [geometry["arcs"]] if geometry["type"] == "Polygon" else geometry["arcs"]
        yield from ([_ring(arcs, refs) for refs in rings] for rings in pieces)


def _geojson(path: Path) -> Iterator[list[Line]]:
    for shape in polygons(shapely.from_geojson(path.read_bytes())):
        yield [[(x, y) for x, y, *_ in ring.coords] for ring in (shape.exterior, *shape.interiors)]


def _placed(outer: Line, inner: list[Line]) -> shapely.Polygon:
    """Return a polygon of rings that may jump over the date line."""
    rings = [_unwrapped(ring) for ring in (outer, *inner)]
    moved = [affinity.translate(shapely.LinearRing(ring), _shift(ring)) for ring in rings]
    return shapely.Polygon(moved[0], moved[1:])


def _within(piece: shapely.Polygon, box: Box) -> bool:
    west, south, east, north = box
    middle = piece.centroid
    return west <= middle.x <= east and south <= middle.y <= north


def _enlarged(shape: shapely.Polygon, rule: Enlargement, projection: Projection) -> shapely.Polygon:
    """Grow a projected piece about a fixed place, so that an island can hold a counter."""
    about = projection.point(rule.about)
    grown = affinity.scale(shape, rule.factor, rule.factor, origin=about)
    return affinity.translate(grown, *rule.shift_px)


def polygons(shape: shapely.Geometry) -> list[shapely.Polygon]:
    """All polygons inside any geometry, lines and points left out."""
    parts = shapely.get_parts(shape)
    nested = [shapely.get_parts(part) for part in parts]
    return [p for group in nested for p in group if isinstance(p, shapely.Polygon) and not p.is_empty]


def canvas_frame(recipe: Recipe) -> shapely.Polygon:
    """Return the rectangle of the canvas."""
    return shapely.box(0, 0, recipe.canvas.width, recipe.canvas.height)


def _filtered(pieces: Iterable[shapely.Polygon], spec: LandSpec) -> Iterator[shapely.Polygon]:
    """Leave out what is dropped or outside; only valid pieces can be cut, and the land file has a ring that is not."""
    box = shapely.box(*spec.prefilter) if spec.prefilter else None
    for piece in pieces:
        if any(_within(piece, dropped) for dropped in spec.drop_boxes):
            continue
        yield from polygons(shapely.make_valid(piece).intersection(box)) if box else (piece,)


def _projected(pieces: Iterable[shapely.Polygon], recipe: Recipe, projection: Projection) -> Iterator[shapely.Geometry]:
    spec = recipe.land
    frame = canvas_frame(recipe)
    for piece in _filtered(pieces, spec):
        shape = projection.polygon(shapely.segmentize(piece, spec.segmentize_deg))
        for rule in spec.enlarge:
            if _within(piece, rule.box):
                shape = _enlarged(shape, rule, projection)
        simple = shapely.make_valid(shape).simplify(spec.simplify_px)
        yield shapely.make_valid(simple).intersection(frame)


def canvas_land(pieces: Iterable[shapely.Polygon], recipe: Recipe, projection: Projection) -> list[shapely.Polygon]:
    """Return the pieces of land as drawn, in pixels, none smaller than the recipe allows; additions are left out."""
    parts = [p for shape in _projected(pieces, recipe, projection) for p in polygons(shape)]
    kept = [p for p in parts if p.area >= recipe.land.min_piece_px2]
    return polygons(shapely.union_all(kept, grid_size=recipe.cells.snap_px))


def inner_waters(
    land: list[shapely.Polygon], recipe: Recipe, projection: Projection
) -> dict[str, list[shapely.Polygon]]:
    """Return the water that the additions of a recipe turn into land, by addition."""
    dry = shapely.union_all(land)
    added = {one.id: shapely.Polygon([projection.point(p) for p in one.polygon]) for one in recipe.land.additions}
    wet = {name: shape.difference(dry) for name, shape in added.items()}
    return {name: [part for part in polygons(shape) if part.area > _PUDDLE_PX2] for name, shape in wet.items()}


def joined(pieces: list[shapely.Polygon], added: Iterable[shapely.Polygon], snap: float) -> list[shapely.Polygon]:
    """Return the land together with what is added to it."""
    return polygons(shapely.union_all([*pieces, *added], grid_size=snap))

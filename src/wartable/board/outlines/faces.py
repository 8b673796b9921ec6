"""Faces: land cut by the cell borders, each given to a space, slivers and stray parts cleaned away."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import msgspec
import numpy as np
import shapely

from wartable.board.outlines.land import polygons

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from wartable.board.outlines.cells import Cells
    from wartable.board.outlines.recipe import CellSpec

Area = shapely.Polygon | shapely.MultiPolygon
_NEAR_PX = 6.0


class Face(msgspec.Struct):
    """A polygon on one piece of land and the space it belongs to for now."""

    shape: shapely.Polygon
    piece: int
    owner: str


def _whole(pieces: list[shapely.Polygon], places: Mapping[str, Iterable[tuple[float, float]]]) -> dict[int, str]:
    """Pieces of land given uncut to a space; raises `ValueError` when no piece is near enough."""
    tree = shapely.STRtree(pieces)
    given: dict[int, str] = {}
    for owner, points in places.items():
        for x, y in points:
            point = shapely.Point(x, y)
            nearest = int(tree.nearest(point))
            if pieces[nearest].distance(point) > _NEAR_PX:
                message = f"no piece of land within {_NEAR_PX} px of ({x:.1f}, {y:.1f}), named for {owner}"
                raise ValueError(message)
            given[nearest] = owner
    return given


def _cut(piece: shapely.Polygon, arcs: list[shapely.LineString], snap: float) -> list[shapely.Polygon]:
    """Cut one piece of land by the cell borders; neighbours share their vertices exactly."""
    inside = [shape for arc in arcs if not (shape := arc.intersection(piece)).is_empty]
    noded = shapely.union_all(np.array([piece.boundary, *inside]), grid_size=snap)
    faces = polygons(shapely.polygonize([noded]))
    return [face for face in faces if piece.contains(face.representative_point())]


def cut_faces(
    pieces: list[shapely.Polygon],
    arcs: list[shapely.LineString],
    cells: Cells,
    spec: CellSpec,
    places: Mapping[str, Iterable[tuple[float, float]]],
) -> list[Face]:
    """Cut the land into faces and give each to the space whose cell holds its inner point."""
    whole = _whole(pieces, places)
    faces: list[Face] = []
    for number, piece in enumerate(pieces):
        small = number in whole or piece.area < spec.small_piece_px2
        for shape in [piece] if small else _cut(piece, arcs, spec.snap_px):
            owner = whole.get(number) or cells.owner(shape.representative_point())
            faces.append(Face(shape, number, owner))
    return faces


def shared_length(one: Area, other: Area) -> float:
    """Length of the common border in pixels; outlines share vertices, so no tolerance is needed."""
    if not one.intersects(other):
        return 0.0
    return float(one.intersection(other).length)


def _best_neighbour(shape: Area, owner: str, piece: int, faces: list[Face]) -> str | None:
    """Return the other space with which the shape shares most border on its piece of land."""
    shared: dict[str, float] = defaultdict(float)
    for face in faces:
        if face.piece == piece and face.owner != owner:
            shared[face.owner] += shared_length(shape, face.shape)
    best = max(shared, key=lambda name: shared[name], default=None)
    return best if best is not None and shared[best] > 0 else None


def _touches_own(face: Face, faces: list[Face]) -> bool:
    return any(
        other is not face
        and other.piece == face.piece
        and other.owner == face.owner
        and shared_length(face.shape, other.shape) > 0
        for other in faces
    )


def absorb_slivers(faces: list[Face], sliver_px2: float) -> None:
    """Give each lonely face that is too small to see to its closest neighbour."""
    for face in sorted(faces, key=lambda f: f.shape.area):
        if face.shape.area >= sliver_px2 or _touches_own(face, faces):
            continue
        face.owner = _best_neighbour(face.shape, face.owner, face.piece, faces) or face.owner


def _parts(faces: list[Face]) -> list[list[Face]]:
    """Group faces of one owner on one piece of land into connected parts, largest first."""
    joined = polygons(shapely.union_all([f.shape for f in faces]))
    groups = [[f for f in faces if part.contains(f.shape.representative_point())] for part in joined]
    return sorted(groups, key=lambda group: -sum(f.shape.area for f in group))


def absorb_exclaves(faces: list[Face], spec: CellSpec, keep: list[shapely.Point]) -> None:
    """Leave each space its largest part on each piece of land; small rests go to the closest neighbour."""
    homes: dict[tuple[str, int], list[Face]] = defaultdict(list)
    for face in faces:
        homes[face.owner, face.piece].append(face)
    for (owner, piece), group in homes.items():
        for part in _parts(group)[1:]:
            shape = shapely.MultiPolygon(polygons(shapely.union_all([f.shape for f in part])))
            if shape.area > spec.exclave_px2 or any(shape.distance(point) < _NEAR_PX for point in keep):
                continue
            heir = _best_neighbour(shape, owner, piece, faces)
            for face in part:
                face.owner = heir or owner


def outlines(faces: list[Face]) -> dict[str, list[shapely.Polygon]]:
    """Return the outline of every space: the union of its faces, largest polygon first."""
    owned: dict[str, list[shapely.Polygon]] = defaultdict(list)
    for face in faces:
        owned[face.owner].append(face.shape)
    joined = {owner: polygons(shapely.union_all(shapes)) for owner, shapes in owned.items()}
    return {owner: sorted(shapes, key=lambda p: -p.area) for owner, shapes in sorted(joined.items())}

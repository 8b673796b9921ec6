"""A board as small pictures need it: outlines of few points, without anything that is too small to be seen there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from wartable.board.geometry import BoardGeometry, board_geometry
from wartable.board.topology import Topology

if TYPE_CHECKING:
    from wartable.board.model import Board

    _Point = tuple[int, int]
    _Faces = tuple[tuple[tuple[int, ...], ...], ...]

WIDE = 400
"""Pixels: how wide a picture may be before the missing points show."""
_ISLET = 2.5
"""Such pixels: land of its own that is smaller either way is left out, unless it is the largest of its space."""


def small_geometry(board: Board) -> BoardGeometry:
    """Return the shapes of a board for pictures at most some `WIDE` pixels wide, in the canvas pixels of the whole.

    Neighbours keep exactly the same border: every stretch of outline is simplified once, for both of its sides.
    What lies on a board beside its spaces, links, rivers and obstacles is left out.
    """
    topology = board.topology and _simplified(board.topology, max(board.canvas.width, board.canvas.height) / WIDE)
    shapes = board_geometry(replace(board, topology=topology))
    return replace(
        shapes,
        regions=tuple(replace(region, d="", title=None) for region in shapes.regions),
        obstacles=tuple(replace(part, peaks=()) for part in shapes.obstacles),
        sites=(),
        borders=(),
        decorations=(),
        waves=(),
        ranges=(),
        bridges=(),
        ports=(),
        paths=(),
        scatter=(),
        inscriptions=(),
        compass=None,
    )


def _simplified(topology: Topology, pixel: float) -> Topology:
    """Return outlines that are off by at most half a pixel, in whole canvas pixels; so many of these are one."""
    scale = topology.unit
    arcs = tuple(
        tuple((round(x * scale), round(y * scale)) for x, y in _fewer(arc, pixel / 2 / scale)) for arc in topology.arcs
    )
    faces = {name: _seen(polygons, arcs, pixel * _ISLET) for name, polygons in topology.faces.items()}
    used = {max(ref, ~ref) for polygons in faces.values() for rings in polygons for ring in rings for ref in ring}
    return Topology(1.0, tuple(arc if at in used else arc[:1] for at, arc in enumerate(arcs)), faces)


def _seen(polygons: _Faces, arcs: tuple[tuple[_Point, ...], ...], least: float) -> _Faces:
    """Return the largest polygon of a space and those large enough to be seen, with their holes of that size."""

    def large(ring: tuple[int, ...]) -> bool:
        points = [point for ref in ring for point in arcs[max(ref, ~ref)]]
        across, down = [x for x, _ in points], [y for _, y in points]
        return min(max(across) - min(across), max(down) - min(down)) >= least

    return tuple(
        (outer, *filter(large, holes)) for at, (outer, *holes) in enumerate(polygons) if at == 0 or large(outer)
    )


def _fewer(line: tuple[_Point, ...], off: float) -> list[tuple[float, float]]:
    """Return a line without the points that are off a straight line by less than so much (Douglas and Peucker)."""
    import shapely  # noqa: PLC0415 - geometry takes a while to load

    shape = shapely.simplify(shapely.LineString(line), off, preserve_topology=False)
    return [(x, y) for x, y in shapely.get_coordinates(shape).tolist()]

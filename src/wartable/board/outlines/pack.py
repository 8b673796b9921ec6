"""Outlines to shared arcs: polygons cut where three lines meet, thinned and rounded once for both sides."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import shapely

from wartable.board.outlines.land import polygons
from wartable.board.topology import Topology

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Point = tuple[float, float]
Path = tuple[Point, ...]
Outlines = dict[str, list[shapely.Polygon]]


def _rings(polygon: shapely.Polygon) -> Iterator[Path]:
    for ring in (polygon.exterior, *polygon.interiors):
        yield tuple((float(x), float(y)) for x, y in ring.coords)


def _nodes(rings: Iterable[Path]) -> set[Point]:
    """Points where other than two different edges meet: there every line through must break."""
    met: dict[Point, set[Point]] = defaultdict(set)
    for ring in rings:
        for a, b in pairwise(ring):
            met[a].add(b)
            met[b].add(a)
    return {point for point, others in met.items() if len(others) != 2}


def _pieces(ring: Path, nodes: set[Point]) -> list[Path]:
    """Cut a closed ring at nodes; one without any starts at its least point, whoever walks it."""
    open_ring = ring[:-1]
    cuts = [i for i, point in enumerate(open_ring) if point in nodes] or [open_ring.index(min(open_ring))]
    turned = open_ring[cuts[0] :] + open_ring[: cuts[0]] + (open_ring[cuts[0]],)
    stops = [i - cuts[0] for i in cuts] + [len(open_ring)]
    return [turned[a : b + 1] for a, b in pairwise(stops)]


class _Packer:
    """Numbers arcs as rings ask for them; an arc walked backwards by a neighbour is the same arc."""

    def __init__(self, unit: float) -> None:
        self._unit = unit
        self._numbers: dict[Path, int] = {}
        self.arcs: list[tuple[tuple[int, int], ...]] = []

    def ref(self, path: Path) -> int:
        """Return the reference of a path: its number, or ~number when stored the other way round."""
        if path in self._numbers:
            return self._numbers[path]
        if path[::-1] in self._numbers:
            return ~self._numbers[path[::-1]]
        self._numbers[path] = len(self.arcs)
        self.arcs.append(self._rounded(path))
        return self._numbers[path]

    def _rounded(self, path: Path) -> tuple[tuple[int, int], ...]:
        return tuple((round(x / self._unit), round(y / self._unit)) for x, y in path)


def _settle(outlines: Outlines, thin_px: float, unit: float) -> Outlines:
    """Thin all lines together, put every point on the grid, and stay free of crossings.

    Rounding points one by one would let thin necks of land cross themselves; snap rounding of the whole
    network does not. A face of the new network belongs to the space that held its inner point.
    """
    shapes = [(name, shape) for name, parts in outlines.items() for shape in parts]
    thin = np.array(shapely.coverage_simplify([shape for _, shape in shapes], thin_px))
    network = shapely.union_all(shapely.boundary(thin), grid_size=unit)
    faces = polygons(shapely.polygonize([network]))
    numbers, homes = shapely.STRtree(thin).query([f.representative_point() for f in faces], predicate="within")
    owned: dict[str, list[shapely.Polygon]] = {name: [] for name in outlines}
    for number, home in zip(numbers, homes, strict=True):
        owned[shapes[int(home)][0]].append(faces[int(number)])
    joined = {name: polygons(shapely.union_all(parts, grid_size=unit)) for name, parts in owned.items()}
    return {name: sorted(parts, key=lambda shape: -shape.area) for name, parts in joined.items()}


def pack(outlines: Outlines, thin_px: float = 0.6, unit: float = 0.1) -> Topology:
    """Pack outlines on a grid of `unit` pixels; bends under `thin_px` squared pixels are left out."""
    settled = _settle(outlines, thin_px, unit)
    nodes = _nodes(ring for shapes in settled.values() for shape in shapes for ring in _rings(shape))
    packer = _Packer(unit)
    faces = {
        name: tuple(
            tuple(tuple(packer.ref(path) for path in _pieces(ring, nodes)) for ring in _rings(shape))
            for shape in shapes
        )
        for name, shapes in settled.items()
    }
    return Topology(unit, tuple(packer.arcs), faces)


def polygons_of(topology: Topology) -> dict[str, list[shapely.Polygon]]:
    """Return the stored outlines as Shapely polygons, for checks."""
    return {
        name: [shapely.Polygon(rings[0], rings[1:]) for rings in topology.polygons(name)] for name in topology.faces
    }

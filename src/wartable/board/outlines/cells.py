"""Smoothed Voronoi cells: the borders between seeds of different spaces, rounded and gently bent."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import shapely

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from wartable.board.outlines.recipe import CellSpec, Wave

    Array = NDArray[np.float64]

OUTSIDE = ""
"""Owner of the four far corner points, which close the outermost cells."""
_FAR = 3000.0
Graph = dict[int, list[int]]


def _kept_edges(seeds: Array, owners: list[str]) -> tuple[Array, Graph]:
    """Voronoi vertices, and for each the vertices it is joined to by an edge between two spaces."""
    low, high = seeds.min(axis=0) - _FAR, seeds.max(axis=0) + _FAR
    corners = np.array([low, high, (low[0], high[1]), (high[0], low[1])])
    from scipy.spatial import Voronoi  # noqa: PLC0415 - it takes longer to load than a board to check, which needs none

    diagram = Voronoi(np.vstack([seeds, corners]))
    names = [*owners, *[OUTSIDE] * 4]
    graph: Graph = defaultdict(list)
    for (p, q), (u, v) in zip(diagram.ridge_points, diagram.ridge_vertices, strict=True):
        if min(u, v) >= 0 and names[p] != names[q]:
            graph[u].append(v)
            graph[v].append(u)
    return diagram.vertices, graph


def _walk(graph: Graph, start: int, step: int, used: set[tuple[int, int]]) -> list[int]:
    """Follow kept edges from a node until the next node, or round a loop back to the start."""
    path = [start, step]
    while len(graph[path[-1]]) == 2 and path[-1] != start:
        here, before = path[-1], path[-2]
        one, other = graph[here]
        path.append(other if one == before else one)
    for a, b in pairwise(path):
        used.update(((a, b), (b, a)))
    return path


def _chains(graph: Graph) -> list[list[int]]:
    """Split the kept edges into arcs between nodes, then into the closed loops that hold no node."""
    used: set[tuple[int, int]] = set()
    nodes = [v for v in graph if len(graph[v]) != 2]
    starts = nodes + [v for v in graph if len(graph[v]) == 2]
    return [_walk(graph, start, step, used) for start in starts for step in graph[start] if (start, step) not in used]


def chaikin(points: Array) -> Array:
    """Cut every corner once at a quarter and three quarters, ends fixed."""
    near = 0.75 * points[:-1] + 0.25 * points[1:]
    far = 0.25 * points[:-1] + 0.75 * points[1:]
    inner = np.stack([near, far], axis=1).reshape(-1, 2)
    return np.vstack([points[:1], inner, points[-1:]])


def _smooth(points: Array, rounds: int) -> Array:
    """Take the honeycomb steps out by edge midpoints, then round the corners."""
    if len(points) > 4:
        points = np.vstack([points[:1], (points[:-1] + points[1:]) / 2, points[-1:]])
    for _ in range(rounds):
        points = chaikin(points)
    return points


def bend(points: Array, warp_px: float, waves: Iterable[Wave]) -> Array:
    """Move points by a smooth field of place alone, so that arcs which met still meet."""
    x, y = points[:, 0], points[:, 1]
    moved = points.copy()
    for kx, ky, phase, weight in waves:
        moved[:, 0] += warp_px * weight * np.sin(2 * np.pi * (kx * x + ky * y) + phase)
        moved[:, 1] += warp_px * weight * np.cos(2 * np.pi * (ky * x - kx * y) + 1.7 * phase)
    return moved


def cell_arcs(seeds: Array, owners: list[str], spec: CellSpec) -> list[shapely.LineString]:
    """Return the smoothed borders between the cells of different spaces, as lines from node to node."""
    vertices, graph = _kept_edges(seeds, owners)
    smooth = [_smooth(vertices[chain], spec.chaikin_rounds) for chain in _chains(graph)]
    fine = [shapely.segmentize(shapely.LineString(points), spec.segmentize_px) for points in smooth]
    return [shapely.transform(line, lambda points: bend(points, spec.warp_px, spec.waves)) for line in fine]


class Cells:
    """Answers which space's cell holds a point."""

    def __init__(self, arcs: list[shapely.LineString], seeds: Array, owners: list[str]) -> None:
        noded = shapely.union_all(np.array(arcs))
        self._shapes = np.array(shapely.get_parts(shapely.polygonize([noded])))
        self._tree = shapely.STRtree(self._shapes)
        self._names = [OUTSIDE] * len(self._shapes)
        held: dict[int, Counter[str]] = defaultdict(Counter)
        points, shapes = self._tree.query(shapely.points(seeds), predicate="within")
        for point, shape in zip(points, shapes, strict=True):
            held[int(shape)][owners[point]] += 1
        for shape, names in held.items():
            self._names[shape] = names.most_common(1)[0][0]

    def owner(self, point: shapely.Point) -> str:
        """Return the space whose cell holds the point, or of the nearest cell if it lies on a line."""
        return self._names[int(self._tree.nearest(point))]

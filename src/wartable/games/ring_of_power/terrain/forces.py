"""Who stands near whom, and who makes one force, from positions by exact integers (A5, D1, D2)."""

from __future__ import annotations

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components
from scipy.spatial import KDTree

from wartable.games.ring_of_power.charts import charts, mil
from wartable.games.ring_of_power.terrain.geometry import Ints, Mask, squared


def within(one: Ints, other: Ints, distance: int, radii: Ints | None = None, radii_other: Ints | None = None) -> Ints:
    """Return pairs (i, j) of rows of two arrays that lie within a distance, inclusive, as an array of shape (n, 2).

    With `radii` distances are measured from edge to edge of the bases (A5, Q1).
    """
    if not len(one) or not len(other):
        return np.empty((0, 2), dtype=np.int64)
    wide = _widest(radii) + _widest(radii_other)
    found = KDTree(one).sparse_distance_matrix(KDTree(other), distance + wide + 0.5, output_type="ndarray")
    order = np.lexsort((found["j"], found["i"]))
    first, second = (found[name][order].astype(np.int64) for name in ("i", "j"))
    limit = distance + _of(radii, first) + _of(radii_other, second)
    near = squared(one[first], other[second]) <= limit**2
    return np.stack([first[near], second[near]], axis=1)


def forces(points: Ints, sides: Ints, radii: Ints | None = None, cohesion: int | None = None) -> Ints:
    """Return the number of each figure's force: figures of one side chained by steps of 1 inch or less (D1, Q47).

    Numbers begin at 0 in the order of each force's first figure, so that they do not depend on where the table's
    corner is. A lone figure is a force of one (D2).
    """
    if not len(points):
        return np.empty(0, dtype=np.int64)
    distance = mil(charts().constants.contact) if cohesion is None else cohesion
    pairs = KDTree(points).query_pairs(distance + 2 * _widest(radii) + 0.5, output_type="ndarray")
    first, second = pairs[:, 0], pairs[:, 1]
    limit = distance + _of(radii, first) + _of(radii, second)
    joined = (sides[first] == sides[second]) & (squared(points[first], points[second]) <= limit**2)
    return linked(len(points), first[joined], second[joined])


def enemies_within(points: Ints, owners: Ints, hostile: Mask, distance: int, radii: Ints | None = None) -> Ints:
    """Return pairs (i, j) of rows within a distance, inclusive, whose owners fight each other; each pair both ways.

    `hostile[a, b]` says whether owners a and b do.
    """
    found = [np.empty((0, 2), dtype=np.int64)]
    for owner in np.unique(owners):
        mine, foes = np.flatnonzero(owners == owner), np.flatnonzero(hostile[owner, owners])
        wide = (None, None) if radii is None else (radii[mine], radii[foes])
        near = within(points[mine], points[foes], distance, *wide)
        found.append(np.stack([mine[near[:, 0]], foes[near[:, 1]]], axis=1))
    return np.concatenate(found)


def _widest(radii: Ints | None) -> int:
    return int(radii.max(initial=0)) if radii is not None else 0


def _of(radii: Ints | None, which: Ints) -> Ints:
    return radii[which] if radii is not None else np.zeros(len(which), dtype=np.int64)


def linked(count: int, first: Ints, second: Ints) -> Ints:
    """Return for each of so many the number of its component, of pairs that are joined; the first has 0."""
    graph = coo_array((np.ones(len(first), dtype=np.int8), (first, second)), shape=(count, count))
    _, labels = connected_components(graph, directed=False)
    return _numbered(labels.astype(np.int64))


def _numbered(labels: Ints) -> Ints:
    """Return labels numbered by the order in which they first come."""
    _, first, back = np.unique(labels, return_index=True, return_inverse=True)
    place = np.empty(len(first), dtype=np.int64)
    place[np.argsort(first)] = np.arange(len(first))
    return place[back]

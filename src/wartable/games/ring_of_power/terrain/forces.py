"""Forces, contact, combats, engagement and pinning from positions, by exact integers (C2, D1-D4, E1-E3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components
from scipy.spatial import KDTree

from wartable.games.ring_of_power.charts import charts, mil
from wartable.games.ring_of_power.terrain.points import squared

if TYPE_CHECKING:
    from wartable.games.ring_of_power.terrain.points import Ints, Mask

APART = 10**8
"""Combats are lifted so far from each other when nearest enemies are looked for."""


class Combats(msgspec.Struct, frozen=True):
    """Which combat each figure is in, -1 for none, and whether it is engaged there; `contacts` are pairs of figures."""

    count: int
    of: Ints
    engaged: Mask
    contacts: Ints


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
    distance = _contact() if cohesion is None else cohesion
    pairs = KDTree(points).query_pairs(distance + 2 * _widest(radii) + 0.5, output_type="ndarray")
    first, second = pairs[:, 0], pairs[:, 1]
    limit = distance + _of(radii, first) + _of(radii, second)
    joined = (sides[first] == sides[second]) & (squared(points[first], points[second]) <= limit**2)
    return _components(len(points), first[joined], second[joined])


def as_groups(points: Ints, force: Ints, characters: Mask, rank: Ints) -> Ints:
    """Return positions for combat: a force of characters only stands where its leading member stands (D4, Q48).

    `rank` is leadership; the first of equals leads.
    """
    if not len(points):
        return points
    leader = np.lexsort((np.arange(len(points)), -rank, force))
    heads = leader[np.searchsorted(force[leader], np.arange(int(force.max()) + 1))]
    only = np.ones(len(heads), dtype=bool)
    np.logical_and.at(only, force, characters)
    return np.where(only[force][:, None], points[heads[force]], points)


def contact(points: Ints, sides: Ints, hostile: Mask | None = None, radii: Ints | None = None) -> Ints:
    """Return pairs of hostile figures within 1 inch of each other, lower number first (E1).

    `hostile[a, b]` says whether sides a and b fight each other; without it all sides do.
    """
    if not len(points):
        return np.empty((0, 2), dtype=np.int64)
    pairs = KDTree(points).query_pairs(_contact() + 2 * _widest(radii) + 0.5, output_type="ndarray").astype(np.int64)
    first, second = pairs[:, 0], pairs[:, 1]
    limit = _contact() + _of(radii, first) + _of(radii, second)
    met = _hostile(sides[first], sides[second], hostile) & (squared(points[first], points[second]) <= limit**2)
    found = np.sort(pairs[met], axis=1)
    return found[np.lexsort((found[:, 1], found[:, 0]))]


def combats(
    points: Ints, sides: Ints, force: Ints, contacts: Ints, hostile: Mask | None = None, radii: Ints | None = None
) -> Combats:
    """Return combats, which are forces joined by contact (E2), and who is engaged in them: within 6 inches (E3).

    `contacts` are pairs of figures, as `contact` gives them, less those that do not come to blows (F3, K2). Combats
    are numbered in the order of their first figure (E4).
    """
    if not len(contacts):
        return Combats(0, np.full(len(points), -1), np.zeros(len(points), dtype=bool), contacts)
    parts = _components(int(force.max()) + 1, force[contacts[:, 0]], force[contacts[:, 1]])
    fighting = np.isin(parts, parts[force[contacts[:, 0]]])[force]
    of = np.full(len(points), -1)
    of[fighting] = _numbered(parts[force[fighting]])
    return Combats(int(of.max()) + 1, of, engaged(points, sides, of, hostile, radii), contacts)


def engaged(points: Ints, sides: Ints, combat: Ints, hostile: Mask | None = None, radii: Ints | None = None) -> Mask:
    """Return who is within 6 inches of an enemy of the same combat; `combat` is -1 for figures in none (E3)."""
    found = np.zeros(len(points), dtype=bool)
    lifted = np.column_stack([points, np.maximum(combat, 0) * APART])
    limit = mil(charts().constants.engage)
    for side in np.unique(sides[combat >= 0]):
        mine = np.flatnonzero((combat >= 0) & (sides == side))
        foes = np.flatnonzero((combat >= 0) & _hostile(np.full(len(sides), side), sides, hostile))
        if radii is not None:
            pairs = within(lifted[mine], lifted[foes], limit, radii[mine], radii[foes])
            found[mine[pairs[combat[mine[pairs[:, 0]]] == combat[foes[pairs[:, 1]]]][:, 0]]] = True
        elif len(foes):
            _, found_at = KDTree(lifted[foes]).query(lifted[mine], distance_upper_bound=limit + 1.0)
            nearest = np.asarray(found_at)
            close = nearest < len(foes)
            other = foes[nearest[close]]
            found[mine[close]] = squared(points[mine[close]], points[other]) <= limit**2
    return found


def pinned(points: Ints, enemies: Ints, radii: Ints | None = None, radii_enemies: Ints | None = None) -> Mask:
    """Return which figures may not move: those within 1 inch of an enemy that pins (C2, Q46).

    `enemies` are the points of enemies neither hidden, wounded nor paralysed (Q6); stealth not yet found is the
    caller's to leave out of `points` (C3).
    """
    held = np.zeros(len(points), dtype=bool)
    held[within(points, enemies, _contact(), radii, radii_enemies)[:, 0]] = True
    return held


def _contact() -> int:
    return mil(charts().constants.contact)


def _widest(radii: Ints | None) -> int:
    return int(radii.max(initial=0)) if radii is not None else 0


def _of(radii: Ints | None, which: Ints) -> Ints:
    return radii[which] if radii is not None else np.zeros(len(which), dtype=np.int64)


def _hostile(one: Ints, other: Ints, hostile: Mask | None) -> Mask:
    return one != other if hostile is None else hostile[one, other]


def _components(count: int, first: Ints, second: Ints) -> Ints:
    graph = coo_array((np.ones(len(first), dtype=np.int8), (first, second)), shape=(count, count))
    _, labels = connected_components(graph, directed=False)
    return _numbered(labels.astype(np.int64))


def _numbered(labels: Ints) -> Ints:
    """Return labels numbered by the order in which they first come."""
    _, first, back = np.unique(labels, return_index=True, return_inverse=True)
    place = np.empty(len(first), dtype=np.int64)
    place[np.argsort(first)] = np.arange(len(first))
    return place[back]

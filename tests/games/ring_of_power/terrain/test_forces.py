"""Forces, contact, combats, engagement and pinning, against counting every pair (C2, C14, D, E)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.ring_of_power.terrain.tables import at, patient
from wartable.games.ring_of_power.terrain import (
    Point,
    as_groups,
    combats,
    contact,
    engaged,
    forces,
    pinned,
    point_array,
    within,
)

GOOD = [at(22.5, 14), at(23.5, 14), at(24.5, 14), at(25.5, 14)]
EVIL_INCHES = (
    *((23.5, 17), (24.5, 15), (23.5, 16), (24.5, 16), (24.5, 17), (23.5, 18), (24.5, 18), (23.5, 19), (24.5, 19)),
    *((24.5, 20), (24.5, 21), (23.5, 21), (23.5, 22), (24.5, 22), (23.5, 23), (24.5, 23), (24.5, 24)),
)
EVIL = [at(x, y) for x, y in EVIL_INCHES]
RAID = point_array(GOOD + EVIL)
SIDES = np.array([0] * 4 + [1] * 17)


def test_the_worked_example_from_its_points() -> None:
    """Statement E3, case 7.1."""
    force = forces(RAID, SIDES)
    touching = contact(RAID, SIDES)
    found = combats(RAID, SIDES, force, touching)

    assert np.bincount(force).tolist() == [4, 17]
    assert touching.tolist() == [[2, 5]]
    assert found.count == 1
    assert found.engaged[:4].sum() == 4
    assert found.engaged[4], "Lurtz is engaged"
    assert (found.engaged[5:].sum(), (~found.engaged[5:]).sum()) == (9, 7)


def test_six_inches_are_six_inches_and_not_a_thousandth_more() -> None:
    """Statements A5, E3."""
    six = 4 + EVIL.index(at(24.5, 20))

    assert combats(RAID, SIDES, forces(RAID, SIDES), contact(RAID, SIDES)).engaged[six]
    further = RAID.copy()
    further[six, 1] += 1
    assert not combats(further, SIDES, forces(further, SIDES), contact(further, SIDES)).engaged[six]


@pytest.mark.parametrize(
    ("apart", "joined"), [((600, 800), True), ((1000, 0), True), ((1000, 1), False), ((707, 708), False)]
)
def test_an_inch_is_inclusive_and_exact(apart: Point, joined: bool) -> None:  # noqa: FBT001
    """Statements A5, D1."""
    two = point_array([(5, 5), (5 + apart[0], 5 + apart[1])])

    assert (forces(two, np.array([0, 0])).tolist() == [0, 0]) == joined
    assert (len(contact(two, np.array([0, 1]))) == 1) == joined
    assert (pinned(two[:1], two[1:]).tolist() == [True]) == joined


def test_edge_to_edge_adds_both_bases() -> None:
    """Statement A5, settlement Q1."""
    two, radii = point_array([(0, 0), (2250, 0)]), np.array([500, 750])

    assert forces(two, np.array([0, 0])).tolist() == [0, 1]
    assert forces(two, np.array([0, 0]), radii).tolist() == [0, 0]
    assert len(contact(two, np.array([0, 1]), radii=radii)) == 1
    assert pinned(two[:1], two[1:], radii[:1], radii[1:]).tolist() == [True]
    assert forces(two + np.array([[0, 0], [1, 0]]), np.array([0, 0]), radii).tolist() == [0, 1]


def test_nobody_makes_no_force() -> None:
    none = point_array([])

    assert forces(none, np.array([], dtype=np.int64)).tolist() == []
    assert contact(none, np.array([], dtype=np.int64)).tolist() == []
    assert within(none, RAID, 1000).tolist() == []
    assert combats(RAID, SIDES, forces(RAID, SIDES), contact(RAID[:0], SIDES[:0])).count == 0


def test_combats_join_all_forces_that_touch_and_are_numbered_by_their_first_figure() -> None:
    """Statements E2, E4, settlements Q8, Q78."""
    points = point_array([at(30, 5), at(5, 5), at(6, 5), at(7, 5), at(31, 5), at(20, 20)])
    sides = np.array([0, 0, 1, 0, 1, 0])
    found = combats(points, sides, forces(points, sides), contact(points, sides))

    assert found.of.tolist() == [0, 1, 1, 1, 0, -1]
    assert found.count == 2


def test_an_enemy_of_another_combat_engages_nobody() -> None:
    """Statements E3, E4."""
    points = point_array([at(5, 5), at(6, 5), at(5, 10), at(4, 10), at(12.5, 5)])
    sides = np.array([0, 1, 0, 1, 1])
    apart = np.array([0, 0, 1, 1, 0])

    assert engaged(points, sides, apart).tolist() == [True, True, True, True, False]


def test_sides_that_are_not_hostile_touch_without_contact() -> None:
    points, sides = point_array([at(5, 5), at(6, 5), at(7, 5)]), np.array([0, 2, 1])
    hostile = np.array([[False, True, True], [True, False, False], [True, False, False]])

    assert contact(points, sides).tolist() == [[0, 1], [1, 2]]
    assert contact(points, sides, hostile).tolist() == [[0, 1]]


def test_a_party_of_characters_stands_where_its_leader_stands() -> None:
    """Statement D4, settlement Q48."""
    points = point_array([at(5, 5), at(6, 5), at(7, 5), at(20, 5), at(21, 5)])
    force = forces(points, np.zeros(5, dtype=np.int64))
    characters = np.array([True, True, True, True, False])
    rank = np.array([0, 3, 3, 2, 0])

    assert as_groups(points, force, characters, rank).tolist() == [
        [6000, 5000],
        [6000, 5000],
        [6000, 5000],
        [20000, 5000],
        [21000, 5000],
    ]


POINTS = st.lists(st.tuples(st.integers(0, 6000), st.integers(0, 6000)), min_size=1, max_size=40)


def chained(points: Sequence[Point], sides: Sequence[int]) -> list[int]:
    """Number forces by walking from figure to figure."""
    label = [-1] * len(points)
    for first in range(len(points)):
        if label[first] < 0:
            number, left = max(label) + 1, [first]
            while left:
                one = left.pop()
                label[one] = number
                left += [
                    other for other in range(len(points)) if label[other] < 0 and linked(points, sides, one, other)
                ]
    return label


def linked(points: Sequence[Point], sides: Sequence[int], one: int, other: int) -> bool:
    return sides[one] == sides[other] and square(points[one], points[other]) <= 1000**2


def square(one: Point, other: Point) -> int:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


@patient()
@given(POINTS)
def test_forces_and_contact_are_those_of_counting_every_pair(points: list[Point]) -> None:
    sides = np.arange(len(points)) * 7 % 3
    array = point_array(points)
    force = forces(array, sides)

    assert force.tolist() == chained(points, sides.tolist())
    pairs = [
        [i, j]
        for i in range(len(points))
        for j in range(i + 1, len(points))
        if sides[i] != sides[j] and square(points[i], points[j]) <= 1000**2
    ]
    assert contact(array, sides).tolist() == pairs
    found = combats(array, sides, force, contact(array, sides))
    for i in range(len(points)):
        foes = [j for j in range(len(points)) if found.of[j] == found.of[i] >= 0 and sides[j] != sides[i]]
        assert found.engaged[i] == any(square(points[i], points[j]) <= 6000**2 for j in foes)


@patient()
@given(POINTS, st.tuples(st.integers(-(10**6), 10**6), st.integers(-(10**6), 10**6)), st.sampled_from([-1, 1]))
def test_moving_or_mirroring_the_table_changes_nothing(points: list[Point], by: Point, flip: int) -> None:
    sides = np.arange(len(points)) % 2
    here = point_array(points)
    there = (here * (flip, 1))[:, ::flip] + by
    force, moved = forces(here, sides), forces(there, sides)

    assert force.tolist() == moved.tolist()
    assert contact(here, sides).tolist() == contact(there, sides).tolist()
    before = combats(here, sides, force, contact(here, sides))
    after = combats(there, sides, moved, contact(there, sides))
    assert (before.of.tolist(), before.engaged.tolist()) == (after.of.tolist(), after.engaged.tolist())
    assert pinned(here[sides == 0], here[sides == 1]).tolist() == pinned(there[sides == 0], there[sides == 1]).tolist()


@patient()
@given(POINTS)
def test_zero_radii_measure_as_centres_do(points: list[Point]) -> None:
    array, sides, zero = point_array(points), np.arange(len(points)) % 2, np.zeros(len(points), dtype=np.int64)
    touching = contact(array, sides)

    assert forces(array, sides, zero).tolist() == forces(array, sides).tolist()
    plain = combats(array, sides, forces(array, sides), touching)
    edged = combats(array, sides, forces(array, sides), touching, radii=zero)
    assert plain.engaged.tolist() == edged.engaged.tolist()

"""Forces and distances between enemies, against counting every pair (A5, D1)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.ring_of_power.terrain.tables import patient
from wartable.games.ring_of_power.scenario import Point
from wartable.games.ring_of_power.terrain.geometry import enemies_within, forces, point_array, within

FOES = ~np.eye(3, dtype=bool)
"""Three owners, each against both others."""


@pytest.mark.parametrize(
    ("apart", "joined"), [((600, 800), True), ((1000, 0), True), ((1000, 1), False), ((707, 708), False)]
)
def test_an_inch_is_inclusive_and_exact(apart: Point, joined: bool) -> None:  # noqa: FBT001
    """Statements A5, D1."""
    two = point_array([(5, 5), (5 + apart[0], 5 + apart[1])])

    assert (forces(two, np.array([0, 0])).tolist() == [0, 0]) == joined
    assert (len(enemies_within(two, np.array([0, 1]), FOES, 1000)) == 2) == joined


def test_edge_to_edge_adds_both_bases() -> None:
    """Statement A5, settlement Q1."""
    two, radii = point_array([(0, 0), (2250, 0)]), np.array([500, 750])

    assert forces(two, np.array([0, 0])).tolist() == [0, 1]
    assert forces(two, np.array([0, 0]), radii).tolist() == [0, 0]
    assert enemies_within(two, np.array([0, 1]), FOES, 1000, radii).tolist() == [[0, 1], [1, 0]]
    assert enemies_within(two, np.array([0, 1]), FOES, 1000).tolist() == []
    assert forces(two + np.array([[0, 0], [1, 0]]), np.array([0, 0]), radii).tolist() == [0, 1]


def test_nobody_makes_no_force() -> None:
    none = point_array([])

    assert forces(none, np.array([], dtype=np.int64)).tolist() == []
    assert enemies_within(none, np.array([], dtype=np.int64), FOES, 1000).tolist() == []
    assert within(none, point_array([(0, 0)]), 1000).tolist() == []


def test_who_does_not_fight_each_other_is_no_enemy_however_near() -> None:
    points, owners = point_array([(0, 0), (900, 0), (1800, 0)]), np.array([0, 2, 1])
    allied = np.array([[False, True, False], [True, False, False], [False, False, False]])

    assert enemies_within(points, owners, FOES, 1000).tolist() == [[0, 1], [2, 1], [1, 0], [1, 2]]
    assert enemies_within(points, owners, allied, 2000).tolist() == [[0, 2], [2, 0]]


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
@given(POINTS, st.sampled_from([1000, 2000, 6000]), st.integers(0, 300))
def test_forces_and_enemies_are_those_of_counting_every_pair(points: list[Point], distance: int, radius: int) -> None:
    owners, array = np.arange(len(points)) * 7 % 3, point_array(points)
    every = range(len(points))
    wide = np.array([radius * (number % 3) for number in every])

    assert forces(array, owners).tolist() == chained(points, owners.tolist())
    assert sorted(enemies_within(array, owners, FOES, distance, wide).tolist()) == [
        [i, j]
        for i in every
        for j in every
        if owners[i] != owners[j] and square(points[i], points[j]) <= (distance + wide[i] + wide[j]) ** 2
    ]


@patient()
@given(POINTS, st.tuples(st.integers(-(10**6), 10**6), st.integers(-(10**6), 10**6)), st.sampled_from([-1, 1]))
def test_moving_or_mirroring_the_table_changes_nothing(points: list[Point], by: Point, flip: int) -> None:
    owners = np.arange(len(points)) % 2
    here = point_array(points)
    there = (here * (flip, 1))[:, ::flip] + by

    assert forces(here, owners).tolist() == forces(there, owners).tolist()
    for distance in (1000, 6000):
        before, after = (enemies_within(table, owners, FOES, distance).tolist() for table in (here, there))
        assert before == after


@patient()
@given(POINTS)
def test_zero_radii_measure_as_centres_do(points: list[Point]) -> None:
    array, owners, zero = point_array(points), np.arange(len(points)) % 2, np.zeros(len(points), dtype=np.int64)

    assert forces(array, owners, zero).tolist() == forces(array, owners).tolist()
    edged, plain = (enemies_within(array, owners, FOES, 6000, radii) for radii in (zero, None))
    assert edged.tolist() == plain.tolist()

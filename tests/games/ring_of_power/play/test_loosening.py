"""Figures that a narrow way has packed together make room: legally, in one force, still at their enemies."""

from __future__ import annotations

import math
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.ring_of_power.play.table import Campaign
from tests.games.ring_of_power.play.test_inquiries import gone, ids, way
from tests.games.ring_of_power.terrain.tables import at, box, ground, pace, patient
from tests.games.ring_of_power.terrain.test_properties import PACE, POINT, tables
from wartable.games.ring_of_power.play.inquiries.following import APART, LARGE, TIGHT, Loosening
from wartable.games.ring_of_power.play.inquiries.way import Way
from wartable.games.ring_of_power.scenario import Point
from wartable.games.ring_of_power.terrain.around import Around, around
from wartable.games.ring_of_power.terrain.geometry import forces, point_array
from wartable.games.ring_of_power.terrain.ground import Ground
from wartable.games.ring_of_power.terrain.paths import PathCost, judge_path
from wartable.games.ring_of_power.terrain.plans import Path, move_force
from wartable.games.ring_of_power.terrain.speeds import Pace

INCH = 1000


def least(ends: list[Point]) -> float:
    """Return the distance of the two that are nearest to each other."""
    return min(math.dist(one, other) for one, other in combinations(ends, 2))


def shaft(to: Point) -> tuple[Campaign, Way]:
    """Lead the goblins of Moria, ten abreast, into the shaft that leads north from their deeps, four inches wide."""
    campaign = Campaign("moria-passage")
    goblins = ids(campaign, "goblin")
    return campaign, way(campaign, (goblins[-1], *goblins[:-1]), to)


@pytest.mark.parametrize("to", [(24_000, 8_200), (24_000, 9_000), (23_000, 8_500)])
def test_a_force_that_marches_into_a_shaft_is_not_packed_onto_one_point(to: Point) -> None:
    campaign, found = shaft(to)

    assert found.fault is None
    assert found.left == found.apart == ()
    ends = [path[-1] for _, path in found.paths]
    assert ends[0] == to
    assert least(ends) >= APART - 1
    gone(campaign, found.move)


def loose(table: Ground, mover: Pace, starts: list[Point], path: Path, who: Around) -> tuple[list[Path], list[Path]]:
    """Return the paths of a force before and after room was made."""
    plans = move_force(table, [mover] * len(starts), starts, path, who).plans
    packed = [each.points for each in plans]
    return packed, list(Loosening(table, mover, who, packed, INCH).spread())


def alley() -> Ground:
    """Return a table with a way between rocks that is one inch wide."""
    return ground(box("mountain", 10, 0, 30, 14.5), box("mountain", 10, 15.5, 30, 30))


def test_who_finds_no_room_at_the_end_stops_earlier() -> None:
    starts = [at(9.5 - 0.9 * column, 14 + 0.9 * row) for column in range(3) for row in range(3)]
    path = (starts[0], at(9.8, 15), at(13, 15))
    packed, found = loose(alley(), pace(), starts, path, around())

    assert least([each[-1] for each in packed]) < APART
    assert least([each[-1] for each in found]) >= APART - 1
    assert found[0] == packed[0]
    assert min(each[-1][0] for each in found) < 12_000


def test_ranks_that_stand_apart_are_left_as_they_are() -> None:
    starts = [at(5 + 0.5 * column, 5 + 0.5 * row) for column in range(4) for row in range(3)]
    packed, found = loose(ground(), pace(), starts, (starts[0], at(9, 9)), around())

    assert found == packed


def test_who_stood_packed_makes_room_on_open_ground() -> None:
    starts = [(5000 + 20 * number, 5000) for number in range(8)]
    _, found = loose(ground(), pace(), starts, (starts[0], at(9, 9)), around())

    assert least([each[-1] for each in found]) >= APART - 1


def test_a_host_too_large_to_be_loosened_while_a_player_waits_is_left_as_it_is() -> None:
    for count, same in ((LARGE, False), (LARGE + 1, True)):
        starts = [(5000 + 20 * number, 5000) for number in range(count)]
        packed, found = loose(ground(), pace(), starts, (starts[0], at(9, 9)), around())
        assert (found == packed) is same


def test_nobody_makes_room_onto_a_friend_or_is_moved_who_is_to_stay() -> None:
    friends = [at(9, 9 + 0.5 * number) for number in range(-3, 4) if number]
    starts = [(5000 + 20 * number, 5000) for number in range(6)]
    who = around(taken=friends)
    packed = [each.points for each in move_force(ground(), [pace()] * 6, starts, (starts[0], at(9, 9)), who).plans]
    found = Loosening(ground(), pace(), who, packed, INCH).spread({5})

    assert found[5] == packed[5]
    assert least([path[-1] for number, path in enumerate(found) if number]) >= APART - 1
    moved = [path[-1] for number, path in enumerate(found) if number not in {0, 5}]
    assert min(math.dist(one, friend) for one in moved for friend in friends) >= APART - 1


def crowd_with_one_gap() -> Around:
    """Return friends who stand on everything around (10, 10) but for the room for one figure in the west."""
    mesh = [(10_000 + 300 * x, 10_000 + 300 * y) for x in range(-12, 13) for y in range(-12, 13)]
    return around(taken=[spot for spot in mesh if math.dist(spot, at(9.15, 10)) > 800])


def through_the_crowd(*ends: tuple[float, float]) -> tuple[tuple[Path, ...], tuple[Path, ...]]:
    """Return ways to some ends within that crowd, before and after room was made."""
    ways = tuple((at(8 + number, 5), at(*end)) for number, end in enumerate(ends))
    return ways, Loosening(ground(), pace(), crowd_with_one_gap(), ways, INCH).spread()


def test_who_finds_room_only_outside_the_force_stays_packed() -> None:
    ways, found = through_the_crowd((10.05, 10.05), (10.15, 10.05), (10.25, 10.05))

    assert found[2] == ways[2]
    assert math.dist(found[1][-1], found[0][-1]) >= APART


def test_nobody_makes_room_by_whom_another_keeps_in_touch() -> None:
    ways, found = through_the_crowd((10.05, 10.05), (10.15, 10.05), (11.1, 10.05))

    assert found == ways


@patient(40)
@given(tables(), PACE, POINT, POINT, st.lists(POINT, min_size=1, max_size=10, unique=True), st.lists(POINT, max_size=2))
def test_room_is_made_legally_in_one_force_and_at_the_enemy(
    table: Ground, mover: Pace, lead: Point, goal: Point, near: list[Point], foes: list[Point]
) -> None:
    """Others begin around the leader, in steps of a tenth, so that they are a force."""
    others = [(lead[0] + x // 10, lead[1] + y // 10) for x, y in near]
    starts = [one for one in dict.fromkeys([lead, *others]) if max(one) <= 24_000]
    who = around(foes)
    packed, found = loose(table, mover, starts, (lead, goal), who)

    for before, after in zip(packed, found, strict=True):
        assert after[0] == before[0]
        assert isinstance(judge_path(table, mover, after, who), PathCost)
        assert meets(after[-1], foes) == meets(before[-1], foes)
    assert joined(packed) <= joined(found)
    assert least_or_far(found) >= min(least_or_far(packed), TIGHT - 1)


def meets(end: Point, foes: list[Point]) -> bool:
    return any(math.dist(end, foe) <= INCH for foe in foes)


def joined(paths: list[Path]) -> set[int]:
    """Return who ends in the leader's force."""
    force = forces(point_array([path[-1] for path in paths]), point_array([(0, 0)] * len(paths))[:, 0])
    return {number for number, each in enumerate(force.tolist()) if each == force[0]}


def least_or_far(paths: list[Path]) -> float:
    return least([path[-1] for path in paths]) if len(paths) > 1 else math.inf

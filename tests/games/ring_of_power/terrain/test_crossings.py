"""Streams and shallows: a whole move from bank to bank, and nothing else (C10, Q60)."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.ring_of_power.terrain.tables import at, box, cost, crossing, fault, ground, pace, path, patient, river
from wartable.games.ring_of_power.terrain.around import around
from wartable.games.ring_of_power.terrain.paths import PathCost, crossings, judge_path

MAN = pace()
STREAM = ground(waters=[river([(20, 0), (20, 30)], kind="stream", crossings=[crossing("ford", 20, 25)])])
RIVER = ground(waters=[river([(20, 0), (20, 30)], crossings=[crossing("shallows", 20, 15, 1.5)])])


@pytest.mark.parametrize("water", ["stream", "shallows"])
def test_a_crossing_leads_straight_over_and_takes_the_whole_move(water: str) -> None:
    """Statement C10, settlement Q60."""
    table = STREAM if water == "stream" else RIVER
    (found,) = crossings(table, MAN, at(19.2, 15))

    assert math.hypot(found.end[0] - 20_503, found.end[1] - 15_000) <= 5
    verdict = judge_path(table, MAN, [at(19.2, 15), found.end])
    assert isinstance(verdict, PathCost)
    assert (verdict.cost, verdict.crossing, found.terrain) == (1, found.id, water)


def test_it_begins_within_half_an_inch_of_the_bank() -> None:
    """Statement C10, settlement Q60."""
    assert crossings(STREAM, MAN, at(19, 15))
    assert not crossings(STREAM, MAN, at(18.999, 15))


def test_it_ends_at_the_nearest_point_of_the_other_bank() -> None:
    (found,) = crossings(STREAM, MAN, at(19.2, 15))

    assert fault(judge_path(STREAM, MAN, [at(19.2, 15), (found.end[0], found.end[1] + 400)])).code == "closed"
    assert fault(judge_path(STREAM, MAN, [at(19.2, 15), (found.end[0] + 400, found.end[1])])).code == "closed"
    assert fault(judge_path(STREAM, MAN, [at(19.2, 15), at(20, 15)])).code == "closed"
    assert fault(judge_path(STREAM, MAN, [at(19, 15), at(19.2, 15), found.end])).code == "closed"


def test_a_ford_needs_no_such_move() -> None:
    """Statement C10, settlement Q5."""
    assert cost(judge_path(STREAM, MAN, path((19.2, 25), (21, 25)))) == pytest.approx(0.18)


def test_a_river_has_no_crossing_off_its_shallows() -> None:
    """Statement C10."""
    assert not crossings(RIVER, MAN, at(19.2, 5))
    assert fault(judge_path(RIVER, MAN, path((19.2, 5), (20.503, 5)))).code == "closed"


def test_rock_on_the_other_bank_bars_the_way() -> None:
    table = ground(box("mountain", 20, 10, 30, 20), waters=[river([(20, 0), (20, 30)], kind="stream")])

    assert not crossings(table, MAN, at(19.2, 15))
    assert crossings(table, MAN, at(19.2, 5))


def test_flyers_ships_and_the_immobile_do_not_wade() -> None:
    assert not any(
        crossings(STREAM, each, at(19.2, 15)) for each in (pace("flying"), pace("ship"), pace("man", "immobile"))
    )


def test_enemies_bar_a_crossing_too() -> None:
    (found,) = crossings(STREAM, MAN, at(19.2, 15))
    passing = around([at(20, 15.5)])

    assert fault(judge_path(STREAM, MAN, [at(19.2, 15), found.end], passing)).code == "near_enemy"


@patient(40)
@given(st.integers(19_000, 19_499), st.integers(2_000, 22_000))
def test_every_crossing_offered_is_one_that_the_judge_takes(x: int, y: int) -> None:
    offered = crossings(STREAM, MAN, (x, y))

    assert offered
    for each in offered:
        assert isinstance(judge_path(STREAM, MAN, [(x, y), each.end]), PathCost)
        assert crossings(STREAM, MAN, each.end), "the way back begins where the way over ends"

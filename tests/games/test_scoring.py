"""Scoring systems: exact shares that add up, for every ending (rules of the hobby, data/scoring.yaml)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wartable.engine import registry
from wartable.engine.options import describe
from wartable.games.scoring import WHOLE, scored, shares, systems


@given(st.lists(st.integers(0, 18), min_size=2, max_size=8), st.data())
def test_shares_add_up_to_the_whole(owned: list[int], data: st.DataObject) -> None:
    best = frozenset(data.draw(st.sets(st.integers(0, len(owned) - 1), min_size=1)))
    for system in systems().values():
        found = shares(system, owned, best)
        assert sum(found) == WHOLE
        assert all(share >= 0 for share in found)
        if len(best) == 1:
            assert found[min(best)] == WHOLE


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("draw_size", (Fraction(50), Fraction(50), Fraction(0))),
        ("sum_of_squares", (Fraction(900, 14), Fraction(400, 14), Fraction(100, 14))),
        ("centre_count", (Fraction(300, 6), Fraction(200, 6), Fraction(100, 6))),
    ],
)
def test_a_draw_of_two_beside_a_survivor(key: str, expected: tuple[Fraction, ...]) -> None:
    assert shares(systems()[key], (3, 2, 1), frozenset({0, 1})) == expected


def test_the_system_that_counts_at_a_table_comes_first() -> None:
    found = scored((3, 2, 1), (0, 1), "centre_count")

    assert [one.key for one in found] == ["centre_count", "draw_size", "sum_of_squares"]
    assert [one.counts for one in found] == [True, False, False]
    assert found[0].points == pytest.approx((50, 100 / 3, 100 / 6))


@pytest.mark.parametrize("key", ["diplomacy", "middle-earth-viii", "ring-diplomacy", "machiavelli", "lotr-machiavelli"])
def test_every_game_that_is_scored_lets_a_table_choose(key: str) -> None:
    field = next(one for one in describe(registry.get(key).options_type) if one.name == "scoring")

    assert field.default == "draw_size"
    assert field.choices == tuple((key, system.title) for key, system in systems().items())


def test_every_system_says_what_it_does() -> None:
    assert [one.key for one in scored((1, 1), (0, 1))] == ["draw_size", "sum_of_squares", "centre_count"]
    assert all(one.title and one.line.endswith(".") for one in scored((1, 1), (0,)))

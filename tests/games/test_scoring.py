"""Scoring systems: exact shares that add up, for every ending (rules of the hobby, data/scoring.yaml)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

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


def test_every_system_says_what_it_does() -> None:
    assert [one.key for one in scored((1, 1), (0, 1))] == ["draw_size", "sum_of_squares", "centre_count"]
    assert all(one.title and one.line.endswith(".") for one in scored((1, 1), (0,)))

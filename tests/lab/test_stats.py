from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wartable.lab.stats import spread, wilson


def test_wilson_agrees_with_the_published_example() -> None:
    share = wilson(15, 50)  # the score interval of 15 in 50, a textbook value

    assert (share.share, share.low, share.high) == (0.3, 0.191, 0.4375)


def test_wilson_of_nothing_says_nothing() -> None:
    share = wilson(0, 0)

    assert (share.low, share.high) == (0.0, 1.0)


@given(st.integers(1, 2000).flatmap(lambda total: st.tuples(st.integers(0, total), st.just(total))))
def test_the_interval_holds_the_share_and_mirrors(case: tuple[int, int]) -> None:
    count, total = case
    share, other = wilson(count, total), wilson(total - count, total)

    assert 0 <= share.low <= share.share <= share.high <= 1
    assert share.low == pytest.approx(1 - other.high, abs=2e-4)


def test_more_confidence_is_wider() -> None:
    assert wilson(5, 20, 0.99).low < wilson(5, 20, 0.9).low


@pytest.mark.parametrize(("count", "total"), [(-1, 5), (6, 5)])
def test_counts_beyond_the_total_are_refused(count: int, total: int) -> None:
    with pytest.raises(ValueError, match="from 0 to the total"):
        wilson(count, total)


def test_spread() -> None:
    numbers = spread([4, 1, 7, 2])

    assert (numbers.mean, numbers.median, numbers.least, numbers.most) == (3.5, 3.0, 1.0, 7.0)
    assert spread([]).mean == 0.0

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wartable.lab.stats import grouped, spread, wilson


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


def test_games_of_one_deal_that_all_end_alike_count_once() -> None:
    deals = [number // 4 for number in range(160)]
    alike = grouped([deal % 4 == 0 for deal in deals], deals)
    assert (alike.count, alike.total, alike.share) == (40, 160, 0.25)
    once = wilson(10, 40)
    assert (alike.low, alike.high) == pytest.approx((once.low, once.high), abs=0.01)


def test_games_of_one_deal_that_have_nothing_to_do_with_each_other_count_each() -> None:
    rng = Random(1)
    hits = [rng.random() < 0.25 for _ in range(4000)]
    loose, single = grouped(hits, [number // 4 for number in range(4000)]), wilson(sum(hits), 4000)
    assert loose.high - loose.low == pytest.approx(single.high - single.low, rel=0.1)


@given(st.lists(st.booleans(), min_size=1, max_size=40), st.integers(1, 5))
def test_groups_never_make_an_interval_narrower(hits: list[bool], size: int) -> None:
    found, single = grouped(hits, [number // size for number in range(len(hits))]), wilson(sum(hits), len(hits))
    assert found.low <= single.low + 1e-4
    assert found.high >= single.high - 1e-4
    assert found.low <= found.share <= found.high


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

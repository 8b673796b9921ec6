"""Hits of all rows at once are dealt as hits of one row are."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from wartable.games.ring_of_power.combat.allocation import deal
from wartable.games.ring_of_power.combat.odds.large import _dealt
from wartable.games.ring_of_power.combat.odds.laws import rank_shares


@settings(max_examples=200, deadline=None)
@given(
    sizes=st.lists(st.integers(1, 9), min_size=1, max_size=4),
    kinds=st.integers(1, 3),
    data=st.data(),
)
def test_all_rows_are_dealt_as_each_by_itself(sizes: list[int], kinds: int, data: st.DataObject) -> None:
    hits = st.lists(st.integers(0, 30), min_size=kinds, max_size=kinds)
    rows = data.draw(st.lists(hits, min_size=1, max_size=12))
    ranks: Any = tuple(SimpleNamespace(ids=tuple(range(size))) for size in sizes)
    sorts, counts = _dealt(np.array(rows, dtype=np.int64), ranks, sum(sizes))
    for row, dealt in zip(rows, counts.tolist(), strict=True):
        alone: Counter[tuple[int, tuple[int, ...]]] = Counter()
        for rank, each, count in rank_shares(ranks, deal(sum(sizes), row)):
            alone[rank, each] += count
        assert {sort: count for sort, count in zip(sorts, dealt, strict=True) if count} == dict(alone)

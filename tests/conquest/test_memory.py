"""What is remembered of options: a server is asked for many sets of them, and must not grow with each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from wartable.bots.conquest.ground import ground_of
from wartable.games.conquest.balance import rules as balance
from wartable.games.conquest.balance.options import BalanceOptions
from wartable.games.conquest.balance.shop import prices
from wartable.games.conquest.deck import card_ids
from wartable.games.conquest.options import PRESETS
from wartable.games.conquest.rules import REMEMBERED, rules_of


def classic(limit: int) -> object:
    """Options of Classic Risk like no others."""
    return replace(PRESETS["classic"], turn_limit=limit)


def variant(limit: int) -> object:
    """Options of the variant like no others."""
    return BalanceOptions(turn_limit=limit)


@pytest.mark.parametrize(
    ("remembered", "options", "compiled"),
    [
        (rules_of, classic, None),
        (balance.rules_of, variant, None),
        (ground_of, variant, None),
        (card_ids, classic, rules_of),
        (prices, variant, balance.rules_of),
    ],
)
def test_no_more_sets_of_options_are_remembered_than_fit(
    remembered: Any, options: Callable[[int], object], compiled: Callable[[Any], object] | None
) -> None:
    for limit in range(1, REMEMBERED + 3):
        one = options(limit)
        remembered(compiled(one) if compiled else one)
    assert remembered.cache_info().currsize == REMEMBERED

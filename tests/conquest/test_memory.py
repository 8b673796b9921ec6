"""What is remembered of options: a server is asked for many sets of them, and must not grow with each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from wartable.bots.conquest.ground import ground_of
from wartable.games.conquest.balance import rules as balance
from wartable.games.conquest.balance.options import BalanceOptions
from wartable.games.conquest.balance.shop.rows import _prices as prices
from wartable.games.conquest.classic.options import PRESETS, RiskOptions
from wartable.games.conquest.classic.rules import rules_of
from wartable.games.conquest.core.rules import REMEMBERED


def classic(limit: int) -> RiskOptions:
    """Options of Classic Risk like no others."""
    return replace(PRESETS["classic"], turn_limit=limit)


def variant(limit: int) -> BalanceOptions:
    """Options of the variant like no others."""
    return BalanceOptions(turn_limit=limit)


def shop(limit: int) -> tuple[object, ...]:
    """A shop of the variant like no other: its actions, and the rules."""
    rules = balance.rules_of(variant(limit))
    return rules.tables.shop.actions, rules


@pytest.mark.parametrize(
    ("remembered", "asked"),
    [
        (rules_of, lambda limit: (classic(limit),)),
        (balance.rules_of, lambda limit: (variant(limit),)),
        (ground_of, lambda limit: (balance.rules_of(variant(limit)),)),
        (prices, shop),
    ],
)
def test_no_more_sets_of_options_are_remembered_than_fit(
    remembered: Any, asked: Callable[[int], tuple[object, ...]]
) -> None:
    for limit in range(1, REMEMBERED + 3):
        remembered(*asked(limit))
    assert remembered.cache_info().currsize == REMEMBERED

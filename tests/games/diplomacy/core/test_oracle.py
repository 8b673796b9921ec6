"""The adjudicator against an oracle that tries everything, on thousands of small crowded boards, by all options."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tests.games.diplomacy.core.oracle import Oracle
from tests.games.diplomacy.core.tiny import (
    random_conditions,
    random_garrisons,
    random_map,
    random_orders,
    random_towns,
    random_units,
)
from wartable.games.adjudication.conditions import PLAIN
from wartable.games.adjudication.evaluator import Evaluator, ResolvedCycle
from wartable.games.adjudication.order_set import OrderSet
from wartable.games.adjudication.units import Units
from wartable.games.diplomacy.rulings import Rulings

BOARDS = 1500
USUAL = Rulings()
VARIED = (
    Rulings(routes="any_breaks", paradox="1971", adjacent_convoy="swap_1971"),
    Rulings(paradox="1982", adjacent_convoy="intent_1982"),
    Rulings(paradox="2000", land_fallback=True),
    Rulings(adjacent_convoy="via_only", convoyed_cuts_against_origin=True),
    Rulings(dislodged_blocks_origin=False, conversion_stopped_by="foreign"),
)


def board(seed: str, rulings: Rulings, *, strong: bool) -> tuple[OrderSet, Evaluator, tuple[ResolvedCycle, ...]]:
    rng = Random(seed)
    on = random_map(rng)
    before = random_units(rng, on)
    conditions = random_conditions(rng, before) if strong else PLAIN
    given = random_orders(rng, on, before, rulings, conditions)
    orders = OrderSet(Units(on.map, before.units, conditions), given, rulings)
    evaluator = Evaluator(orders)
    return orders, evaluator, evaluator.broken


def agrees(orders: OrderSet, evaluator: Evaluator, broken: tuple[ResolvedCycle, ...]) -> bool:
    """Whether the decisions are the one solution there is, or what the rule makes of none or several."""
    kinds = {one.kind for one in broken}
    failed = frozenset(unit for one in broken if one.kind == "paradox" for unit in one.failed)
    verdicts = [bool(verdict) for verdict in evaluator.verdict]
    solutions = Oracle(orders).solutions()
    if not broken:
        return [Oracle(orders).verdicts(fates) for fates in solutions] == [verdicts]
    if (len(solutions) == 1) != (kinds == {"unique_solution"}) or "deadlock" in kinds:
        return False
    oracle = Oracle(orders, failed)
    return verdicts in [oracle.verdicts(fates) for fates in oracle.solutions()]


@pytest.mark.parametrize("strong", [False, True], ids=["equal units", "unequal units"])
def test_boards_by_the_usual_rulings(*, strong: bool) -> None:
    seen = Counter[str]()
    for number in range(BOARDS):
        settled = board(f"{strong}/{number}", USUAL, strong=strong)
        seen.update(one.kind for one in settled[2])
        assert agrees(*settled), number
    assert seen["rotation"] > 5
    assert seen["paradox"] > 5


def test_boards_with_two_spaces_in_every_province() -> None:
    crowded = moves = 0
    for number in range(BOARDS // 2):
        rng = Random(f"towns/{number}")
        on = random_towns(rng)
        before = random_garrisons(rng, on)
        conditions = random_conditions(rng, before) if number % 2 else PLAIN
        given = random_orders(rng, on, before, USUAL, conditions)
        orders = OrderSet(Units(on.map, before.units, conditions), given, USUAL)
        evaluator = Evaluator(orders)
        assert agrees(orders, evaluator, evaluator.broken), number
        provinces = [unit.province for units in before.units.values() for unit in units]
        crowded += len(set(provinces)) < len(provinces)
        moves += sum(start != source for start, source in zip(orders.units.space, orders.source, strict=True))
    assert crowded > BOARDS // 3
    assert moves > 50, "over a space between"


@pytest.mark.parametrize("rulings", VARIED, ids=lambda rulings: f"{rulings.paradox} {rulings.adjacent_convoy}")
def test_boards_by_other_rulings(rulings: Rulings) -> None:
    for number in range(BOARDS // 3):
        settled = board(f"{rulings.paradox}/{number}", rulings, strong=number % 2 == 0)
        assert agrees(*settled), number


def test_all_hold_voids_the_moves_of_a_paradox_only() -> None:
    rulings = Rulings(paradox="all_hold")
    for number in range(BOARDS // 3):
        orders, evaluator, broken = board(f"hold/{number}", rulings, strong=False)
        for one in broken:
            if one.kind == "paradox":
                assert not any(evaluator.verdict[unit] for unit in one.failed)
        oracle = Oracle(orders)  # stuck movers get nowhere in it, too
        assert [bool(verdict) for verdict in evaluator.verdict] in map(oracle.verdicts, oracle.solutions())

"""Doubtful points of the rulebook as options of a table: waived builds, implied, lasting and proxy orders."""

from __future__ import annotations

import pytest

from tests.games.diplomacy.game.table import Sitting
from wartable.games.diplomacy.play.standard import DIPLOMACY

BOARD = {"germany": "A MUN, A BER", "austria": "A VIE"}


def table(**values: object) -> Sitting:
    return Sitting(DIPLOMACY, **values).put(BOARD)


def units(sitting: Sitting, power: str) -> list[str]:
    return sorted(map(str, sitting.state.position.units[power]))


@pytest.mark.parametrize(("waive", "code"), [("rulebook", ""), ("no", "order.build.no_waive")])
def test_4d7_builds_may_be_waived_or_not(waive: str, code: str) -> None:
    sitting = Sitting(DIPLOMACY, waive=waive).put({"france": "A GAS"}, {"france": "PAR BRE"}, "winter 1901 adjustments")

    assert sitting.refused("france", "WAIVE") == code


@pytest.mark.parametrize(("implied", "stands"), [("rulebook", ["A BER", "A MUN"]), ("yes", ["A BER", "A SIL"])])
def test_4e3_an_own_support_may_imply_a_move(implied: str, stands: list[str]) -> None:
    sitting = table(implicit_orders=implied)

    sitting.phase({"germany": "A BER S A MUN - SIL", "austria": "A VIE H"})

    assert units(sitting, "germany") == stands


def test_4e4_orders_may_last() -> None:
    once, lasting = table(), table(perpetual_orders="yes")
    for sitting in (once, lasting):
        sitting.phase({"germany": "A BER S A MUN; A MUN S A BER", "austria": "A VIE - BOH"})
        sitting.phase({"austria": "A BOH H"})

    results = [
        {str(one.order): one.result for one in sitting.state.last[0].judged}["A BER S A MUN"]
        if any(str(one.order) == "A BER S A MUN" for one in sitting.state.last[0].judged)
        else ""
        for sitting in (once, lasting)
    ]
    assert results == ["", "supports"]


def test_4e4_what_lasts_is_what_is_still_possible() -> None:
    sitting = table(perpetual_orders="yes")
    sitting.phase({"germany": "A MUN - TYR; A BER S A MUN", "austria": "A VIE H"})

    sitting.phase({"germany": "no orders", "austria": "A VIE - TRI"})

    assert "A TYR" in units(sitting, "germany")
    assert {str(one.order) for one in sitting.state.last[0].judged if one.power == "germany"} == {"A BER H", "A TYR H"}


def test_4e5_a_power_may_order_units_of_another() -> None:
    refused, allowed = table(), table(proxy_orders="yes")

    assert refused.refused("austria", "A MUN - SIL") == "order.wrong_unit"
    assert allowed.refused("austria", "A MUN - SIL") == ""
    assert allowed.refused("austria", "A MUN - WAR") == "order.not_adjacent"
    allowed.phase({"austria": "A VIE H; A MUN - SIL"})
    assert units(allowed, "germany") == ["A BER", "A SIL"]

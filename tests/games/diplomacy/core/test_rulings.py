"""Every ruling on movement changes what it says it changes; those on text and adjustments are tested with those."""

from __future__ import annotations

import msgspec
import pytest

from tests.games.diplomacy.core.boards import STANDARD, Words, fate, judge, position, read_orders, reason, resolve
from wartable.games.adjudication.orders import Move, Unit
from wartable.games.diplomacy.rulings import PRESETS, Rulings

PARADOX = {"england": "F LON S F WAL - ENG, F WAL - ENG", "france": "A BRE - LON VIA, F ENG C A BRE - LON"}
TWO_ROUTES = {
    "england": "F ENG C A LON - BEL, F NTH C A LON - BEL, A LON - BEL",
    "france": "F BRE S F MAO - ENG, F MAO - ENG",
}
BROKEN_NEAR = {
    "france": "F BRE - ENG, A PIC - BEL VIA, F MAO S F BRE - ENG",
    "england": "F ENG C A PIC - BEL",
}
SUPPORTER_AT_TARGET = {
    "england": "F SWE S A STP - NWY",
    "russia": "A STP - NWY",
    "germany": "A NWY - SWE VIA, F SKA C A NWY - SWE",
}
DISLODGED_BY_SEA = {
    "england": "A NWY - SWE VIA, F DEN S A NWY - SWE, F FIN S A NWY - SWE",
    "germany": "F SKA C A NWY - SWE",
    "russia": "A SWE - NWY, F BAR S A SWE - NWY",
    "france": "F NWG - NWY, F NTH S F NWG - NWY",
}

CASES: list[tuple[Words, str, dict[str, str | bool], str, str]] = [
    # orders, the order looked at, the ruling, its result by the default, its result by the ruling
    (TWO_ROUTES, "A LON - BEL", {"routes": "any_breaks"}, "moves", "no_path"),
    (PARADOX, "F WAL - ENG", {"paradox": "all_hold"}, "moves", "bounces"),
    (PARADOX, "F ENG C A BRE - LON", {"paradox": "1971"}, "disrupted*", "disrupted*"),
    (BROKEN_NEAR, "A PIC - BEL VIA", {"land_fallback": True}, "no_path", "moves"),
    (SUPPORTER_AT_TARGET, "A STP - NWY", {"convoyed_cuts_against_origin": True}, "moves", "bounces"),
    (DISLODGED_BY_SEA, "F NWG - NWY", {"dislodged_blocks_origin": False}, "bounces", "moves"),
    ({"france": "F POR - SPA"}, "F POR - SPA", {"coast_missing": "first"}, "illegal", "moves"),
    ({"france": "F GAS - SPA"}, "F GAS - SPA", {"coast_implied": "illegal"}, "moves", "illegal"),
    ({"france": "F GAS - SPA/SC"}, "F GAS - SPA/SC", {"coast_unreachable": "other"}, "illegal", "moves"),
    ({"france": "A GAS - SPA/NC"}, "A GAS - SPA/NC", {"coast_meaningless": "illegal"}, "moves", "illegal"),
    (
        {"france": "F POR S F MAO - SPA, F MAO - SPA/NC", "italy": "F WES - SPA/SC"},
        "F MAO - SPA/NC",
        {"support_coast": "required"},
        "moves",
        "bounces",
    ),
    (
        {"france": "F POR S F MAO - SPA/SC, F MAO - SPA/NC", "italy": "F WES - SPA/SC"},
        "F POR S F MAO - SPA/SC",
        {"support_coast": "ignored"},
        "unmatched",
        "supports",
    ),
    ({"france": "A PAR H, A PAR - BUR"}, "A PAR H", {"double_orders": "first"}, "illegal", "holds"),
    ({"france": "A PAR H, A PAR - BUR"}, "A PAR - BUR", {"double_orders": "last"}, "illegal", "moves"),
    (
        {"france": "F BRE - BUR, A PIC S F BRE", "england": "F ENG - BRE, F MAO S F ENG - BRE"},
        "A PIC S F BRE",
        {"illegal_moves": "move"},
        "supports",
        "unmatched",
    ),
]


def ruled(**fields: str | bool) -> Rulings:
    return msgspec.structs.replace(Rulings(), **fields)


@pytest.mark.parametrize(("orders", "order", "ruling", "usual", "other"), CASES, ids=lambda case: str(case)[:40])
def test_a_ruling_changes_the_result(
    orders: Words, order: str, ruling: dict[str, str | bool], usual: str, other: str
) -> None:
    assert fate(judge(orders), order) == usual
    assert fate(judge(orders, rulings=ruled(**ruling)), order) == other


@pytest.mark.parametrize(
    ("units", "order", "ruling"),
    [
        ({"france": "F SPA/SC"}, "F SPA/NC - LYO", {"coast_of_unit": "illegal"}),
        ({"france": "F BRE"}, "A BRE - MAO", {"kind_wrong": "strict"}),
    ],
)
def test_a_unit_named_wrongly_is_overlooked_or_not(units: Words, order: str, ruling: dict[str, str]) -> None:
    assert fate(judge({"france": order}, units=units), order) == "moves"
    assert fate(judge({"france": order}, units=units, rulings=ruled(**ruling)), order) == "illegal"


def test_4a5_a_unit_may_retreat_to_where_a_convoyed_attacker_came_from() -> None:
    orders = {
        "france": "A GAS - MAR VIA, A BUR S A GAS - MAR, F MAO C A GAS - MAR, F WES C A GAS - MAR, F LYO C A GAS - MAR",
        "italy": "A MAR H",
    }

    assert judge(orders).dislodged[0].retreats == ("GAS", "PIE", "SPA")
    assert judge(orders, rulings=ruled(retreat_to_convoyed_origin=False)).dislodged[0].retreats == ("PIE", "SPA")


@pytest.mark.parametrize(
    ("path", "rule", "result"),
    [
        (("ENG",), "ignored", "moves"),
        (("ENG",), "optional", "no_path"),
        (("NTH",), "optional", "moves"),
        ((), "optional", "moves"),
        ((), "required", "illegal"),
        (("NTH",), "required", "moves"),
    ],
)
def test_4a6_a_route_that_is_written_may_bind(path: tuple[str, ...], rule: str, result: str) -> None:
    orders = read_orders(TWO_ROUTES)
    orders["england"][2] = Move(Unit("A", "LON"), "BEL", path=path)
    units = position({"england": "A LON, F ENG, F NTH", "france": "F BRE, F MAO"})

    judged = resolve(STANDARD, units, orders, ruled(convoy_path=rule)).judged

    assert judged[2].result == result


def test_4d9_units_in_civil_disorder_may_be_supported_or_not() -> None:
    units = {"austria": "A VIE", "germany": "A BOH", "russia": "A GAL, A BUD"}
    orders = {"germany": "A BOH S A VIE", "russia": "A GAL - VIE, A BUD S A GAL - VIE"}

    assert fate(judge(orders, units=units), "A GAL - VIE") == "bounces"
    without = judge(orders, units=units, rulings=ruled(disorder_supported=False))
    assert fate(without, "A GAL - VIE") == "moves"
    assert reason(without, "A BOH S A VIE").why.code == "void.disorder"


def test_4e3_an_own_support_may_imply_the_move() -> None:
    units = {"germany": "A MUN, A BER"}
    orders = {"germany": "A BER S A MUN - SIL"}

    assert fate(judge(orders, units=units), "A BER S A MUN - SIL") == "unmatched"
    implied = judge(orders, units=units, rulings=ruled(implicit_orders=True))
    assert fate(implied, "A BER S A MUN - SIL") == "supports"
    assert fate(implied, "A MUN - SIL") == "moves"


def test_4e5_another_power_may_order_a_unit_without_orders() -> None:
    units = {"germany": "A MUN", "austria": "A VIE"}
    orders = {"austria": "A VIE H, A MUN - SIL"}

    assert fate(judge(orders, units=units), "A MUN - SIL") == "illegal"
    assert fate(judge(orders, units=units, rulings=ruled(proxy_orders=True)), "A MUN - SIL") == "moves"


def test_an_identical_order_given_twice_does_no_harm() -> None:
    first, second = judge({"france": "A PAR - BUR, A PAR - BUR"}).judged

    assert (first.result, second.result) == ("moves", "illegal")
    assert second.why.code == "illegal.repeated"


def test_three_different_orders_leave_a_unit_holding() -> None:
    judged = judge({"france": "A PAR - BUR, A PAR H, A PAR - PIC"}).judged

    assert {one.why.code for one in judged} == {"illegal.double"}


def test_the_presets_are_what_their_names_say() -> None:
    assert PRESETS["2023"] == Rulings()
    assert {name: preset.paradox for name, preset in PRESETS.items()} == {
        "2023": "szykman",
        "2000": "2000",
        "1982": "1982",
        "1971": "1971",
        "webdip": "szykman",
    }
    assert [name for name, preset in PRESETS.items() if preset.routes == "any_breaks"] == ["1971"]

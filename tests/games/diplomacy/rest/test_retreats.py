from __future__ import annotations

import pytest

from tests.games.diplomacy.rest.boards import judged, position, results, units
from wartable.games.adjudication.results import RetreatResult
from wartable.games.diplomacy.rulings import Rulings

ONE = position("S1902R", {"austria": "A VIE"}, dislodged="germany A MUN from TYR: BER, RUH, BUR")
FLEET = position("S1902R", {}, dislodged="france F POR from MAO: SPA/NC, SPA/SC")
NORTH = position("S1902R", {}, dislodged="france F GAS from MAO: SPA/NC, BRE")


def destroyed(verdict: object) -> tuple[str, ...]:
    result = verdict.result  # type: ignore[attr-defined]
    assert isinstance(result, RetreatResult)
    return result.destroyed


def test_a_unit_goes_where_it_may() -> None:
    verdict = judged(ONE, {"germany": "A MUN R BER"})

    assert results(verdict) == ["A MUN R BER: retreats (retreat.free)"]
    assert units(verdict, "germany") == ["A BER"]
    assert destroyed(verdict) == ()
    assert str(verdict.next.phase) == "Fall 1902 movement"


@pytest.mark.parametrize(
    ("orders", "said"),
    [
        ("A MUN R TYR", "A MUN R TYR: illegal (illegal.attacker_origin)"),
        ("A MUN R PIE", "A MUN R PIE: illegal (illegal.retreat)"),
        ("A MUN H", "A MUN H: illegal (illegal.phase)"),
        ("A MUN S A VIE", "A MUN S A VIE: illegal (illegal.phase)"),
        ("D A MUN", "D A MUN: disbanded (retreat.disband)"),
        ("", "D A MUN: disbanded (retreat.disband)"),
    ],
)
def test_a_unit_without_a_legal_retreat_is_lost(orders: str, said: str) -> None:
    verdict = judged(ONE, {"germany": orders})

    assert results(verdict) == [said]
    assert units(verdict, "germany") == []
    assert destroyed(verdict) == ("MUN",)


def test_nobody_retreats_a_unit_of_another_or_one_that_stands() -> None:
    verdict = judged(ONE, {"austria": "A MUN R BER, A VIE R BOH, WAIVE", "germany": "A MUN R RUH"})

    assert [line.partition(": ")[2] for line in results(verdict)] == [
        "illegal (illegal.not_dislodged)",
        "illegal (illegal.not_dislodged)",
        "illegal (illegal.phase)",
        "retreats (retreat.free)",
    ]


def test_two_that_meet_are_both_lost_coasts_or_not() -> None:
    before = position("S1902R", {}, dislodged="france A GAS from BUR: SPA, BRE; italy F WES from TUN: SPA/SC, NAF")
    verdict = judged(before, {"france": "A GAS R SPA", "italy": "F WES R SPA"})

    assert results(verdict) == [
        "A GAS R SPA: bounces (retreat.collision)",
        "F WES R SPA: bounces (retreat.collision)",
    ]
    assert destroyed(verdict) == ("GAS", "WES")
    assert "the fleet in Western Mediterranean" in verdict.result.judged[0].why.sentence


def test_a_unit_with_nowhere_to_go_is_destroyed() -> None:
    verdict = judged(position("S1902R", {}, dislodged="germany A MUN from TYR:"), {})

    assert results(verdict) == ["D A MUN: destroyed (retreat.nowhere)"]


@pytest.mark.parametrize(
    ("order", "rulings", "went"),
    [
        ("F POR R SPA", Rulings(), []),
        ("F POR R SPA", Rulings(coast_missing="first"), ["F SPA/NC"]),
        ("F POR R SPA/SC", Rulings(), ["F SPA/SC"]),
    ],
)
def test_a_fleet_names_its_coast_where_two_are_open(order: str, rulings: Rulings, went: list[str]) -> None:
    assert units(judged(FLEET, {"france": order}, rulings), "france") == went


@pytest.mark.parametrize(
    ("order", "rulings", "went"),
    [
        ("F GAS R SPA", Rulings(), ["F SPA/NC"]),
        ("F GAS R SPA", Rulings(coast_implied="illegal"), []),
        ("F GAS R SPA/SC", Rulings(), []),
        ("F GAS R SPA/SC", Rulings(coast_unreachable="other"), ["F SPA/NC"]),
    ],
)
def test_the_only_coast_need_not_be_named(order: str, rulings: Rulings, went: list[str]) -> None:
    assert units(judged(NORTH, {"france": order}, rulings), "france") == went


@pytest.mark.parametrize(
    ("order", "rulings", "went"),
    [
        ("F GAS R BRE/NC", Rulings(), ["F BRE"]),
        ("F GAS R BRE/NC", Rulings(coast_meaningless="illegal"), []),
        ("F GAS R SPA/WC", Rulings(), ["F SPA/NC"]),
        ("F GAS R SPA/WC", Rulings(coast_implied="illegal"), []),
        ("F GAS R SPA/SC", Rulings(), []),
    ],
)
def test_4b6_a_coast_that_is_not_there_is_overlooked(order: str, rulings: Rulings, went: list[str]) -> None:
    assert units(judged(NORTH, {"france": order}, rulings), "france") == went


@pytest.mark.parametrize(
    ("rule", "went"),
    [(Rulings(), []), (Rulings(double_orders="first"), ["A BER"]), (Rulings(double_orders="last"), ["A RUH"])],
)
def test_two_orders_for_one_unit(rule: Rulings, went: list[str]) -> None:
    verdict = judged(ONE, {"germany": "A MUN R BER, A MUN R RUH"}, rule)

    assert units(verdict, "germany") == went


def test_the_same_order_twice_counts_once() -> None:
    verdict = judged(ONE, {"germany": "A MUN R BER, A MUN R BER"})

    assert units(verdict, "germany") == ["A BER"]
    assert [one.result for one in verdict.result.judged] == ["retreats", "illegal"]


COASTAL = position("S1901R", {}, dislodged="france F SPA/SC from MAR: POR, WES")


@pytest.mark.parametrize(
    ("order", "strict", "code"),
    [
        ("A SPA R POR", Rulings(kind_wrong="strict"), "illegal.wrong_kind"),
        ("F SPA/NC R POR", Rulings(coast_of_unit="illegal"), "illegal.wrong_coast"),
    ],
)
def test_strict_rulings_want_the_dislodged_unit_named_rightly(order: str, strict: Rulings, code: str) -> None:
    assert units(judged(COASTAL, {"france": order}), "france") == ["F POR"]
    verdict = judged(COASTAL, {"france": order}, strict)

    assert [one.why.code for one in verdict.result.judged] == [code]
    assert units(verdict, "france") == []

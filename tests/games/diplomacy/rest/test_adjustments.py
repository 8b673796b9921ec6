from __future__ import annotations

import msgspec
import pytest

from tests.games.diplomacy.rest.boards import MIDDLE_EARTH, STANDARD, judged, position, results, units
from wartable.games.diplomacy.adjudicate import due
from wartable.games.diplomacy.results import AdjustmentResult, Verdict
from wartable.games.diplomacy.rulings import PRESETS, Rulings

RUSSIA = position("W1901A", {"russia": "A WAR"}, {"russia": "WAR, STP, MOS, RUM"})
SURPLUS = position("W1901A", {"france": "A PAR, A PIC, F LYO"}, {"france": "PAR"})


def codes(verdict: Verdict) -> list[str]:
    return [f"{one.result} {one.why.code}" for one in verdict.result.judged]


def automatic(verdict: Verdict) -> dict[str, list[str]]:
    assert isinstance(verdict.result, AdjustmentResult)
    return {power: [str(unit) for unit in gone] for power, gone in verdict.result.automatic.items()}


@pytest.mark.parametrize(
    ("order", "said"),
    [
        ("B A MOS", "built build.built"),
        ("B F STP/NC", "built build.built"),
        ("B A STP/NC", "built build.built"),
        ("WAIVE", "waived build.waived"),
        ("B F STP", "rejected build.coast"),
        ("B F MOS", "rejected build.inland"),
        ("B A WAR", "rejected build.occupied"),
        ("B A SEV", "rejected build.not_owned"),
        ("B A RUM", "rejected build.not_home"),
        ("D A WAR", "rejected adjustment.no_removal"),
        ("A WAR - GAL", "rejected adjustment.no_removal"),
    ],
)
def test_one_build(order: str, said: str) -> None:
    assert codes(judged(RUSSIA, {"russia": order})) == [said]


def test_builds_are_as_many_as_there_is_room_for() -> None:
    assert due(STANDARD, RUSSIA)["russia"].builds == 2
    verdict = judged(RUSSIA, {"russia": "B A MOS, B A MOS, B F STP/SC, WAIVE"})

    assert codes(verdict) == [
        "built build.built",
        "rejected build.twice",
        "built build.built",
        "rejected build.surplus",
    ]
    assert units(verdict, "russia") == ["A MOS", "A WAR", "F STP/SC"]
    assert str(verdict.next.phase) == "Spring 1902 movement"


@pytest.mark.parametrize(
    ("rulings", "orders", "built"),
    [
        (Rulings(double_builds="none"), "B A MOS, B A MOS, B A STP", ["A STP", "A WAR"]),
        (Rulings(surplus_builds="none"), "B A MOS, B A STP, WAIVE", ["A WAR"]),
        (Rulings(build_coast="first"), "B F STP", ["A WAR", "F STP/NC"]),
        (Rulings(fleet_inland="army"), "B F MOS", ["A MOS", "A WAR"]),
        (Rulings(coast_meaningless="illegal"), "B A STP/NC", ["A WAR"]),
        (Rulings(waive=False), "WAIVE, B A MOS", ["A MOS", "A WAR"]),
    ],
)
def test_rulings_on_builds(rulings: Rulings, orders: str, built: list[str]) -> None:
    assert units(judged(RUSSIA, {"russia": orders}, rulings), "russia") == built


def test_a_power_with_nothing_due_builds_nothing() -> None:
    before = position("W1901A", {"france": "A PAR", "italy": "A ROM, A VEN"}, {"france": "BRE", "italy": "ROM"})

    assert codes(judged(before, {"france": "B A BRE", "italy": "WAIVE, D A ROM"})) == [
        "rejected build.none",
        "rejected adjustment.no_build",
        "removed removal.removed",
    ]


def test_removals_count_up_to_what_is_due() -> None:
    verdict = judged(SURPLUS, {"france": "D F BRE, D A PIC, D A PIC, D F LYO, D A PAR"})

    assert codes(verdict) == [
        "rejected removal.no_unit",
        "removed removal.removed",
        "rejected removal.twice",
        "removed removal.removed",
        "rejected removal.surplus",
    ]
    assert units(verdict, "france") == ["A PAR"]
    assert automatic(verdict) == {}


@pytest.mark.parametrize(
    ("order", "strict", "code"),
    [
        ("D F PIC", Rulings(kind_wrong="strict"), "illegal.wrong_kind"),
        ("D F SPA/NC", Rulings(coast_of_unit="illegal"), "illegal.wrong_coast"),
    ],
)
def test_strict_rulings_want_the_unit_to_be_removed_named_rightly(order: str, strict: Rulings, code: str) -> None:
    before = position("W1901A", {"france": "A PIC, F SPA/SC"}, {"france": "PAR"})

    assert codes(judged(before, {"france": order})) == ["removed removal.removed"]
    assert codes(judged(before, {"france": order}, strict)) == [f"rejected {code}"]


def test_removals_left_undone_follow_the_rule() -> None:
    assert automatic(judged(SURPLUS, {"france": "D A PAR"})) == {"france": ["F LYO"]}
    assert automatic(judged(SURPLUS, {})) == {"france": ["F LYO", "A PIC"]}
    surplus = "D A PAR, D A PIC, D F LYO"
    assert automatic(judged(SURPLUS, {"france": surplus}, Rulings(surplus_removals="none"))) == {
        "france": ["F LYO", "A PIC"]
    }


def test_which_centres_count_is_a_ruling() -> None:
    """Bulgaria is owned but no home: by 2023 the unit there is at home, by 1971 it is farthest away."""
    before = position("W1905A", {"italy": "A BUL, A NAP"}, {"italy": "BUL"})

    assert automatic(judged(before, {}, PRESETS["2023"])) == {"italy": ["A NAP"]}
    assert automatic(judged(before, {}, PRESETS["1971"])) == {"italy": ["A BUL"]}


def test_by_2000_a_fleet_walks_only_where_fleets_go() -> None:
    """From Syria to Smyrna is one step by land, two for a fleet; the army in Armenia is one step from Ankara."""
    before = position("W1905A", {"turkey": "A SYR, F SEV"}, {"turkey": "CON"})

    assert automatic(judged(before, {}, PRESETS["2000"])) == {"turkey": ["F SEV"]}


def test_by_2000_any_province_of_the_country_is_home() -> None:
    """From Sweden to St. Petersburg are two steps, to Russian Finland one; Prussia is one from Warsaw."""
    before = position("W1905A", {"russia": "A PRU, A SWE"}, {"russia": "MOS"})

    assert automatic(judged(before, {}, PRESETS["1971"])) == {"russia": ["A SWE"]}
    assert automatic(judged(before, {}, PRESETS["2000"])) == {"russia": ["A PRU"]}


def test_by_2000_a_fleet_does_not_cross_from_coast_to_coast() -> None:
    """Through Bulgaria Trieste were a step nearer to Sevastopol than Venice; by sea both are six away."""
    before = position("W1905A", {"russia": "F TRI, F VEN"}, {"russia": "MOS"})

    assert automatic(judged(before, {}, PRESETS["2000"])) == {"russia": ["F TRI"]}


def test_on_webdiplomacy_distance_counts_from_home_and_fleets_go_by_sea() -> None:
    """Bulgaria is no home. From Rome to Trieste are two steps by land, four for a fleet; Burgundy is three away."""
    owned = position("W1905A", {"austria": "A BUL, A VIE"}, {"austria": "BUL"})
    fleet = position("W1905A", {"austria": "A BUR, F ROM"}, {"austria": "BUL"})

    assert automatic(judged(owned, {}, PRESETS["webdip"])) == {"austria": ["A BUL"]}
    assert automatic(judged(fleet, {}, PRESETS["webdip"])) == {"austria": ["F ROM"]}
    assert automatic(judged(fleet, {}, PRESETS["1971"])) == {"austria": ["A BUR"]}


def test_on_webdiplomacy_only_home_centres_count_and_equals_go_fleets_first_then_by_name() -> None:
    """Finland is Russian but no centre. From St. Petersburg and Warsaw Sweden is two steps, Prussia one."""
    country = position("W1905A", {"russia": "A PRU, A SWE"}, {"russia": "MOS"})
    alike = position("W1905A", {"russia": "A PRU, F BOT, A LVN, A SIL"}, {"russia": "MOS"})

    assert automatic(judged(country, {}, PRESETS["webdip"])) == {"russia": ["A SWE"]}
    assert automatic(judged(alike, {}, PRESETS["webdip"])) == {"russia": ["F BOT", "A LVN", "A PRU"]}


def test_a_power_without_centres_loses_everything() -> None:
    verdict = judged(position("W1905A", {"italy": "A BUL, A NAP"}, {"turkey": "CON"}), {})

    assert units(verdict, "italy") == []


def test_units_that_need_no_centres_are_neither_built_nor_removed() -> None:
    italy = msgspec.structs.replace(STANDARD.powers["italy"], needs_centres=False)
    variant = msgspec.structs.replace(STANDARD, powers={**STANDARD.powers, "italy": italy})
    many = position("F1905M", {"italy": "A TUN, A BUL", "france": "A PAR"}, {"italy": "ROM", "france": "PAR"})
    few = position("W1905A", {"italy": "A TUN"}, {"italy": "ROM, VEN, TUN"})

    assert str(judged(many, {}, variant=variant).next.phase) == "Spring 1906 movement"
    assert codes(judged(few, {"italy": "B A ROM"}, variant=variant)) == ["rejected build.none"]
    assert due(variant, few) == {}


def test_middle_earth_removes_by_home_centres_and_builds_fleets_only_on_the_coast() -> None:
    before = position("W3000A", {"gondor": "A MTI"}, {"gondor": "MTI, LEB, BEL"}, variant=MIDDLE_EARTH)

    assert codes(judged(before, {"gondor": "B F LEB, B F BEL"}, variant=MIDDLE_EARTH)) == ["built build.built"] * 2
    verdict = judged(before, {"gondor": "B F MTI"}, variant=MIDDLE_EARTH)
    assert codes(verdict) == ["rejected build.occupied"]


def test_reasons_are_sentences_with_facts() -> None:
    (one,) = judged(RUSSIA, {"russia": "B F STP"}).result.judged

    assert one.why.sentence == (
        "A fleet built in St. Petersburg needs a coast: St. Petersburg (north coast) or St. Petersburg (south coast)."
    )
    assert one.why.facts == {"unit": "F STP"}
    assert results(judged(RUSSIA, {"russia": "B A MOS"})) == ["B A MOS: built (build.built)"]

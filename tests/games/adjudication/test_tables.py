"""What games hand to the adjudicator: kinds, classes, ways without support, and stages before and after."""

from __future__ import annotations

import pytest

from wartable.games.adjudication import (
    KINDS,
    AnyOrder,
    Area,
    Conditions,
    Convert,
    Dislodged,
    DrivenOff,
    Judged,
    Map,
    Move,
    Prepared,
    StageError,
    SupportHold,
    SupportMove,
    Traits,
    Unit,
    UnitClass,
    UnitType,
    Why,
    resolve,
    settled,
)
from wartable.games.adjudication.words import a_kind, is_or_are

ARMY = UnitType("army", carried=True, becomes={"G": "CITY"})
ITALY = Map(
    provinces={
        "MIL": Area("Milan", "inland", slots=("CITY",)),
        "PAV": Area("Pavia", "inland"),
        "TUR": Area("Turin", "inland"),
    },
    borders={"A": {"MIL": ("PAV", "TUR"), "PAV": ("TUR",)}, "G": {"MIL/CITY": ()}},
    kinds={"A": ARMY, "F": KINDS["F"], "G": UnitType("garrison", becomes={"A": ""})},
    classes={"elite": UnitClass("elite", Traits(attack=2, hold=2, defend=2, prevent=2, support=2), limit=1)},
    supports={"G": {"MIL/CITY": ("MIL",)}},
)
Orders = dict[str, list[AnyOrder]]
GARRISON, PAVIA, TURIN, MILAN = Unit("G", "MIL/CITY"), Unit("A", "PAV"), Unit("A", "TUR"), Unit("A", "MIL")


def test_a_garrison_marches_out_and_keeps_its_class() -> None:
    elite = Unit("G", "MIL/CITY", "elite")

    result = resolve(ITALY, {"red": [elite], "blue": [MILAN]}, {"red": [Convert(GARRISON, into="A")]})

    assert result.units["red"] == (Unit("A", "MIL", "elite"),)
    assert [str(one.unit) for one in result.dislodged] == ["A MIL"]
    assert result.dislodged[0].attacker == "MIL/CITY"


def test_a_garrison_that_marches_out_bounces_with_an_army_as_strong() -> None:
    orders: Orders = {"red": [Convert(GARRISON, into="A")], "blue": [Move(PAVIA, "MIL")]}

    result = resolve(ITALY, {"red": [GARRISON], "blue": [PAVIA]}, orders)

    assert [one.result for one in result.judged] == ["bounces", "bounces"]
    assert result.standoffs == ("MIL",)


def test_a_garrison_helps_in_the_field_around_it_and_nowhere_else() -> None:
    units = {"red": [GARRISON, MILAN], "blue": [PAVIA, TURIN]}
    attack: list[AnyOrder] = [Move(PAVIA, "MIL"), SupportMove(TURIN, PAVIA, "MIL")]

    helped = resolve(ITALY, units, {"red": [SupportHold(GARRISON, MILAN)], "blue": attack})
    away = resolve(ITALY, units, {"red": [SupportHold(GARRISON, TURIN)], "blue": attack})

    assert not helped.dislodged
    assert away.judged[0].why.code == "illegal.support_out_of_reach"


def test_nobody_gives_support_over_a_crossing() -> None:
    islands = Map(provinces={"A": Area("Ay", "coastal"), "B": Area("Bee", "coastal")}, borders={"A": {}})
    there, here = Unit("A", "B"), Unit("A", "A")
    crossing = Conditions(crossings=frozenset({("A", "A", "B")}))

    moved = resolve(islands, {"red": [here]}, {"red": [Move(here, "B")]}, conditions=crossing)
    helped = resolve(islands, {"red": [here, there]}, {"red": [SupportHold(here, there)]}, conditions=crossing)

    assert moved.judged[0].result == "moves"
    assert helped.judged[0].why.code == "illegal.support_over_crossing"


def test_whoever_a_stage_drives_off_stands_in_nobodys_way_and_retreats_after_the_movement() -> None:
    struck = DrivenOff("red", MILAN, "PAV")

    judgement = settled(ITALY, Prepared({"blue": [PAVIA]}, {"blue": [Move(PAVIA, "MIL")]}, driven_off=(struck,)))

    assert judgement.units == {"blue": (MILAN,)}
    assert [(one.unit, one.retreats) for one in judgement.dislodged] == [(MILAN, ("TUR",))]
    assert judgement.went_well(PAVIA)


def test_a_stage_before_may_lose_no_unit() -> None:
    prepared = Prepared({"red": [MILAN]}, {}, removed=(TURIN,))

    prepared.check({"red": [MILAN], "blue": [TURIN]})
    with pytest.raises(StageError, match="lost A PAV"):
        prepared.check({"red": [MILAN], "blue": [TURIN, PAVIA]})


def test_a_stage_after_says_what_it_changed() -> None:
    moved = settled(ITALY, Prepared({"red": [MILAN], "blue": [PAVIA]}, {}))
    moved.units = {"red": (MILAN,), "blue": ()}

    with pytest.raises(StageError, match="nothing of what it changed"):
        moved.check()

    moved.further = (Judged("blue", Move(PAVIA, "TUR"), "disbanded", Why("famine", "Starved.", {})),)
    moved.check()


def test_a_stage_after_leaves_each_unit_a_space_and_opens_no_retreat_that_is_taken() -> None:
    moved = settled(ITALY, Prepared({"red": [MILAN], "blue": [PAVIA]}, {}))
    moved.units = {"red": (MILAN,), "blue": (MILAN,)}
    moved.dislodged = (Dislodged("blue", PAVIA, "TUR", ("MIL",)),)

    with pytest.raises(StageError, match=r"A MIL shares its space; .*A PAV may retreat to MIL, which is taken"):
        moved.check()


def test_classes_that_are_many_are_named_alone() -> None:
    on = Map(
        provinces={"A": Area("Anfalas", "inland")},
        borders={},
        classes={"elite": UnitClass("elite"), "riders": UnitClass("riders", many=True)},
    )

    assert a_kind(on, Unit("A", "A", "elite")) == "an elite army"
    assert (a_kind(on, Unit("A", "A", "riders")), is_or_are(on, Unit("A", "A", "riders"))) == ("riders", "are")

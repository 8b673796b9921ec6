"""Fortresses and conversion of Middle-Earth Diplomacy VIII, by the numbers of the digest (sections 2.4 and 3)."""

from __future__ import annotations

import msgspec
import pytest

from tests.games.diplomacy.core import tiny
from tests.games.diplomacy.core.boards import MIDDLE_EARTH, SPRING, fate, fates, judge, resolve, standing
from wartable.games.adjudication.orders import Convert, Unit
from wartable.games.adjudication.results import MovementResult
from wartable.games.diplomacy.position import Position
from wartable.games.diplomacy.rulings import PRESETS, Rulings
from wartable.games.diplomacy.variant import ProvinceFacts


def play(**orders: str) -> MovementResult:
    return under(PRESETS["1971"], **orders)


def under(rulings: Rulings, **orders: str) -> MovementResult:
    return judge(orders, variant=MIDDLE_EARTH, rulings=rulings)


F1 = {"rohan": "A HDE H", "arnor": "A ENE - HDE, A ISE S A ENE - HDE"}
F5 = {"rohan": "A HDE - ENE", "arnor": "A ENE - HDE, A DRU S A ENE - HDE"}
F7 = {"rohan": "A HDE - ISE", "elves": "A ISE H", "arnor": "A ENE - HDE, A DRU S A ENE - HDE"}


def test_f1_one_support_does_not_dislodge_from_a_fortress() -> None:
    assert fate(play(**F1), "A ENE - HDE") == "bounces"


def test_f2_two_supports_do() -> None:
    result = play(rohan="A HDE H", arnor="A ENE - HDE, A ISE S A ENE - HDE, A DRU S A ENE - HDE")

    assert fate(result, "A HDE H") == "holds*"


def test_f3_a_lone_attack_on_a_fortress_still_cuts() -> None:
    orders = {"rohan": "A HDE S A EDO, A EDO H", "elves": "A FAN - EDO, A EEM S A FAN - EDO"}

    assert fate(play(**orders, arnor="A ENE - HDE"), "A EDO H") == "holds*"
    assert fate(play(**orders), "A EDO H") == "holds", "F3b: without the cut 2 against 2"


def test_f4_an_occupier_gets_nothing_from_a_fortress() -> None:
    assert fate(play(arnor="A HDE H", rohan="A EDO - HDE, A ISE S A EDO - HDE"), "A HDE H") == "holds*"


def test_f5_head_to_head_a_fortress_defends_with_two() -> None:
    assert set(fates(play(**F5)).values()) == {"bounces", "supports"}


def test_f6_beaten_head_to_head_the_defender_does_not_keep_a_third_out() -> None:
    result = play(
        rohan="A HDE - ENE", arnor="A ENE - HDE, A DRU S A ENE - HDE, A ISE S A ENE - HDE", elves="A CAR - ENE"
    )

    assert fate(result, "A HDE - ENE") == "bounces*"
    assert fate(result, "A CAR - ENE") == "moves"


def test_f7_a_unit_that_fails_to_leave_is_covered() -> None:
    result = play(**F7)

    assert fate(result, "A HDE - ISE") == fate(result, "A ENE - HDE") == "bounces"


@pytest.mark.parametrize("orders", [F5, F7])
def test_s4_otherwise_it_is_dislodged(orders: dict[str, str]) -> None:
    rulings = msgspec.structs.replace(PRESETS["1971"], fortress_covers_movers=False)

    assert fate(under(rulings, **orders), "A ENE - HDE") == "moves"


def test_f8_a_fortress_that_is_left_defends_nothing() -> None:
    assert set(fates(play(rohan="A HDE - EDO", arnor="A ENE - HDE")).values()) == {"moves"}


def test_f9_supports_add_to_a_fortress() -> None:
    result = play(rohan="A HDE H, A EDO S A HDE", arnor="A ENE - HDE, A DRU S A ENE - HDE, A ISE S A ENE - HDE")

    assert fate(result, "A ENE - HDE") == "bounces"


def test_f10_the_stronger_of_two_attackers_takes_a_fortress() -> None:
    result = play(
        gondor="A MTI H",
        mordor="A MMO - MTI, A NIT S A MMO - MTI, A SIT S A MMO - MTI",
        rohan="A ANO - MTI, A LEB S A ANO - MTI",
    )

    assert fate(result, "A MTI H") == "holds*"
    assert fate(result, "A MMO - MTI") == "moves"


def test_f11_a_support_from_a_fortress_is_worth_one() -> None:
    result = play(rohan="A ISE - ENE, A HDE S A ISE - ENE", arnor="A ENE H")

    assert fate(result, "A ENE H") == "holds*"
    assert result.judged[0].why.facts["strength"] == 2


def test_f12_own_support_against_a_fortress_does_not_count() -> None:
    result = play(rohan="A HDE H, A ISE S A ENE - HDE", arnor="A ENE - HDE, A DRU S A ENE - HDE")

    assert fate(result, "A ENE - HDE") == "bounces"


# Conversion

LANDING = "A ANF - LEB, F BBE C A ANF - LEB, F MAN C A ANF - LEB"


def test_c1_a_unit_left_alone_converts() -> None:
    assert standing(play(gondor="A BEL = F")) == {"F BEL"}


@pytest.mark.parametrize("attack", [{"rohan": "A LAM - BEL"}, {"gondor": "A BEL = F, A LAM - BEL"}])
def test_c2_and_c4_any_attack_stops_it_by_its_own_power_too(attack: dict[str, str]) -> None:
    result = play(**({"gondor": "A BEL = F"} | attack))

    assert fate(result, "A BEL = F") == "attacked"
    assert "A BEL" in standing(result)


def test_s2_otherwise_an_own_attack_does_not() -> None:
    rulings = msgspec.structs.replace(PRESETS["1971"], conversion_stopped_by="foreign")

    assert fate(under(rulings, gondor="A BEL = F, A LAM - BEL"), "A BEL = F") == "converts"


def test_c3_a_supported_unit_converts() -> None:
    assert fate(play(gondor="A BEL = F, A LEB S A BEL"), "A BEL = F") == "converts"


def test_c5_a_disrupted_convoy_is_no_attack() -> None:
    result = play(rohan=LANDING, gondor="A LEB = F", mordor="F SIT - MAN, F UMB S F SIT - MAN")

    assert fate(result, "A ANF - LEB") == "no_path"
    assert fate(result, "A LEB = F") == "converts"


@pytest.mark.parametrize("order", ["A MTI = F", "F MAN = A"])
def test_c6_and_c7_inland_and_at_sea_nothing_converts(order: str) -> None:
    assert fate(play(gondor=order), order) == "illegal"


def test_c8_anybodys_coast_will_do() -> None:
    assert standing(play(rohan="A UMB = F")) == {"F UMB"}


def test_a_converting_unit_is_dislodged_in_its_old_kind() -> None:
    result = play(gondor="A BEL = F", rohan="A LAM - BEL, A ANF S A LAM - BEL")

    assert fate(result, "A BEL = F") == "attacked*"
    assert [str(one.unit) for one in result.dislodged] == ["A BEL"]


@pytest.mark.parametrize(("coast", "becomes"), [("SC", "F COA/SC"), ("", "A COA"), ("WC", "A COA")])
def test_15_where_coasts_are_split_the_order_must_name_one(coast: str, becomes: str) -> None:
    split = tiny.variant(
        {
            "COA": ProvinceFacts("Coast", "coastal", coasts=("NC", "SC")),
            "NSE": ProvinceFacts("North Sea", "sea"),
            "SSE": ProvinceFacts("South Sea", "sea"),
        },
        {},
        {"COA/NC": ["NSE"], "COA/SC": ["SSE"]},
    )
    army = Unit("A", "COA")

    result = resolve(split, Position(SPRING, {"red": (army,)}, {}), {"red": [Convert(army, coast)]}, Rulings())

    assert standing(result) == {becomes}


def test_on_the_standard_map_nothing_converts() -> None:
    assert fate(judge({"france": "A BRE = F"}), "A BRE = F") == "illegal"


@pytest.mark.parametrize(
    ("orders", "order", "sentence"),
    [
        (F1, "A ENE - HDE", "standing there. Helm's Deep is its fortress, where it counts 2."),
        (F5, "A ENE - HDE", "coming the other way. Helm's Deep is its fortress, where it counts 2."),
        (F7, "A ENE - HDE", "which could not leave. Helm's Deep is its fortress, where it counts 2."),
        (F1, "A HDE H", "by the army in Enedwaith. Helm's Deep is its fortress, where it counts 2."),
    ],
)
def test_reasons_name_the_fortress_and_its_strength(orders: dict[str, str], order: str, sentence: str) -> None:
    why = next(one.why for one in play(**orders).judged if str(one.order) == order)

    assert why.sentence.endswith(sentence)
    assert (why.facts["fortress"], why.facts["fortress_strength"]) == ("HDE", 2)


def test_no_fortress_is_named_where_none_helped() -> None:
    orders = {"arnor": "A HDE H", "rohan": "A EDO - HDE", "elves": "A FAN - EDO, A EEM H"}

    assert not any("fortress" in one.why.facts or "fortress" in one.why.sentence for one in play(**orders).judged)

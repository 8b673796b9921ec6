"""The answers of older rulebooks where they differ from the usual ones (Middle-Earth VIII digest, section 4)."""

from __future__ import annotations

import pytest

from tests.games.diplomacy.core.boards import MIDDLE_EARTH, fate, fates, judge, standing
from wartable.games.diplomacy.rulings import PRESETS

R1971 = PRESETS["1971"]

TWO_ROUTES = {
    "england": "F ENG C A LON - BEL, F NTH C A LON - BEL, A LON - BEL",
    "france": "F BRE S F MAO - ENG, F MAO - ENG",
}
EXTENDED_PANDIN = {
    "england": "F LON S F WAL - ENG, F WAL - ENG",
    "france": "A BRE - LON, F ENG C A BRE - LON, F YOR S A BRE - LON",
    "germany": "F NTH S F BEL - ENG, F BEL - ENG",
}
FALSE_PARADOX = {
    "france": "A TUN - NAP, F TYS C A TUN - NAP, F ION C A TUN - NAP",
    "italy": "F NAP S F ROM - TYS, F ROM - TYS",
}
KIDNAPPED = {"england": "A NWY - SWE", "russia": "F SWE - NWY", "germany": "F SKA C A NWY - SWE"}


@pytest.mark.parametrize("preset", ["2023", "2000", "1982", "webdip"])
def test_an_army_with_a_second_route_arrives_by_all_rulebooks_but_the_first(preset: str) -> None:
    assert fate(judge(TWO_ROUTES, rulings=PRESETS[preset]), "A LON - BEL") == "moves"
    assert fate(judge(TWO_ROUTES, rulings=R1971), "A LON - BEL") == "no_path"


@pytest.mark.parametrize("preset", ["1971", "1982", "2000"])
def test_by_the_texts_the_convoy_of_the_extended_pandin_paradox_succeeds(preset: str) -> None:
    result = judge(EXTENDED_PANDIN, rulings=PRESETS[preset])

    assert fates(result)["F LON S F WAL - ENG"] == "supports*"
    assert fates(result)["A BRE - LON"] == "moves"


def test_by_1971_a_support_against_one_of_two_carrying_fleets_stands() -> None:
    result = judge(FALSE_PARADOX, rulings=R1971)

    assert fate(result, "F NAP S F ROM - TYS") == "supports"
    assert fate(result, "F TYS C A TUN - NAP") == "disrupted*"
    assert fate(result, "A TUN - NAP") == "no_path"


@pytest.mark.parametrize(("preset", "support"), [("1982", "supports"), ("2000", "cut"), ("2023", "cut")])
def test_only_1982_spares_a_support_against_a_fleet_the_convoy_can_do_without(preset: str, support: str) -> None:
    assert fate(judge(FALSE_PARADOX, rulings=PRESETS[preset]), "F NAP S F ROM - TYS") == support


@pytest.mark.parametrize(
    "orders",
    [
        KIDNAPPED,
        # The own fleet's convoy order is impossible, another power's is possible.
        {"england": "F SKA C A SWE - NWY, F NWY - SWE", "russia": "A SWE - NWY, F BOT C A SWE - NWY"},
    ],
)
def test_by_1971_a_foreign_fleet_lets_units_change_places(orders: dict[str, str]) -> None:
    assert set(fates(judge(orders, rulings=R1971)).values()) >= {"moves"}
    assert "bounces" not in fates(judge(orders, rulings=R1971)).values()
    assert list(fates(judge(orders)).values()).count("bounces") == 2


def test_by_1971_an_army_goes_by_land_where_nobody_comes_against_it() -> None:
    orders = {
        "england": "F NWY S F NTH - SKA, F NTH - SKA",
        "russia": "A SWE - NWY, F SKA C A SWE - NWY, F BAR S A SWE - NWY",
    }

    result = judge(orders, rulings=R1971)

    assert fate(result, "F NWY S F NTH - SKA") == "cut*"
    assert fate(judge(orders), "A SWE - NWY") == "no_path", "by the usual rulings it is a paradox"


def test_v1_by_1971_one_broken_fleet_of_three_stops_a_convoy() -> None:
    orders = {
        "elves": "A LUN - HLI, F NBE C A LUN - HLI, F GLU C A LUN - HLI, F WBE C A LUN - HLI",
        "arnor": "F GHA - GLU, F FLI S F GHA - GLU",
    }

    old = judge(orders, variant=MIDDLE_EARTH, rulings=R1971)
    new = judge(orders, variant=MIDDLE_EARTH, rulings=PRESETS["2023"])

    assert fate(old, "A LUN - HLI") == "no_path"
    assert fate(old, "F GLU C A LUN - HLI") == fate(new, "F GLU C A LUN - HLI") == "disrupted*"
    assert fate(new, "A LUN - HLI") == "moves"


def test_v2_by_1971_the_support_against_the_carrying_fleet_stands() -> None:
    orders = {
        "rohan": "A ANF - LEB, F BBE C A ANF - LEB, F MAN C A ANF - LEB",
        "gondor": "F SIT - MAN, F LEB S F SIT - MAN",
    }

    result = judge(orders, variant=MIDDLE_EARTH, rulings=R1971)

    assert fate(result, "F LEB S F SIT - MAN") == "supports"
    assert "F MAN" in standing(result)
    assert fate(result, "A ANF - LEB") == "no_path"


def test_by_1982_a_convoyed_attack_cuts_no_support_for_a_carrying_fleet() -> None:
    orders = {
        "russia": "A EDI S A NWY - CLY, F NWG C A NWY - CLY, A NWY - CLY",
        "france": "F IRI S F MAO - NAO, F MAO - NAO",
        "england": "A LVP - CLY VIA, F NAO C A LVP - CLY, F CLY S F NAO",
    }

    assert fate(judge(orders, rulings=PRESETS["1982"]), "F NAO C A LVP - CLY") == "convoys"
    assert fate(judge(orders), "F NAO C A LVP - CLY") == "disrupted*"


def test_by_webdip_only_a_written_via_makes_a_near_convoy() -> None:
    orders = {"england": "A NWY - SWE, F SKA C A NWY - SWE", "russia": "A SWE - NWY"}
    written = orders | {"england": "A NWY - SWE VIA, F SKA C A NWY - SWE"}

    assert fate(judge(orders, rulings=PRESETS["webdip"]), "A NWY - SWE") == "bounces"
    assert fate(judge(written, rulings=PRESETS["webdip"]), "A NWY - SWE VIA") == "moves"
    assert fate(judge(orders), "A NWY - SWE") == "moves"


def test_by_1982_words_do_not_show_intent_but_an_own_fleet_does() -> None:
    foreign = {"england": "A NWY - SWE VIA", "germany": "F SKA C A NWY - SWE", "russia": "A SWE - NWY"}
    own = {"england": "A NWY - SWE, F SKA C A NWY - SWE", "russia": "A SWE - NWY"}

    assert fate(judge(foreign, rulings=PRESETS["1982"]), "A NWY - SWE VIA") == "bounces"
    assert fate(judge(own, rulings=PRESETS["1982"]), "A NWY - SWE") == "moves"

"""The other readings of what the text of Middle-Earth VIII leaves open (digest, section 5), each beside the usual."""

from __future__ import annotations

import msgspec
import pytest

from tests.games.diplomacy.core.boards import MIDDLE_EARTH, fate, judge
from wartable.games.diplomacy.play.mapoptions import map_with
from wartable.games.diplomacy.rulings import PRESETS, Rulings

R1971 = PRESETS["1971"]


def ruled(**fields: str | bool) -> Rulings:
    return msgspec.structs.replace(R1971, **fields)


HELD = {
    "rohan": "A HDE H, A EDO S A HDE",
    "arnor": "A ENE - HDE, A DRU S A ENE - HDE, A ISE S A ENE - HDE",
}


@pytest.mark.parametrize(("attackers", "added", "within"), [(2, "holds", "holds"), (3, "holds", "holds*")])
def test_s5_supports_add_to_a_fortress_or_not(attackers: int, added: str, within: str) -> None:
    """One support: three by the usual reading, the larger of two and two by the other one."""
    orders = HELD | {"arnor": ", ".join(HELD["arnor"].split(", ")[:attackers])}

    assert fate(judge(orders, variant=MIDDLE_EARTH, rulings=R1971), "A HDE H") == added
    assert fate(judge(orders, variant=MIDDLE_EARTH, rulings=ruled(fortress_supports="within")), "A HDE H") == within


@pytest.mark.parametrize(("chosen", "outcome"), [({}, "holds*"), ({"fortress_every_home": "true"}, "holds")])
def test_s7_every_home_centre_is_a_fortress_if_asked(chosen: dict[str, str], outcome: str) -> None:
    """Edoras is a home centre of Rohan; an occupier of it gets nothing either way."""
    variant, _ = map_with("middle-earth-viii", chosen)
    orders = {"rohan": "A EDO H", "gondor": "A EEM - EDO, A ANO S A EEM - EDO"}
    occupied = {"gondor": "A EDO H", "rohan": "A EEM - EDO, A ANO S A EEM - EDO"}

    assert fate(judge(orders, variant=variant, rulings=R1971), "A EDO H") == outcome
    assert fate(judge(occupied, variant=variant, rulings=R1971), "A EDO H") == "holds*"
    assert variant.powers["elves"].fortresses == (variant.powers["elves"].home if chosen else ("GLA",))


@pytest.mark.parametrize("supports", ["added", "within"])
def test_s5_one_support_never_dislodges_from_a_fortress(supports: str) -> None:
    orders = {"rohan": "A HDE - ENE", "arnor": "A ENE - HDE, A DRU S A ENE - HDE"}
    rulings = ruled(fortress_supports=supports)

    assert fate(judge(orders, variant=MIDDLE_EARTH, rulings=rulings), "A ENE - HDE") == "bounces"
    standing = {"rohan": "A HDE H", "arnor": "A ENE - HDE, A DRU S A ENE - HDE"}
    assert fate(judge(standing, variant=MIDDLE_EARTH, rulings=rulings), "A HDE H") == "holds"
    uncovered = msgspec.structs.replace(rulings, fortress_covers_movers=False)
    assert fate(judge(orders, variant=MIDDLE_EARTH, rulings=uncovered), "A ENE - HDE") == "moves"


@pytest.mark.parametrize(
    ("orders", "usual", "equal"),
    [
        ({"gondor": "A BEL = F", "rohan": "A LAM - BEL"}, "attacked", "attacked"),
        ({"gondor": "A BEL = F, A LEB S A BEL", "rohan": "A LAM - BEL"}, "attacked", "converts"),
        ({"gondor": "A BEL = F, A LAM - BEL"}, "attacked", "converts"),
    ],
)
def test_s2_only_attacks_that_match_the_defence_stop_a_conversion(
    orders: dict[str, str], usual: str, equal: str
) -> None:
    rulings = ruled(conversion_stopped_by="equal")

    assert fate(judge(orders, variant=MIDDLE_EARTH, rulings=R1971), "A BEL = F") == usual
    assert fate(judge(orders, variant=MIDDLE_EARTH, rulings=rulings), "A BEL = F") == equal


def test_s11_foreign_fleets_do_not_spoil_a_convoy_that_own_fleets_carry() -> None:
    orders = {
        "england": "A LON - BEL, F NTH C A LON - BEL",
        "germany": "F ENG C A LON - BEL",
        "france": "F BRE S F MAO - ENG, F MAO - ENG",
    }

    assert fate(judge(orders, rulings=R1971), "A LON - BEL") == "no_path"
    assert fate(judge(orders, rulings=ruled(routes="any_own_breaks")), "A LON - BEL") == "moves"
    own = {"england": f"{orders['england']}, {orders['germany']}", "france": orders["france"]}
    assert fate(judge(own, rulings=ruled(routes="any_own_breaks")), "A LON - BEL") == "no_path"

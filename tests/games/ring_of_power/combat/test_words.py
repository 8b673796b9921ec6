from __future__ import annotations

import pytest

from wartable.engine.errors import BadData
from wartable.games.ring_of_power.combat.machine import begin, with_defaults
from wartable.games.ring_of_power.combat.odds.front import odds
from wartable.games.ring_of_power.combat.odds.words import battle_of
from wartable.games.ring_of_power.combat.requests import Decision
from wartable.games.ring_of_power.combat.stage import Step
from wartable.games.ring_of_power.combat.values import Shelter
from wartable.games.ring_of_power.reading import scenario, unit_types

RAID = unit_types(scenario("edoras-raid"))


def test_figures_are_what_the_words_say() -> None:
    """Statement A3."""
    battle = battle_of(RAID, "eomer, 3 rohan_rider on foot", "2 uruk_hai wounded in woods")

    assert [(one.unit, one.side, one.mounted, one.wounded, one.terrain) for one in battle.fighters] == [
        ("eomer", 0, True, False, "clear"),
        *[("rohan_rider", 0, False, False, "clear")] * 3,
        *[("uruk_hai", 1, False, True, "woods")] * 2,
    ]


def test_a_fortress_shelters_its_defenders_and_helps_them() -> None:
    walled = battle_of(RAID, "6 uruk_hai", "6 rohan_foot in fortress")

    assert {one.inside for one in walled.fighters if one.side == 1} == {Shelter.FORTRESS}
    assert walled.place is not None
    assert odds(walled).win < odds(battle_of(RAID, "6 uruk_hai", "6 rohan_foot")).win


def test_an_open_fortress_shelters_nobody_and_keeps_its_tower() -> None:
    """Statement K8."""
    field, walled, opened = (
        odds(battle_of(RAID, "6 uruk_hai", f"6 rohan_rider{where}"))
        for where in ("", " in fortress", " in breached fortress")
    )

    assert opened.win == pytest.approx(field.win)
    assert walled.win != pytest.approx(field.win)
    place = battle_of(RAID, "6 uruk_hai", "6 rohan_rider in breached_fortress").place
    assert place is not None
    assert (place.open, place.tower) == (True, True)


def test_a_charge_lies_at_a_weak_wall_where_a_ram_has_nothing_to_do() -> None:
    """Statements L4, L5, settlement Q59."""
    weapons = "battering_ram with uruk_hai, demolition_charge with uruk_engineer, 4 uruk_hai"
    stage = with_defaults(begin(battle_of(RAID, weapons, "4 rohan_foot in weak wall")), until=Step.SERVE)

    assert isinstance(stage.awaits, Decision)
    assert {modes for _, modes in stage.awaits.options} == {("idle", "fight"), ("detonate", "fight", "idle")}


def test_weapons_come_with_their_crew() -> None:
    battle = battle_of(RAID, "bolt_shooter with uruk_hai", "4 rohan_foot")

    weapon = battle.fighters[0]
    assert weapon.weapon == "bolt_shooter"
    assert [one.serves for one in battle.fighters[1:3]] == [weapon.id, weapon.id]


@pytest.mark.parametrize(
    "written",
    ["eomer", "\u00e9omer", "\u00c9OMER", "Eomer", "rohan_rider", "Rider of Rohan", "rohan-rider", "2 rider of rohan"],
)
def test_names_do_for_keys_with_or_without_accents(written: str) -> None:
    battle = battle_of(RAID, f"{written} on foot", "lurtz")

    assert battle.fighters[0].unit == ("eomer" if "omer" in written.lower() else "rohan_rider")


def test_the_crew_of_a_weapon_may_be_named_too() -> None:
    battle = battle_of(RAID, "Bolt shooter with Uruk-hai engineer", "Man of Dale")

    assert [one.unit for one in battle.fighters] == ["bolt_shooter", "uruk_engineer", "uruk_engineer", "dale_man"]


@pytest.mark.parametrize(
    ("attackers", "defenders", "said"),
    [
        ("3 uruk_hia", "orc", "There is no unit uruk_hia. Did you mean uruk_hai?"),
        ("3 uruk_hai in fortress", "orc", "Only the defenders"),
        ("3 uruk_hai", "orc in wods", "Nobody can stand in wods. Did you mean woods?"),
        ("3 uruk_hai", "orc in mountain", "Nobody can stand in mountain"),
        ("", "orc", "names no figures"),
        ("three uruk_hai", "orc", "no unit three uruk_hai. Did you mean uruk_hai?"),
        ("3 + 4", "orc", "names no figures"),
        ("0 uruk_hai", "orc", "one at least"),
        ("2 lurtz", "orc", "no more than one"),
        ("bolt_shooter", "orc", "Who serves the bolt_shooter?"),
        ("9999999999999999999999 orc", "orc", "up to 5000 figures"),
    ],
)
def test_what_is_not_understood_is_said(attackers: str, defenders: str, said: str) -> None:
    with pytest.raises(BadData, match=said.replace("?", r"\?")):
        battle_of(RAID, attackers, defenders)


def test_a_ship_is_never_an_extra_loss() -> None:
    """Statement G13, settlement Q69: one man aboard is the only one who can be lost besides."""
    units = unit_types(scenario("war-of-the-ring"))
    battle = battle_of(units, "corsair, corsair_ship", "6 orc")
    ship, *_ = [one for one in battle.fighters if one.unit == "corsair_ship"]

    assert ship.vessel
    assert not any(one.vessel for one in battle.fighters if one is not ship)
    alone = battle_of(units, "corsair_ship", "6 orc")
    assert odds(alone).win == 0

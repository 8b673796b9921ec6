"""How much there is to reckon is told before it is done."""

from __future__ import annotations

import pytest

from wartable.games.ring_of_power.combat.machine import begin
from wartable.games.ring_of_power.combat.odds.front import effort
from wartable.games.ring_of_power.combat.odds.words import battle_of
from wartable.games.ring_of_power.units import units

FELLOWSHIP = "frodo, sam, merry, pippin, gandalf, aragorn, legolas, gimli, boromir"


def of(attackers: str, defenders: str, *, detail: bool = False) -> float:
    return effort(battle_of(units(), attackers, defenders), detail=detail)


def test_a_skirmish_is_nothing_and_two_armies_in_one_round_are_little() -> None:
    assert of("3 orc", "3 rohan_foot", detail=True) < 1_000
    assert of("900 orc", "900 rohan_foot") < 10_000


def test_following_everybody_is_more_than_counting() -> None:
    assert of("20 orc, 5 warg_rider", "20 rohan_foot", detail=True) > 10 * of("20 orc, 5 warg_rider", "20 rohan_foot")


def test_of_an_ambush_only_those_count_whom_its_dice_can_hit() -> None:
    assert of("6 gondor_ranger in woods", "30 orc, lurtz") == of("6 gondor_ranger in woods", "90 orc, lurtz")


def test_an_ambush_on_many_characters_is_too_much() -> None:
    assert of("30 gondor_ranger", f"{FELLOWSHIP}, 10 rohan_rider") > 1_000_000


def test_a_combat_under_way_is_as_much_as_the_same_combat_before() -> None:
    battle = battle_of(units(), "6 orc", "6 rohan_foot")

    assert effort(begin(battle)) == pytest.approx(effort(battle))

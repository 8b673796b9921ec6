"""Exact values computed elsewhere, kept in vectors.yaml."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests.games.ring_of_power.combat.builders import battle, fighter
from wartable.board.fileformat import read_yaml
from wartable.games.ring_of_power.combat import targets
from wartable.games.ring_of_power.combat.machine import begin
from wartable.games.ring_of_power.combat.odds.front import odds
from wartable.games.ring_of_power.combat.odds.tree import mixture
from wartable.games.ring_of_power.combat.outcome import extra_losses
from wartable.games.ring_of_power.combat.targets import hit_chance, save_chance
from wartable.games.ring_of_power.combat.values import Barrier, Battle, CombatRules, Fighter, Place, Shelter
from wartable.games.ring_of_power.combat.weapons import breaks

VECTORS: Any = read_yaml(Path(__file__).with_name("vectors.yaml").read_text(encoding="utf-8"))
CASES = VECTORS["exact_odds"]


def fighters(side: int, groups: Sequence[dict[str, Any]]) -> list[Fighter]:
    found: list[Fighter] = []
    for group in groups:
        facts = {key: value for key, value in group.items() if key not in ("count", "profile", "leadership")}
        facts["abilities"] = tuple(facts.get("abilities", ()))
        facts["inside"] = Shelter(facts.get("inside", ""))
        for number in range(group["count"]):
            leads = group.get("leadership", 0) if number == 0 else 0
            person = {"character": True, "leadership": leads} if leads else {}
            found.append(fighter(1 + side * 100 + len(found), side, group["profile"], **facts, **person))
    return found


def case_battle(case: dict[str, Any]) -> Battle:
    place = Place(name="walls", holder=1) if any(group.get("inside") for group in case["b"]) else None
    rules = CombatRules(**case.get("rules", {}))
    return battle(fighters(0, case["a"]), fighters(1, case["b"]), rules=rules, place=place)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_following_every_state_gives_the_fractions(case: dict[str, Any]) -> None:
    """Case 7.2."""
    found = odds(case_battle(case), detail=True)

    for name in ("win", "draw", "loss"):
        wanted = case[name]
        assert abs(getattr(found, name) - float(Fraction(wanted))) < (1e-13 if isinstance(wanted, str) else 1e-9)
    assert abs(found.win + found.draw + found.loss - 1) < 1e-13


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_floating_point_agrees(case: dict[str, Any]) -> None:
    """Case 7.2."""
    found = odds(case_battle(case))

    for name in ("win", "draw", "loss"):
        assert abs(getattr(found, name) - float(Fraction(case[name]))) < 1e-9
    for side, wanted in zip(found.sides, case.get("expected", ()), strict=False):
        assert abs(side.expected - float(Fraction(wanted))) < 1e-12


def test_eomer_falls_as_seldom_as_the_digest_says() -> None:
    leader = odds(case_battle(CASES[0])).sides[0].characters[0]

    fallen = sum(chance for fate, chance in leader.fates.items() if fate in ("dead", "wounded"))
    assert abs(fallen - 7 / 512) < 1e-13


@pytest.mark.parametrize("target", VECTORS["hit"])
def test_chances_to_hit(target: int) -> None:
    """Statements G7, M20, case 7.3."""
    plain, furious, poison = map(Fraction, VECTORS["hit"][target])

    assert hit_chance(target, "") == plain
    assert hit_chance(target, "misses") == furious
    assert hit_chance(target, "ones") == poison


@pytest.mark.parametrize("target", VECTORS["save"])
def test_chances_to_save(target: int) -> None:
    """Statements G9, M12, M28, M29, settlement Q38, case 7.3."""
    plain, tough, terror, both = map(Fraction, VECTORS["save"][target])

    assert save_chance(target, "", terror=False) == plain
    assert save_chance(target, "failures", terror=False) == tough
    assert save_chance(target, "", terror=True) == terror
    assert save_chance(target, "failures", terror=True) == both


@pytest.mark.parametrize("difference", VECTORS["wizard_duel"])
def test_chances_of_a_duel(difference: int) -> None:
    """Statement G3, case 7.3."""
    one = fighter(1, 0, (1, 4, 4), character=True, wizardry=4 + difference)
    other = fighter(2, 1, (1, 4, 4), character=True, wizardry=4)
    found = {stage.silenced: weight for weight, stage in mixture(begin(visible(battle([one], [other]))))}

    wins, ties, losses = map(Fraction, VECTORS["wizard_duel"][difference])
    assert found == pytest.approx({(2,): float(wins), (): float(ties), (1,): float(losses)})


def visible(start: Battle) -> Battle:
    """The same with everybody found, so that nobody hides."""
    return battle(start.fighters, found=tuple(start.forces))


@pytest.mark.parametrize("attempt", VECTORS["ram"])
def test_chances_of_a_ram(attempt: int) -> None:
    """Statement L4, case 7.3."""
    gate = Barrier("gate", tries=attempt - 1)
    ways = sum(breaks(gate, one + other) for one, other in product(range(1, 7), repeat=2))

    assert Fraction(ways, 36) == Fraction(VECTORS["ram"][attempt])


@pytest.mark.parametrize("case", VECTORS["attack_targets"], ids=lambda case: case["words"])
def test_attack_targets(case: dict[str, Any]) -> None:
    """Statements I1, I2, I4, settlement Q10, case 7.4."""
    figure = fighter(1, 0, (1, case["base"], 5), abilities=tuple(case["abilities"]))
    number = targets.attack(figure, targets.Circumstances(rules=CombatRules()))

    assert (number.value, number.words()) == (case["target"], case["words"])


@pytest.mark.parametrize("case", VECTORS["defence_targets"], ids=lambda case: case["words"])
def test_defence_targets(case: dict[str, Any]) -> None:
    """Statements I3, I5, I6, settlement Q31, case 7.4."""
    figure = fighter(
        1,
        0,
        (1, 4, case["base"]),
        abilities=tuple(case.get("abilities", ())),
        terrain=case.get("terrain", "clear"),
        inside=Shelter(case.get("inside", "")),
    )
    now = targets.Circumstances(rules=CombatRules(), enemy_mounted=case.get("enemy_mounted", False))
    number = targets.defence(figure, now, tuple(case.get("tags", ())))

    assert (number.value, number.words()) == (case["target"], case["words"])


@pytest.mark.parametrize("left", VECTORS["extra_loss"])
def test_extra_losses(left: int) -> None:
    """Statement G13, case 7.4."""
    assert extra_losses(left) == VECTORS["extra_loss"][left]

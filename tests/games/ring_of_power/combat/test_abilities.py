"""When abilities, walls, wizardry and special rules change the numbers of a combat, and when not."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.ring_of_power.combat.builders import battle, fighter, troop
from wartable.games.ring_of_power.combat import targets
from wartable.games.ring_of_power.combat.lines import explain
from wartable.games.ring_of_power.combat.machine import begin, with_defaults
from wartable.games.ring_of_power.combat.outcome import leadership
from wartable.games.ring_of_power.combat.stage import Boon, Stage
from wartable.games.ring_of_power.combat.targets import Circumstances
from wartable.games.ring_of_power.combat.values import CombatRules, Fighter, Modifier, Shelter


@pytest.mark.parametrize(
    ("key", "facts", "now"),
    [
        ("burrower", {"terrain": "hills"}, {}),
        ("miners", {"terrain": "woods"}, {}),
        ("ranger", {"terrain": "clear"}, {}),
        ("sailors", {"near_water": False}, {}),
        ("woodsmen", {"terrain": "hills"}, {}),
        ("pikes", {}, {"enemy_mounted": False}),
        ("furious_charge", {}, {"enemy_open": False}),
        ("furious_charge_mounted", {"foot": None}, {}),
    ],
)
def test_an_ability_rests_where_its_condition_does_not_hold(
    key: str, facts: dict[str, Any], now: dict[str, Any]
) -> None:
    """Statement I5, settlement Q72."""
    figure = fighter(1, 0, (2, 4, 5), abilities=(key,), **facts)
    around = Circumstances(rules=CombatRules(), **{"enemy_mounted": True, **now})

    assert targets.dice(figure, around).value == 2
    assert targets.attack(figure, around).value == 4
    assert targets.defence(figure, around).value == 5
    assert targets.attack_reroll(figure, around) == ""


def numbers(figure: Fighter, **facts: Any) -> tuple[int, int, int]:
    now = Circumstances(rules=facts.pop("rules", CombatRules()), **facts)
    return targets.dice(figure, now).value, targets.attack(figure, now).value, targets.defence(figure, now).value


def test_only_one_doubling_counts_or_all() -> None:
    """Statement I7, settlement Q11."""
    miner = fighter(1, 0, (1, 4, 5), abilities=("miners",), terrain="hills", inside=Shelter.FORTRESS)

    assert numbers(miner)[0] == 2
    assert numbers(miner, rules=CombatRules(double_stack="multiply"))[0] == 4


def test_wizardry_is_added_before_doubling() -> None:
    """Statements G4, I7."""
    wizard = fighter(1, 0, (1, 4, 5), inside=Shelter.TOWER)

    assert numbers(wizard, boon=Boon(1, dice=1, attack=1, defence=1)) == (4, 3, 3)


def test_riders_fight_on_foot_behind_high_walls_only() -> None:
    """Statement K3, settlement Q54."""

    def at(walls: Shelter) -> Fighter:
        return fighter(1, 0, (2, 3, 4), foot=(1, 4, 5), inside=walls)

    assert numbers(at(Shelter.FORTRESS)) == (2, 4, 4)
    assert numbers(at(Shelter.STOCKADE)) == (2, 3, 3)
    assert numbers(at(Shelter.FORTRESS), open_place=True) == (2, 3, 4)
    assert numbers(at(Shelter.TOWER), open_place=True) == (2, 4, 4)


@pytest.mark.parametrize(
    ("modifier", "found"),
    [
        (Modifier(title="x", attack=1), (2, 3, 4)),
        (Modifier(title="x", defence=1), (2, 4, 3)),
        (Modifier(title="x", defence_set=2), (2, 4, 2)),
        (Modifier(title="x", dice_factor=3), (3, 4, 4)),
        (Modifier(title="x", ignores_fortress=True), (1, 4, 5)),
    ],
)
def test_modifiers_of_special_rules(modifier: Modifier, found: tuple[int, int, int]) -> None:
    assert numbers(fighter(1, 0, (1, 4, 5), inside=Shelter.FORTRESS, modifiers=(modifier,))) == found


def test_a_set_defence_is_a_benefit_of_walls() -> None:
    """Statements I5, I6, K9."""
    wall = (Modifier(title="deeping wall", defence_set=2),)
    guard = fighter(1, 0, (1, 4, 5), inside=Shelter.FORTRESS, modifiers=wall)
    now = Circumstances(rules=CombatRules())

    assert targets.defence(guard, now, ("crushing",)).value == 6
    assert targets.defence(guard, now, ("axes",)).value == 3
    assert numbers(fighter(1, 0, (1, 4, 5), modifiers=wall))[2] == 5


def test_poison_may_count_in_defence() -> None:
    """Settlement Q21."""
    figure = fighter(1, 0, (1, 4, 5), abilities=("poison_weapons",))

    assert targets.defence_reroll(figure, Circumstances(rules=CombatRules())) == ""
    both = Circumstances(rules=CombatRules(poison_scope="attack_and_defence"))
    assert targets.defence_reroll(figure, both) == "ones"


def charge(rules: CombatRules, *enemies: Fighter) -> str:
    stage: Stage = begin(battle([fighter(1, 0, (1, 4, 5), abilities=("furious_charge",))], enemies, rules=rules))
    return explain(stage, 1).attack_reroll


def test_a_charge_needs_some_or_all_enemies_in_the_open() -> None:
    """Statements K9, M11, settlement Q72."""
    afield, wooded = fighter(11, 1, (1, 4, 5)), fighter(12, 1, (1, 4, 5), terrain="woods")

    assert charge(CombatRules(), afield, wooded) == "misses"
    assert charge(CombatRules(furious_against="all_open"), afield, wooded) == ""
    assert charge(CombatRules(), wooded) == ""
    assert charge(CombatRules(), fighter(11, 1, (1, 4, 5), inside=Shelter.FORTRESS)) == ""


def test_numbers_are_explained_in_words() -> None:
    rider = fighter(1, 0, (2, 3, 4), foot=(1, 4, 5), abilities=("elite",))
    pikes = troop(11, 2, 1, (1, 4, 4), abilities=("pikes", "axes"), inside=Shelter.FORTRESS)
    stage = begin(battle([rider], pikes))

    assert explain(stage, 1).words() == (
        "dice: 2 base = 2",
        "attack: 3+ base, elite -1 = 2+",
        "defence: 4+ base = 4+",
        "defence against axes: 4+ base, axes +1 = 5+",
    )
    assert explain(stage, 11).words()[:3] == (
        "dice: 1 base, fortress x2 = 2",
        "attack: 4+ base = 4+",
        "defence: 4+ base, pikes -2, fortress -1 = 2+",
    )
    with pytest.raises(KeyError):
        explain(stage, 99)


def test_a_nation_may_be_needed_to_lead_and_a_standard_helps() -> None:
    """Statement J1, settlement Q22."""
    king = fighter(1, 0, (1, 4, 5), character=True, leadership=2, leads="rohan")
    bearer = fighter(2, 0, (1, 4, 5), character=True, abilities=("royal_standard",))
    gondor = troop(3, 1, 0, (1, 4, 5), nation="gondor")

    assert led(CombatRules(), king, *gondor) == 2
    assert led(CombatRules(leadership_scope="nation"), king, *gondor) == 0
    assert led(CombatRules(leadership_scope="nation"), king, *troop(3, 1, 0, (1, 4, 5), nation="rohan")) == 2
    assert led(CombatRules(), king, bearer, *gondor) == 3


def led(rules: CombatRules, *figures: Fighter) -> int:
    return leadership(with_defaults(begin(battle(figures, troop(50, 1, 1, (1, 4, 5)), rules=rules))), 0)[0]

"""Dice with every modifier of the variant: rules 5, 27, 38, 41, 42, 50, 52, 53, 57, 63 to 66, and their figures."""

from __future__ import annotations

import pytest

from tests.odds.vectors import BATTLES
from wartable.games.conquest.balance.modifiers import (
    Modifiers,
    NearbyBonus,
    attack_bonus,
    chips,
    defence_bonus,
    dice_rules,
    most_attackers,
)
from wartable.odds import Battle, battle_odds, roll_between

TABLES = {
    "plain": Modifiers(),
    "rough terrain": Modifiers(rough=True),
    "neutral army": Modifiers(neutral=True),
    "attacker +1": Modifiers(attack_bonus=1),
    "defender +1": Modifiers(defence_bonus=1),
    "defender +2": Modifiers(defence_bonus=2),
}


def losses(clash: Modifiers, attackers: int, defenders: int) -> tuple[dict[tuple[int, int], int], int]:
    """Ways to each (attacker's, defender's) losses, and all ways."""
    odds = roll_between(attackers, defenders, dice_rules(clash))
    return {(o.attacker_losses, o.defender_losses): o.count for o in odds.outcomes}, odds.total


@pytest.mark.parametrize("name", TABLES)
def test_whole_battles_have_the_reference_chances(name: str) -> None:
    rules = dice_rules(TABLES[name])
    for attackers, row in enumerate(BATTLES[name][1], 1):
        for defenders, chance in enumerate(row, 1):
            assert battle_odds(Battle(attackers, defenders, rules=rules)).conquered == pytest.approx(chance, abs=6e-7)


def test_rule_5_rough_terrain_takes_two_attackers_and_always_two_defence_dice() -> None:
    assert losses(Modifiers(rough=True), 3, 1) == losses(Modifiers(rough=True, dice=2), 9, 1)
    ways, total = losses(Modifiers(rough=True), 2, 1)
    assert total == 6**4
    assert max(theirs for _, theirs in ways) == 1, "one army cannot die twice"


def test_rule_27_a_lone_neutral_army_rolls_two_dice() -> None:
    ways, total = losses(Modifiers(neutral=True), 3, 1)
    assert (ways[0, 1] + ways[1, 1], total) == (5501, 7776)
    assert ways == {(0, 1): 2890, (1, 1): 2611, (2, 0): 2275}


@pytest.mark.parametrize(
    ("protected", "attackers", "defenders", "ways", "total"),
    [
        (1, 3, 2, [2595, 2191, 1694], 6480),
        (2, 3, 2, [2300, 1826, 1274], 5400),
        (3, 3, 2, [2005, 1516, 979], 4500),
        (4, 3, 2, [2005, 1516, 979], 4500),
        (1, 3, 1, [730, 350], 1080),
        (2, 3, 1, [620, 280], 900),
        (3, 3, 1, [525, 225], 750),
        (1, 2, 2, [295, 365, 420], 1080),
        (2, 2, 2, [295, 310, 295], 900),
        (1, 1, 2, [55, 125], 180),
        (1, 1, 1, [15, 15], 30),
    ],
)
def test_rule_38_recon_protects_dice(
    protected: int, attackers: int, defenders: int, ways: list[int], total: int
) -> None:
    found, outcomes = losses(Modifiers(protected=protected), attackers, defenders)
    assert ([count for _, count in sorted(found.items())], outcomes) == (ways, total)


@pytest.mark.parametrize(("protected", "ways"), [(1, [2940, 2622, 2214]), (2, [2966, 2636, 2174])])
def test_rule_38_or_a_1_counts_as_2(protected: int, ways: list[int]) -> None:
    found, outcomes = losses(Modifiers(protected=protected, ones="raised"), 3, 2)
    assert ([count for _, count in sorted(found.items())], outcomes) == (ways, 7776)


@pytest.mark.parametrize(
    ("defenders", "ways", "total"),
    [(2, {(0, 2): 21421, (1, 1): 15470, (2, 0): 9765}, 46656), (1, {(0, 1): 5501, (1, 0): 2275}, 7776)],
)
def test_rule_41_improved_attack(defenders: int, ways: dict[tuple[int, int], int], total: int) -> None:
    assert losses(Modifiers(attack_bought=1), 3, defenders) == (ways, total)


def test_rule_42_improved_defense_compares_two_pairs() -> None:
    ways, total = losses(Modifiers(defence_bought=1), 3, 2)
    assert (ways, total) == ({(0, 2): 10767, (1, 1): 13671, (2, 0): 22218}, 46656)


def test_rule_53_at_most_two_extra_dice() -> None:
    assert dice_rules(Modifiers(attack_bought=5, defence_bought=9)) == dice_rules(
        Modifiers(attack_bought=2, defence_bought=2)
    )


def test_rule_53_an_extra_die_never_kills_a_third_army() -> None:
    for clash in (Modifiers(attack_bought=2, defence_bought=2), Modifiers(attack_bought=2, rough=True)):
        for attackers in range(1, 5):
            for defenders in range(1, 4):
                for ours, theirs in losses(clash, attackers, defenders)[0]:
                    assert ours <= min(2, attackers)
                    assert theirs <= min(2, defenders)


def test_rule_53_the_literal_third_pair_costs_three_attackers_or_two_defenders() -> None:
    ways, total = losses(Modifiers(defence_bought=1, third_pair=True), 3, 2)
    assert (ways, total) == ({(0, 2): 6420, (1, 2): 10017, (2, 1): 12348, (3, 0): 17871}, 46656)
    four, outcomes = losses(Modifiers(attack_bought=1, defence_bought=1, third_pair=True), 3, 2)
    assert ([count for _, count in sorted(four.items())], outcomes) == ([70293, 73599, 68873, 67171], 279936)
    assert losses(Modifiers(third_pair=True), 3, 2) == losses(Modifiers(), 3, 2), "two dice a side make no third pair"


def test_rule_50_special_forces_send_three_and_leave_the_defence_its_two_dice() -> None:
    assert most_attackers(rough=True, special_forces=False) == 2
    assert losses(Modifiers(rough=True, special_forces=True), 3, 1) == losses(Modifiers(neutral=True), 3, 1)


@pytest.mark.parametrize(
    ("own", "target_tanks", "points"),
    [
        (NearbyBonus(0, 0), 0, 0), (NearbyBonus(1, 0), 0, 1), (NearbyBonus(3, 0), 0, 1), (NearbyBonus(0, 1), 0, 1),
        (NearbyBonus(0, 1), 1, 1), (NearbyBonus(0, 1), 2, 0), (NearbyBonus(0, 2), 2, 1), (NearbyBonus(1, 1), 2, 1),
        (NearbyBonus(2, 4), 0, 2),
    ],
)  # fmt: skip
def test_rules_52_63_64_66_points_of_the_attacker(own: NearbyBonus, target_tanks: int, points: int) -> None:
    assert attack_bonus(own, target_tanks) == points


@pytest.mark.parametrize(("own", "points"), [((0, 0), 0), ((2, 0), 1), ((0, 1), 1), ((1, 2), 2)])
def test_rules_52_63_66_points_of_the_defender(own: tuple[int, int], points: int) -> None:
    assert defence_bonus(NearbyBonus(*own)) == points


def test_rule_64_vector_of_one_tank_against_two() -> None:
    assert (attack_bonus(NearbyBonus(0, 1), 2), defence_bonus(NearbyBonus(0, 2))) == (0, 1)


def test_rule_57_points_come_last_and_are_not_capped() -> None:
    rules = dice_rules(Modifiers(attack_bonus=2, defence_bonus=1, protected=1, rough=True))
    assert rules.cap is None
    assert (rules.attack_dice, rules.defence_least, rules.attack_protected) == (2, 2, 1)
    equal, plain = losses(Modifiers(attack_bonus=1, defence_bonus=1), 3, 2), losses(Modifiers(), 3, 2)
    assert equal == plain


def test_rule_57_or_6_is_the_most() -> None:
    ways, total = losses(Modifiers(attack_bonus=1, cap=6), 3, 2)
    assert ([count for _, count in sorted(ways.items())], total) == ([3390, 2536, 1850], 7776)


def test_rule_59_rewards_add_a_die_of_their_own() -> None:
    rules = dice_rules(Modifiers(attack_bought=2, attack_reward=1, defence_reward=1))
    assert (rules.attack_extra, rules.defence_extra) == (3, 1)


def test_everything_in_force_is_named() -> None:
    assert chips(Modifiers()) == ()
    everything = Modifiers(
        rough=True, neutral=True, special_forces=True, attack_bought=2, defence_bought=1, attack_reward=1,
        defence_reward=1, protected=2, attack_bonus=1, defence_bonus=2, third_pair=True,
    )  # fmt: skip
    assert chips(everything) == (
        "rough terrain: two dice defend",
        "special forces",
        "neutral army: two dice defend",
        "improved attack +2 dice",
        "improved defense +1 die",
        "attack die, first roll",
        "defense die, first roll",
        "recon: 2 without a 1",
        "attack +1 on the highest",
        "defense +2 on the highest",
        "three pairs",
    )


def test_the_number_of_dice_is_named_once() -> None:
    assert chips(Modifiers(rough=True, dice=2)) == ("rough terrain: two attack, two defend",)
    assert chips(Modifiers(rough=True, dice=1)) == ("1 attack die", "rough terrain: two dice defend")
    assert chips(Modifiers(rough=True, dice=2, special_forces=True))[:2] == (
        "2 attack dice",
        "rough terrain: two dice defend",
    )
    assert chips(Modifiers(dice=2)) == ("2 attack dice",)

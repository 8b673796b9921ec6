"""One roll of the dice: reference figures, enumeration, refusals."""

from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wartable.odds import PLAIN, DiceRules, OddsError, expected_losses, roll_between, roll_odds

from . import brute
from .vectors import ROLLS

RULES = st.builds(
    DiceRules,
    attack_bonus=st.integers(-1, 2),
    defence_bonus=st.integers(-1, 2),
    cap=st.sampled_from([None, 6]),
    attack_protected=st.integers(0, 3),
    defence_protected=st.integers(0, 2),
    ones=st.sampled_from(["rerolled", "raised"]),
    pairs=st.sampled_from([None, 1, 2]),
)


@pytest.mark.parametrize(("rules", "attack", "defence", "counts", "total"), ROLLS)
def test_roll_has_the_reference_counts(
    rules: DiceRules, attack: int, defence: int, counts: list[int], total: int
) -> None:
    odds = roll_odds(attack, defence, rules)
    assert [outcome.count for outcome in odds.outcomes] == counts
    assert [outcome.attacker_losses for outcome in odds.outcomes] == list(range(len(counts)))
    assert odds.total == total == sum(counts)


@settings(max_examples=60, deadline=None)
@given(attack=st.integers(1, 3), defence=st.integers(1, 3), rules=RULES)
def test_roll_agrees_with_enumeration(attack: int, defence: int, rules: DiceRules) -> None:
    found = {(o.attacker_losses, o.defender_losses): o.count for o in roll_odds(attack, defence, rules).outcomes}
    assert found == dict(brute.roll(attack, defence, rules))


def test_independent_sorted_dice_are_not_the_odds() -> None:
    """Tan (1997) multiplied the marginal chances of the sorted dice; the results must differ from his."""
    odds = roll_odds(3, 2)
    right = [float(odds.chance(lost)) for lost in (0, 1, 2)]
    for chance, wrong in zip(right, (0.259, 0.504, 0.237), strict=True):
        assert abs(chance - wrong) > 0.05
    assert right == pytest.approx([2890 / 7776, 2611 / 7776, 2275 / 7776], abs=1e-15)


def test_expected_losses_of_three_against_two() -> None:
    assert roll_odds(3, 2).expected() == (Fraction(7161, 7776), Fraction(8391, 7776))
    moments = expected_losses(3, 2)
    assert (moments.attacker, moments.defender) == pytest.approx((0.920910, 1.079090), abs=1e-6)


def test_lone_defender_with_two_dice() -> None:
    odds = roll_between(3, 1, DiceRules(defence_least=2))
    assert [(o.attacker_losses, o.defender_losses, o.count) for o in odds.outcomes] == [
        (0, 1, 2890),
        (1, 1, 2611),
        (2, 0, 2275),
    ]
    assert sum(o.count for o in odds.outcomes if o.defender_losses) == 5501


def test_armies_limit_the_dice() -> None:
    assert roll_between(9, 9) == roll_odds(3, 2)
    assert roll_between(2, 1) == roll_odds(2, 1)
    assert roll_between(9, 9, DiceRules(attack_dice=2)) == roll_odds(2, 2)


def test_extra_dice_improve_the_roll_but_kill_no_third_army() -> None:
    improved = DiceRules(attack_extra=1, pairs=2)
    assert roll_between(3, 2, improved) == roll_odds(4, 2)
    lone = roll_between(1, 2, improved)
    assert [(o.attacker_losses, o.defender_losses, o.count) for o in lone.outcomes] == [
        (0, 2, 295),
        (1, 0, 581),
        (1, 1, 420),
    ]


def test_third_pair_costs_a_two_army_defence_no_third_army() -> None:
    rules = DiceRules(attack_extra=1, defence_extra=1, pairs=3)
    losses = {(o.attacker_losses, o.defender_losses) for o in roll_between(3, 5, rules).outcomes}
    assert losses == {(0, 2), (1, 2), (2, 1), (3, 0)}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"attack_dice": 0}, "attack_dice must be from 1 to 8, not 0"),
        ({"defence_dice": 9}, "defence_dice must be from 1 to 8, not 9"),
        ({"attack_bonus": 7}, "attack_bonus must be from -6 to 6, not 7"),
        ({"cap": 5}, "cap must be from 6 to 12, not 5"),
        ({"pairs": 0}, "pairs must be from 1 to 8, not 0"),
        ({"attack_protected": -1}, "attack_protected must be from 0 to 8, not -1"),
        ({"attack_dice": 8, "attack_extra": 1}, "attack dice with the extra ones must be from 1 to 8, not 9"),
        ({"ones": "kept"}, "ones must be 'rerolled' or 'raised', not 'kept'"),
    ],
)
def test_impossible_rules_are_refused(arguments: dict[str, int], message: str) -> None:
    with pytest.raises(OddsError, match=message):
        DiceRules(**arguments)  # type: ignore[arg-type]


def test_impossible_rolls_are_refused() -> None:
    with pytest.raises(OddsError, match="attack dice must be from 1 to 8, not 0"):
        roll_odds(0, 1)
    with pytest.raises(OddsError, match="at least one defending army, not 0"):
        roll_between(1, 0)
    with pytest.raises(OddsError, match="at least one attacking army, not 0"):
        roll_between(0, 1, PLAIN)


def test_eight_dice_against_eight_are_counted_in_whole_numbers() -> None:
    roll = roll_odds(8, 8)
    assert roll.total == 6**16
    assert sum(o.count for o in roll.outcomes) == roll.total
    assert all(o.attacker_losses + o.defender_losses == 8 for o in roll.outcomes)


def test_all_pairs_of_six_dice_are_lost_as_often_as_counted_hand_by_hand() -> None:
    assert roll_odds(6, 6).outcomes[-1].count == _never_higher(6)


def _never_higher(dice: int) -> int:
    """Count the rolls in which every attacking die is at most as high as the defending one of its rank."""
    hands = list(combinations_with_replacement(range(1, 7), dice))
    ways = {hand: factorial(dice) // prod(factorial(hand.count(face)) for face in range(1, 7)) for hand in hands}
    return sum(ways[a] * ways[d] for a in hands for d in hands if all(map(int.__le__, a, d)))


def test_protected_dice_with_a_bonus_agree_with_enumeration() -> None:
    rules = DiceRules(attack_bonus=2, defence_bonus=-1, cap=7, attack_protected=3, defence_protected=1, ones="raised")
    counted = {(o.attacker_losses, o.defender_losses): o.count for o in roll_odds(4, 3, rules).outcomes}
    assert counted == brute.roll(4, 3, rules)

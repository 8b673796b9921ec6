"""Look-up tables, campaigns and luck: each against the battles they are made of."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wartable.odds import (
    PLAIN,
    Battle,
    DiceLuck,
    DiceRules,
    OddsError,
    Outlook,
    battle_odds,
    conquest_table,
    expected_losses,
    next_leg,
    outlook,
    path_odds,
)

ROUGH = DiceRules(attack_dice=2, defence_least=2)
MUTUAL = DiceRules(attack_extra=1, defence_extra=1, pairs=2)


@pytest.mark.parametrize("rules", [PLAIN, ROUGH, MUTUAL, DiceRules(attack_dice=4, defence_dice=3)])
def test_table_agrees_with_each_battle(rules: DiceRules) -> None:
    table = conquest_table(12, 9, rules)
    for attackers in range(1, 13):
        for defenders in range(1, 10):
            odds = battle_odds(Battle(attackers, defenders, rules=rules))
            assert table.conquered[attackers][defenders] == pytest.approx(odds.conquered, abs=1e-13)
            left = attackers - odds.attacker_losses, defenders - odds.defender_losses
            assert table.attackers_left[attackers][defenders] == pytest.approx(left[0], abs=1e-12)
            assert table.defenders_left[attackers][defenders] == pytest.approx(left[1], abs=1e-12)


@pytest.mark.parametrize(("attackers", "defenders"), [(1, 1), (33, 7), (7, 33), (256, 256), (300, 4), (4, 300)])
def test_outlook_is_the_battle_whatever_the_size(attackers: int, defenders: int) -> None:
    odds, seen = battle_odds(Battle(attackers, defenders)), outlook(attackers, defenders)
    assert seen.conquered == pytest.approx(odds.conquered, abs=1e-12)
    assert seen.attackers_left == pytest.approx(attackers - odds.attacker_losses, abs=1e-9)
    assert seen.defenders_left == pytest.approx(defenders - odds.defender_losses, abs=1e-9)


def test_outlook_without_a_fight() -> None:
    assert outlook(0, 3) == Outlook(0.0, 0.0, 3.0)
    assert outlook(3, 0) == Outlook(1.0, 3.0, 0.0)


def test_tables_have_a_limit() -> None:
    with pytest.raises(OddsError, match="max_attackers must be from 1 to 256, not 257"):
        conquest_table(257, 1)


def test_path_of_one_territory_is_a_battle() -> None:
    odds, path = battle_odds(Battle(9, 5)), path_odds(9, [5])
    assert path.chance == pytest.approx(odds.conquered, abs=1e-15)
    assert path.arriving == pytest.approx(odds.attackers_left)
    assert path.reached == pytest.approx((1.0, odds.conquered))


def _by_hand(attackers: int, path: list[int], rules: list[DiceRules]) -> float:
    if not path:
        return 1.0
    if attackers < 1:
        return 0.0
    ends = battle_odds(Battle(attackers, path[0], rules=rules[0])).attackers_left
    return sum(chance * _by_hand(left - 1, path[1:], rules[1:]) for left, chance in enumerate(ends) if left)


@settings(max_examples=30, deadline=None)
@given(
    st.integers(1, 14), st.lists(st.tuples(st.integers(1, 4), st.sampled_from([PLAIN, ROUGH])), min_size=1, max_size=4)
)
def test_path_agrees_with_battle_after_battle(attackers: int, legs: list[tuple[int, DiceRules]]) -> None:
    defenders, rules = [armies for armies, _ in legs], [dice for _, dice in legs]
    path = path_odds(attackers, defenders, rules)
    assert path.chance == pytest.approx(_by_hand(attackers, defenders, rules), abs=1e-13)
    assert list(path.reached) == sorted(path.reached, reverse=True)
    assert path.chance == path.reached[-1]
    assert path.expected_arriving == pytest.approx(sum(n * p for n, p in enumerate(path.arriving)))


def test_path_too_long_for_the_army_fails() -> None:
    path = path_odds(2, [1, 1, 1])
    assert path.reached[2] > 0
    assert path.chance == 0.0
    assert path_odds(3, [1, 1, 1]).chance == pytest.approx((855 / 1296) * (125 / 216) * (15 / 36))


def test_next_leg_leaves_it_to_the_caller_who_stays_behind() -> None:
    odds = battle_odds(Battle(4, 2)).attackers_left
    assert next_leg((0.0, 0.0, 0.0, 0.0, 1.0), 2) == pytest.approx(odds)
    assert next_leg(odds, 0) == pytest.approx(odds)
    path = path_odds(4, [2, 1], [PLAIN, ROUGH])
    assert next_leg((*odds[1:], 0.0), 1, ROUGH) == pytest.approx(path.arriving)


def test_nobody_enters_an_empty_territory_without_armies() -> None:
    assert next_leg((0.4, 0.6), 0) == (0.0, 0.6)
    assert next_leg((1.0,), 3) == (0.0,)


def test_impossible_paths_are_refused() -> None:
    with pytest.raises(OddsError, match="at least one territory"):
        path_odds(3, [])
    with pytest.raises(OddsError, match="defenders of each territory must be from 1 to 100,000, not 0"):
        path_odds(3, [1, 0])
    with pytest.raises(OddsError, match="path of 2 territories needs as many rules, not 1"):
        path_odds(3, [1, 1], [PLAIN])


def test_luck_counts_from_both_sides() -> None:
    roll = expected_losses(3, 2)
    attacker = DiceLuck().plus(roll, 0, 2, attacking=True)
    defender = DiceLuck().plus(roll, 0, 2, attacking=False)
    assert attacker.surplus == pytest.approx((2 - 8391 / 7776) - (0 - 7161 / 7776))
    assert defender.surplus == pytest.approx(-attacker.surplus)
    assert (attacker.killed, attacker.lost, defender.killed, defender.lost) == (2, 0, 0, 2)
    assert defender.deviations == pytest.approx(-attacker.deviations)


def test_luck_of_every_outcome_averages_to_nothing() -> None:
    roll = expected_losses(3, 2)
    outcomes = [(0, 2, 2890), (1, 1, 2611), (2, 0, 2275)]
    surpluses = [(DiceLuck().plus(roll, a, d, attacking=True).surplus, n) for a, d, n in outcomes]
    assert sum(s * n for s, n in surpluses) == pytest.approx(0.0, abs=1e-9)
    assert sum(s * s * n for s, n in surpluses) / 7776 == pytest.approx(roll.variance)


def test_lone_defender_with_two_dice_expects_no_second_loss() -> None:
    assert expected_losses(3, 2, defenders=1).defender == pytest.approx(5501 / 7776)
    assert DiceLuck().deviations == 0.0

"""Whole battles: reference tables, exact fractions, recursion, and what must always hold."""

from fractions import Fraction
from math import fsum

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wartable.odds import (
    PLAIN,
    Battle,
    BattleOdds,
    DiceRules,
    OddsError,
    battle_odds,
    exact_conquest,
    exact_ends,
    roll_odds,
)
from wartable.odds.sweep import step

from . import brute
from .vectors import ATTACKERS_LEFT_10_10, BATTLES, DEFENDERS_LEFT_10_10, EXACT, LOSSES

RULES = st.builds(
    DiceRules,
    attack_dice=st.integers(1, 4),
    defence_dice=st.integers(1, 3),
    defence_least=st.integers(0, 2),
    attack_extra=st.integers(0, 1),
    defence_extra=st.integers(0, 1),
    attack_bonus=st.integers(-1, 2),
    defence_bonus=st.integers(-1, 2),
    pairs=st.sampled_from([None, 1, 2]),
).filter(lambda rules: rules.attack_dice + rules.attack_extra + rules.defence_most <= 6)
"""Few enough dice for the enumeration."""

BONUS_RULES = st.builds(
    DiceRules,
    attack_dice=st.integers(1, 4),
    attack_bonus=st.integers(0, 2),
    defence_bonus=st.integers(0, 2),
    attack_protected=st.integers(0, 3),
)


def _total(odds: BattleOdds) -> float:
    return fsum((odds.conquered, odds.stopped, odds.repelled))


def _ends(odds: BattleOdds) -> dict[tuple[int, int], float]:
    return {(ours, theirs): chance for ours, theirs, chance in odds.ends}


@pytest.mark.parametrize("name", BATTLES)
def test_conquest_chances_have_the_reference_values(name: str) -> None:
    rules, table = BATTLES[name]
    for attackers, row in enumerate(table, 1):
        for defenders, chance in enumerate(row, 1):
            odds = battle_odds(Battle(attackers, defenders, rules=rules))
            assert odds.conquered == pytest.approx(chance, abs=5.001e-7), (attackers, defenders)


def test_equal_bonuses_cancel() -> None:
    shifted = DiceRules(attack_bonus=1, defence_bonus=2)
    plus = battle_odds(Battle(9, 6, rules=DiceRules(defence_bonus=1)))
    assert battle_odds(Battle(9, 6, rules=shifted)).ends == plus.ends


def test_ends_of_ten_against_ten() -> None:
    odds = battle_odds(Battle(10, 10))
    assert odds.defenders_left[1:] == pytest.approx(DEFENDERS_LEFT_10_10, abs=5.001e-7)
    assert odds.attackers_left[1:] == pytest.approx(ATTACKERS_LEFT_10_10, abs=5.001e-7)
    assert odds.defenders_left[0] == odds.attackers_left[0] == 0.0


@pytest.mark.parametrize(("attackers", "defenders", "top", "bottom"), EXACT)
def test_exact_fractions(attackers: int, defenders: int, top: int, bottom: int) -> None:
    assert exact_conquest(attackers, defenders) == Fraction(top, bottom)
    assert battle_odds(Battle(attackers, defenders)).conquered == pytest.approx(top / bottom, abs=1e-15)


@pytest.mark.parametrize(("attackers", "defenders", "lost", "won"), LOSSES)
def test_expected_losses(attackers: int, defenders: int, lost: float, won: float) -> None:
    odds = battle_odds(Battle(attackers, defenders))
    assert (odds.attacker_losses, odds.defender_losses) == pytest.approx((lost, won), abs=5.001e-7)


def test_equal_armies_favour_the_attacker_from_five_on() -> None:
    favoured = [n for n in range(1, 60) if battle_odds(Battle(n, n)).conquered > 0.5]
    assert favoured == list(range(5, 60))


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 7), st.integers(1, 7), RULES, st.integers(0, 3))
def test_battles_agree_with_plain_recursion(attackers: int, defenders: int, rules: DiceRules, stop: int) -> None:
    stop = min(stop, attackers - 1)
    odds = battle_odds(Battle(attackers, defenders, stop=stop, rules=rules))
    known = brute.conquest(attackers, defenders, rules, stop)
    assert _ends(odds) == pytest.approx({end: float(chance) for end, chance in known.items()}, abs=1e-14)
    if stop == 0:
        assert exact_ends(attackers, defenders, rules) == known


@pytest.mark.parametrize("stop", [0, 1, 40])
@pytest.mark.parametrize("rules", [PLAIN, DiceRules(defence_dice=3), DiceRules(attack_dice=2, defence_least=2)])
def test_large_battles_add_up_to_one(rules: DiceRules, stop: int) -> None:
    odds = battle_odds(Battle(300, 260, stop=stop, rules=rules))
    assert _total(odds) == pytest.approx(1.0, abs=1e-12)
    assert fsum(odds.attackers_left) == pytest.approx(odds.conquered, abs=1e-12)
    assert fsum(odds.defenders_left) == pytest.approx(odds.stopped + odds.repelled, abs=1e-12)


def test_a_thousand_against_a_thousand_adds_up_to_one() -> None:
    odds = battle_odds(Battle(1000, 1000))
    assert _total(odds) == pytest.approx(1.0, abs=1e-12)
    assert 0.998 < odds.conquered < 0.9995
    mean_lost, mean_won = map(float, roll_odds(3, 2).expected())
    assert odds.attacker_losses / odds.defender_losses == pytest.approx(mean_lost / mean_won, rel=1e-3)


@pytest.mark.parametrize(
    ("attackers", "defenders", "rules"),
    [
        (10_000, 10_000, PLAIN),
        (2000, 9000, DiceRules(attack_extra=1)),
        (3000, 2500, DiceRules(attack_dice=8, defence_dice=8)),
    ],
)
def test_battles_of_thousands_add_up_to_one_in_every_digit(attackers: int, defenders: int, rules: DiceRules) -> None:
    odds = battle_odds.__wrapped__(Battle(attackers, defenders, rules=rules))
    assert _total(odds) == pytest.approx(1.0, abs=3e-15)
    assert fsum(chance for *_, chance in odds.ends) == pytest.approx(1.0, abs=3e-15)


@settings(max_examples=8, deadline=None)
@given(st.integers(200, 400), st.integers(200, 400), RULES, st.sampled_from([0, 20]), st.sampled_from([None, 90, 400]))
def test_cut_diagonals_lose_nothing_that_counts(
    attackers: int, defenders: int, rules: DiceRules, stop: int, rolls: int | None
) -> None:
    battle = Battle(attackers, defenders, stop=stop, rolls=rolls, rules=rules)
    cut = battle_odds.__wrapped__(battle)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("wartable.odds.sweep._LONG", 10**9)
        whole = battle_odds.__wrapped__(battle)
    assert dict.fromkeys(_ends(whole), 0.0) | _ends(cut) == pytest.approx(
        dict.fromkeys(_ends(cut), 0.0) | _ends(whole), abs=1e-15
    )
    told = [(one.attacker_losses, one.defender_losses, one.expected_rolls) for one in (cut, whole)]
    assert told[0] == pytest.approx(told[1], rel=1e-13)


def test_rare_ends_of_small_battles_keep_their_digits() -> None:
    assert battle_odds(Battle(5, 60)).conquered == pytest.approx(float(exact_conquest(5, 60)), rel=1e-12)


@pytest.mark.parametrize("rolls", [1, 7, 40])
def test_a_limit_of_rolls_is_the_same_as_rolling_so_often(rolls: int) -> None:
    rules = DiceRules(attack_dice=4, defence_dice=3)
    states = {(30, 25): 1.0}
    for _ in range(rolls):
        states = step(states, 6, rules)
    odds = battle_odds(Battle(30, 25, stop=6, rolls=rolls, rules=rules))
    assert _ends(odds) == pytest.approx(states, abs=1e-15)


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 40), st.integers(1, 40), BONUS_RULES)
def test_more_of_the_good_is_never_worse(attackers: int, defenders: int, rules: DiceRules) -> None:
    chance = battle_odds(Battle(attackers, defenders, rules=rules)).conquered
    tiny = 1e-13
    assert battle_odds(Battle(attackers + 1, defenders, rules=rules)).conquered >= chance - tiny
    assert battle_odds(Battle(attackers, defenders + 1, rules=rules)).conquered <= chance + tiny
    helped = DiceRules(
        attack_dice=rules.attack_dice,
        attack_bonus=rules.attack_bonus + 1,
        defence_bonus=rules.defence_bonus,
        attack_protected=rules.attack_protected + 1,
    )
    assert battle_odds(Battle(attackers, defenders, rules=helped)).conquered >= chance - tiny


@settings(max_examples=30, deadline=None)
@given(st.integers(2, 40), st.integers(1, 40), st.data())
def test_stopping_earlier_costs_chances_and_saves_armies(attackers: int, defenders: int, data: st.DataObject) -> None:
    stop = data.draw(st.integers(1, attackers - 1))
    early, late = (battle_odds(Battle(attackers, defenders, stop=level)) for level in (stop, stop - 1))
    assert early.conquered <= late.conquered + 1e-13
    assert early.attacker_losses <= late.attacker_losses + 1e-12
    assert _total(early) == pytest.approx(1.0, abs=1e-12)


def test_stop_level_leaves_that_many_or_one_less() -> None:
    odds = battle_odds(Battle(10, 10, stop=4))
    assert {ours for ours, theirs, _ in odds.ends if theirs} == {3, 4}
    assert odds.repelled == 0.0
    assert odds.stopped == pytest.approx(1 - odds.conquered, abs=1e-12)
    last = battle_odds(Battle(10, 10, stop=1))
    assert last.repelled > 0
    assert last.stopped > 0


def test_one_roll_is_the_roll() -> None:
    odds = battle_odds(Battle(11, 7, rolls=1))
    assert odds.ends == ((9, 7, 2275 / 7776), (10, 6, 2611 / 7776), (11, 5, 2890 / 7776))
    assert odds.expected_rolls == 1.0
    assert odds.stopped == pytest.approx(1.0, abs=1e-15)


def test_enough_rolls_are_a_fight_to_the_end() -> None:
    limited, free = battle_odds(Battle(8, 5, rolls=12)), battle_odds(Battle(8, 5))
    assert _ends(limited) == pytest.approx(_ends(free))
    assert limited.expected_rolls == pytest.approx(free.expected_rolls)
    assert battle_odds(Battle(8, 5, rolls=3)).conquered < free.conquered


def test_expected_rolls_of_single_armies() -> None:
    assert battle_odds(Battle(1, 1)).expected_rolls == 1.0
    chance = 855 / 1296
    assert battle_odds(Battle(4, 1)).expected_rolls == pytest.approx(
        1 + (1 - chance) + (1 - chance) ** 2 + (1 - chance) ** 2 * (91 / 216)
    )


def test_first_roll_may_have_its_own_dice() -> None:
    ambush = DiceRules(attack_bonus=1)
    odds = battle_odds(Battle(1, 2, first=ambush))
    assert odds.conquered == pytest.approx(91 / 216 * 15 / 36)
    assert odds.expected_rolls == pytest.approx(1 + 91 / 216)
    assert battle_odds(Battle(1, 2, first=ambush, rolls=1)).defenders_left[1] == pytest.approx(91 / 216)
    assert _ends(battle_odds(Battle(20, 20, first=PLAIN))) == pytest.approx(_ends(battle_odds(Battle(20, 20))))


def test_territory_never_stands_empty() -> None:
    """With extra dice two lone armies can each lose; the defender keeps his."""
    both = DiceRules(attack_extra=1, defence_extra=1, pairs=2)
    odds = battle_odds(Battle(1, 1, rules=both))
    assert odds.ends == ((0, 1, (581 + 420) / 1296), (1, 0, 295 / 1296))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"attackers": 0, "defenders": 1}, "attackers must be from 1 to 100,000, not 0"),
        ({"attackers": 1, "defenders": 100_001}, "defenders must be from 1 to 100,000, not 100,001"),
        ({"attackers": 3, "defenders": 1, "stop": 3}, "stop must be below the 3 attackers, not 3"),
        ({"attackers": 3, "defenders": 1, "stop": -1}, "stop must be at least 0, not -1"),
        ({"attackers": 3, "defenders": 1, "rolls": 0}, "rolls must be at least 1, not 0"),
    ],
)
def test_impossible_battles_are_refused(arguments: dict[str, int], message: str) -> None:
    with pytest.raises(OddsError, match=message):
        Battle(**arguments)  # type: ignore[arg-type]


def test_exact_battles_have_a_limit() -> None:
    with pytest.raises(OddsError, match="attackers must be from 1 to 60, not 61"):
        exact_ends(61, 1)

"""What the treasury desk can tell: the money of next spring, and who could outbid (interface guide 3)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from msgspec.structs import replace

from tests.games.machiavelli.stated import adjustments, banking, expenses, game, position, purse
from wartable.games.machiavelli.adjustment import adjust
from wartable.games.machiavelli.banking import bank
from wartable.games.machiavelli.expenses import spend
from wartable.games.machiavelli.forecast import Rival, dice_odds, rivals, spring
from wartable.games.machiavelli.income import income
from wartable.games.machiavelli.play.opening import opening


def test_spring_is_foreseen_as_income_and_adjustment_bring_it() -> None:
    """10, 11: every throw leaves what the odds say, down to the last ducat."""
    rules = game()
    before = replace(opening(rules), famine=("milan",))
    seen = spring(rules, before, "milan")
    left: dict[int, int] = {}
    for face in range(1, 7):
        faces = (1, 1, 1, 1, face, 1, 1, 1, 1, 1)
        earned = income(rules, replace(before, famine=(), year=1455), faces).position
        left[face] = purse(adjust(rules, earned, adjustments(rules, milan=[])).position, "milan")

    assert (seen.provinces, seen.cities, seen.upkeep, seen.seas) == (7, 5, 9, 0)
    assert (seen.least, seen.most) == (min(left.values()), max(left.values()))
    assert seen.short == 0


def test_the_chance_of_falling_short_is_exact() -> None:
    rules = game()
    before = position(
        rules, *(f"venice A {place}" for place in ("padua", "verona", "friuli")), held={"venice": ["padua", "verona"]}
    )
    seen = spring(rules, before, "venice")

    assert (seen.provinces + seen.cities, seen.upkeep) == (3, 9)
    assert seen.short == Fraction(sum(a + b < 6 for a, b in product((2, 3, 3, 4, 4, 5), repeat=2)), 36)
    assert sum(seen.dice.values()) == 1


def test_one_die_for_all_is_not_two_dice() -> None:
    """10: with a die for all both dice of Venice show the same face."""
    shared = game(variable_income_die="per_game")

    assert dice_odds(shared, opening(shared), "venice") == {
        4: Fraction(1, 6), 6: Fraction(1, 3), 8: Fraction(1, 3), 10: Fraction(1, 6),
    }  # fmt: skip
    assert dice_odds(game(dice=False), opening(game(dice=False)), "venice") == {0: 1}


def test_loans_due_that_spring_are_told() -> None:
    """12.1."""
    rules = game()
    taken = bank(rules, position(rules, season="spring"), banking(rules, venice=["BORROW 10 FOR 1", "BORROW 5 FOR 2"]))

    assert spring(rules, taken.position, "venice").due == 12


@pytest.mark.parametrize(
    ("purses", "found"),
    [
        ({"france": 18}, ["france"]),
        ({"france": 3}, ["france"]),
        ({"france": 2}, []),
        ({"papacy": 40}, []),
        ({"milan": 3}, ["milan"]),
    ],
)
def test_who_could_outbid_is_who_would(purses: dict[str, int], found: list[str]) -> None:
    """12.2: whose unit reaches the target, and whose treasury has what would matter; tried out with the money."""
    rules = game()
    before = position(
        rules, "venice A mantua", "milan A parma", "france A modena", "papacy A rome", treasury={"venice": 18, **purses}
    )
    army = before.at("parma")
    assert army is not None
    told = rivals(rules, before, "venice", army, "K", 18)

    assert [one.power for one in told] == found
    for power, ducats in purses.items():
        line = [f"E1: {ducats} F milan A parma"]
        spoiled = spend(rules, before, expenses(rules, venice=["E1: 18 K milan A parma"], **{power: line})).position
        assert (spoiled.at("parma") == army) == (power in found)


def test_a_rival_needs_more_where_the_bribe_is_larger() -> None:
    rules = game()
    before = position(
        rules, "venice A mantua", "milan A parma", "france A modena", treasury={"venice": 30, "france": 14}
    )
    army = before.at("parma")
    assert army is not None

    assert rivals(rules, before, "venice", army, "K", 30) == ()
    assert rivals(rules, before, "venice", army, "K", 27) == (Rival("france", "A modena", 14),)

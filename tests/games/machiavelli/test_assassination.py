"""Assassinations, and what becomes of the victim's provinces (rules/machiavelli.md 12.4)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.games.machiavelli.stated import codes, expenses, game, position, purse
from wartable.games.machiavelli.assassination import (
    Attempt,
    Attempts,
    attempt,
    attempt_dice,
    buys,
    chance,
    loyalty_dice,
    strike,
    victims_of,
)
from wartable.games.machiavelli.expenses import spend
from wartable.games.machiavelli.money_events import AttemptRolled, LoyaltyRolled, Murdered
from wartable.games.machiavelli.play.tell import sentence
from wartable.games.machiavelli.rules import Rules
from wartable.games.machiavelli.state import Position, Power


def armed(before: Position, power: Power, *chits: Power) -> Position:
    """Give a power assassins."""
    return before.with_account(power, replace(before.accounts[power], chits=chits))


@pytest.mark.parametrize(("ducats", "faces"), [(11, 0), (12, 1), (23, 1), (24, 2), (35, 2), (36, 3), (60, 3)])
def test_odds_in_sixths(ducats: int, faces: int) -> None:
    """12.4, the table: more than 36 is wasted."""
    rules = game()
    assert buys(rules, ducats) == faces
    assert chance(rules, ducats) == pytest.approx(faces / 6)
    for face in range(1, 7):
        if faces:
            done = attempt(rules, position(rules), (Attempt("naples", "florence", ducats),), (face,))
            assert bool(done.victims) == (face <= faces)


@pytest.mark.parametrize(
    ("ducats", "dice"),
    [(9, 0), (10, 1), (18, 2), (25, 3), (31, 4), (36, 5), (40, 6), (43, 7), (46, 8), (48, 9), (50, 10)],
)
def test_odds_by_a_pool_of_dice(ducats: int, dice: int) -> None:
    """12.4, as condottieri has it later: one six of so many dice."""
    rules = game(assassination_table="dice_pool")
    one = Attempt("naples", "florence", ducats)

    assert attempt_dice(rules, (one,)) == (6,) * dice
    assert chance(rules, ducats) == pytest.approx(1 - (5 / 6) ** dice)
    if dice:
        lucky, unlucky = (*(1,) * (dice - 1), 6), (5,) * dice
        assert attempt(rules, position(rules), (one,), lucky).victims == ("florence",)
        assert attempt(rules, position(rules), (one,), unlucky).victims == ()


def test_a_pool_is_paid_in_single_ducats() -> None:
    """12.4: 10 ducats buy one die though they are no multiple of three."""
    rules = game(assassination_table="dice_pool")
    before = armed(position(rules, treasury={"naples": 10}), "naples", "florence")
    done = spend(rules, before, expenses(rules, naples=["E1: 10 E florence"]))

    assert done.attempts == (Attempt("naples", "florence", 10),)


def test_an_attempt_takes_an_assassin_and_without_one_the_money_is_spent_for_nothing() -> None:
    """12.4: the chit is used up, whatever happens."""
    rules = game()
    before = armed(position(rules, treasury={"naples": 36}), "naples", "florence", "venice")
    done = spend(rules, before, expenses(rules, naples=["E1: 12 E florence", "E2: 12 E florence", "E3: 12 E milan"]))

    assert [one.victim for one in done.attempts] == ["florence"]
    assert done.position.accounts["naples"].chits == ("venice",)
    assert purse(done.position, "naples") == 0
    assert codes(done.events) == ["murder.no_chit", "murder.no_chit"]


def test_too_little_money_sends_nobody() -> None:
    rules = game()
    before = armed(position(rules, treasury={"naples": 11}), "naples", "florence")
    done = spend(rules, before, expenses(rules, naples=["E1: 12 E florence"]))

    assert done.attempts == ()
    assert done.position.accounts["naples"].chits == ("florence",)


def test_several_attempts_on_one_power_are_rolled_apart_and_success_counts_once() -> None:
    """12.4."""
    rules = game()
    three = tuple(Attempt(power, "florence", 12) for power in ("naples", "milan", "venice"))
    done = attempt(rules, position(rules), three, (1, 6, 1))

    assert attempt_dice(rules, three) == (6, 6, 6)
    assert done.victims == ("florence",)
    assert [event.done for event in done.events if isinstance(event, AttemptRolled)] == [True, False, True]
    assert sum(isinstance(event, Murdered) for event in done.events) == 1


def test_who_sent_assassins_is_known_to_him_alone() -> None:
    rules = game()
    done = attempt(rules, position(rules), (Attempt("naples", "florence", 12),), (1,))

    tried, murdered = done.events
    assert isinstance(tried, AttemptRolled)
    assert tried.private_to == ("naples",)
    assert isinstance(murdered, Murdered)
    assert murdered.private_to == ()
    assert sentence(rules, murdered, ()) == (
        "The ruler of Florence is murdered. Its units hold, its sieges end, and each of its provinces may rebel."
    )


def test_bankers_come_after_the_others() -> None:
    """2.2 step 6; who was murdered already is not murdered again."""
    assert victims_of(Attempts(("florence",)), ("florence", "milan")) == ("florence", "milan")


RATES = [
    ("florence", "florence A pisa", "pisa", 1),
    ("florence", "florence G pisa", "pisa", 1),
    ("florence", "milan A milan", "pisa", 2),
    ("milan", "milan A pisa", "pisa", 3),
    ("milan", "florence A florence", "pisa", 5),
    ("milan", "florence A pisa", "pisa", 5),
]


@pytest.mark.parametrize(("victim", "unit", "place", "most"), RATES)
def test_which_provinces_rebel_on_what(victim: Power, unit: str, place: str, most: int) -> None:
    """12.4 (5), the table: home or conquered, with a unit or garrison of the victim or empty."""
    rules = game()
    before = position(rules, unit, held={victim: [place]})

    for face in range(1, 7):
        done = strike(rules, before, (victim,), (face,))
        assert bool(done.position.rebellions) == (face <= most)
        (rolled,) = (event for event in done.events if isinstance(event, LoyaltyRolled))
        assert (rolled.face, rolled.limit) == (face, most)


def test_every_province_of_the_victim_rolls() -> None:
    """12.4 (5); provinces that rebel already have nothing to roll for."""
    rules = game()
    rebels = [("pistoia", "field", "florence")]
    before = position(rules, held={"florence": ["pisa", "pistoia", "bologna"], "milan": ["pavia"]}, rebels=rebels)

    assert loyalty_dice(rules, before, ("florence",)) == (6, 6)
    done = strike(rules, before, ("florence",), (5, 2)).position
    assert {(one.place, one.space) for one in done.rebellions} == {
        ("bologna", "field"), ("bologna", "city"), ("pisa", "field"), ("pisa", "city"), ("pistoia", "field"),
    }  # fmt: skip


def siege(rules: Rules) -> Position:
    """Return a siege of Pisa by Milan that runs."""
    return position(
        rules, "florence G pisa", "milan A pisa", held={"milan": ["pavia"]}, sieges=[("pisa", "milan A pisa")]
    )


def test_garrisons_that_were_under_siege_are_given_up_and_no_others() -> None:
    """12.4 (4); 19.3: in another program a garrison gives up already when the siege begins."""
    rules = game()
    running, beginning = siege(rules), replace(siege(rules), sieges=())

    assert [str(unit) for unit in strike(rules, running, ("florence",), ()).position.units] == ["milan A pisa"]
    assert strike(rules, beginning, ("florence",), ()).position.units == beginning.units


def test_the_victims_own_sieges_are_broken_off_and_both_murdered_are_even() -> None:
    """12.4 (3) and (4)."""
    rules = game()
    before = siege(rules)
    besieger = strike(rules, before, ("milan",), (6,)).position
    both = strike(rules, before, ("florence", "milan"), (6,)).position

    assert (besieger.sieges, besieger.units) == ((), before.units)
    assert (both.sieges, both.units) == ((), before.units)


def test_there_may_be_no_assassins() -> None:
    """15, option assassination."""
    rules = game(assassination=False)
    before = armed(position(rules, treasury={"naples": 12}), "naples", "florence")
    done = spend(rules, before, expenses(rules, naples=["E1: 12 E florence"]))

    assert (done.attempts, codes(done.events)) == ((), ["murder.off"])

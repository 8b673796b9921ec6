"""What the levels of Machiavelli that try their orders make of a position."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from msgspec.structs import replace

from tests.bots.machiavelli import MILAN, SMALL, decided, hasten, played, stated
from wartable import bots
from wartable.bots.machiavelli.deals import Purse
from wartable.bots.machiavelli.desk import Desk
from wartable.bots.machiavelli.polish import polish
from wartable.bots.machiavelli.prospect import VICTORY, Prospect, worth_of
from wartable.bots.machiavelli.scene import Scene
from wartable.bots.machiavelli.trial import Trial
from wartable.engine.values import Seat
from wartable.games.machiavelli.data import scenario_named, scenario_titles
from wartable.games.machiavelli.options import PROFILES
from wartable.games.machiavelli.orders import (
    Advance,
    Besiege,
    Borrow,
    Build,
    Expense,
    Maintain,
    Support,
    Target,
    UnitName,
)
from wartable.games.machiavelli.play.actions import CampaignOrders, YearOrders
from wartable.games.machiavelli.play.game import MACHIAVELLI
from wartable.games.machiavelli.play.state import MachiavelliState
from wartable.games.machiavelli.play.tasks import SendYear
from wartable.games.machiavelli.state import AUTONOMOUS, Account, Loan, Position, Siege, Unit

LEVELS = ("medium", "hard")


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the levels try less: what these positions ask for is plain."""
    hasten(monkeypatch)


def seen(state: MachiavelliState) -> Scene:
    return Scene(state, state.powers.index(MILAN), Random(1))


# --- whole games


def test_games_are_played_to_their_end_and_the_same_again_from_the_same_seed() -> None:
    one, other = (played(["hard", "medium", "easy", "easy"], seed=7, scenario=SMALL) for _ in range(2))
    assert one.outcome is not None
    assert all(move.why.endswith(".") for move in one.moves if move.entry.seat >= 0)
    assert [move.entry for move in one.moves] == [move.entry for move in other.moves]


@pytest.mark.strength
@pytest.mark.parametrize("preset", PROFILES)
def test_every_edition_is_played_to_its_end(preset: str) -> None:
    assert played(["hard", "medium", "easy"], **{**PROFILES[preset], "last_year": 2}).outcome is not None


@pytest.mark.strength
@pytest.mark.parametrize("scenario", [key for key in scenario_titles() if not scenario_named(key).like])
def test_every_scenario_is_played_to_its_end(scenario: str) -> None:
    assert played(["medium", "hard"], scenario=scenario).outcome is not None


# --- campaigns


@pytest.mark.parametrize("level", LEVELS)
def test_an_open_city_next_door_is_walked_into(level: str) -> None:
    (order,) = decided(stated(Unit(MILAN, "A", "pavia")), level=level).orders
    assert isinstance(order, Advance)


@pytest.mark.parametrize("level", LEVELS)
def test_a_siege_goes_on_to_its_end(level: str) -> None:
    state = stated(Unit(MILAN, "A", "mantua"), Unit(AUTONOMOUS, "G", "mantua"))
    (besieger,) = state.position.of(MILAN)
    running = replace(state, position=replace(state.position, sieges=(Siege("mantua", besieger.number),)))
    assert isinstance(decided(running, level=level).orders[0], Besiege)


class InPavia(Prospect):
    """Wants nothing but a unit in the field of Pavia."""

    def value(self, position: Position) -> float:
        there = position.at("pavia")
        return float(there is not None and there.owner == self.power)


def test_orders_are_improved_in_pairs_where_one_unit_alone_gains_nothing() -> None:
    state = stated(Unit(MILAN, "A", "milan"), Unit(MILAN, "A", "como"), Unit("venice", "A", "pavia"), season="fall")
    scene = seen(state)
    desk = Desk(Trial(scene.rules, state.position), InPavia(scene), [{}])
    kinds = {type(order) for order in polish(desk, CampaignOrders(), 200).orders}
    assert kinds == {Advance, Support}


@pytest.mark.parametrize("level", LEVELS)
def test_money_buys_a_garrison_of_nobody_beside_an_own_unit(level: str) -> None:
    state = stated(Unit(MILAN, "A", "pavia"), Unit(AUTONOMOUS, "G", "montferrat"), money=30)
    spent = [one.letter for one in decided(state, level=level).expenses]
    assert set(spent) & {"G", "H"}


def test_hard_borrows_what_a_city_is_worth_and_medium_never_does() -> None:
    state = stated(Unit(MILAN, "A", "pavia"), Unit(AUTONOMOUS, "G", "montferrat"), money=4)
    board = MACHIAVELLI.rules(state).board
    wide = dict.fromkeys([place for place, facts in board.provinces.items() if facts.kind == "inland"], MILAN)
    state = replace(state, position=replace(state.position, provinces=wide))
    assert any(isinstance(one, Borrow) for one in decided(state, level="hard").banking)
    assert decided(state, level="medium").banking == ()


@pytest.mark.parametrize("level", LEVELS)
def test_famine_does_not_take_a_unit_that_can_be_saved(level: str) -> None:
    state = stated(Unit(MILAN, "A", "pavia"), money=12, famine=("pavia",))
    action = decided(state, level=level)
    assert [one.letter for one in action.expenses] == ["A"] or isinstance(action.orders[0], Advance)


def test_an_own_unit_is_guarded_where_all_hangs_on_it_and_others_have_money() -> None:
    units = (Unit(MILAN, "G", "milan"), Unit("venice", "A", "milan"), Unit("florence", "A", "cremona"))
    state = stated(*units, money=30)
    state = replace(state, position=replace(state.position, cities={"milan": MILAN}, provinces={"milan": "venice"}))
    letters = {one.letter for one in decided(state, level="hard").expenses}
    assert "F" in letters


# --- money


def test_a_debt_that_the_bank_would_lend_again_lets_no_unit_go() -> None:
    state = stated(Unit(MILAN, "A", "pavia"), money=6)
    seat = Seat(state.powers.index(MILAN))
    loan = Loan(state.position.year, "fall", 5, 1)
    indebted = state.position.with_account(MILAN, Account(treasury=6, loans=(loan,)))
    asked = replace(state, position=indebted, agenda=(SendYear(seats=(seat,)),))
    action = bots.get(MACHIAVELLI, "hard").decide(MACHIAVELLI, asked, seat, Random(1)).action
    assert isinstance(action, YearOrders)
    assert Maintain(UnitName("A", "pavia")) in action.orders


def test_in_the_last_year_the_bank_lends_what_is_never_paid_back() -> None:
    state = stated(Unit(MILAN, "A", "pavia"))
    last = replace(state, options=replace(state.options, last_year=1))
    assert Purse(seen(state), borrows=True).paying(CampaignOrders(), 20) is None
    assert Purse(seen(last), borrows=True).paying(CampaignOrders(), 20) == CampaignOrders(banking=(Borrow(20, 1),))


def test_what_the_bank_collects_this_year_is_not_spent() -> None:
    state = stated(Unit(MILAN, "A", "pavia"), money=20)
    loans = (Loan(state.position.year, "summer", 10, 2), Loan(state.position.year + 1, "spring", 5, 1))
    indebted = state.position.with_account(MILAN, Account(treasury=20, loans=loans))
    purse = Purse(seen(replace(state, position=indebted)), borrows=False)
    assert purse.cash == 8
    assert purse.paying(CampaignOrders(), 8) == CampaignOrders()
    assert purse.paying(CampaignOrders(), 9) is None


def test_a_loan_that_is_due_and_cannot_be_paid_is_paid_by_another() -> None:
    state = stated(Unit(MILAN, "A", "pavia"), money=3)
    loan = Loan(state.position.year, "spring", 5, 1)
    indebted = state.position.with_account(MILAN, Account(treasury=3, loans=(loan,)))
    purse = Purse(seen(replace(state, position=indebted)), borrows=True)
    assert purse.saved(CampaignOrders()).banking == (Borrow(3, 1),)


def test_the_first_ducats_are_worth_most() -> None:
    worths = [worth_of(ducats) for ducats in range(-3, 80)]
    steps = [round(after - before, 6) for before, after in pairwise(worths)]
    assert all(step > 0 for step in steps)
    assert steps == sorted(steps, reverse=True)


def test_a_year_of_medium_keeps_back_what_the_bank_collects() -> None:
    level = "medium"
    state = stated(Unit(MILAN, "A", "pavia"), money=9)
    seat = Seat(state.powers.index(MILAN))
    loan = Loan(state.position.year, "fall", 5, 1)
    indebted = state.position.with_account(MILAN, Account(treasury=9, loans=(loan,)))
    asked = replace(state, position=indebted, agenda=(SendYear(seats=(seat,)),))
    action = bots.get(MACHIAVELLI, level).decide(MACHIAVELLI, asked, seat, Random(1)).action
    assert isinstance(action, YearOrders)
    assert [type(one) for one in action.orders] == [Maintain]
    free = replace(asked, position=state.position)
    richer = bots.get(MACHIAVELLI, level).decide(MACHIAVELLI, free, seat, Random(1)).action
    assert isinstance(richer, YearOrders)
    assert any(isinstance(one, Build) for one in richer.orders)


# --- trials and worths


def test_a_position_is_worth_less_without_a_city_and_nothing_without_a_home() -> None:
    state = stated(Unit(MILAN, "A", "pavia"))
    prospect = Prospect(seen(state))
    less = replace(state.position, cities={"milan": MILAN})
    out = replace(
        state.position,
        accounts={
            power: replace(account, eliminated=power == MILAN) for power, account in state.position.accounts.items()
        },
    )
    assert prospect.value(state.position) > prospect.value(less) > prospect.value(out) == -VICTORY


def test_at_the_end_of_the_last_year_only_cities_count() -> None:
    state = stated(Unit(MILAN, "A", "pavia"), Unit("venice", "A", "como"), season="fall")
    last = replace(state, options=replace(state.options, last_year=1))
    richer = replace(state.position, units=(), provinces={}, cities={"milan": MILAN, "pavia": MILAN, "como": MILAN})
    now, then = (Prospect(seen(one)) for one in (last, state))
    assert now.value(richer) - now.value(state.position) > 0.9
    assert then.value(richer) - then.value(state.position) < 0.9


def test_a_trial_leads_where_the_game_does() -> None:
    state = stated(Unit(MILAN, "A", "pavia"), Unit(AUTONOMOUS, "G", "montferrat"), money=9)
    action = CampaignOrders(
        (Advance(UnitName("A", "pavia"), "montferrat"),),
        expenses=(Expense(1, 6, "G", unit=Target(AUTONOMOUS, "G", "montferrat")),),
    )
    tried = Trial(MACHIAVELLI.rules(state), state.position).after({MILAN: action})
    after = MACHIAVELLI.apply(state, Seat(state.powers.index(MILAN)), action).state.position
    assert (tried.units, tried.cities, tried.provinces) == (after.units, after.cities, after.provinces)
    assert tried.accounts[MILAN].treasury == after.accounts[MILAN].treasury == 3

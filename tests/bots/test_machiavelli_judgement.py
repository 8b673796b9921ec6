"""What the levels of Machiavelli that try their orders make of a position."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from msgspec.structs import replace

from tests.bots.machiavelli import MILAN, OPTIONAL, SMALL, decided, hasten, played, stated
from wartable import bots
from wartable.bots.machiavelli.deals import Purse, spending
from wartable.bots.machiavelli.desk import Desk
from wartable.bots.machiavelli.guards import shielding
from wartable.bots.machiavelli.polish import polish
from wartable.bots.machiavelli.prospect import VICTORY, Prospect, worth_of
from wartable.bots.machiavelli.scene import Scene
from wartable.bots.machiavelli.trial import Trial
from wartable.engine.options import build
from wartable.engine.values import Seat
from wartable.games.machiavelli.data import scenario_named, scenario_titles
from wartable.games.machiavelli.options import PROFILES, MachiavelliOptions
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
from wartable.games.machiavelli.play.actions import CampaignOrders, ShiftOrders, YearOrders
from wartable.games.machiavelli.play.game import MACHIAVELLI
from wartable.games.machiavelli.play.state import MachiavelliState
from wartable.games.machiavelli.play.tasks import SendShifts, SendYear
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
    one, other = (played(["hard", "medium", "easy", "easy"], seed=7, scenario=SMALL, **OPTIONAL) for _ in range(2))
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


def test_a_power_of_the_own_team_is_not_attacked() -> None:
    units = (Unit(MILAN, "A", "milan"), Unit(MILAN, "A", "como"), Unit("venice", "A", "pavia"))
    state = stated(*units, season="fall")
    state = replace(state, position=replace(state.position, cities={"milan": MILAN, "pavia": "venice"}))
    alone, together = (
        seen(replace(state, powers=(MILAN, "naples", "venice"), options=build(MachiavelliOptions, {"teams": teams})))
        for teams in ("none", "two")
    )
    assert alone.goal("A", "pavia") > 0 == together.goal("A", "pavia")
    assert alone.threats("milan")
    assert not together.threats("milan")


@pytest.mark.parametrize("level", ["easy", *LEVELS])
def test_a_unit_is_shifted_to_an_own_city_in_danger(level: str) -> None:
    state = stated()
    seat = Seat(state.powers.index(MILAN))
    homes = ("milan", "como", "pavia")
    position = replace(
        state.position,
        units=(Unit(MILAN, "A", "como", number=1), Unit("venice", "A", "montferrat", number=2)),
        cities=dict.fromkeys(("milan", "pavia"), MILAN),
        provinces=dict.fromkeys(homes, MILAN),
    )
    options = build(MachiavelliOptions, {"strategic_movement": True})
    asked = replace(state, options=options, position=position, agenda=(SendShifts(seats=(seat,)),))
    action = bots.get(MACHIAVELLI, level).decide(MACHIAVELLI, asked, seat, Random(1)).action
    MACHIAVELLI.apply(asked, seat, action)
    assert isinstance(action, ShiftOrders)
    (order,) = action.orders
    assert order.to in {"milan", "pavia"}


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


# --- money, by optional rules


@pytest.mark.parametrize("hires", [True, False])
def test_a_unit_of_nobody_is_hired_that_helps_an_attack_to_succeed(*, hires: bool) -> None:
    units = (Unit(MILAN, "A", "milan"), Unit(AUTONOMOUS, "A", "como"), Unit("venice", "A", "pavia"))
    options = build(MachiavelliOptions, {"autonomous_units": hires})
    state = replace(stated(*units, money=8), options=options)
    scene, attack = seen(state), Advance(UnitName("A", "milan"), "pavia")
    desk = Desk(Trial(scene.rules, state.position), InPavia(scene), [{}])

    action = spending(desk, scene, CampaignOrders((attack,)), wide=False)

    MACHIAVELLI.apply(state, Seat(scene.seat), action)
    assert ([one.letter for one in action.expenses] == ["L"]) is hires
    assert (Support(UnitName("A", "como"), attack.unit, attack.to) in polish(desk, action, 20).orders) is hires


@pytest.mark.parametrize("level", LEVELS)
def test_an_army_of_nobody_is_bought_with_money_to_spare(level: str) -> None:
    options = build(MachiavelliOptions, {"autonomous_units": True})
    state = stated(Unit(MILAN, "A", "milan"), Unit(AUTONOMOUS, "A", "pavia"), money=90)
    spent = [one.letter for one in decided(replace(state, options=options), level=level).expenses]
    assert "M" in spent


class AtEase(Prospect):
    """Wants nothing but to go to Pavia, and a ducat a little."""

    def value(self, position: Position) -> float:
        there = position.at("pavia")
        gone = there is not None and there.owner == self.power
        return 40.0 * gone + 0.1 * position.accounts[self.power].treasury


@pytest.mark.parametrize("hunted", [True, False])
def test_bodyguards_are_paid_where_a_murder_would_cost_more(*, hunted: bool) -> None:
    state = stated(Unit(MILAN, "A", "milan"), money=30)
    account = Account(treasury=30, chits=(MILAN,) if hunted else ())
    position = replace(state.position, accounts=dict.fromkeys(state.position.accounts, account))
    state = replace(state, position=position, options=build(MachiavelliOptions, {"bodyguards": True}))
    scene = seen(state)
    desk = Desk(Trial(scene.rules, position), AtEase(scene), [{}])

    action = shielding(desk, scene, CampaignOrders((Advance(UnitName("A", "milan"), "pavia"),)))

    MACHIAVELLI.apply(state, Seat(scene.seat), action)
    assert ([one.letter for one in action.expenses] == ["O"]) is hunted


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

"""Bots of Machiavelli at play: legal to the end in every scenario and edition, the same again from the same seed."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from tests.bots.machiavelli import MILAN, SMALL, decided, played, stated
from wartable import bots
from wartable.engine.values import Seat
from wartable.games.machiavelli.data import scenario_titles
from wartable.games.machiavelli.options import PROFILES
from wartable.games.machiavelli.orders import Advance, Besiege, Convert, Hold, Maintain
from wartable.games.machiavelli.play.actions import YearOrders
from wartable.games.machiavelli.play.game import MACHIAVELLI
from wartable.games.machiavelli.play.tasks import SendYear
from wartable.games.machiavelli.state import AUTONOMOUS, Account, Season, Unit


@pytest.mark.parametrize("preset", PROFILES)
def test_every_edition_is_played_to_its_end(preset: str) -> None:
    assert played(["easy"], **{**PROFILES[preset], "scenario": SMALL}).outcome is not None


@pytest.mark.parametrize("scenario", scenario_titles())
def test_every_scenario_is_played_to_its_end(scenario: str) -> None:
    match = played(["easy", "random"], scenario=scenario)
    assert match.outcome is not None
    assert all(move.why.endswith(".") for move in match.moves if move.entry.seat == 0)


def test_the_same_seed_gives_the_same_game() -> None:
    one, other = (played(["easy"], seed=7, scenario=SMALL) for _ in range(2))
    assert [move.entry for move in one.moves] == [move.entry for move in other.moves]


# --- positions


@pytest.mark.parametrize("seed", range(3))
def test_a_garrison_of_somebody_else_is_besieged(seed: int) -> None:
    state = stated(Unit(MILAN, "A", "mantua"), Unit(AUTONOMOUS, "G", "mantua"))
    assert isinstance(decided(state, seed).orders[0], Besiege)


@pytest.mark.parametrize("seed", range(3))
def test_an_own_city_is_not_left_to_an_enemy_beside_it(seed: int) -> None:
    state = stated(Unit(MILAN, "A", "pavia"), Unit("venice", "A", "como"))
    (order,) = decided(state, seed).orders
    assert isinstance(order, Hold)


@pytest.mark.parametrize("seed", range(3))
def test_an_open_city_next_door_is_walked_into(seed: int) -> None:
    state = stated(Unit(MILAN, "A", "pavia"))
    (order,) = decided(state, seed).orders
    assert isinstance(order, Advance)
    assert order.to in MACHIAVELLI.rules(state).board.counting


def test_a_garrison_comes_out_where_nobody_is_near() -> None:
    (order,) = decided(stated(Unit(MILAN, "G", "milan"))).orders
    assert isinstance(order, Convert)


@pytest.mark.parametrize(("season", "spent"), [("spring", ["A"]), ("summer", [])])
def test_famine_on_an_own_unit_is_relieved_while_it_still_kills(season: Season, spent: list[str]) -> None:
    state = stated(Unit(MILAN, "A", "pavia"), money=5, famine=("pavia", "naples"), season=season)
    assert [one.letter for one in decided(state).expenses] == spent


def test_a_year_pays_for_units_as_far_as_money_goes_and_spends_what_is_left() -> None:
    state = stated(Unit(MILAN, "A", "pavia"), money=9)
    seat = Seat(state.powers.index(MILAN))
    asked = replace(state, agenda=(SendYear(seats=(seat,)),))
    action = bots.get(MACHIAVELLI, "easy").decide(MACHIAVELLI, asked, seat, Random(1)).action
    assert isinstance(action, YearOrders)
    MACHIAVELLI.apply(asked, seat, action)
    assert [type(one) is Maintain for one in action.orders].count(True) == 1
    assert len(action.orders) == 2  # one unit is raised: cities of Milan are the two provinces, and one is taken


def test_treasuries_of_others_change_nothing() -> None:
    units = (Unit(MILAN, "A", "pavia"), Unit("venice", "A", "como"), Unit(AUTONOMOUS, "G", "mantua"))
    poor = stated(*units, money=9)
    mine = poor.position.accounts[MILAN]
    accounts = {power: mine if power == MILAN else Account(treasury=60) for power in poor.position.accounts}
    rich = replace(poor, position=replace(poor.position, accounts=accounts))
    assert decided(poor) == decided(rich)

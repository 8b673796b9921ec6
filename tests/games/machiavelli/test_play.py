"""The game on the turn machine: what is asked, refused, hidden and told, and that it comes to an end."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from wartable.engine.chance import SealedDice
from wartable.engine.conformance import conform
from wartable.engine.driver import Match
from wartable.engine.errors import BadOptions, IllegalAction
from wartable.engine.options import build
from wartable.engine.told import Look
from wartable.engine.values import CHANCE, Event, Seat
from wartable.games.machiavelli.events import UnitLost
from wartable.games.machiavelli.money_events import Earned, MoneyMoved, ProvinceGiven
from wartable.games.machiavelli.optional_rules import NAMES
from wartable.games.machiavelli.options import PROFILES, MachiavelliOptions
from wartable.games.machiavelli.play.actions import CampaignOrders
from wartable.games.machiavelli.play.game import MACHIAVELLI
from wartable.games.machiavelli.play.state import MachiavelliState
from wartable.games.machiavelli.play.tell import why
from wartable.games.machiavelli.state import Account, Position

QUICK = {"scenario": "fall_of_the_lombards_725", "last_year": 1, "plague": True, "storms": True}


def played(seed: int, **values: object) -> Iterator[tuple[Match, tuple[Event, ...]]]:
    """Play at random to the end; yields the match after each step, with what was told of it."""
    options = build(MachiavelliOptions, {**QUICK, **values})
    (seats,) = MACHIAVELLI.seat_counts(options)
    match, rng = Match(MACHIAVELLI, options, seats, SealedDice.of(f"machiavelli {seed}")), Random(seed)
    while match.to_act:
        if match.to_act == (CHANCE,):
            moves = match.answer_chance()
            yield match, tuple(event for move in moves for event in move.events)
        else:
            seat = match.to_act[0]
            yield match, match.act(seat, MACHIAVELLI.legal(match.state, seat).sample(rng)).events


def test_the_log_knows_where_a_unit_was_lost() -> None:
    """The page shows the place of what it tells, and looked away from units that starved."""
    lost = [
        (match.state, event)
        for match, events in played(3, last_year=3)
        for event in events
        if isinstance(event, UnitLost)
    ]
    assert lost
    for state, event in lost:
        assert isinstance(state, MachiavelliState)
        assert MACHIAVELLI.told(state, event).spaces[0] == event.unit.place


@pytest.mark.parametrize(("homes", "said"), [(1, "1 home country"), (2, "2 home countries"), (11, "11 home countries")])
def test_one_home_country_wins_in_the_singular(homes: int, said: str) -> None:
    assert why(f"Venice has 12 cities and {homes} home countries; 12 cities win.") == (
        f"Venice has 12 cities and {said}; 12 cities win."
    )


def test_a_power_called_as_a_city_is_no_place_that_the_log_tells_of() -> None:
    state = next(played(3))[0].state
    assert isinstance(state, MachiavelliState)
    given = ProvinceGiven(year=1454, season="spring", power="milan", to="florence", place="pisa")
    assert MACHIAVELLI.told(state, given).spaces == ("pisa",)
    earned = Earned(year=1454, season="spring", power="milan", ducats=20, seas=0, provinces=15, cities=5)
    assert MACHIAVELLI.told(state, earned).spaces == ()


@pytest.mark.parametrize(
    "values",
    [
        *({**PROFILES[preset], "scenario": QUICK["scenario"]} for preset in PROFILES if preset != "basic"),
        {**PROFILES["basic"], "scenario": QUICK["scenario"], "plague": False, "storms": False},
        dict.fromkeys(NAMES, True) | {"teams": "two", "excommunication": "campaign"},
    ],
    ids=(*PROFILES, "optional rules"),
)
def test_money_is_conserved_to_the_ducat_and_the_game_ends(values: dict[str, object]) -> None:
    """15: in every profile; no space has two units, and no siege outlives its besieger (19.5)."""
    options = build(MachiavelliOptions, {**QUICK, **values})
    first = MACHIAVELLI.start(options, MACHIAVELLI.seat_counts(options)[0])
    purses = {power: account.treasury for power, account in first.position.accounts.items()}
    match = None
    for match, events in played(3, last_year=3, **values):
        state = match.state
        assert isinstance(state, MachiavelliState)
        accounts = state.position.accounts
        for event in events:
            if isinstance(event, MoneyMoved):
                purses[event.power] += event.ducats
        purses |= {power: 0 for power, account in accounts.items() if account.eliminated}
        assert purses == {power: account.treasury for power, account in accounts.items()}
        assert list(MACHIAVELLI.invariants(state)) == []

    assert match is not None
    outcome = MACHIAVELLI.outcome(match.state)
    assert outcome is not None
    assert 1 in outcome.ranks


@pytest.mark.parametrize("preset", ["classic", "mach95", "condottieri", "basic"])
def test_every_preset_conforms(preset: str) -> None:
    (report,) = conform(MACHIAVELLI, games=1, seed=2, preset=preset, limit=40)

    assert report.decisions >= 40


def first_campaign(**values: object) -> Match:
    """Return a match at the first orders of a campaign."""
    options = build(MachiavelliOptions, values)
    (seats,) = MACHIAVELLI.seat_counts(options)
    match = Match(MACHIAVELLI, options, seats, SealedDice.of("first"))
    if match.to_act == (CHANCE,):
        match.answer_chance()
    while (asked := MACHIAVELLI.asked(match.state)) and asked.about == "orders.year":
        match.act(match.to_act[0], MACHIAVELLI.default(match.state, match.to_act[0]))
    return match


def test_treasuries_orders_and_expenses_of_others_are_hidden() -> None:
    """2.2 step 1, 2.2 step 2; 19.3: all write in secret, while they may talk."""
    match = first_campaign()
    milan, venice = Seat(3), Seat(7)
    before = MACHIAVELLI.view(match.state, venice)
    match.act(milan, MACHIAVELLI.parse(match.state, milan, "A pavia - como; E1: 3 F milan A pavia; BORROW 5 FOR 1"))
    after = MACHIAVELLI.view(match.state, venice)

    assert after.mine is None
    assert after.position == before.position
    assert after.position.accounts["milan"] == Account()
    assert after.position.accounts["venice"] != Account()
    assert MACHIAVELLI.view(match.state, milan).mine is not None


def test_open_treasuries_are_seen() -> None:
    match = first_campaign(treasuries="open")

    view = MACHIAVELLI.view(match.state, None)

    assert view.position.accounts["milan"].treasury == _position(match).accounts["milan"].treasury
    assert view.position.accounts["milan"].chits


def _position(match: Match) -> Position:
    assert isinstance(match.state, MachiavelliState)
    return match.state.position


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("A pavia - parma", "order.not_adjacent"),
        ("A pavia - como; A pavia H", "order.twice"),
        ("A rome H", "order.foreign_unit"),
        ("E1: 12 J milan A pavia", "order.target"),
        ("E1: 9 H milan A pavia", "order.target"),
        ("E5: 3 A milan", "order.numbers"),
        (
            "E1: 3 F milan A pavia; E2: 3 F milan A pavia; E3: 3 F milan A pavia; E4: 3 A como; E5: 3 A milan",
            "order.expenses",
        ),
        ("E1: 12 E milan", "order.murder.nobody"),
        ("PAY 5 TO milan", "order.payee"),
        ("GIVE CHIT milan TO venice", "order.chit"),
        ("ALLOW milan", "order.passage"),
    ],
)
def test_slips_are_refused_with_the_reason_and_change_nothing(text: str, code: str) -> None:
    match = first_campaign()
    milan = Seat(3)
    action = MACHIAVELLI.parse(match.state, milan, text)

    reason = MACHIAVELLI.explain(match.state, milan, action)

    assert reason is not None
    assert reason.code == code
    with pytest.raises(IllegalAction):
        match.act(milan, action)


def test_orders_for_a_unit_that_is_to_be_bought_are_taken() -> None:
    match = first_campaign()
    milan = Seat(3)
    action = MACHIAVELLI.parse(match.state, milan, "E1: 18 K venice A verona; A verona - vicenza")

    assert MACHIAVELLI.explain(match.state, milan, action) is None
    without = replace(action, expenses=())
    assert MACHIAVELLI.explain(match.state, milan, without) is not None


def test_notation_goes_there_and_back() -> None:
    match = first_campaign()
    milan = Seat(3)
    text = "PAY 2 TO venice; BORROW 5 FOR 2; E1: 9 C ferrara; ALLOW naples; A pavia - como; A milan S A pavia - como"

    action = MACHIAVELLI.parse(match.state, milan, text)

    assert isinstance(action, CampaignOrders)
    assert MACHIAVELLI.format(action) == text
    assert MACHIAVELLI.parse(match.state, milan, MACHIAVELLI.format(action)) == action


def test_a_wrong_number_of_players_is_refused() -> None:
    with pytest.raises(BadOptions, match="8 players"):
        MACHIAVELLI.start(MachiavelliOptions(), 7)


def test_the_picture_of_a_position_shows_units_and_who_controls_what() -> None:
    """It was an empty board, so the result of a game showed nothing of it."""
    match, _ = next((match, told) for match, told in played(2) if match.state.last)
    state = match.state
    assert isinstance(state, MachiavelliState)
    svg = MACHIAVELLI.show.drawing(state, Look(colours=tuple(range(1, len(state.powers) + 1)))) or ""

    assert svg.count('class="unit ') == len(state.position.units) + len(state.dislodged)
    place, power = next(iter(state.position.provinces.items()))
    assert f"<title>{place.capitalize()}, {power.capitalize()}" in svg
    assert "ducats" not in svg

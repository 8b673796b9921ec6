"""Bots of Lord of the Rings Machiavelli: legal decisions, elite units, figures that go."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from tests.bots.games import play_on
from tests.bots.machiavelli import hasten
from tests.games.machiavelli.middle_earth import position as lotr_position
from wartable import bots
from wartable.bots.machiavelli.hidden import chase, wary
from wartable.bots.machiavelli.scene import Scene
from wartable.bots.machiavelli.spending import upkeep
from wartable.engine.chance import SealedDice
from wartable.engine.driver import Match
from wartable.engine.options import build
from wartable.engine.values import Seat
from wartable.games.adjudication.orders import Move
from wartable.games.machiavelli.lotr.events import FiguresWent
from wartable.games.machiavelli.lotr.game import LOTR_MACHIAVELLI
from wartable.games.machiavelli.lotr.options import LotrOptions
from wartable.games.machiavelli.lotr.rules import lotr_rules
from wartable.games.machiavelli.money_events import Raised
from wartable.games.machiavelli.orders import Maintain
from wartable.games.ring_figures.kinds import BEARER, RIDERS
from wartable.games.ring_figures.realm import steps_to

LEVELS = ("easy", "medium", "hard")


def begun(**values: object) -> Match:
    options = build(LotrOptions, {"last_year": 1, **values})
    return Match(LOTR_MACHIAVELLI, options, 5, SealedDice.of("bots"))


def test_all_levels_are_offered() -> None:
    assert [bot.key for bot in bots.bots_of(LOTR_MACHIAVELLI)] == ["random", *LEVELS]


def test_bots_play_two_years_with_elite_units_and_figures() -> None:
    options = build(LotrOptions, {"last_year": 2, "sudden_death": []})
    match = Match(LOTR_MACHIAVELLI, options, 5, SealedDice.of("bots"))

    told = [event for move in play_on(match, ["easy"] * 5) for event in move.events]

    assert LOTR_MACHIAVELLI.outcome(match.state) is not None
    assert any(isinstance(event, Raised) and event.unit.unit_class != "regular" for event in told)
    went = [one.order for event in told if isinstance(event, FiguresWent) for one in event.judged]
    assert {"Z", "GEG"} <= {order.unit.kind for order in went if isinstance(order, Move)}


def test_levels_that_think_play_a_year_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    hasten(monkeypatch)
    match = begun(sudden_death=[])
    moves = play_on(match, ["hard", "easy", "easy", "medium", "easy"])
    assert LOTR_MACHIAVELLI.outcome(match.state) is not None
    assert all(move.why.endswith(".") for move in moves if move.entry.seat >= 0)


@pytest.mark.strength
@pytest.mark.parametrize("preset", LOTR_MACHIAVELLI.presets)
@pytest.mark.parametrize("level", LEVELS)
def test_every_edition_is_played_to_its_end(level: str, preset: str) -> None:
    options = replace(LOTR_MACHIAVELLI.presets[preset], last_year=3)
    match = Match(LOTR_MACHIAVELLI, options, 5, SealedDice.of("bots"))
    play_on(match, [level] * 5)
    assert LOTR_MACHIAVELLI.outcome(match.state) is not None


# --- the year


@pytest.mark.parametrize(("ducats", "kept"), [(9, 2), (8, 1)])
def test_a_second_cavalry_is_kept_where_there_is_what_it_costs(ducats: int, kept: int) -> None:
    position = lotr_position(f"Rohan: C west_rohan, C gap_of_rohan\ntreasury: {ducats}", head="spring 3001 units")
    powers = tuple(position.accounts)
    seat = Seat(powers.index("rohan"))
    state = LOTR_MACHIAVELLI.state_at(LotrOptions(), powers, position)
    scene = Scene(state, seat, Random(1))
    assert [type(one) for one in upkeep(scene)].count(Maintain) == kept


# --- the hidden figures


def test_the_ring_bearer_keeps_away_from_where_the_riders_may_be() -> None:
    state = begun().state
    rules = lotr_rules(LOTR_MACHIAVELLI.rules(state))
    worth = wary(rules, state, lambda _: 0.0)
    steps = steps_to(rules.wild, [state.position.figures[RIDERS]])
    near = next(place for place, far in steps.items() if far == 1)
    away = max(steps, key=lambda place: steps[place])
    assert worth(near) < worth(away) == 0


def test_riders_that_want_the_ring_bearer_go_where_it_may_be() -> None:
    state = begun().state
    rules = lotr_rules(LOTR_MACHIAVELLI.rules(state))
    worth = chase(rules, state)
    assert worth is not None
    steps = steps_to(rules.wild, [state.position.figures[BEARER]])
    assert max(steps, key=worth) == state.position.figures[BEARER]
    assert chase(rules, replace(state, tables=None)) is None

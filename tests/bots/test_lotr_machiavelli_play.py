"""Bots of Lord of the Rings Machiavelli: legal decisions, elite units, figures that go."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from tests.bots.games import play_on
from tests.bots.machiavelli import hasten
from tests.games.machiavelli.middle_earth import position as lotr_position
from wartable import bots
from wartable.bots.machiavelli.hidden import wary
from wartable.bots.machiavelli.pursuit import Hunt, Stakes
from wartable.bots.machiavelli.scene import Scene
from wartable.bots.machiavelli.spending import upkeep
from wartable.engine.chance import SealedDice
from wartable.engine.driver import Match
from wartable.engine.options import build
from wartable.engine.values import Seat
from wartable.games.adjudication.orders import Move, Unit
from wartable.games.machiavelli.lotr.actions import LotrOrders
from wartable.games.machiavelli.lotr.events import FiguresWent
from wartable.games.machiavelli.lotr.game import LOTR_MACHIAVELLI
from wartable.games.machiavelli.lotr.options import LotrOptions
from wartable.games.machiavelli.lotr.position import moved
from wartable.games.machiavelli.lotr.rules import lotr_rules
from wartable.games.machiavelli.money_events import Raised
from wartable.games.machiavelli.orders import Maintain
from wartable.games.ring_figures.kinds import BEARER, RIDERS
from wartable.games.ring_figures.realm import steps_to
from wartable.games.ring_figures.tables import first_tables

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


DEEP, TRADE = 6, Stakes(doom=1.0, caught=-1.0)
"""Campaigns ahead, and what good leads the ring-bearer for where the Ring decides."""


def hunt(ends: tuple[str, ...] = ("doom", "caught"), **figures: str) -> Hunt:
    """Return a hunt in which all know where the figures are, and no unit shows the ring-bearer."""
    state = begun(sudden_death=ends).state
    rules = lotr_rules(LOTR_MACHIAVELLI.rules(state))
    there = state.position.there.moved(**figures)
    position = replace(moved(state.position, there), units=())
    state = replace(state, position=position, tables=first_tables(rules, there))
    return Hunt(rules, state, DEEP, TRADE, Stakes(-1.0, 1.0))


@pytest.mark.parametrize("seed", range(3))
def test_the_ring_bearer_comes_to_mount_doom_where_the_riders_cannot_be_and_that_wins(seed: int) -> None:
    near = hunt(RB="gorgoroth", BRC="the_shire")
    assert near.bearer_to(Random(seed)) == "mount_doom"
    assert near._replace(led=Stakes(-1.0, -1.0, 2)).bearer_to(Random(seed)) != "mount_doom"


def test_the_ring_bearer_does_not_always_go_the_same_way_past_the_riders() -> None:
    past = hunt(RB="emyn_muil", BRC="mount_doom")
    ways = {past.bearer_to(Random(seed)) for seed in range(12)}
    assert len(ways) > 1
    assert "mount_doom" not in ways


@pytest.mark.parametrize("seed", range(3))
def test_riders_stay_on_mount_doom_while_the_ring_bearer_may_come_there_at_once(seed: int) -> None:
    assert hunt(RB="dead_marshes", BRC="mount_doom").riders_to(Random(seed)) in {"mount_doom", "dead_marshes"}


def test_the_ring_bearer_stays_some_campaigns_off_mount_doom_where_coming_there_ends_nothing() -> None:
    there = hunt(RB="mount_doom", BRC="the_shire", ends=("caught",))
    assert there._replace(led=Stakes(1.0, -1.0, 2)).bearer_to(Random(1)) != "mount_doom"


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_levels_that_think_order_the_step_that_wins_by_the_ring(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    hasten(monkeypatch)
    match = Match(LOTR_MACHIAVELLI, build(LotrOptions, {"last_year": 1}), 2, SealedDice.of("bots"))
    play_on(match, ["easy"] * 2, decisions=2)
    match.answer_chance()
    start = hunt(RB="gorgoroth", BRC="the_shire")
    state = replace(match.state, position=start.state.position, tables=start.state.tables, controller="gondor")
    gondor = Seat(state.powers.index("gondor"))

    action = bots.get(LOTR_MACHIAVELLI, level).decide(LOTR_MACHIAVELLI, state, gondor, Random(1)).action

    assert isinstance(action, LotrOrders)
    assert Move(Unit(BEARER, "gorgoroth"), "mount_doom") in action.figures

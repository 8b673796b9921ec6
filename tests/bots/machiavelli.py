"""Games and positions of Machiavelli for the tests of its bots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from types import ModuleType

import pytest
from msgspec.structs import replace

from wartable import bots
from wartable.bots.machiavelli import hard, medium
from wartable.engine.chance import SealedDice
from wartable.engine.driver import Match
from wartable.engine.driver import play as play_match
from wartable.engine.options import build
from wartable.engine.values import Seat
from wartable.games.machiavelli.optional_rules import NAMES
from wartable.games.machiavelli.options import MachiavelliOptions
from wartable.games.machiavelli.play.actions import CampaignOrders
from wartable.games.machiavelli.play.game import MACHIAVELLI
from wartable.games.machiavelli.play.state import MachiavelliState
from wartable.games.machiavelli.play.tasks import SendOrders
from wartable.games.machiavelli.state import Account, Position, Season, Unit

MILAN = "milan"
SMALL = "fall_of_the_lombards_725"
OPTIONAL: Mapping[str, object] = {
    **{name: True for name in NAMES if name not in {"teams", "excommunication"}},
    "teams": "two",
    "excommunication": "forgiven",
    "plague": True,
}
"""Every optional rule."""
FEWER: Mapping[ModuleType, Mapping[str, int]] = {
    hard: {"THOUGHT": 4, "POLISHING": 60, "LATER": 20, "OWN": 3, "OTHERS": 2, "FORESEEN": 1, "SAMPLES": 1},
    medium: {"DRAFTS": 3, "SAMPLES": 2},
}
"""What the levels try where a test asks for plain things."""


def hasten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the levels try less."""
    for module, numbers in FEWER.items():
        for name, number in numbers.items():
            monkeypatch.setattr(module, name, number)


def played(levels: Sequence[str], seed: object = 1, **values: object) -> Match:
    """Play to the end, the levels around the table; an illegal choice raises."""
    options = build(MachiavelliOptions, {"last_year": 1, **values})
    (seats,) = MACHIAVELLI.seat_counts(options)
    match = Match(MACHIAVELLI, options, seats, SealedDice.of("machiavelli", seed))
    policies = [bots.get(MACHIAVELLI, levels[seat % len(levels)]) for seat in range(seats)]
    play_match(match, policies, [Random(f"{seed}/{seat}") for seat in range(seats)])
    return match


def stated(*units: Unit, money: int = 0, famine: tuple[str, ...] = (), season: Season = "spring") -> MachiavelliState:
    """Return a position of Milan and Venice in the first spring, Milan with Milan and Pavia; both are asked."""
    options = build(MachiavelliOptions, {})
    start = MACHIAVELLI.start(options, 8)
    numbered = tuple(replace(unit, number=number) for number, unit in enumerate(units, 1))
    accounts = {power: Account(treasury=money) for power in start.position.accounts}
    position = Position(
        year=start.position.year,
        units=numbered,
        accounts=accounts,
        countries=start.position.countries,
        cities={"milan": MILAN, "pavia": MILAN},
        provinces={"milan": MILAN, "pavia": MILAN},
        famine=famine,
        season=season,
    ).tidied()
    seat = Seat(start.powers.index(MILAN))
    return replace(start, position=position, agenda=(SendOrders(seats=(seat,)),))


def decided(state: MachiavelliState, seed: int = 1, level: str = "easy") -> CampaignOrders:
    """Return what a level orders for Milan; what is illegal raises."""
    seat = Seat(state.powers.index(MILAN))
    action = bots.get(MACHIAVELLI, level).decide(MACHIAVELLI, state, seat, Random(seed)).action
    assert isinstance(action, CampaignOrders)
    MACHIAVELLI.apply(state, seat, action)
    return action

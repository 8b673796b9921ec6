"""Positions of Classic Risk put up by hand, and shorthand for playing on from them."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import msgspec

from wartable.engine.chance import Answer, Drawn, Rolled, ScriptedDice, answer_with
from wartable.engine.driver import Match
from wartable.engine.errors import Reason
from wartable.engine.values import CHANCE, Action, Event, Seat
from wartable.games.conquest.classic.game import RISK
from wartable.games.conquest.classic.options import RiskOptions
from wartable.games.conquest.classic.rules import RiskRules, rules_of
from wartable.games.conquest.classic.state import RiskState

PLAIN = RiskOptions()
SOUTH_AMERICA = ("venezuela", "peru", "brazil", "argentina")
AUSTRALIA = ("indonesia", "new_guinea", "western_australia", "eastern_australia")


def rules(options: RiskOptions = PLAIN) -> RiskRules:
    """Compile options."""
    return rules_of(options)


def ids(options: RiskOptions = PLAIN) -> tuple[str, ...]:
    """Every space in board order."""
    return rules(options).board.ids


def waiting(phase: str, seat: int = 0) -> tuple[Any, ...]:
    """The agenda of a step of a seat by its name; attacks follow the placing of armies."""
    steps = RISK.machine.by_tag
    names = ("reinforce", "attack") if phase == "reinforce" else (phase,)
    return tuple(steps[name](Seat(seat)) for name in names)


def position(
    *own: str,
    options: RiskOptions = PLAIN,
    phase: str = "attack",
    armies: Mapping[str, int] | None = None,
    others: Mapping[int, tuple[str, ...]] | None = None,
    seats: int = 2,
    **more: Any,
) -> RiskState:
    """Give seat 0 `own`, other seats what `others` says, the last seat the rest; one army where nothing is said."""
    board = rules(options).board
    held = [0] * seats
    held[0] = board.mask(own)
    for seat, spaces in (others or {}).items():
        held[seat] |= board.mask(spaces)
    held[-1] |= board.everything & ~sum(held)
    counts = dict.fromkeys(board.ids, 1) | dict(armies or {})
    state = RiskState(
        options=options,
        agenda=waiting(phase, more.get("seat", 0)),
        seat=0,
        turn=3,
        order=tuple(range(seats)),
        held=tuple(held),
        armies=tuple(counts[space] for space in board.ids),
        cards=rules(options).cards.fresh(seats),
    )
    return msgspec.structs.replace(state, **more)


def count(state: RiskState, space: str) -> int:
    """Armies on a space."""
    return state.armies[rules(state.options).board.index[space]]


def holder(state: RiskState, space: str) -> int:
    """Seat that holds a space."""
    return state.owner(rules(state.options).board.index[space])


def do(state: RiskState, action: Action | str, seat: int | None = None) -> RiskState:
    """Do an action of the seat whose turn it is, given as a value or by notation."""
    return did(state, action, seat)[0]


def did(state: RiskState, action: Action | str, seat: int | None = None) -> tuple[RiskState, tuple[Event, ...]]:
    """Do an action; return the state and what was told."""
    who = Seat(state.seat if seat is None else seat)
    step = RISK.apply(state, who, RISK.parse(state, who, action) if isinstance(action, str) else action)
    return step.state, step.events


def chance(state: RiskState, answer: Answer) -> tuple[RiskState, tuple[Event, ...]]:
    """Answer chance; return the state and what was told."""
    step = RISK.apply(state, CHANCE, answer)
    return step.state, step.events


def roll(state: RiskState, *faces: int) -> RiskState:
    """Roll the dice of a battle."""
    return chance(state, Rolled(faces))[0]


def draw(state: RiskState, index: int = 0) -> RiskState:
    """Draw something."""
    return chance(state, Drawn(index))[0]


def refused(state: RiskState, action: Action | str, seat: int | None = None) -> Reason:
    """Return why an action is refused; fails if it is not."""
    who = Seat(state.seat if seat is None else seat)
    value = RISK.parse(state, who, action) if isinstance(action, str) else action
    reason = RISK.explain(state, who, value)
    assert reason is not None, f"{action} is allowed"
    assert value not in RISK.legal(state, who)
    return reason


def hand(options: RiskOptions, *names: str) -> tuple[int, ...]:
    """Card indices by id, in order."""
    index = rules(options).cards.index
    return tuple(sorted(index[name] for name in names))


def card_of(space: str) -> str:
    """The id of the card that pictures a space."""
    return f"c{ids().index(space) + 1:02d}"


def begun(options: RiskOptions = PLAIN, seats: int = 3, seed: int = 1) -> RiskState:
    """Return the first state in which a seat is asked."""
    rng, state = Random(seed), RISK.start(options, seats)
    while RISK.to_act(state) == (CHANCE,):
        state = RISK.advance(state, CHANCE, answer_with(RISK.request(state), rng))
    return state


def match(script: list[int | Answer], options: RiskOptions = PLAIN, seats: int = 3) -> Match:
    """Return a match with scripted chance."""
    return Match(RISK, options, seats, ScriptedDice(script))

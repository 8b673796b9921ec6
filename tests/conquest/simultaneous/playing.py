"""Simultaneous rounds played at random, for tests: dice, targets and withdrawals follow from place and round alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from wartable.engine.chance import answer_with
from wartable.engine.options import build
from wartable.engine.values import CHANCE, Action, Event, Seat
from wartable.games.conquest.classic.game import RISK
from wartable.games.conquest.classic.options import PRESETS as RISK_PRESETS
from wartable.games.conquest.lotr.game import LOTR_RISK
from wartable.games.conquest.lotr.presets import PRESETS as LOTR_PRESETS
from wartable.games.conquest.simultaneous.state import affairs_of
from wartable.games.conquest.simultaneous.tasks import (
    ClashRolling,
    Fighting,
    NamingTargets,
    Withdrawing,
    WritingMoves,
)

GAMES: dict[str, Any] = {"risk-simultaneous": RISK, "lotr-simultaneous": LOTR_RISK, "simple-bounce": LOTR_RISK}
PRESETS: dict[str, Any] = {**RISK_PRESETS, **LOTR_PRESETS}
BATTLE = (NamingTargets, ClashRolling, Withdrawing)


def started(preset: str, seats: int, **values: Any) -> Any:
    """Return the first position of a game; `values` are options laid over a preset."""
    base = PRESETS[preset]
    options = build(type(base), values, base)
    return GAMES[preset].start(options.for_seats(seats), seats)


def stepped(game: Any, state: Any, rng: Random) -> tuple[Any, tuple[Event, ...]]:
    """Return the position after one random decision, and what was told."""
    asked = game.to_act(state)
    seat = asked[rng.randrange(len(asked))]
    action: Action = answer_with(game.request(state), rng) if seat == CHANCE else game.legal(state, seat).sample(rng)
    step = game.apply(state, seat, action)
    return step.state, step.events


def played(game: Any, state: Any, seed: int, most: int) -> Iterator[tuple[Any, Any, tuple[Event, ...]]]:
    """Yield positions with the one after them and what was told, up to so many decisions or the end."""
    rng = Random(seed)
    for _ in range(most):
        if not game.to_act(state):
            return
        after, events = stepped(game, state, rng)
        yield state, after, events
        state = after


def last_of(game: Any, state: Any, seed: int, most: int) -> Any:
    """Return the position after so many decisions, or the end."""
    return next(reversed([state, *(after for _, after, _ in played(game, state, seed, most))]))


def before_moves(game: Any, state: Any, seed: int, rounds: int) -> Any:
    """Return the position in which moves are written, after so many rounds of random play."""
    rng = Random(seed)
    while game.to_act(state):
        task = state.agenda[0]
        if isinstance(task, WritingMoves) and not task.given and state.turn >= rounds:
            return state
        state, _ = stepped(game, state, rng)
    return None


def ordered(game: Any, state: Any, given: Sequence[tuple[Seat, Action]]) -> Any:
    """Return the position after all have handed in what they wrote, in this order."""
    for seat, action in given:
        state = game.apply(state, seat, action).state
    return state


def fought(game: Any, state: Any, seed: int) -> Any:
    """Fight all battles; what everybody does and what is rolled follows from place and round, not from the order."""
    while state.agenda and isinstance(state.agenda[0], BATTLE):
        clash = affairs_of(state).clashes[0]
        at = f"{seed} {clash.place} {clash.border} {clash.battle.round} {type(state.agenda[0]).__name__}"
        for seat in game.to_act(state):
            rng = Random(f"{at} {seat}")
            action: Action = (
                answer_with(game.request(state), rng) if seat == CHANCE else game.legal(state, seat).sample(rng)
            )
            state = game.apply(state, seat, action).state
    return state


def in_order(game: Any, state: Any, order: list[int]) -> Any:
    """Return the position with its battles in another order."""
    affairs = affairs_of(state)
    clashes = tuple(affairs.clashes[number] for number in order)
    assert isinstance(state.agenda[0], NamingTargets)
    mixed = replace(state, affairs=replace(affairs, clashes=clashes), agenda=(Fighting(), *state.agenda[2:]))
    return game.flow.begun(game.rules(state), mixed)


def total(state: Any) -> int:
    """Return all armies of a position, those under way among them."""
    standing: int = sum(state.armies)
    return standing + sum(affairs_of(state).afield(seat) for seat in range(state.seats))

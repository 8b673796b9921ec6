"""Playing the variant on from a position: decisions by notation, chance by script, random games."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from tests.conquest.balance.positions import waiting
from wartable.engine.chance import Answer, Drawn, Rolled, Shuffled, answer_with
from wartable.engine.errors import Reason
from wartable.engine.values import CHANCE, Action, Event, Seat
from wartable.games.conquest.balance.game import BALANCE_OF_POWER
from wartable.games.conquest.balance.options import BalanceOptions
from wartable.games.conquest.balance.state import BalanceState
from wartable.games.conquest.core.actions import EndTurn

GAME = BALANCE_OF_POWER


def did(state: BalanceState, action: Action | str) -> tuple[BalanceState, tuple[Event, ...]]:
    """Do an action of the seat whose turn it is, by value or notation; return the state and what was told."""
    seat = Seat(state.seat)
    step = GAME.apply(state, seat, GAME.parse(state, seat, action) if isinstance(action, str) else action)
    assert list(GAME.invariants(step.state)) == []
    return step.state, step.events


def do(state: BalanceState, *actions: Action | str) -> BalanceState:
    """Do some actions one after the other."""
    for action in actions:
        state = did(state, action)[0]
    return state


def chance(state: BalanceState, answer: Answer) -> BalanceState:
    """Answer chance."""
    after = GAME.apply(state, CHANCE, answer).state
    assert list(GAME.invariants(after)) == []
    return after


def roll(state: BalanceState, *faces: int) -> BalanceState:
    """Roll dice."""
    return chance(state, Rolled(faces))


def draw(state: BalanceState, index: int = 0) -> BalanceState:
    """Draw something."""
    return chance(state, Drawn(index))


def shuffle(state: BalanceState, *first: int) -> BalanceState:
    """Shuffle so that these come first, the others in order."""
    among = GAME.request(state).count  # type: ignore[union-attr]
    return chance(state, Shuffled((*first, *(each for each in range(among) if each not in first))))


def refusal(state: BalanceState, action: Action | str) -> Reason:
    """Return why an action is refused; fails if it is not."""
    seat = Seat(state.seat)
    value = GAME.parse(state, seat, action) if isinstance(action, str) else action
    reason = GAME.explain(state, seat, value)
    assert reason is not None, f"{action} is allowed"
    assert value not in GAME.legal(state, seat)
    return reason


def begun(options: BalanceOptions, seats: int, until: str = "", seed: int = 1) -> BalanceState:
    """Return a random game's first state in a phase, or the first of a turn."""
    rng, state = Random(seed), GAME.start(options, seats)
    while state.phase != until if until else any(state.pools) or state.phase == "capitals":
        seat = GAME.to_act(state)[0]
        answer = answer_with(GAME.request(state), rng) if seat == CHANCE else GAME.legal(state, seat).sample(rng)
        state = GAME.advance(state, seat, answer)
    return state


def begin(state: BalanceState, seat: int = 0) -> BalanceState:
    """End the turn of the seat before, without anything earned, so that a seat's turn begins."""
    before = state.order[state.order.index(seat) - 1]
    return do(replace(state, agenda=waiting("fortify", seat=before), seat=before, conquered=False), EndTurn())

"""A promise that is kept or broken, and how much of a game is looked at."""

from __future__ import annotations

from wartable.engine.errors import WartableError
from wartable.engine.values import Seat

LISTED = 200
"""At most so many listed actions of one state are looked at."""
APPLIED = 12
"""At most so many of them are tried."""
COMES_IN = 0.2
"""How likely somebody who may decide, though nobody waits for them, does so."""
THOROUGH = 0.06
"""The share of steps on which the costly checks are made."""


class NotConforming(WartableError):
    """A game broke a promise of the contract; the message says which, when, and how to see it again."""


def expect(condition: bool, promise: str) -> None:  # noqa: FBT001 - an assertion with a sentence
    """Raise `NotConforming` with the sentence where the condition does not hold."""
    if not condition:
        raise NotConforming(promise)


def name_of(seat: Seat | None) -> str:
    """Return what whoever looks is called in a sentence; None are spectators."""
    return "spectators" if seat is None else f"seat {seat + 1}"

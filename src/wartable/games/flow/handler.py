"""How a task is handled: what it waits for, what may be answered, what an answer does, and what is shown of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec

from wartable.engine.actions import Offer
from wartable.engine.chance import Randomness, Request
from wartable.engine.errors import Reason
from wartable.engine.values import Action, Seat


class Ask(msgspec.Struct, frozen=True, gc=False):
    """Seats are asked; the rest is as in `wartable.engine.values.Asked`."""

    seats: tuple[Seat, ...]
    kind: Literal["turn", "orders", "reaction", "vote", "consent"] = "turn"
    secret: bool = False
    brief: bool = False
    about: str = ""
    at_once: bool = False


Wait: TypeAlias = Ask | Request
"""What a task waits for: answers of seats, or of chance."""
Asking: TypeAlias = Callable[[Any, Any, Any], Wait | None]
"""What a task waits for, from rules, state and task; None, or an `Ask` of nobody: it waits for nothing."""


def skip(run: Any, task: Any) -> None:  # noqa: ANN401 - those of any game
    """Do nothing: there is nobody to ask, or what the task was about is gone."""
    del run, task


class Handler(NamedTuple):
    """A row of the machine. What reads a position gets rules, state, task and seat; what changes it gets a `Run`.

    Without `awaits`, or where that returns None, `run` does the task. Else `takes` gets the answer: an action, of
    chance the faces, the index or the order, of a task `Together` the pairs of seats and actions.
    """

    run: Callable[[Any, Any], None] = skip
    awaits: Asking | None = None
    takes: Callable[[Any, Any, Any], None] | None = None
    explains: Callable[[Any, Any, Any, Seat, Any], Reason | None] | None = None
    """Why an action among `asks_for` is refused; without it all of them are legal, or all of `every`."""
    asks_for: tuple[type[Action], ...] = ()
    offers: Callable[[Any, Any, Any, Seat], Iterable[Offer]] | None = None
    sample: Callable[[Any, Any, Any, Seat, Randomness], Action] | None = None
    """One of the legal actions at random; without it one of `every`."""
    every: Callable[[Any, Any, Any, Seat], Iterable[Action]] | None = None
    """All legal actions, where there are few enough to list."""
    default: Callable[[Any, Any, Any, Seat], Action] | None = None
    """What the rules do for an absent player; without it the first of `every`."""
    prompt: str | Callable[[Any, Any, Any, Seat], str] = ""
    title: str = ""
    """What the table of the documentation calls it; tasks without are inner works that nobody is shown."""
    stage: str = ""
    """The stage of the turn that people see meanwhile; empty: that of the task after it."""
    rule: str = ""


def asks(
    kind: Literal["turn", "orders", "reaction", "vote", "consent"] = "turn",
    *,
    secret: bool = False,
    brief: bool = False,
    about: str = "",
    at_once: bool = False,
) -> Asking:
    """Return the `awaits` of tasks that say themselves whom they ask: `OfSeat`, `InOrder`, `Together`."""

    def awaits(rules: object, state: object, task: Any) -> Ask:  # noqa: ANN401 - a task of any game
        del rules, state
        return Ask(task.asked, kind, secret, brief, about, at_once)

    return awaits

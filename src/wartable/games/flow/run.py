"""One decision under way: the state being built, the events being told, and the few ways to change them."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from msgspec.structs import replace

from wartable.engine.values import CHANCE, Event, Seat

R = TypeVar("R")
S = TypeVar("S", bound=Any)


class Run(Generic[R, S]):
    """What handlers work with while a decision is applied; outside of it states never change."""

    seat: Seat = CHANCE
    """Who gave the answer that is being handled."""
    tell: list[Event] | None
    """What is told so far, for effects that add to a list themselves; None: nobody listens."""

    def __init__(self, rules: R, state: S, tell: list[Event] | None) -> None:
        """Begin at a state; `tell` None means that nobody listens."""
        self.rules = rules
        self.state = state
        self.tell = tell

    @property
    def heard(self) -> bool:
        """Whether anybody listens to what is told."""
        return self.tell is not None

    def say(self, *events: Event) -> None:
        """Tell events."""
        if self.tell is not None:
            self.tell.extend(events)

    def change(self, **fields: Any) -> None:  # noqa: ANN401 - fields of the state
        """Put other values into fields of the state."""
        self.state = replace(self.state, **fields)

    def push(self, *tasks: Any) -> None:  # noqa: ANN401 - tasks of the game
        """Put tasks before everything else on the agenda, the first of them first."""
        self.state = replace(self.state, agenda=(*tasks, *self.state.agenda))

    def pop(self) -> Any:  # noqa: ANN401 - a task of the game
        """Take the first task off the agenda."""
        agenda = self.state.agenda
        self.state = replace(self.state, agenda=agenda[1:])
        return agenda[0]

    def count(self) -> None:
        """Count a new question."""
        self.state = replace(self.state, step=self.state.step + 1)

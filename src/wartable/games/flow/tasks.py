"""What a game has still to do: an agenda of tasks, the first of which runs until it is done or waits for an answer.

Steps of a turn, interrupts, effects within effects, reaction windows and secret steps are tasks like others: whatever
a task pushes comes before everything that was on the agenda.
"""

from __future__ import annotations

from typing import Any, Self, TypeVar

import msgspec

from wartable.engine.values import Seat, State


class Task(msgspec.Struct, frozen=True, tag_field="task"):
    """Base of all tasks; subclasses set `tag="..."`, and their docstring says in a sentence what the task is."""


class FlowState(State, frozen=True, kw_only=True):
    """Base of the states of games on the machine; a game redefines `agenda` with the union of its tasks."""

    agenda: tuple[Any, ...] = ()
    step: int = 0
    """How many questions have been asked; drafts and ready flags of a secret one are for its step."""


class OfSeat(Task, frozen=True):
    """A task that one seat answers."""

    seat: Seat

    @property
    def asked(self) -> tuple[Seat, ...]:
        """The seat."""
        return (self.seat,)


class InOrder(Task, frozen=True):
    """Several seats are asked one after the other: a reaction window, a round of bids.

    Before an answer is handled, the window goes back on the agenda with the seats that are still to be asked; what the
    answer pushes comes before them. Open a window to those who could *publicly* have something to play: who is asked
    must not tell what somebody holds.
    """

    seats: tuple[Seat, ...]

    @property
    def asked(self) -> tuple[Seat, ...]:
        """The next seat."""
        return self.seats[:1]


T = TypeVar("T", bound="Together")


class Together(Task, frozen=True):
    """Several seats are asked at once, and handled together when the last has answered: orders, drafts, votes.

    Subclasses redefine `given` with the types of the answers. In a secret step it is what a view hides.
    """

    seats: tuple[Seat, ...]
    """Those whose answers are missing."""
    given: tuple[tuple[Seat, Any], ...] = ()
    """Answers that are in, in the order in which they came."""

    @property
    def asked(self) -> tuple[Seat, ...]:
        """The seats whose answers are missing."""
        return self.seats

    def with_answer(self, seat: Seat, answer: object) -> Self:
        """Return the task after one more answer."""
        left = tuple(other for other in self.seats if other != seat)
        return msgspec.structs.replace(self, seats=left, given=(*self.given, (seat, answer)))

"""What statistics of many games follow beside wins: dice, decisions counted, a course over years, points."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar, Generic, TypeVar

import msgspec

from wartable.engine.values import Action, DiceUse, Event, State

S = TypeVar("S", bound=State)


class Scored(msgspec.Struct, frozen=True):
    """What a finished game is worth to each seat by one scoring system: points, which the line explains.

    `counts` marks the system that the table has chosen; it comes first.
    """

    key: str
    title: str
    line: str
    points: tuple[float, ...]
    counts: bool = False


class Study(Generic[S]):
    """What simulations and results read of a game; as it stands here, nothing but wins and `measures`."""

    tallies: ClassVar[Mapping[str, tuple[str, ...]]] = MappingProxyType({})
    """What is counted beside wins, by heading: `{"Actions bought": ("Atomic bomb", …)}`."""
    course: ClassVar[str] = ""
    """The measure that is followed from year to year (`centres`); empty: none."""
    deciding: ClassVar[tuple[str, ...]] = ()
    """The measures whose swings are turning points; empty: the first that the game has."""
    scoring: ClassVar[str] = ""
    """What the `points` of a finished game are called (`sum of squares`); empty: it gives none."""

    def dice(self, event: Event) -> tuple[DiceUse, ...]:  # noqa: ARG002
        """Return the dice an event tells of."""
        return ()

    def landmark(self, state: S, event: Event) -> str:  # noqa: ARG002
        """Return an event that changed a finished game, by its last state, as a sentence; empty for all others."""
        return ""

    def tally(self, action: Action) -> tuple[str, str] | None:  # noqa: ARG002
        """Return what a decision is counted as, heading and name of one of `tallies`; None: nothing."""
        return None

    def year(self, state: S) -> int:  # noqa: ARG002
        """Return the number of the year, from 0, that a game with a `course` is in."""
        return 0

    def points(self, state: S) -> tuple[float, ...]:  # noqa: ARG002
        """Return what a finished game is worth to each seat by its `scoring`: shares of one."""
        return ()

    def scores(self, state: S) -> tuple[Scored, ...]:  # noqa: ARG002
        """Return what a finished game is worth by the scoring systems of its hobby; none where there are none."""
        return ()

    def grade(self, state: S) -> str:  # noqa: ARG002
        """Return how complete a victory a game ended in, by a word of its own; empty where all are alike."""
        return ""

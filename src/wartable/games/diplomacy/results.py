"""What judging a phase gives: its result, and the next position."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

import msgspec

from wartable.games.adjudication.orders import Power, Unit
from wartable.games.adjudication.results import Judged, MovementResult, RetreatResult
from wartable.games.diplomacy.position import Position


class AdjustmentResult(msgspec.Struct, frozen=True):
    """What an adjustment phase led to: judged orders, units after it, and removals the rules made for the absent."""

    judged: tuple[Judged, ...]
    units: Mapping[Power, tuple[Unit, ...]]
    automatic: Mapping[Power, tuple[Unit, ...]]


AnyResult: TypeAlias = MovementResult | RetreatResult | AdjustmentResult


class Verdict:
    """A whole phase judged: its result and the position of the next phase in which somebody has something to decide.

    What became of every order, and why, is worked out when somebody asks for the result first.
    """

    __slots__ = ("_ask", "_result", "next")

    def __init__(self, ask: Callable[[], AnyResult], next: Position) -> None:  # noqa: A002 - the field's name
        self._ask = ask
        self._result: AnyResult | None = None
        self.next = next

    @property
    def result(self) -> AnyResult:
        """What the phase led to, with a reason for every order."""
        if self._result is None:
            self._result = self._ask()
            self._ask = _asked  # what it was worked out from is let go
        return self._result


def _asked() -> AnyResult:
    raise AssertionError

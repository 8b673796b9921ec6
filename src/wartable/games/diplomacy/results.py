"""What adjudication gives: a named result and a reason with its facts for every order, and the next position."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, TypeAlias

import msgspec

from wartable.games.diplomacy.orders import AnyOrder, Power, Province, Unit
from wartable.games.diplomacy.position import Dislodged, Position

Result: TypeAlias = Literal[
    # movement
    "moves", "bounces", "no_path", "holds", "supports", "cut", "unmatched", "convoys", "disrupted",
    "converts", "attacked", "illegal",
    # retreats
    "retreats", "destroyed", "disbanded",
    # adjustments
    "built", "removed", "waived", "rejected",
]  # fmt: skip
"""`unmatched` is a legal support or convoy that fits no order of the other unit (void); `illegal` could never work."""
Fact: TypeAlias = str | int | tuple[str, ...]


class Why(msgspec.Struct, frozen=True, gc=False):
    """Why an order ended as it did: a stable code, a sentence for people, the facts it names, and the rule.

    Codes are dotted: `bounce.equal`, `bounce.stronger`, `cut.attacked`, `no_path.fleet_dislodged`, `no_path.paradox`…
    """

    code: str
    sentence: str
    facts: Mapping[str, Fact]
    rule: str = ""


class Judged(msgspec.Struct, frozen=True, gc=False):
    """One order, by whom it was given, what became of it, whether its unit was dislodged, and why."""

    power: Power
    order: AnyOrder
    result: Result
    why: Why
    dislodged: bool = False


class MovementResult(msgspec.Struct, frozen=True):
    """What a movement phase led to: orders in the order given (units without one hold), standing and dislodged units.

    `standoffs` are provinces left empty by a bounce, closed to retreats.
    """

    judged: tuple[Judged, ...]
    units: Mapping[Power, tuple[Unit, ...]]
    dislodged: tuple[Dislodged, ...]
    standoffs: tuple[Province, ...]


class RetreatResult(msgspec.Struct, frozen=True):
    """What a retreat phase led to: judged orders, units after it, and the provinces whose dislodged units were lost."""

    judged: tuple[Judged, ...]
    units: Mapping[Power, tuple[Unit, ...]]
    destroyed: tuple[Province, ...]


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

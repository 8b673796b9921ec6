"""What adjudication gives: a named result and a reason with its facts for every order, and where the units are then."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

from wartable.games.adjudication.orders import AnyOrder, Location, Power, Province, Unit

Result: TypeAlias = Literal[
    # movement
    "moves", "bounces", "no_path", "holds", "supports", "cut", "unmatched", "convoys", "disrupted",
    "converts", "attacked", "illegal",
    # movement, by stages around it
    "struck", "driven_off", "eliminated", "spent", "unspent", "woken",
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


class Dislodged(msgspec.Struct, frozen=True):
    """A unit that must retreat or disband; `attacker` is the space it was dislodged from by, perhaps unknown."""

    power: Power
    unit: Unit
    attacker: Location
    retreats: tuple[Location, ...]


class MovementResult(msgspec.Struct, frozen=True):
    """What a movement phase led to: orders in the order given (units without one hold), standing and dislodged units.

    `standoffs` are spaces left empty by a bounce, closed to retreats.
    """

    judged: tuple[Judged, ...]
    units: Mapping[Power, tuple[Unit, ...]]
    dislodged: tuple[Dislodged, ...]
    standoffs: tuple[Location, ...]


class RetreatResult(msgspec.Struct, frozen=True):
    """What a retreat phase led to: judged orders, units after it, and the provinces whose dislodged units were lost."""

    judged: tuple[Judged, ...]
    units: Mapping[Power, tuple[Unit, ...]]
    destroyed: tuple[Province, ...]

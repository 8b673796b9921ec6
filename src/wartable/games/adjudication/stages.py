"""What a game does before a movement is judged, and after: its own stages around it.

A stage before sees the position and all orders, and says what is left to judge: units that it removes take no part, and
orders that it voids do not count. A stage after sees what the movement led to, and may change that: units, marks, and
further lines of what happened, each with its reason.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import msgspec

from wartable.games.adjudication.conditions import PLAIN, Conditions
from wartable.games.adjudication.orders import AnyOrder, Location, Power, Unit
from wartable.games.adjudication.results import Judged

OrdersOf: TypeAlias = Mapping[Power, Sequence[AnyOrder]]
"""Orders by who gave them."""


class DrivenOff(msgspec.Struct, frozen=True):
    """A unit that a stage before the movement dislodges; it stands in nobody's way, and retreats after the movement.

    `attacker` is the space it may not retreat to; empty where there is none.
    """

    power: Power
    unit: Unit
    attacker: Location = ""


class Prepared(msgspec.Struct, frozen=True):
    """What is to be judged: units that take part, their orders, and the conditions of the movement.

    `judged` are orders that a stage before judged itself, with its reasons; they are no longer among `orders`.
    """

    units: Mapping[Power, Sequence[Unit]]
    orders: OrdersOf
    conditions: Conditions = PLAIN
    driven_off: tuple[DrivenOff, ...] = ()
    judged: tuple[Judged, ...] = ()

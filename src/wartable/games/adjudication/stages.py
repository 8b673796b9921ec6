"""What a game does before a movement is judged, and after: its own stages around it.

A stage before sees the position and all orders, and says what is left to judge: units that it removes take no part, and
orders that it voids do not count. A stage after sees what the movement led to, and may change that: units, marks, and
further lines of what happened, each with its reason. What a stage hands on is checked, so that no unit gets lost on the
way and every change is told: one that breaks this is a fault of its game, and raises `StageError`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import msgspec

from wartable.games.adjudication.conditions import PLAIN, Conditions, Marks
from wartable.games.adjudication.orders import AnyOrder, Location, Power, Unit
from wartable.games.adjudication.results import Dislodged, Judged

OrdersOf: TypeAlias = Mapping[Power, Sequence[AnyOrder]]
"""Orders by who gave them."""


class StageError(ValueError):
    """A stage before or after a movement handed on what cannot be."""


class DrivenOff(msgspec.Struct, frozen=True):
    """A unit that a stage before the movement dislodges; it stands in nobody's way, and retreats after the movement.

    `attacker` is where its attacker began, and `closed` the space it may not retreat to where that is another one;
    empty where there is none.
    """

    power: Power
    unit: Unit
    attacker: Location = ""
    closed: Location = ""


class Prepared(msgspec.Struct, frozen=True):
    """What is to be judged: units that take part, their orders, and the conditions of the movement.

    `judged` are orders that a stage before judged itself, with its reasons; they are no longer among `orders`. Units
    that take part all the same hold, and the reason is that of the stage.
    `removed` are units that it takes off the board for good, `retreating` those that stand beside others and have to
    retreat after the movement. `marks` are those after the movement; `None`: as before.
    """

    units: Mapping[Power, Sequence[Unit]]
    orders: OrdersOf
    conditions: Conditions = PLAIN
    driven_off: tuple[DrivenOff, ...] = ()
    judged: tuple[Judged, ...] = ()
    removed: tuple[Unit, ...] = ()
    retreating: tuple[Dislodged, ...] = ()
    marks: Marks | None = None

    def check(self, before: Mapping[Power, Sequence[Unit]]) -> None:
        """Raise `StageError` where a unit of the position neither takes part, nor is dislodged, nor is removed.

        Units are told apart by where they stand: a stage may change whose and of what kind they are.
        """
        if self.units is before:
            return
        known = {unit.at for there in self.units.values() for unit in there}
        known |= {lost.unit.at for lost in self.driven_off} | {unit.at for unit in self.removed}
        if gone := [str(unit) for there in before.values() for unit in there if unit.at not in known]:
            message = f"The stage before the movement lost {', '.join(gone)}."
            raise StageError(message)

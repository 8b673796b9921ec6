"""Everything a game of Diplomacy tells, as it goes over the wire, with powers, places and orders of the variant."""

from __future__ import annotations

from typing import ClassVar

from wartable.engine.values import Event
from wartable.games.adjudication.orders import Location, Power, Province, Unit
from wartable.games.adjudication.results import Judged
from wartable.games.diplomacy.play.state import EndKind
from wartable.games.diplomacy.position import Phase


class PhaseOpened(Event, frozen=True, tag="phase_opened"):
    """A phase begins. `number` counts phases from 0.

    `waits_for` are the powers that have something to decide and have not done so in advance.
    """

    phase: Phase
    number: int
    waits_for: tuple[Power, ...]


class OrdersRevealed(Event, frozen=True, tag="orders_revealed"):
    """The orders of one power in a movement phase, each with its result and reason.

    `missing` says that none had come; its units held. `seat` is None for a power that nobody plays.
    """

    reveals: ClassVar[bool] = True

    phase: Phase
    seat: int | None
    power: Power
    judged: tuple[Judged, ...]
    missing: bool = False


class Dislodged(Event, frozen=True, tag="dislodged"):
    """A unit was driven out of `province` by a unit of `by` that came from `source`.

    `retreats` are the places it may go to; without any it is lost.
    """

    reveals: ClassVar[bool] = True

    seat: int | None
    power: Power
    unit: Unit
    province: Province
    source: Province
    by: Power | None
    retreats: tuple[Location, ...]


class Retreated(Event, frozen=True, tag="retreated"):
    """What became of a dislodged unit: `judged` is its order, given or implied, with its result and reason."""

    reveals: ClassVar[bool] = True

    seat: int | None
    power: Power
    judged: Judged


class Adjusted(Event, frozen=True, tag="adjusted"):
    """What a power built, waived and removed; `automatic` are the units that the rule removed."""

    reveals: ClassVar[bool] = True

    seat: int | None
    power: Power
    judged: tuple[Judged, ...]
    automatic: tuple[Unit, ...] = ()


class CentresTaken(Event, frozen=True, tag="centres_taken"):
    """Centres that a power gained at a count; `losers` has the former owner of each, empty where nobody owned it."""

    reveals: ClassVar[bool] = True

    seat: int | None
    power: Power
    centres: tuple[Province, ...]
    losers: tuple[Power, ...]
    total: int


class Eliminated(Event, frozen=True, tag="eliminated"):
    """A power lost its last unit and centre."""

    reveals: ClassVar[bool] = True

    seat: int | None
    power: Power


class DisorderBegan(Event, frozen=True, tag="disorder_began"):
    """A power that sent no orders for so long falls into civil disorder; nobody waits for it any more."""

    reveals: ClassVar[bool] = True

    seat: int
    power: Power
    missed: int


class DisorderEnded(Event, frozen=True, tag="disorder_ended"):
    """A power in civil disorder is played again, and waited for from now on."""

    seat: int
    power: Power


class DrawVoted(Event, frozen=True, tag="draw_voted"):
    """Some powers, not all, voted for a draw; only told where ballots are open."""

    reveals: ClassVar[bool] = True

    powers: tuple[Power, ...]


class DrawProposed(Event, frozen=True, tag="draw_proposed"):
    """Some powers, not all, voted for a draw that others would share; only told where ballots are open."""

    reveals: ClassVar[bool] = True

    powers: tuple[Power, ...]
    sharing: tuple[Power, ...]


class Ended(Event, frozen=True, tag="ended"):
    """The game is over; `powers` share the first place."""

    reveals: ClassVar[bool] = True

    kind: EndKind
    powers: tuple[Power, ...]
    seats: tuple[int, ...]
    reason: str


EVENTS = (
    PhaseOpened, OrdersRevealed, Dislodged, Retreated, Adjusted, CentresTaken, Eliminated, DisorderBegan,
    DisorderEnded, DrawVoted, DrawProposed, Ended,
)  # fmt: skip
"""Every kind of event."""

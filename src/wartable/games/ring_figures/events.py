"""What all are told of figures: who leads the ring-bearer stays secret, and where it was seen does not."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from wartable.engine.values import Event
from wartable.games.adjudication.orders import AnyOrder, Call, Move, Province, Retreat, Waive
from wartable.games.ring_figures.kinds import FIGURE_KINDS


class BearerElected(Event, frozen=True, tag="bearer_elected"):
    """A good power was drawn in secret to lead the ring-bearer; `again` after the one before lost everything."""

    reveals: ClassVar[bool] = True

    again: bool = False


class BearerSeen(Event, frozen=True, tag="bearer_seen"):
    """The ring-bearer's place is shown to all; `riders` says that the black riders are there, too."""

    reveals: ClassVar[bool] = True

    place: Province
    riders: bool = False


class RidersCame(Event, frozen=True, tag="riders_came"):
    """The black riders went to where the ring-bearer was seen."""

    reveals: ClassVar[bool] = True

    place: Province


class BearerLeft(Event, frozen=True, tag="bearer_left"):
    """The ring-bearer leaves the game, as no good power is left to lead it."""

    reveals: ClassVar[bool] = True


class EaglesLeft(Event, frozen=True, tag="eagles_left"):
    """The Great Eagles and Gandalf leave the game, as nobody is left to lead them."""

    reveals: ClassVar[bool] = True


FIGURE_EVENTS = (BearerElected, BearerSeen, RidersCame, BearerLeft, EaglesLeft)
"""Every kind of event here."""


def figure_order(order: AnyOrder, name: Callable[[Province], str]) -> str:
    """Return what a figure was ordered, with the names of provinces: `Nazgul in Moria to Lorien`."""
    if isinstance(order, Waive):
        raise TypeError(order)
    known, at = FIGURE_KINDS.get(order.unit.kind), name(order.unit.at)
    if known is None:  # an order for a unit, written among those for figures
        return str(order)
    kind = known.name
    match order:
        case Call():
            return f"The {kind} called to {at}"
        case Move() | Retreat():
            through = f" through {name(order.path[0])}" if isinstance(order, Move) and order.path else ""
            return f"{kind} in {at} to {name(order.to)}{through}"
        case _:
            return f"{kind} in {at} stays"


def figure_sentence(event: Event, name: Callable[[Province], str]) -> str | None:
    """Return such an event as a full sentence, with the names of provinces; None for any other event."""
    match event:
        case BearerElected():
            start = "Another good power" if event.again else "A good power"
            return f"{start} has been drawn in secret to lead the ring-bearer."
        case BearerSeen():
            riders = " with the black riders" if event.riders else ""
            return f"The ring-bearer is seen in {name(event.place)}{riders}."
        case RidersCame():
            return f"The black riders go to the ring-bearer in {name(event.place)}."
        case BearerLeft():
            return "No good power is left to lead the ring-bearer, who leaves the game."
        case EaglesLeft():
            return "Nobody is left to lead the Great Eagles and Gandalf, who leave the game."
        case _:
            return None

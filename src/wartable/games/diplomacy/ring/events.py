"""What a game of ring diplomacy tells beside the events of Diplomacy."""

from __future__ import annotations

from typing import ClassVar

from wartable.engine.values import Event
from wartable.games.adjudication.orders import Province
from wartable.games.diplomacy.play.events import EVENTS


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


RING_EVENTS = (*EVENTS, BearerElected, BearerSeen, RidersCame, BearerLeft, EaglesLeft)
"""Every kind of event."""

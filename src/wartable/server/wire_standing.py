"""What goes over the wire of standing answers: what a seat settles in advance."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from wartable.server.wire import SeatNumber


class StandingWish(Struct, frozen=True, kw_only=True):
    """A standing answer that one of my seats makes, or withdraws (`on` false)."""

    seat: SeatNumber
    key: Annotated[str, Meta(min_length=1, max_length=80)]
    on: bool = True


class Offered(Struct, frozen=True, kw_only=True):
    """Something that may be settled in advance: what it says, how long it lasts, and whether the seat has done so.

    `proposed`: suits most players where nobody can be asked in time.
    """

    key: str
    title: str
    lasts: Literal["once", "turn", "game"]
    proposed: bool
    on: bool


class StandingAnswers(Struct, frozen=True, kw_only=True):
    """What a seat may settle in advance, and has settled; only its own player ever gets it."""

    seat: int
    offered: tuple[Offered, ...]

"""What goes over the wire of clocks: votes to pause them, more time, holidays, and the dates that a pace leads to."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from wartable.server.wire_pace import MONTHS_2, Pace


class PauseWish(Struct, frozen=True, kw_only=True):
    """Whether a player wants the clock to rest; it does, or goes on, when enough want the same.

    Where a vote is open, wanting what is so already refuses it, or takes an own vote back.
    """

    paused: bool


class ExtendWish(Struct, frozen=True, kw_only=True):
    """More time for the turn that is on, in seconds."""

    seconds: Annotated[int, Meta(ge=1, le=MONTHS_2)]


class HolidayWish(Struct, frozen=True, kw_only=True):
    """For how many days from now on a player is on holiday; 0: they are back."""

    days: Annotated[int, Meta(ge=0, le=365)]


class DatesWish(Struct, frozen=True, kw_only=True):
    """A pace whose dates are wanted, for a game with a preset and what differs from it."""

    pace: Pace
    preset: Annotated[str, Meta(max_length=60)] = ""
    options: dict[str, Any] = {}


class DatedPhase(Struct, frozen=True, kw_only=True):
    """A phase and when it closes, in milliseconds since 1970; `brief`: little is decided; `maybe`: it may be left out.

    `far` says that it closes later than its time alone would take, as the table closes phases on some days only.
    """

    title: str
    closes: int
    brief: bool
    maybe: bool
    far: bool


class Dates(Struct, frozen=True, kw_only=True):
    """What a pace means if the game starts at `start` (milliseconds since 1970) and nobody is early or late.

    `phases` are those of the first round, or some turns. `round` is what a round is called, `seconds` how long the
    first one takes, and `ten` how long ten take; where no round is known, it is empty and these are 0. `note` tells
    what one might not expect of the first phase.
    """

    start: int
    phases: tuple[DatedPhase, ...]
    round: str
    seconds: int
    ten: int
    note: str


class Reliability(Struct, frozen=True, kw_only=True):
    """How the player of a seat keeps deadlines: so many `met` of the last, of 50 at most.

    `lost` counts the seats that others took over from them; who is `new` has met or missed fewer than five.
    """

    seat: int
    met: int
    of: int
    lost: int
    new: bool

"""What goes over the wire of clocks: votes to pause them, and more time."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from wartable.server.wire import MONTHS_2


class PauseWish(Struct, frozen=True, kw_only=True):
    """Whether a player wants the clock to rest; it does, or goes on, when all who play want the same."""

    paused: bool


class ExtendWish(Struct, frozen=True, kw_only=True):
    """More time for the turn that is on, in seconds."""

    seconds: Annotated[int, Meta(ge=1, le=MONTHS_2)]

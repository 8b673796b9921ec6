"""What goes over the wire while the dice of a table are made: seals, secrets, and how far it is."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from wartable.engine.mixing import Hex32

RoundNumber = Annotated[int, Meta(ge=1, le=64)]


class SealWish(Struct, frozen=True, kw_only=True):
    """The seal of what a browser adds to the dice: the SHA-256 of 32 random bytes."""

    round: RoundNumber
    seal: Hex32


class OpenWish(Struct, frozen=True, kw_only=True):
    """What was sealed: 32 random bytes in hexadecimal, sent once the list of seals is closed."""

    round: RoundNumber
    secret: Hex32


class SealedPart(Struct, frozen=True, kw_only=True):
    """The seal of one seat in the present round, and whether it is opened."""

    seat: int
    seal: str
    opened: bool


class TableDice(Struct, frozen=True, kw_only=True):
    """How far the dice of a table are made. `seal` is the host's, shown from the first moment and never changed.

    `lobby`: who joins will be asked. `sealing`: seals are gathered. `opening`: the list `parts` is closed, and those on
    it open theirs. `set`: the dice roll. `unopened` are seats that sealed in an earlier round and did not open.
    """

    seal: str
    phase: Literal["lobby", "sealing", "opening", "set"]
    round: int
    joined: bool
    mixes: bool
    parts: tuple[SealedPart, ...]
    unopened: tuple[int, ...]

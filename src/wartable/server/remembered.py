"""What a table in memory remembers beside its match: where moves came from, chat, drafts, who listens."""

from __future__ import annotations

from typing import Protocol

import msgspec


class Stamp(msgspec.Struct, frozen=True, gc=False):
    """What is remembered of a move beside the move: its entry number, the seat's move it came from, odds, bot, why."""

    seq: int
    decision: int
    seat: int
    odds: float | None
    bot: bool
    player: str | None


class Drafted(msgspec.Struct, frozen=True, gc=False):
    """What is known of a draft beside what it says: its step and revision, and whether it may count."""

    step: int
    revision: int
    ready: bool


class Resigned(msgspec.Struct, frozen=True, gc=False):
    """A seat that was given up, after which step of the game."""

    seat: int
    step: int


class Noted(msgspec.Struct, frozen=True, gc=False):
    """Something told in the log that is no move, after which step of the game; the text names seats for players."""

    step: int
    kind: str
    text: str


class Followed(msgspec.Struct, frozen=True, gc=False):
    """The table at which this game is to be played again, and who asked for it."""

    table: str
    by: str | None


class Former(msgspec.Struct, frozen=True):
    """Somebody who has played a seat that was given to another: `since` and `until` when, in seconds since 1970."""

    seat: int
    player: str
    since: float
    until: float


class Ear(Protocol):
    """Somebody who listens to a table."""

    player: str | None

    def wake(self) -> None:
        """Take note that something is new."""
        ...

    def hang_up(self) -> None:
        """Listen no more."""
        ...


class Chat(msgspec.Struct, frozen=True, gc=False):
    """A line of chat."""

    seq: int
    name: str
    colour: int
    text: str
    at: float

"""Rows of the database as plain structs."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Any

from msgspec import Struct


class PlayerRow(Struct, frozen=True, kw_only=True):
    """A player; `created` is in seconds since 1970."""

    id: str
    name: str
    colour: int
    avatar: str
    created: float


class SeatRow(Struct, frozen=True, kw_only=True):
    """A seat at a table; `level` is the bot's (or, for a human who resigned or is away, of the bot that plays on).

    `link` is the word its private link is signed with; a new one makes links given out before worthless. `missed`
    counts deadlines missed in a row; after too many the player is `away` until he comes back. An `open` seat with a
    player is kept for them, under the name given; its `level` is then `local` for a seat at their own screen.

    `prefers` (JSON) are the sides wished for, the dearest first. `behind` (JSON) is name, avatar and colour of whoever
    is hidden behind those shown; empty where nobody is. An `offered` seat may be taken over by anybody until its player
    comes back; whoever did so reads its letters `since` then, in seconds since 1970.
    """

    seat: int
    kind: str
    player_id: str | None = None
    level: str = ""
    name: str = ""
    colour: int = 1
    avatar: str = ""
    resigned: bool = False
    link: str = ""
    missed: int = 0
    away: bool = False
    prefers: str = "[]"
    behind: str = ""
    offered: bool = False
    since: float = 0.0

    @property
    def given_up(self) -> bool:
        """Whether no person can decide here any more."""
        return self.kind == "bot" or self.resigned

    @property
    def by_person(self) -> bool:
        """Whether somebody sits here and has not given up."""
        return self.kind != "open" and not self.given_up

    @property
    def by_code(self) -> bool:
        """Whether a bot, or without one the rules, decide here."""
        return self.given_up or self.away


class TableRow(Struct, frozen=True, kw_only=True):
    """A table; `options`, `asked`, `owners`, `outcome`, `pace`, `timing`, `press` and `sides` are JSON.

    `deadline` is when its clock has to be looked at, in seconds since 1970; None while no clock runs.
    """

    id: str
    game: str
    rules_version: str
    preset: str
    options: str
    title: str
    private: bool
    invite: str
    creator: str
    status: str
    seed: bytes
    created: float
    updated: float
    turn: int = 0
    asked: str = "{}"
    bots_due: bool = False
    owners: str = "null"
    outcome: str = "null"
    pace: str = "{}"
    timing: str = "{}"
    deadline: float | None = None
    press: str = "{}"
    sides: str = "{}"
    master: str | None = None


class EntryRow(Struct, frozen=True, kw_only=True, gc=False):
    """One entry of a table's log; `body` is JSON."""

    table_id: str
    seq: int
    kind: str
    seat: int | None
    body: str
    player_id: str | None = None
    key: str | None = None
    why: str = ""
    odds: float | None = None
    at: float


def now() -> float:
    """Return the time in seconds since 1970."""
    return time.time()


def iso(at: float) -> str:
    """Return a time as ISO 8601 in UTC, to the second."""
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def as_dict(row: Struct) -> dict[str, Any]:
    """Return a row as the mapping the database layer takes."""
    return {name: getattr(row, name) for name in row.__struct_fields__}

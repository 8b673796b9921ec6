"""Which stored tables this server can go on with: those whose game it has, by the rules they began by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import ColumnElement, or_, tuple_

from wartable.engine import registry
from wartable.engine.errors import UnknownGame
from wartable.engine.words import listed
from wartable.server.problems import Refused
from wartable.server.rows import TableRow, now
from wartable.server.schema import tables

if TYPE_CHECKING:
    from wartable.server.store import Loaded

AHEAD = 60.0
"""Seconds by which the clocks of several servers of one database may differ."""
_READ_ONLY = "You can look at it, but nobody can play on."


def playable() -> ColumnElement[bool]:
    """Return the condition on rows of `tables`; whoever looks for work asks it, so that others are not even read."""
    here: list[tuple[str, str]] = []
    for key in registry.keys():  # noqa: SIM118 - no mapping
        try:
            here += [(key, version) for version in registry.get(key).versions]
        except Exception:  # noqa: BLE001, S112 - told of when all games were loaded
            continue
    return tuple_(tables.c.game, tables.c.rules_version).in_(here)


def untouched(seconds: float) -> ColumnElement[bool]:
    """Return the condition that nothing has happened at a table for some seconds.

    What the clock calls the future was written before the clock was set back.
    """
    at = now()
    return or_(tables.c.updated < at - seconds, tables.c.updated > at + AHEAD)


def why_retired(row: TableRow) -> str:
    """Say why a game that has begun cannot be gone on with here; nothing where it can, or has not begun."""
    if row.status == "open":
        return ""
    try:
        game = registry.get(row.game)
    except UnknownGame:
        return f"This is a game of {row.game}, which is no longer installed here. {_READ_ONLY}"
    if row.rules_version in game.versions:
        return ""
    known = f"{'version' if len(game.versions) == 1 else 'versions'} {listed(game.versions)}"
    played = f"This game was played by version {row.rules_version} of its rules. This Wartable knows {known}."
    return f"{played} {_READ_ONLY}"


class Retired(Refused):
    """A table, as stored, that can only be looked at."""

    def __init__(self, loaded: Loaded, why: str) -> None:
        super().__init__(409, "table.retired", why)
        self.loaded = loaded

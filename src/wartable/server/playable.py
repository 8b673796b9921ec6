"""Which stored tables this server can go on with: those whose game it has, by the rules they began by."""

from __future__ import annotations

from sqlalchemy import ColumnElement, or_, tuple_

from wartable.engine import registry
from wartable.engine.game import AnyGame
from wartable.engine.words import listed
from wartable.server.problems import Refused
from wartable.server.rows import TableRow, now
from wartable.server.schema import tables

AHEAD = 60.0
"""Seconds by which the clocks of several servers of one database may differ."""


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


def check_version(row: TableRow, game: AnyGame) -> None:
    """Raise `Refused` where a game has begun by rules that are no longer here."""
    if row.status != "open" and row.rules_version not in game.versions:
        here = f"{'version' if len(game.versions) == 1 else 'versions'} {listed(game.versions)}"
        message = f"This game began by version {row.rules_version} of its rules; here is {here}."
        raise Refused(409, "table.rules_version", message)

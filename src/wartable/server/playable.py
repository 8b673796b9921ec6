"""Which stored tables this server can go on with: those whose game it has, in the rules they began by."""

from __future__ import annotations

from sqlalchemy import ColumnElement, or_, tuple_

from wartable.engine import registry
from wartable.engine.game import AnyGame
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
            here.append((key, registry.get(key).rules_version))
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
    """Raise `Refused` where a table is played by other rules than those that are here."""
    if game.rules_version != row.rules_version:
        message = f"This game began by version {row.rules_version} of its rules; here is version {game.rules_version}."
        raise Refused(409, "table.rules_version", message)

"""Seats that somebody is told of: kept for them at a table that is to begin, or free in a game that is on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sqlalchemy import Connection, select

from wartable.server.schema import seats, tables
from wartable.server.wire_notices import NoticeRule

Place = tuple[str, str]
"""A player and a table."""


def kept(connection: Connection, rules: Mapping[str, NoticeRule]) -> set[Place]:
    """Return where seats are kept for players who want to know."""
    asks = [player for player, rule in rules.items() if rule.invited]
    if not asks:
        return set()
    query = (
        select(seats.c.player_id, seats.c.table_id)
        .join(tables, tables.c.id == seats.c.table_id)
        .where(seats.c.kind == "open", seats.c.player_id.in_(asks), tables.c.status == "open")
    )
    return {(row[0], row[1]) for row in connection.execute(query)}


def offered(connection: Connection, rules: Mapping[str, NoticeRule]) -> dict[Place, int]:
    """Return where a player who wants to know could take a seat over, with the first that is offered there."""
    asks = [player for player, rule in rules.items() if rule.seats]
    if not asks:
        return {}
    query = (
        select(seats.c.table_id, seats.c.seat)
        .join(tables, tables.c.id == seats.c.table_id)
        .where(seats.c.offered, tables.c.status == "running", tables.c.private.is_(False))
        .order_by(seats.c.table_id, seats.c.seat.desc())
    )
    free: dict[str, int] = {row[0]: row[1] for row in connection.execute(query)}
    theirs = _sit_at(connection, asks, free)
    return {(one, table): seat for table, seat in free.items() for one in asks if (one, table) not in theirs}


def _sit_at(connection: Connection, players: list[str], ids: Iterable[str]) -> set[Place]:
    """Return who of some players sits, or leads the game, at which of some tables."""
    listed = list(ids)
    sit = select(seats.c.player_id, seats.c.table_id).where(
        seats.c.player_id.in_(players), seats.c.table_id.in_(listed)
    )
    lead = select(tables.c.master, tables.c.id).where(tables.c.master.in_(players), tables.c.id.in_(listed))
    return {(row[0], row[1]) for query in (sit, lead) for row in connection.execute(query)}

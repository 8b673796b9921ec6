"""Drafts in the database: read, written, and dropped when their turn is over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct
from sqlalchemy import Connection, delete, insert, select

from wartable.server.playable import playable, untouched
from wartable.server.rows import as_dict
from wartable.server.schema import drafts, tables


class DraftRow(Struct, frozen=True, kw_only=True):
    """What a seat means to decide at a step; `body` is JSON of the decision, `revision` grows with every change."""

    table_id: str
    seat: int
    step: int
    revision: int
    body: str
    ready: bool
    player_id: str


def drafts_of(connection: Connection, table_id: str) -> Mapping[int, DraftRow]:
    """Return the drafts of a table by seat, those of past steps too."""
    query = select(drafts).where(drafts.c.table_id == table_id)
    return {item["seat"]: DraftRow(**item) for item in connection.execute(query).mappings()}


def newest_drafts(connection: Connection, table_ids: Sequence[str]) -> list[tuple[str, int, int, int, bool]]:
    """Return table, seat, step, revision and ready flag of every draft of some tables."""
    query = select(drafts.c.table_id, drafts.c.seat, drafts.c.step, drafts.c.revision, drafts.c.ready)
    return [(*row,) for row in connection.execute(query.where(drafts.c.table_id.in_(table_ids)))]


def put_draft(connection: Connection, row: DraftRow) -> None:
    """Store a draft in place of the one before."""
    connection.execute(delete(drafts).where(drafts.c.table_id == row.table_id, drafts.c.seat == row.seat))
    connection.execute(insert(drafts), as_dict(row))


def drop_drafts(connection: Connection, table_id: str) -> None:
    """Drop the drafts of a table, because it is over."""
    connection.execute(delete(drafts).where(drafts.c.table_id == table_id))


def tables_ready(connection: Connection, idle: float) -> list[str]:
    """Return running tables that wait for nobody but hold drafts that are ready, untouched for some seconds.

    There are some only after a crash between the last ready flag and the reveal.
    """
    held = select(drafts.c.table_id).where(drafts.c.ready.is_(True))
    query = select(tables.c.id).where(
        tables.c.status == "running",
        tables.c.bots_due.is_(False),
        tables.c.asked == "{}",
        tables.c.deadline.is_(None),
        untouched(idle),
        playable(),
        tables.c.id.in_(held),
    )
    return list(connection.execute(query).scalars())

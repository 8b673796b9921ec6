"""Standing answers in the database: what seats have settled in advance, which nobody else ever sees."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from sqlalchemy import ColumnElement, Connection, delete, insert, select

from wartable.server.rows import as_dict
from wartable.server.schema import standing


class StandingRow(Struct, frozen=True, kw_only=True):
    """A standing answer of a seat, by its key; `turn` is that of the seat's own in which it was made, else -1."""

    table_id: str
    seat: int
    key: str
    turn: int
    player_id: str


def standing_of(connection: Connection, table_id: str) -> tuple[StandingRow, ...]:
    """Return the standing answers of a table, in the order of seats and keys."""
    query = select(standing).where(standing.c.table_id == table_id).order_by(standing.c.seat, standing.c.key)
    return tuple(StandingRow(**item) for item in connection.execute(query).mappings())


def put_standing(connection: Connection, row: StandingRow) -> None:
    """Store a standing answer, in place of the same one."""
    drop_standing(connection, [row])
    connection.execute(insert(standing), as_dict(row))


def drop_standing(connection: Connection, rows: Sequence[StandingRow]) -> None:
    """Drop standing answers: they are used, have run out, or are withdrawn."""
    for row in rows:
        connection.execute(delete(standing).where(*_same(row)))


def _same(row: StandingRow) -> tuple[ColumnElement[bool], ...]:
    return standing.c.table_id == row.table_id, standing.c.seat == row.seat, standing.c.key == row.key

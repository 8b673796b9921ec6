"""Standing answers in the database: what seats have settled in advance, which nobody else ever sees."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from sqlalchemy import Connection, delete, func, insert, select

from wartable.server.rows import as_dict
from wartable.server.schema import entries, standing, tables
from wartable.server.writer import Conflict


class StandingRow(Struct, frozen=True, kw_only=True):
    """A standing answer of a seat, by its key; `turn` is that of the seat's own in which it was made, else -1."""

    table_id: str
    seat: int
    key: str
    turn: int
    player_id: str


Rows = Sequence[StandingRow]


def standing_of(connection: Connection, table_id: str) -> list[StandingRow]:
    """Return the standing answers of a table, in the order of seats and keys."""
    query = select(standing).where(standing.c.table_id == table_id).order_by(standing.c.seat, standing.c.key)
    return [StandingRow(**item) for item in connection.execute(query).mappings()]


def hold(connection: Connection, table_id: str) -> int:
    """Keep others from deciding at a table until this transaction ends; return the number of its last entry."""
    connection.execute(select(tables.c.id).where(tables.c.id == table_id).with_for_update())
    head = select(func.max(entries.c.seq)).where(entries.c.table_id == table_id)
    return int(connection.execute(head).scalar_one())


def change_standing(connection: Connection, table_id: str, seq: int, before: Rows, after: Rows) -> None:
    """Put other standing answers in the place of those that were read after entry `seq`.

    Raises `Conflict` where the table has gone on since, or somebody has made or withdrawn one. Whoever makes a decision
    writes to the table's row too, so holding that row keeps other processes from doing either before this is committed.
    """
    if hold(connection, table_id) != seq or standing_of(connection, table_id) != list(before):
        raise Conflict(f"Table {table_id} or its standing answers changed while answers were given.")
    for row in before:
        if row not in after:
            mine = (standing.c.table_id == table_id, standing.c.seat == row.seat, standing.c.key == row.key)
            connection.execute(delete(standing).where(*mine))
    if new := [as_dict(row) for row in after if row not in before]:
        connection.execute(insert(standing), new)
